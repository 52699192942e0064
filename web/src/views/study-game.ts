/** One game of a study, with links to the study and to Explain. */

import { h } from '../dom';
import { GameView } from '../game-view';
import { START, replay } from '../placement';
import { type Visit, link, mark } from '../router';
import { ask } from '../server';
import type { StudiedGame } from '../types';
import { LinesPanel } from './lines-panel';

export async function gameView(study: string, number: number, { query, signal }: Visit): Promise<HTMLElement> {
  const [game, summary, order] = await Promise.all([
    ask('get', '/api/studies/{study}/games/{number}', { path: { study, number }, signal }),
    ask('get', '/api/studies/{study}/summary', { path: { study }, signal }),
    outlineOf(study, signal),
  ]);
  const facts = [game.result, game.opening, game.date, game.event].filter(fact => fact && fact !== '?');
  const lines = new LinesPanel(study, signal);
  const view = new GameView(game, {
    signal,
    head: h('div', {}, h('h1', { class: 'small' }, `${game.white} – ${game.black}`), h('p', { class: 'quiet' }, facts.join(' · '))),
    more: ply => h(
      'span',
      { class: 'row' },
      h('a', { href: link(['explain'], { study, fen: game.start === START ? null : game.start, moves: game.moves.slice(0, ply + 1).map(move => move.move).join(',') || null }) }, 'Explain this position'),
      h('a', { href: link(['play'], { fen: fenBefore(game, ply), side: game.is_white ? 'white' : 'black' }) }, 'Play it from here'),
    ),
    arrived: (ply, fen) => {
      mark(link(['study', study, 'games', number], { ply }));
      lines.at(fen);
    },
    below: lines.element,
  });
  const ply = query.get('ply');
  view.go(ply === null ? null : Number(ply));
  const here = ply === null ? (game.faults[0]?.ply ?? -1) : Number(ply);
  return h('div', { class: 'stack' }, around(study, number, here, summary.judge, order), view.element);
}

type Outline = Awaited<ReturnType<typeof outlineOf>>;

/** Which games and mistakes the study has, in its order. */
async function outlineOf(study: string, signal: AbortSignal) {
  return ask('get', '/api/studies/{study}/outline', { path: { study }, signal });
}

/** Where else to go: the study, the games beside this one, the mistakes before and after, in whichever game. */
function around(study: string, number: number, here: number, judge: string, outline: Outline): HTMLElement {
  const games = outline.games.map(game => game.number);
  const at = games.indexOf(number);
  const mistakes = outline.games.flatMap(game => game.faults.map(ply => ({ game: game.number, ply })));
  const isBefore = (each: { game: number; ply: number }): boolean => each.game < number || (each.game === number && each.ply < here);
  const isAfter = (each: { game: number; ply: number }): boolean => each.game > number || (each.game === number && each.ply > here);
  const [before, after] = [mistakes.findLast(isBefore), mistakes.find(isAfter)];
  const to = (words: string, game: number | undefined, ply?: number): HTMLElement | false =>
    game !== undefined && h('a', { href: link(['study', study, 'games', game], { ply }) }, words);
  return h(
    'nav',
    { class: 'row between', 'aria-label': 'In the study' },
    h('p', { class: 'row' }, h('a', { href: link(['study', study]) }, 'Back to the study'), h('span', { class: 'quiet' }, `Judged by ${judge}.`)),
    h('p', { class: 'row' },
      to('Previous game', games[at - 1]), to('Next game', games[at + 1]),
      to('Previous mistake', before?.game, before?.ply), to('Next mistake', after?.game, after?.ply)),
  );
}

/** The board on which a move was made, as the mistakes of a game know it, or else as it is replayed. */
function fenBefore(game: StudiedGame, ply: number): string {
  const fault = game.faults.find(each => each.ply === ply);
  return fault?.fen ?? (ply < 0 ? game.start : replay(game.start, game.moves.slice(0, ply + 1)).at(-1)?.fen ?? game.start);
}
