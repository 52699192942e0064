/** The player's own games as a tree of moves: how often each was played, what it scored, and how the judge saw it. */

import { Board } from '../board';
import { h } from '../dom';
import { valueWords } from '../game-view';
import { START, moveName, replay } from '../placement';
import { type Visit, link } from '../router';
import { ask } from '../server';
import { empty } from '../trouble';
import type { StudiedGame, Study } from '../types';
import { percent, plural } from '../words';

type Side = 'white' | 'black';

export interface Node {
  readonly move: string;
  readonly san: string;
  readonly games: readonly StudiedGame[];
}

/** The tree of one side, after some moves as UCI. */
export function treeLink(study: string, side: Side, moves: readonly string[] = []): string {
  return link(['study', study, 'tree'], { side, moves: moves.join(',') || null });
}

/** Where the games of an opening part: the moves that all of them have in common. */
export function trunkOf(games: readonly StudiedGame[]): string[] {
  const [first, ...others] = games;
  if (!first) return [];
  const parted = first.moves.findIndex((each, ply) => others.some(game => game.moves[ply]?.move !== each.move));
  return first.moves.slice(0, parted < 0 ? Math.min(12, first.moves.length) : parted).map(each => each.move);
}

function scoreOf(games: readonly StudiedGame[]): string {
  const points = games.flatMap(game => (game.result === '1/2-1/2' ? [0.5] : game.result === '*' ? [] : [game.result === (game.is_white ? '1-0' : '0-1') ? 1 : 0]));
  return points.length ? percent(points.reduce((sum, each) => sum + each, 0) / points.length) : '–';
}

/** What was played after these moves, the most played first. */
export function childrenOf(games: readonly StudiedGame[], ply: number): Node[] {
  const nodes = new Map<string, StudiedGame[]>();
  for (const game of games) {
    const move = game.moves[ply]?.move;
    if (move) nodes.set(move, [...(nodes.get(move) ?? []), game]);
  }
  const all = [...nodes].map(([move, some]) => ({ move, san: some[0]?.moves[ply]?.san ?? move, games: some }));
  return all.sort((one, other) => other.games.length - one.games.length || one.san.localeCompare(other.san));
}

function through(study: Study, side: Side, moves: readonly string[]): StudiedGame[] {
  return study.games.filter(game => game.start === START && game.is_white === (side === 'white') && moves.every((move, ply) => game.moves[ply]?.move === move));
}

export async function treeView(id: string, { query, signal }: Visit): Promise<HTMLElement> {
  const study = await ask('get', '/api/studies/{study}', { path: { study: id }, signal });
  const side: Side = query.get('side') === 'black' ? 'black' : 'white';
  const moves = (query.get('moves') ?? '').split(',').filter(Boolean);
  const games = through(study, side, moves);
  const steps = replay(START, games[0]?.moves.slice(0, moves.length) ?? []);
  const [before, fen] = [steps.at(-2)?.fen ?? START, steps.at(-1)?.fen ?? START];
  const board = new Board({ orientation: side, label: 'Your games' });
  board.show({ fen, last: moves.at(-1) });
  const names = new Set(games.map(game => game.opening));
  const last = steps.at(-1);
  return h(
    'div',
    { class: 'stack' },
    h('p', { class: 'row' }, h('a', { href: link(['study', id]) }, 'Back to the study'), moves.length > 0 && h('a', { href: treeLink(id, side, moves.slice(0, -1)) }, 'One move back')),
    h('h1', { class: 'small' }, `Your openings as ${side}`),
    h('div', { class: 'table' },
      h('div', { class: 'board-column' }, board.element, h('p', { class: 'status' }, `${last ? moveName(before, last) : 'The start'} · ${plural(games.length, 'game')} · ${scoreOf(games)}`), names.size === 1 && h('p', { class: 'quiet' }, [...names][0])),
      h('div', { class: 'side' }, games.length ? branches(id, side, moves, games, fen) : empty('No game went this way', 'Go one move back.')),
    ),
  );
}

function branches(id: string, side: Side, moves: readonly string[], games: readonly StudiedGame[], fen: string): HTMLElement {
  const rows = childrenOf(games, moves.length).map(node => {
    const seen = node.games.map(game => game.moves[moves.length]?.advantage ?? 0).sort((one, other) => one - other);
    const names = [...new Set(node.games.map(game => game.opening))];
    const only = node.games.length === 1 ? node.games[0] : undefined;
    const to = only ? link(['study', id, 'games', only.number], { ply: moves.length }) : treeLink(id, side, [...moves, node.move]);
    return h('tr', {},
      h('th', { scope: 'row' }, h('a', { href: to }, moveName(fen, { uci: node.move, san: node.san, fen }))),
      h('td', {}, String(node.games.length)),
      h('td', {}, scoreOf(node.games)),
      h('td', {}, valueWords(seen[Math.floor(seen.length / 2)] ?? 0)),
      h('td', {}, names.length === 1 ? names[0] : plural(names.length, 'opening')));
  });
  const columns = ['move', 'games', 'score', 'the judge', 'opening'];
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'What was played' },
    h('table', { class: 'tree' }, h('thead', {}, h('tr', {}, ...columns.map(name => h('th', { scope: 'col' }, name)))), h('tbody', {}, ...rows)));
}
