/** Show an error in the page: its message, and what to try. */

import { h } from './dom';
import { Problem, isLeft } from './server';

export function troubleOf(error: unknown): HTMLElement {
  const hint = error instanceof Problem ? error.hint : '';
  const message = error instanceof Error ? error.message : String(error);
  return h(
    'div',
    { class: 'notice bad', role: 'alert' },
    h('p', {}, message),
    hint && h('p', { class: 'quiet' }, hint),
  );
}

/** Do something that may fail; `show` shows the error, unless the reader has left the view. */
export async function attempt<T>(work: () => Promise<T>, show: (trouble: HTMLElement) => void): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isLeft(error)) return undefined;
    show(troubleOf(error));
    return undefined;
  }
}

/** An empty place says what to do there. */
export function empty(title: string, words: string, ...actions: readonly HTMLElement[]): HTMLElement {
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, title),
    h('p', {}, words),
    actions.length > 0 && h('div', { class: 'row' }, ...actions),
  );
}
