/** The games of a study: sorted, searched, and those of a kind alone. */

import { h, live, replace, field, select } from '../dom';
import { filters } from '../filters';
import { link, mark } from '../router';
import type { GameOutline } from '../types';
import { capital, plural } from '../words';

const ORDERS: Readonly<Record<string, (one: GameOutline, other: GameOutline) => number>> = {
  'As they came': (one, other) => one.number - other.number,
  'Newest first': (one, other) => other.date.localeCompare(one.date) || other.number - one.number,
  'Most mistakes first': (one, other) => other.faults.length - one.faults.length || one.number - other.number,
  'By opening': (one, other) => one.opening.localeCompare(other.opening) || one.number - other.number,
  'By opponent': (one, other) => opponentOf(one).localeCompare(opponentOf(other)) || one.number - other.number,
};

const KINDS = ['All', 'Lost', 'With mistakes'];

/** The list as the address wants it; what is chosen is marked there, so that whoever comes back finds it again. */
export function gamesList(id: string, games: readonly GameOutline[], query: URLSearchParams): HTMLElement {
  const list = h('ul', { class: 'games' });
  const count = live({ class: 'quiet' });
  let kind = KINDS.find(each => each === query.get('kind')) ?? 'All';
  const chosen = (): void => {
    mark(link(['study', id], { kind: kind === 'All' ? null : kind, search: search.value.trim() || null, order: order.value === orders[0] ? null : order.value, opening: opening.value || null, motif: motif.value || null }));
    show();
  };
  const oneOf = (name: string, all: readonly string[]): HTMLSelectElement =>
    select([{ value: '', words: 'any' }, ...[...new Set(all)].sort().map(value => ({ value, words: capital(value) }))], query.get(name) ?? '', chosen);
  const search = h('input', { type: 'text', autocomplete: 'off', maxlength: 100, value: query.get('search'), oninput: chosen });
  const orders = Object.keys(ORDERS);
  const order = select(orders.map(words => ({ value: words, words })), query.get('order') ?? orders[0] ?? '', chosen);
  const opening = oneOf('opening', games.map(row => row.opening).filter(Boolean));
  const motif = oneOf('motif', games.flatMap(row => row.motifs));

  function show(): void {
    const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const isWanted = (row: GameOutline): boolean => {
      if (kind === 'Lost' && !isLost(row)) return false;
      if (kind === 'With mistakes' && row.faults.length === 0) return false;
      if (opening.value && row.opening !== opening.value) return false;
      if (motif.value && !row.motifs.includes(motif.value)) return false;
      const text = [row.white, row.black, row.opening, row.eco, row.event, row.date].join(' ').toLowerCase();
      return words.every(word => text.includes(word));
    };
    const kept = games.filter(isWanted).sort(ORDERS[order.value]);
    count.textContent = kept.length === games.length ? '' : `${plural(kept.length, 'game')} of ${games.length}.`;
    replace(list, ...kept.map(row => h('li', {}, gameLink(id, row))));
    if (kept.length === 0) list.append(h('li', { class: 'quiet' }, 'There are none.'));
  }
  show();
  const kinds = filters(KINDS, name => { kind = name; chosen(); }, kind);
  return h(
    'section',
    { class: 'stack' },
    h('div', { class: 'row between' }, h('h2', {}, 'The games'), kinds),
    h('div', { class: 'fields' }, field('Search games', search, 'An opponent, an opening, an event.'), field('Order', order), field('Opening', opening), field('With the mistake', motif)),
    count,
    list,
  );
}

function isLost(row: GameOutline): boolean {
  return row.result === (row.is_white ? '0-1' : '1-0');
}

function opponentOf(row: GameOutline): string {
  return row.is_white ? row.black : row.white;
}

function gameLink(id: string, row: GameOutline): HTMLElement {
  return h(
    'a',
    { class: 'game-row', href: link(['study', id, 'games', row.number]) },
    h('span', { class: `side-${row.is_white ? 'white' : 'black'}`, title: row.is_white ? 'white' : 'black' }, h('span', { class: 'unseen' }, row.is_white ? 'White' : 'Black')),
    h('span', { class: 'opponent' }, `against ${opponentOf(row)}`),
    h('span', { class: 'result' }, row.result),
    h('span', { class: 'opening quiet' }, row.opening),
    h('span', { class: row.faults.length ? 'trouble' : 'quiet' }, row.faults.length ? plural(row.faults.length, 'mistake') : 'no mistakes'),
  );
}
