/** Make elements in one line of code. Text goes in as text, so nothing in a file can become markup. */

export type Child = Node | string | number | null | undefined | false;
type Handler = (event: never) => void;
type Value = string | number | boolean | null | undefined | Handler;
export type Attributes = Readonly<Record<string, Value>>;

const SVG = 'http://www.w3.org/2000/svg';

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  put(element, children);
}

function put(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** `h('p', { class: 'lead' }, 'Hello')`; a function as the value of `onclick` listens to `click`. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** The same for drawings. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  fill(element, attributes, children);
  return element;
}

/** Put these children into an element instead of what it has. */
export function replace(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren();
  put(element, children);
}

export function button(words: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', ...attributes, onclick: act }, words);
}

/** A button for what cannot be undone: it asks once, in its own place. */
export function askedOnce(words: string, sure: string, act: () => void): HTMLElement {
  const first = button(
    words,
    () => {
      replace(element, yes, no);
      yes.focus();
    },
    { class: 'plain' },
  );
  const yes = button(sure, act, { class: 'danger' });
  const no = button(
    'No',
    () => {
      replace(element, first);
      first.focus();
    },
    { class: 'plain' },
  );
  const element = h('span', { class: 'row asked-once' }, first);
  return element;
}

/** A control with its label. */
export function field(words: string, control: HTMLElement, hint = ''): HTMLElement {
  return h('label', { class: 'field' }, h('span', { class: 'name' }, words), control, hint && h('small', {}, hint));
}

export interface Choice {
  readonly value: string;
  readonly words: string;
}

export function select(
  choices: readonly Choice[],
  chosen: string,
  change?: (value: string) => void,
): HTMLSelectElement {
  const element = h('select', {
    onchange: () => change?.(element.value),
  });
  for (const { value, words } of choices) element.append(h('option', { value, selected: value === chosen }, words));
  return element;
}

/** The place where results are announced to screen readers. */
export function live(attributes: Attributes = {}): HTMLElement {
  return h('div', { 'aria-live': 'polite', ...attributes });
}

/** Whether a key that was pressed belongs to a control and not to the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return (
    Boolean(target?.closest('input:not([type=checkbox]), textarea, select')) ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  );
}
