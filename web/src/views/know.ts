/** Know: what Motif has learned, as a library to leaf through: each piece with its sentence, a board where it speaks, its figures. */

import { moveArrow, picture } from '../board';
import { h } from '../dom';
import { turnOf } from '../placement';
import { type Visit, link } from '../router';
import { ask } from '../server';
import { empty } from '../trouble';
import type { Figure, KnowledgePage, Piece } from '../types';
import { capital, percent, thousands } from '../words';

const SHELVES = ['rules', 'patterns', 'cases', 'programs', 'motifs'] as const;
type Shelf = (typeof SHELVES)[number];

export async function know({ parts, query, signal }: Visit): Promise<HTMLElement> {
  const shelf: Shelf = SHELVES.find(name => name === parts[1]) ?? 'rules';
  const page = await ask('get', '/api/knowledge/{shelf}', { path: { shelf }, query: { page: Number(query.get('page') ?? 1) || 1 }, signal });
  return h(
    'div',
    { class: 'stack' },
    h('h1', {}, 'What Motif knows'),
    h('nav', { class: 'shelves', 'aria-label': 'Shelves' }, ...SHELVES.map(name => h('a', { href: link(['know', name]), 'aria-current': name === shelf ? 'page' : null }, capital(name)))),
    h('p', { class: 'lead' }, page.about),
    page.pieces.length
      ? h('ul', { class: 'pieces' }, ...page.pieces.map(piece => h('li', { class: 'card piece' }, ...pieceOf(piece))))
      : empty('This shelf is empty', 'Nothing of this kind comes with this copy of Motif.'),
    page.pages > 1 && leaf(shelf, page),
  );
}

function pieceOf({ title, sentence, text, figures, example }: Piece): HTMLElement[] {
  const words = h(
    'div',
    { class: 'stack' },
    h('h2', {}, capital(title)),
    h('p', {}, sentence),
    figures.length > 0 ? h('dl', { class: 'facts small' }, ...figures.map(each => h('div', {}, h('dt', {}, each.name), h('dd', {}, figureWords(each))))) : null,
    text ? h('details', {}, h('summary', {}, 'As it is written'), h('pre', {}, text)) : null,
    example ? h('p', { class: 'quiet' }, example.words) : null,
    example ? h('p', {}, h('a', { href: link(['explain'], { fen: example.fen, moves: example.move }), 'aria-label': `Explain this board: ${title}` }, 'Explain this board')) : null,
  );
  if (!example) return [words];
  const arrows = [...example.arrows, ...(example.move ? [moveArrow(example.move)] : [])];
  return [picture({ fen: example.fen, arrows }, { orientation: turnOf(example.fen), label: `Where it speaks: ${title}` }), words];
}

function figureWords({ name, value, n, interval }: Figure): string {
  const [low, high] = interval ?? [];
  if (low !== undefined && high !== undefined) return `${percent(value)} (${Math.round(100 * low)} to ${Math.round(100 * high)})${n ? ` of ${thousands(n)}` : ''}`;
  const words = name.startsWith('share') ? `${(100 * value).toFixed(1)} %` : Number.isInteger(value) ? thousands(value) : value.toPrecision(3);
  return n ? `${words}, n = ${thousands(n)}` : words;
}

function leaf(shelf: Shelf, { page, pages }: KnowledgePage): HTMLElement {
  const to = (target: number, words: string): HTMLElement => h('a', { class: 'button', href: link(['know', shelf], { page: target }) }, words);
  return h(
    'nav',
    { class: 'row', 'aria-label': 'Pages' },
    page > 1 && to(page - 1, 'Page before'),
    h('span', { class: 'quiet' }, `${page} of ${pages}`),
    page < pages && to(page + 1, 'Next page'),
  );
}
