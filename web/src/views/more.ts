/** More: views that are used less often, and the settings of this browser. */

import { field, h } from '../dom';
import { link } from '../router';
import { soundSwitch } from '../sound';
import { boardColours, themeSwitch } from '../theme';

const PLACES: readonly (readonly [string, string, string])[] = [
  ['compose', 'Compose', 'Compose a puzzle: a mate in a number of moves, a theme, a tactic.'],
  ['know', 'Look up', 'Read the rules, patterns, cases, programs and motifs that Motif has learned.'],
];

export function more(): HTMLElement {
  return h(
    'div',
    { class: 'stack wide-gap' },
    h('h1', {}, 'More'),
    h(
      'ul',
      { class: 'cards' },
      ...PLACES.map(([place, title, words]) =>
        h(
          'li',
          {},
          h(
            'a',
            { class: 'card link stack', href: link([place]) },
            h('h2', {}, title),
            h('p', { class: 'quiet' }, words),
          ),
        ),
      ),
    ),
    h(
      'section',
      { class: 'card stack narrow' },
      h('h2', {}, 'Settings'),
      h('div', { class: 'row' }, themeSwitch('Dark colours here'), 'Light or dark'),
      field('Colours of the board', boardColours()),
      soundSwitch(),
    ),
  );
}
