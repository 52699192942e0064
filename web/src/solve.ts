/** Solve positions in report.html: a move is right or wrong, and the page says why. */

import { positionOf } from './analyse/chess';
import { Board, moveArrow } from './board';
import { button, h, live, replace } from './dom';
import { MoveField } from './move-field';
import type { Step } from './types';

export interface Asked {
  readonly fen: string;
  /** Whether the board is seen from White's side. */
  readonly white: boolean;
  readonly task: string;
  /** Every move that is right, as UCI writes it. */
  readonly right: readonly string[];
  /** The solution, as UCI writes it and as a score sheet does. */
  readonly line: readonly [string, string];
  readonly reason: string;
  /** What is said of a wrong move, where the study explains it. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly source: string;
  /** The name by which the report opens the mistake. */
  readonly move: string;
}

export class Solving {
  readonly element: HTMLElement;
  private readonly board = new Board({ label: 'The position to solve' });
  private readonly field = new MoveField(step => this.answer(step));
  private readonly status = live({ class: 'status' });
  private readonly verdict = live({ class: 'stack reason' });
  private readonly actions = h('div', { class: 'row' });
  private readonly solved = new Set<number>();
  private index = 0;

  constructor(private readonly all: readonly Asked[]) {
    this.element = h(
      'div',
      { class: 'table solve' },
      h('div', { class: 'board-column' }, this.board.element, this.status, this.field.element),
      h('div', { class: 'side' }, this.verdict, this.actions),
    );
    this.put(0);
  }

  private get asked(): Asked {
    return this.all[this.index] as Asked;
  }

  private put(index: number): void {
    this.index = (index + this.all.length) % this.all.length;
    const { fen, white, task, source } = this.asked;
    this.board.turn(white ? 'white' : 'black');
    this.ask();
    this.status.textContent = `Position ${this.index + 1} of ${this.all.length}. ${task}`;
    replace(this.verdict, h('p', {}, task), h('p', { class: 'quiet' }, source));
    this.buttons(!this.solved.has(this.index) && positionOf(fen) !== null);
  }

  private ask(): void {
    const position = positionOf(this.asked.fen);
    if (!position) return;
    this.board.ask(position, step => this.answer(step));
    this.field.offer(position);
  }

  private buttons(isOpen: boolean): void {
    const many = this.all.length > 1;
    replace(
      this.actions,
      isOpen && button('Show the answer', () => this.show('')),
      many && button('Next position', () => this.put(this.index + 1), { class: isOpen ? '' : 'main' }),
      many && button('Previous', () => this.put(this.index - 1), { class: 'plain' }),
    );
  }

  private answer(step: Step): void {
    const { right, wrong } = this.asked;
    if (right.includes(step.uci)) {
      this.solved.add(this.index);
      this.show(step.uci);
      return;
    }
    this.status.textContent = `${step.san} is not the move. Try again.`;
    replace(
      this.verdict,
      h('p', {}, h('b', {}, `${step.san} is not the move.`)),
      wrong[step.uci]
        ? h('p', {}, wrong[step.uci])
        : h('p', { class: 'quiet' }, 'Look at every check and every capture.'),
    );
    this.ask();
  }

  /** Show the answer: the move that was found, or where none was, the solution. */
  private show(found: string): void {
    const { fen, line, reason, move } = this.asked;
    const key = found || line[0].split(' ')[0] || '';
    const step = positionOf(fen)?.moves.find(each => each.uci === key);
    this.board.show({ fen: step?.fen ?? fen, last: key, arrows: [moveArrow(key)] });
    const words = found ? `Right: ${step?.san ?? key}.` : `The answer is ${step?.san ?? key}.`;
    this.status.textContent = words;
    replace(
      this.verdict,
      h('p', {}, h('b', {}, words)),
      h('p', {}, reason),
      h('p', { class: 'quiet' }, line[1]),
      h('p', {}, h('a', { href: `#${move}`, 'data-move': move }, 'See it in the game')),
    );
    this.buttons(false);
  }
}
