/** Buttons that each show one part of a list; one of them is pressed. */

import { button, h } from './dom';

export function filters(names: readonly string[], chosen: (name: string) => void, first = names[0]): HTMLElement {
  const buttons = names.map(name =>
    button(
      name,
      () => {
        for (const each of buttons) each.setAttribute('aria-pressed', String(each.textContent === name));
        chosen(name);
      },
      { 'aria-pressed': String(name === first) },
    ),
  );
  return h('div', { class: 'row', role: 'group', 'aria-label': 'Show' }, ...buttons);
}
