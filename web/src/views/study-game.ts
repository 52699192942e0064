/** One game of a study, with links to the study and to Explain. */

import { h } from '../dom';
import { GameView } from '../game-view';
import { type Visit, link, mark } from '../router';
import { ask } from '../server';

export async function gameView(study: string, number: number, { query, signal }: Visit): Promise<HTMLElement> {
  const game = await ask('get', '/api/studies/{study}/games/{number}', { path: { study, number }, signal });
  const facts = [game.result, game.opening, game.date, game.event].filter(fact => fact && fact !== '?');
  const view = new GameView(game, {
    signal,
    head: h('div', {}, h('h1', { class: 'small' }, `${game.white} – ${game.black}`), h('p', { class: 'quiet' }, facts.join(' · '))),
    more: fen => h('a', { href: link(['explain'], { fen }) }, 'Explain this position'),
    arrived: ply => mark(link(['study', study, 'games', number], { ply })),
  });
  const ply = query.get('ply');
  view.go(ply === null ? null : Number(ply));
  return h('div', { class: 'stack' }, h('p', {}, h('a', { href: link(['study', study]) }, 'Back to the study')), view.element);
}
