/** The tables of a study: motifs, phases, openings, endgames, the clock, and everything that was compared. */

import { h } from '../dom';
import type { Profile, Rate } from '../types';
import { capital, percent, rateWords } from '../words';
import { positionsLink } from './study-positions';
import { treeLink } from './study-tree';

/** The text of a cell, and the link to its positions. */
type Cell = string | { readonly words: string; readonly to: string };

function cellOf(cell: Cell): HTMLElement | string {
  return typeof cell === 'string' ? cell : h('a', { href: cell.to }, cell.words);
}

function share(rate: Rate | null | undefined): string {
  return rate?.count ? rateWords(rate) : '–';
}

/** The parts of each study that are unfolded, to restore them on return. */
export const opened = new Set<string>();

/** Remember whether a part is unfolded. */
export function keepOpen(key: string): (event: Event) => void {
  return event => {
    if ((event.currentTarget as HTMLDetailsElement).open) opened.add(key);
    else opened.delete(key);
  };
}

function table(id: string, title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement {
  const key = `${id} ${title}`;
  return h(
    'details',
    {
      class: 'card figures',
      open: opened.has(key),
      ontoggle: keepOpen(key),
    },
    h('summary', {}, h('h3', {}, title)),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...columns.map(name => h('th', { scope: 'col' }, name)))),
        h(
          'tbody',
          {},
          ...rows.map(row =>
            h(
              'tr',
              {},
              ...row.map((cell, index) =>
                index ? h('td', {}, cellOf(cell)) : h('th', { scope: 'row' }, cellOf(cell)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

export function tables(id: string, profile: Profile): HTMLElement[] {
  const opens = (words: string, about: string): Cell =>
    words === '–' ? words : { words, to: positionsLink(id, about) };
  /** A rate whose link shows the hits only. */
  const hits = (rate: Rate, about: string): Cell => (rate.hits ? opens(share(rate), about) : share(rate));
  const all: HTMLElement[] = [];
  const add = (title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void => {
    if (rows.length) all.push(table(id, title, columns, rows));
  };
  add(
    'Motifs',
    ['motif', 'found', 'peers', 'allowed, of your moves', 'peers'],
    profile.motifs.map(each => [
      each.motif,
      opens(share(each.found), `missed:${each.motif}`),
      share(each.peers_found),
      hits(each.allowed, `allowed:${each.motif}`),
      share(each.peers_allowed),
    ]),
  );
  add(
    'Phases',
    ['phase', 'mistakes', 'peers'],
    profile.phases.map(each => [each.phase, hits(each.mistakes, `phase:${each.phase}`), share(each.peers)]),
  );
  add(
    'Openings',
    ['opening', 'side', 'games', 'score', 'first to leave what is known'],
    profile.openings.map(each => {
      const side = each.is_white ? 'white' : 'black';
      const games = `opening:${side}:${each.name}`;
      return [
        { words: each.name, to: treeLink(id, side, { opening: each.name }) },
        side,
        opens(String(each.games), games),
        opens(percent(each.score), games),
        opens(share(each.left_first), `left:${side}:${each.name}`),
      ];
    }),
  );
  add(
    'Endgames',
    ['endgame', 'games', 'held', 'what became of them'],
    profile.endgames.map(each => [
      each.name,
      opens(String(each.games), `ending:${each.name}`),
      opens(share(each.held), `ending:${each.name}`),
      each.words,
    ]),
  );
  add(
    'Clock',
    ['moves', 'mistakes'],
    profile.clocks.map(each => [each.name, hits(each.mistakes, `clock:${each.name}`)]),
  );
  const number = (value: number): string => value.toFixed(2).replace('-', '−');
  add(
    'Everything that was compared',
    ['what', 'you', 'opponents', 'points a game', 'opponents', 'expected beyond others', 'chance that it is more'],
    profile.findings.map((each, index) => [
      `${capital(each.kind)}: ${each.subject}`,
      each.examples.length ? opens(share(each.own), `finding:${index}`) : share(each.own),
      share(each.opponents),
      number(each.cost),
      number(each.opponents_cost),
      number(each.excess),
      percent(each.chance),
    ]),
  );
  return all;
}
