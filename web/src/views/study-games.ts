/** List the games of a study, sorted, searched and filtered. */

import { type Choice, KINDS, ORDERS, asked, choiceOf, chosenGames, opponentOf } from '../chosen';
import { h, live, replace, field, select } from '../dom';
import { filters } from '../filters';
import { link, mark } from '../router';
import type { GameOutline } from '../types';
import { capital, plural } from '../words';

/** The list in the order that the address gives, where the reader's choices are kept. */
export function gamesList(id: string, games: readonly GameOutline[], query: URLSearchParams): HTMLElement {
  const list = h('ul', { class: 'games' });
  const count = live({ class: 'quiet' });
  let choice = choiceOf(query);
  const choose = (change: Partial<Choice>): void => {
    choice = { ...choice, ...change };
    mark(link(['study', id], asked(choice)));
    show();
  };
  const oneOf = (name: 'opening' | 'motif', all: readonly string[]): HTMLSelectElement => {
    const options = [
      { value: '', words: 'any' },
      ...[...new Set(all)].sort().map(value => ({ value, words: capital(value) })),
    ];
    const element: HTMLSelectElement = select(options, choice[name], () => choose({ [name]: element.value }));
    return element;
  };
  const search = h('input', {
    type: 'text',
    autocomplete: 'off',
    maxlength: 100,
    value: choice.search,
    oninput: () => choose({ search: search.value }),
  });
  const order: HTMLSelectElement = select(
    Object.keys(ORDERS).map(words => ({ value: words, words })),
    choice.order,
    () => choose({ order: order.value }),
  );
  const opening = oneOf('opening', games.map(row => row.opening).filter(Boolean));
  const motif = oneOf(
    'motif',
    games.flatMap(row => row.faults.flatMap(fault => fault.motifs)),
  );

  function show(): void {
    const kept = chosenGames(games, choice);
    count.textContent = kept.length === games.length ? '' : `${plural(kept.length, 'game')} of ${games.length}.`;
    replace(list, ...kept.map(row => h('li', {}, gameLink(id, row, choice))));
    if (kept.length === 0) list.append(h('li', { class: 'quiet' }, 'There are none.'));
  }
  show();
  const kinds = filters(KINDS, kind => choose({ kind }), choice.kind);
  return h(
    'section',
    { class: 'stack' },
    h('div', { class: 'row between' }, h('h2', {}, 'The games'), kinds),
    h(
      'div',
      { class: 'fields' },
      field('Search games', search, 'An opponent, an opening, an event.'),
      field('Order', order),
      field('Opening', opening),
      field('With the mistake', motif),
    ),
    count,
    list,
  );
}

function gameLink(id: string, row: GameOutline, choice: Choice): HTMLElement {
  return h(
    'a',
    { class: 'game-row', href: link(['study', id, 'games', row.number], asked(choice)) },
    h(
      'span',
      { class: `side-${row.is_white ? 'white' : 'black'}`, title: row.is_white ? 'white' : 'black' },
      h('span', { class: 'unseen' }, row.is_white ? 'White' : 'Black'),
    ),
    h('span', { class: 'opponent' }, `against ${opponentOf(row)}`),
    h('span', { class: 'result' }, row.result),
    h('span', { class: 'opening quiet' }, row.opening),
    h(
      'span',
      { class: row.faults.length ? 'trouble' : 'quiet' },
      row.faults.length ? plural(row.faults.length, 'mistake') : 'no mistakes',
    ),
  );
}
