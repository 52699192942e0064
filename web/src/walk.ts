/** Step through moves by a list, buttons and the arrow keys, all at the same move. */

import { button, h, isTyping, replace } from './dom';
import { numberOf } from './placement';
import type { Step } from './types';

export interface Stretch {
  readonly start: string;
  readonly steps: readonly Step[];
}

/** Called with the index of the move that was made last, -1 at the start. */
export type Arrived = (index: number, step: Step | null) => void;

export class Walk {
  index: number;

  constructor(
    private readonly stretch: Stretch,
    private readonly arrived: Arrived,
    index = -1,
  ) {
    this.index = Math.min(Math.max(index, -1), stretch.steps.length - 1);
  }

  get last(): number {
    return this.stretch.steps.length - 1;
  }

  go(index: number): void {
    this.index = Math.min(Math.max(index, -1), this.last);
    this.arrived(this.index, this.stretch.steps[this.index] ?? null);
  }
}

/** Arrow keys, Home and End step through the current walk; Up and Down do what the view says. Only keys in `where`. */
export function walkByKeys(
  current: () => Walk | null,
  signal: AbortSignal,
  others: Readonly<Record<string, () => void>> = {},
  where: HTMLElement | Document = document,
): void {
  const keys: Readonly<Record<string, (walk: Walk) => void>> = {
    ArrowLeft: walk => walk.go(walk.index - 1),
    ArrowRight: walk => walk.go(walk.index + 1),
    Home: walk => walk.go(-1),
    End: walk => walk.go(walk.last),
  };
  const pressed = (event: Event): void => {
    if (!(event instanceof KeyboardEvent)) return;
    const walk = current();
    const act = keys[event.key];
    const other = others[event.key];
    if (isTyping(event) || !(other ?? (act && walk))) return;
    event.preventDefault();
    if (other) other();
    else if (act && walk) act(walk);
  };
  where.addEventListener('keydown', pressed, { signal });
}

export function walkButtons(current: () => Walk | null, turn: () => void): HTMLElement {
  const step = (words: string, sign: string, act: (walk: Walk) => void): HTMLButtonElement =>
    button(
      sign,
      () => {
        const walk = current();
        if (walk) act(walk);
      },
      { 'aria-label': words, title: words },
    );
  return h(
    'div',
    { class: 'walk-buttons', role: 'group', 'aria-label': 'Step through the moves' },
    step('To the start', '«', walk => walk.go(-1)),
    step('One move back', '‹', walk => walk.go(walk.index - 1)),
    step('One move on', '›', walk => walk.go(walk.index + 1)),
    step('To the end', '»', walk => walk.go(walk.last)),
    button('⇅', turn, { 'aria-label': 'Turn the board', title: 'Turn the board' }),
  );
}

export interface Marks {
  /** A class for a move, such as its judgement. */
  readonly kind?: (index: number) => string;
  /** The mark after its name, such as `?`. */
  readonly sign?: (index: number) => string;
}

/** The moves as a score sheet, each a button. */
export class MoveList {
  readonly element = h('ol', { class: 'moves' });
  private buttons: HTMLButtonElement[] = [];

  constructor(private readonly chosen: (index: number) => void) {}

  show({ start, steps }: Stretch, marks: Marks = {}): void {
    let before = start;
    this.buttons = [];
    const items = steps.map((step, index) => {
      const isWhite = numberOf(before).endsWith('.');
      const number = isWhite || index === 0 ? `${numberOf(before)} ` : '';
      before = step.fen;
      const move = button(`${step.san}${marks.sign?.(index) ?? ''}`, () => this.chosen(index), {
        class: marks.kind?.(index) ?? '',
      });
      this.buttons.push(move);
      return h('li', {}, number && h('span', { class: 'number' }, number), move);
    });
    replace(this.element, ...items);
  }

  /** Mark the move that was made last; none at the start (-1), nor where another list is stepped through (null). */
  at(index: number | null): void {
    this.element.classList.toggle('current', index !== null);
    this.buttons.forEach((each, place) => {
      if (place === index) each.setAttribute('aria-current', 'true');
      else each.removeAttribute('aria-current');
    });
    const current = this.buttons[index ?? -1];
    if (current) keepInSight(this.element, current);
    else this.element.scrollTop = 0;
  }
}

/** Scroll a list, and never the page, until one of its items is seen: the board stays where it is. */
export function keepInSight(room: HTMLElement, item: HTMLElement): void {
  const above = item.getBoundingClientRect().top - room.getBoundingClientRect().top + room.scrollTop;
  if (above < room.scrollTop || above + item.offsetHeight > room.scrollTop + room.clientHeight) {
    room.scrollTop = above - room.clientHeight / 2;
  }
}
