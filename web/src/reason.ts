/** A reason on boards: the line to step through, and the two boards side by side, as it was and without the cause. */

import { picture } from './board';
import { button, h } from './dom';
import { ask } from './server';
import type { Explanation, Step, Told } from './types';
import { MoveList, type Stretch } from './walk';

/** The check that a reason has passed: the board on which the cause is undone. */
export interface Check {
  /** The move that was checked. */
  readonly san: string;
  readonly before: string;
  readonly after: string;
  readonly sentence: string;
  readonly squares: readonly string[];
}

export function checkOf(told: Told): Check | null {
  const { without } = told;
  if (!without) return null;
  const before = told.line[without.ply - 1]?.fen ?? told.fen;
  return { san: told.line[0]?.san ?? '', before, after: without.fen, sentence: without.sentence, squares: without.squares };
}

export function pair(check: Check, orientation: 'white' | 'black'): HTMLElement {
  const marked = check.squares;
  return h(
    'section',
    { class: 'stack', 'aria-label': `How the reason for ${check.san} was checked` },
    h('div', { class: 'pair' },
      h('figure', {}, picture({ fen: check.before, marked }, { orientation, label: 'As it was' }), h('figcaption', {}, 'as it was')),
      h('figure', {}, picture({ fen: check.after, marked }, { orientation, label: 'Without the cause' }), h('figcaption', {}, 'without the cause')),
    ),
    h('p', { class: 'quiet' }, `How the reason for ${check.san} was checked. ${check.sentence}`),
  );
}

export interface Line extends Stretch {
  readonly name: string;
}

/** A line to step through: its name goes to where it begins, each move to the board after it. */
export class LineView {
  readonly element: HTMLElement;
  private readonly list: MoveList;

  constructor(readonly line: Line, chosen: (line: LineView, index: number) => void) {
    this.list = new MoveList(index => chosen(this, index));
    this.list.show(line);
    this.element = h('div', { class: 'line' }, button(line.name, () => chosen(this, -1)), this.list.element);
  }

  at(index: number | null): void {
    this.element.classList.toggle('current', index !== null);
    this.list.at(index ?? -1);
  }
}

/** The boards of a line that the server wrote as UCI. */
export async function stepsOf(fen: string, moves: readonly string[], signal: AbortSignal): Promise<Step[]> {
  return moves.length ? ask('get', '/api/line', { query: { fen, moves: moves.join(' ') }, signal }) : [];
}

export async function linesOf(explanation: Explanation, name: string, signal: AbortSignal): Promise<Line> {
  return { name, start: explanation.fen, steps: await stepsOf(explanation.fen, explanation.line, signal) };
}
