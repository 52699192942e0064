/** Ask the reader before every request to a site. */

import { button, h, replace } from './dom';

/** Ask here whether a host may be contacted for something; `act` runs if the reader agrees. */
export function mayAsk(place: HTMLElement, host: string, what: string, act: () => void): void {
  const yes = button(`Yes, ask ${host}`, act, { class: 'main' });
  const no = button('No', () => replace(place), { class: 'plain' });
  replace(
    place,
    h(
      'div',
      { class: 'notice row between' },
      h('p', {}, `This asks ${host} for ${what}. Nothing else is sent.`),
      h('div', { class: 'row' }, yes, no),
    ),
  );
  yes.focus();
}
