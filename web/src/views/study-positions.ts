/** Show the positions that a number of a study counts, as small boards with links to their games. */

import { picture } from '../board';
import { button, h, replace } from '../dom';
import { filters } from '../filters';
import { type Visit, link } from '../router';
import { ask } from '../server';
import { empty } from '../trouble';
import type { Case, Part } from '../types';
import { capital, plural } from '../words';

const AT_ONCE = 24;

/** How many of a part were shown, to restore them on return. */
const reached = new Map<string, number>();

/** The link to the positions of a number: `blunders`, `missed:fork`, `phase:endgame`, `work:0` … */
export function positionsLink(study: string, about: string): string {
  return link(['study', study, 'positions'], { about });
}

/** The board of a case: what was missed there, or how the move was punished. */
export function caseBoard({ fen, last, arrows, glyph, is_before, is_white }: Case, label: string): HTMLElement {
  return picture(
    { fen, last, arrows, glyph: (!is_before && glyph) || undefined },
    { orientation: is_white ? 'white' : 'black', label },
  );
}

export async function positionsView(id: string, { query, signal }: Visit): Promise<HTMLElement> {
  const about = query.get('about') ?? 'mistakes';
  const number = await ask('get', '/api/studies/{study}/positions', { path: { study: id }, query: { about }, signal });
  const parts = number.parts.filter(part => part.cases.length > 0);
  const list = h('ul', { class: 'cards puzzles positions' });
  const more = h('div', { class: 'row' });
  const count = h('p', { class: 'quiet', role: 'status' });
  const show = ({ name, cases }: Part, shown = 0): void => {
    const key = `${id} ${about} ${name}`;
    if (shown === 0) replace(list);
    const until = Math.min(cases.length, Math.max(shown + AT_ONCE, reached.get(key) ?? 0));
    reached.set(key, until);
    for (const each of cases.slice(shown, until)) list.append(h('li', {}, card(id, each)));
    count.textContent = `${plural(cases.length, name === 'examples' ? 'example' : 'position')}.`;
    replace(
      more,
      until < cases.length &&
        button(`Show ${Math.min(AT_ONCE, cases.length - until)} more`, () => show({ name, cases }, until)),
    );
  };
  if (parts[0]) show(parts[0]);
  const names = parts.map(part => `${capital(part.name)} (${part.cases.length})`);
  return h(
    'div',
    { class: 'stack' },
    h('p', {}, h('a', { href: link(['study', id]) }, 'Back to the study')),
    h('h1', {}, capital(number.title)),
    parts.length > 1 &&
      filters(names, name => {
        const part = parts[names.indexOf(name)];
        if (part) show(part);
      }),
    parts.length > 0 ? count : empty('There is no such position', 'Not one was counted in these games.'),
    list,
    more,
  );
}

function card(id: string, each: Case): HTMLElement {
  const { game, ply, move, glyph, opponent, sentence } = each;
  return h(
    'a',
    { class: 'card link stack', href: link(['study', id, 'games', game], { ply }) },
    caseBoard(each, `${move} against ${opponent}`),
    h('b', {}, `${move}${glyph}`),
    h('span', { class: 'quiet' }, `against ${opponent}`),
    sentence && h('span', { class: 'why' }, sentence),
  );
}
