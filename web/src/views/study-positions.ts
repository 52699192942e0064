/** The positions behind a number of a study, as small boards: each leads to its move with the reason, and on to training. */

import { picture } from '../board';
import { button, h, replace } from '../dom';
import { moveName, replay } from '../placement';
import { SIGNS } from '../reason';
import { type Visit, link } from '../router';
import { ask } from '../server';
import { empty } from '../trouble';
import type { StudiedGame, Study } from '../types';
import { capital, plural } from '../words';

interface Spot {
  readonly game: StudiedGame;
  readonly ply: number;
}

const AT_ONCE = 24;

/** What a number is about, as it stands in a link: `blunders`, `motif:fork:missed`, `phase:endgame`, `leak:0` … */
export function positionsLink(study: string, about: string): string {
  return link(['study', study, 'positions'], { about });
}

export async function positionsView(id: string, { query, signal }: Visit): Promise<HTMLElement> {
  const study = await ask('get', '/api/studies/{study}', { path: { study: id }, signal });
  const about = query.get('about') ?? 'mistakes';
  const { title, spots } = spotsOf(study, about);
  const list = h('ul', { class: 'cards puzzles positions' });
  const more = h('div', { class: 'row' });
  let shown = 0;
  const showMore = (): void => {
    for (const spot of spots.slice(shown, shown + AT_ONCE)) list.append(h('li', {}, card(id, spot)));
    shown = Math.min(spots.length, shown + AT_ONCE);
    replace(more, shown < spots.length && button(`Show ${Math.min(AT_ONCE, spots.length - shown)} more`, showMore));
  };
  showMore();
  return h(
    'div',
    { class: 'stack' },
    h('p', {}, h('a', { href: link(['study', id]) }, 'Back to the study')),
    h('h1', {}, capital(title)),
    h('p', { class: 'quiet' }, `${plural(spots.length, 'position')}.`),
    spots.length ? list : empty('No position is kept for this', 'The study counted it without keeping where it was.'),
    more,
    h('div', { class: 'row' }, h('a', { class: 'button', href: link(['train'], { study: id }) }, 'Train what was missed')),
  );
}

/** The moves that a number counts; the games of an opening by where they left what is known. */
export function spotsOf(study: Study, about: string): { title: string; spots: Spot[] } {
  const [kind = '', subject = '', more = ''] = about.split(':');
  const faults = (isMeant: (game: StudiedGame, ply: number) => boolean): Spot[] =>
    study.games.flatMap(game => game.faults.filter(({ ply }) => isMeant(game, ply)).map(({ ply }) => ({ game, ply })));
  const examples = (given: readonly { readonly game: number; readonly ply: number }[]): Spot[] =>
    given.flatMap(each => study.games.filter(game => game.number === each.game).map(game => ({ game, ply: each.ply })));
  if (kind === 'blunders') return { title: 'blunders', spots: faults((game, ply) => game.moves[ply]?.judgement === 'blunder') };
  if (kind === 'phase') return { title: `mistakes in the ${subject}`, spots: faults((game, ply) => game.moves[ply]?.phase === subject) };
  if (kind === 'motif') {
    const spots = study.games.flatMap(game => game.occasions.filter(each => each.motif === subject && each.outcome === more).map(({ ply }) => ({ game, ply })));
    return { title: `${subject}: ${more}`, spots };
  }
  if (kind === 'opening') {
    const isWhite = more === 'white';
    const games = study.games.filter(game => game.opening === subject && game.is_white === isWhite);
    return { title: `${subject}, as ${more}`, spots: games.map(game => ({ game, ply: (game.left_book ?? Math.min(16, game.moves.length)) - 1 })) };
  }
  const leak = kind === 'leak' ? study.profile.leaks?.[Number(subject)] : undefined;
  if (leak) return { title: leak.title, spots: examples(leak.examples) };
  const claim = kind === 'claim' ? study.profile.claims[Number(subject)] : undefined;
  if (claim) return { title: claim.subject, spots: examples(claim.examples) };
  return { title: 'mistakes', spots: faults(() => true) };
}

function card(id: string, { game, ply }: Spot): HTMLElement {
  const steps = replay(game.start, game.moves.slice(0, ply + 1));
  const step = steps.at(-1);
  const sign = SIGNS[game.moves[ply]?.judgement ?? ''] ?? '';
  const words = step ? `${moveName(steps.at(-2)?.fen ?? game.start, step)}${sign}` : 'The start';
  const fault = game.faults.find(each => each.ply === ply);
  const opponent = game.is_white ? game.black : game.white;
  return h(
    'a',
    { class: 'card link stack', href: link(['study', id, 'games', game.number], { ply }) },
    picture({ fen: step?.fen ?? game.start, last: step?.uci, glyph: sign || undefined }, { orientation: game.is_white ? 'white' : 'black', label: `${words} against ${opponent}` }),
    h('b', {}, words),
    h('span', { class: 'quiet' }, `against ${opponent}`),
    fault && h('span', { class: 'why' }, fault.sentence),
  );
}
