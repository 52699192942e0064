/** The player's games as a tree of moves: how often each was played, its score, its name and its evaluation. */

import { Board } from '../board';
import { h } from '../dom';
import { valueWords } from '../game-view';
import { START, moveName } from '../placement';
import { type Visit, link } from '../router';
import { ask } from '../server';
import { empty } from '../trouble';
import type { Branch, Side, Tree } from '../types';
import { capital, percent, plural } from '../words';

/** The link to the tree of one side, after some moves as UCI, or at the first branch of an opening. */
export function treeLink(study: string, side: Side, at: { moves?: readonly string[]; opening?: string } = {}): string {
  return link(['study', study, 'tree'], { side, moves: at.moves?.join(',') || null, opening: at.opening });
}

function scoreWords(score: number | null): string {
  return score === null ? '–' : percent(score);
}

export async function treeView(id: string, { query, signal }: Visit): Promise<HTMLElement> {
  const side: Side = query.get('side') === 'black' ? 'black' : 'white';
  const asked = { side, moves: query.get('moves') ?? '', opening: query.get('opening') };
  const tree = await ask('get', '/api/studies/{study}/tree', { path: { study: id }, query: asked, signal });
  const { line } = tree;
  const last = line.at(-1);
  const board = new Board({ orientation: side, label: 'Your games' });
  board.show({ fen: last?.fen ?? START, last: last?.uci });
  const moves = line.map(step => step.uci);
  const other: Side = side === 'white' ? 'black' : 'white';
  return h(
    'div',
    { class: 'table' },
    h(
      'div',
      { class: 'board-column' },
      board.element,
      h(
        'p',
        { class: 'status' },
        last ? moveName(line.at(-2)?.fen ?? START, last) : 'The start',
        ` · ${plural(tree.games, 'game')} · scored ${scoreWords(tree.score)}`,
      ),
      tree.usual && h('p', { class: 'status' }, `${capital(tree.usual)}.`),
    ),
    h(
      'div',
      { class: 'side' },
      h(
        'p',
        { class: 'row' },
        h('a', { href: link(['study', id]) }, 'Back to the study'),
        last && h('a', { href: treeLink(id, side, { moves: moves.slice(0, -1) }) }, 'One move back'),
        last && h('a', { href: treeLink(id, side) }, 'To the start'),
        h('a', { href: treeLink(id, other) }, `Your games as ${capital(other)}`),
      ),
      h('h1', { class: 'small' }, tree.opening ?? `Your openings as ${capital(side)}`),
      tree.branches.length
        ? branches(id, side, tree)
        : empty('The tree ends here', 'It shows the first ten moves of each side in your games.'),
    ),
  );
}

/** The evaluation of a move for White, the winning chance that it loses, and the better move. */
function evaluationWords({ advantage, lost, better }: Branch): string {
  const gone = lost >= 0.05 ? `, gives away ${percent(lost)}` : '';
  return `${valueWords(advantage)}${gone}${better ? `; better ${better}` : ''}`;
}

function branches(id: string, side: Side, { line, branches: all, opening }: Tree): HTMLElement {
  const before = line.at(-1)?.fen ?? START;
  const moves = line.map(step => step.uci);
  const rows = all.map(branch => {
    const to =
      branch.game === null
        ? treeLink(id, side, { moves: [...moves, branch.step.uci] })
        : link(['study', id, 'games', branch.game], { ply: moves.length });
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('a', { href: to }, moveName(before, branch.step))),
      h('td', {}, branch.game === null ? branch.games : `game ${branch.game}`),
      h('td', {}, scoreWords(branch.score)),
      h('td', {}, evaluationWords(branch)),
      h('td', {}, branch.opening === opening ? '' : branch.opening),
    );
  });
  const columns = ['move', 'games', 'score', 'the engine', 'opening'];
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'What was played' },
    h(
      'table',
      { class: 'tree' },
      h('thead', {}, h('tr', {}, ...columns.map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...rows),
    ),
  );
}
