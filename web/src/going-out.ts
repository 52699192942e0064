/** Before anything is asked of a site somebody must say so, each time. */

import { button, h, replace } from './dom';

/** Ask in this place whether a host may be asked for something; `act` is done where the answer is yes. */
export function mayAsk(place: HTMLElement, host: string, what: string, act: () => void): void {
  const yes = button(`Yes, ask ${host}`, act, { class: 'main' });
  const no = button('No', () => replace(place), { class: 'plain' });
  replace(place, h('div', { class: 'notice row between' }, h('p', {}, `This asks ${host} for ${what}. Nothing else is sent.`), h('div', { class: 'row' }, yes, no)));
  yes.focus();
}
