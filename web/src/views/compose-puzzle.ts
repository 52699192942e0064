/** Play a puzzle through: a wrong move is refused, a right one is answered by the best defence. */

import { positionOf } from '../analyse/chess';
import { Board } from '../board';
import { button, h, live, replace } from '../dom';
import { MoveField } from '../move-field';
import { moveName, turnOf } from '../placement';
import { type Visit, link } from '../router';
import { ask } from '../server';
import { attempt } from '../trouble';
import type { Puzzle, ReplyTree, Step } from '../types';
import { capital, plural } from '../words';
import { MoveList, Walk, walkButtons, walkByKeys } from '../walk';

export async function puzzleView(job: string, number: number, { signal }: Visit): Promise<HTMLElement> {
  const { puzzles = [] } = await ask('get', '/api/jobs/{job}', { path: { job }, signal });
  const puzzle = puzzles[number - 1];
  if (!puzzle) throw new Error(`There is no puzzle ${number} here.`);
  const view = new PuzzleTable(puzzle, job, number, puzzles.length, signal);
  view.ask();
  return view.element;
}

function idle(): HTMLElement {
  return h('p', { class: 'quiet' }, 'Find the key. One move alone works against every defence.');
}

class PuzzleTable {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly field: MoveField;
  private readonly status = live({ class: 'status' });
  private readonly verdict = live({ class: 'stack reason' });
  private readonly list = new MoveList(index => this.walk.go(index));
  private steps: Step[] = [];
  private right: readonly ReplyTree[];
  private walk: Walk;

  constructor(
    private readonly puzzle: Puzzle,
    job: string,
    number: number,
    of: number,
    private readonly signal: AbortSignal,
  ) {
    this.right = puzzle.solution;
    replace(this.verdict, idle());
    this.board = new Board({ orientation: turnOf(puzzle.fen), label: 'The puzzle' });
    this.field = new MoveField(step => void this.play(step));
    this.walk = this.newWalk();
    const current = (): Walk => this.walk;
    walkByKeys(current, signal);
    this.element = h(
      'div',
      { class: 'table' },
      h(
        'div',
        { class: 'board-column' },
        this.board.element,
        this.status,
        walkButtons(current, () => this.board.turn()),
      ),
      h(
        'div',
        { class: 'side' },
        h('p', {}, h('a', { href: link(['compose', job]) }, 'All puzzles of this order')),
        h('h1', { class: 'small' }, capital(puzzle.stipulation)),
        h('p', { class: 'quiet' }, [plural(puzzle.pieces, 'piece', 'pieces'), ...puzzle.themes].join(' · ')),
        this.verdict,
        this.list.element,
        h(
          'div',
          { class: 'row' },
          button('Begin again', () => this.again()),
          button('Show the solution', () => this.tell(), { class: 'plain' }),
          number < of && h('a', { class: 'button plain', href: link(['compose', job, number + 1]) }, 'Next puzzle'),
        ),
        this.field.element,
      ),
    );
  }

  /** What is left of the goal: a mate in 3 is a mate in 2 after a move and its answer. */
  private get goal(): string {
    const [, what = 'win', moves = '1'] = /^(.*) in (\d+)$/.exec(this.puzzle.stipulation) ?? [];
    return `${what} in ${Math.max(1, Number(moves) - this.steps.length / 2)}`;
  }

  private get fen(): string {
    return this.steps.at(-1)?.fen ?? this.puzzle.fen;
  }

  private newWalk(): Walk {
    return new Walk(
      { start: this.puzzle.fen, steps: this.steps },
      (index, step) => {
        if (index === this.steps.length - 1) this.ask();
        else this.board.show({ fen: step?.fen ?? this.puzzle.fen, last: step?.uci });
        this.list.at(index);
      },
      this.steps.length - 1,
    );
  }

  /** Ask for a move in the puzzle's current position. */
  ask(): void {
    const position = positionOf(this.fen);
    if (!position) return;
    this.board.ask(position, step => void this.play(step), { last: this.steps.at(-1)?.uci });
    this.field.offer(this.right.length ? position : null);
    this.status.textContent = this.right.length ? `${capital(position.turn)} to move.` : 'Solved.';
    this.list.show({ start: this.puzzle.fen, steps: this.steps });
    this.list.at(this.steps.length - 1);
  }

  private async play(step: Step): Promise<void> {
    const branch = this.right.find(tree => tree.move.uci === step.uci);
    if (!branch) {
      const words = h('p', { class: 'trouble' }, `${moveName(this.fen, step)} does not do it.`);
      replace(this.verdict, words);
      const [fen, goal] = [this.fen, this.goal];
      this.ask();
      const answer = await attempt(
        () => ask('post', '/api/puzzles/defence', { body: { fen, move: step.uci, goal }, signal: this.signal }),
        () => undefined,
      );
      const name = moveName(fen, step);
      if (answer?.defence) words.textContent = `${name} does not do it: ${answer.defence.san} is the defence.`;
      // Stalemate has no defence.
      else if (answer) words.textContent = `${name} is not the solution.`;
      return;
    }
    const [defence] = branch.answers;
    this.steps = [...this.steps, branch.move, ...(defence ? [defence.move] : [])];
    this.right = defence?.answers ?? [];
    this.walk = this.newWalk();
    const words = this.right.length
      ? `${step.san} is right. ${defence?.move.san ?? ''} is the defence.`
      : `${step.san} is right: solved.`;
    replace(this.verdict, h('p', { class: 'notice good' }, words));
    if (!this.right.length) this.tell();
    this.ask();
  }

  private again(): void {
    this.steps = [];
    this.right = this.puzzle.solution;
    this.walk = this.newWalk();
    replace(this.verdict, idle());
    this.ask();
  }

  private tell(): void {
    this.verdict.append(
      h('div', { class: 'card stack' }, h('h2', {}, 'The solution'), h('pre', {}, this.puzzle.line_text)),
    );
  }
}
