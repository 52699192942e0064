/** Look up: what Motif has learned, each with its sentence, a board on which it applies, and its figures. */

import { moveArrow, picture } from '../board';
import { field, h, replace } from '../dom';
import { turnOf } from '../placement';
import { type Visit, go, link } from '../router';
import { ask } from '../server';
import { attempt, empty } from '../trouble';
import type { Figure, KnowledgePage, Piece } from '../types';
import { capital, percent, thousands } from '../words';

const SHELVES = ['rules', 'patterns', 'cases', 'programs', 'motifs'] as const;
type Shelf = (typeof SHELVES)[number];

export async function know({ parts, query, signal }: Visit): Promise<HTMLElement> {
  const shelf: Shelf = SHELVES.find(name => name === parts[1]) ?? 'rules';
  const search = query.get('search') ?? '';
  const wanted = { page: Number(query.get('page') ?? 1) || 1, search };
  const page = await ask('get', '/api/knowledge/{shelf}', {
    path: { shelf },
    query: { ...wanted, examples: false },
    signal,
  });
  const list = h('ul', { class: 'pieces' });
  const fill = (pieces: readonly Piece[]): void =>
    replace(list, ...pieces.map(piece => h('li', { class: 'card piece' }, ...pieceOf(piece))));
  fill(page.pieces);
  // The boards take longer to find than the words.
  if (page.pieces.some(piece => !piece.example)) {
    list.setAttribute('aria-busy', 'true');
    void attempt(
      () => ask('get', '/api/knowledge/{shelf}', { path: { shelf }, query: wanted, signal }),
      () => undefined,
    ).then(whole => {
      if (whole) fill(whole.pieces);
      list.removeAttribute('aria-busy');
    });
  }
  const words = h('input', { type: 'text', value: search, maxlength: 100, placeholder: 'Words that must be there' });
  const find = (event: SubmitEvent): void => {
    event.preventDefault();
    go(link(['know', shelf], { search: words.value.trim() || null }));
  };
  return h(
    'div',
    { class: 'stack' },
    h('h1', {}, 'What Motif knows'),
    h(
      'nav',
      { class: 'shelves', 'aria-label': 'Shelves' },
      ...SHELVES.map(name =>
        h('a', { href: link(['know', name]), 'aria-current': name === shelf ? 'page' : null }, capital(name)),
      ),
    ),
    h('p', { class: 'lead' }, capital(page.about), '.'),
    h(
      'form',
      { class: 'inline search', onsubmit: find },
      field('Search', words),
      h('button', { type: 'submit' }, 'Find'),
    ),
    search &&
      h(
        'p',
        { class: 'quiet', role: 'status' },
        `${thousands(page.total)} found among the ${thousands(page.searched)} that were searched.`,
      ),
    page.pieces.length
      ? list
      : search
        ? empty('Nothing is found', 'Try fewer words, or another shelf.')
        : empty('This shelf is empty', 'Nothing of this kind comes with this copy of Motif.'),
    page.pages > 1 && leaf(shelf, search, page),
  );
}

function pieceOf({ title, sentence, text, figures, example }: Piece): HTMLElement[] {
  const words = h(
    'div',
    { class: 'stack' },
    h('h2', {}, capital(title)),
    sentence.replace(/\.$/, '') !== title && h('p', {}, sentence),
    figures.length > 0
      ? h(
          'dl',
          { class: 'facts small' },
          ...figures.map(each => h('div', {}, h('dt', {}, each.name), h('dd', {}, figureWords(each)))),
        )
      : null,
    text ? h('details', {}, h('summary', {}, 'As text'), h('pre', {}, text)) : null,
    example ? h('p', { class: 'quiet' }, example.words) : null,
    example
      ? h(
          'p',
          {},
          h(
            'a',
            {
              href: link(['analyse'], { fen: example.fen, moves: example.move }),
              'aria-label': `Analyse this board: ${title}`,
            },
            'Analyse this board',
          ),
        )
      : null,
  );
  if (!example) return [words];
  const arrows = [...example.arrows, ...(example.move ? [moveArrow(example.move)] : [])];
  return [
    picture({ fen: example.fen, arrows }, { orientation: turnOf(example.fen), label: `Where it applies: ${title}` }),
    words,
  ];
}

function figureWords({ name, value, n, interval }: Figure): string {
  const [low, high] = interval ?? [];
  if (low !== undefined && high !== undefined)
    return (
      `${percent(value)}${n ? ` of ${thousands(n)}` : ''} ` +
      `(95 % range ${Math.round(100 * low)} to ${Math.round(100 * high)})`
    );
  const words = name.startsWith('share')
    ? `${(100 * value).toFixed(1)} %`
    : Number.isInteger(value)
      ? thousands(value)
      : value.toPrecision(3);
  return n ? `${words}, n = ${thousands(n)}` : words;
}

function leaf(shelf: Shelf, search: string, { page, pages }: KnowledgePage): HTMLElement {
  const to = (target: number, words: string): HTMLElement =>
    h('a', { class: 'button', href: link(['know', shelf], { page: target, search: search || null }) }, words);
  return h(
    'nav',
    { class: 'row', 'aria-label': 'Pages' },
    page > 1 && to(page - 1, 'Page before'),
    h('span', { class: 'quiet' }, `${page} of ${pages}`),
    page < pages && to(page + 1, 'Next page'),
  );
}
