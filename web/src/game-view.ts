/** Show a studied game in the report: board, moves and curve; a mistake opens its reason and lines. */

import { Board } from './board';
import { type Course, Curve } from './curve';
import { button, h, live, replace } from './dom';
import { moveName, replay } from './placement';
import { ReasonView, SIGNS } from './reason';
import type { StudiedGame, Step } from './types';
import { MoveList, Walk, walkButtons, walkByKeys } from './walk';
import { percent } from './words';

/** What is shown of a game; study.json knows more. */
export type ShownGame = Pick<StudiedGame, 'number' | 'is_white' | 'start' | 'advantage' | 'faults'> & {
  /** Whether the mistakes are those of both sides, as in a review. */
  readonly of_both_sides?: boolean;
  readonly moves: readonly Pick<StudiedGame['moves'][number], 'move' | 'san' | 'advantage' | 'judgement' | 'spent'>[];
};

export interface GameOptions {
  readonly signal: AbortSignal;
  /** Keys count that are pressed in here. */
  readonly keysIn: HTMLElement;
}

export class GameView {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly steps: readonly Step[];
  private readonly list: MoveList;
  private readonly curve: Curve;
  private readonly status = live({ class: 'status' });
  private readonly side = live({ class: 'stack reason' });
  private readonly back: HTMLButtonElement;
  private readonly main: Walk;
  /** The variation that the reader is stepping through now. */
  private line: Walk | null = null;
  private reason: ReasonView | null = null;
  private shown: number | null = null;

  constructor(
    private readonly game: ShownGame,
    options: GameOptions,
  ) {
    this.steps = replay(game.start, game.moves);
    this.board = new Board({ orientation: game.is_white ? 'white' : 'black', label: 'The game' });
    this.list = new MoveList(index => this.main.go(index));
    this.list.show(
      { start: game.start, steps: this.steps },
      { kind: index => game.moves[index]?.judgement ?? '', sign: index => this.sign(index) },
    );
    this.main = new Walk({ start: game.start, steps: this.steps }, (index, step) => this.arrive(index, step));
    this.curve = new Curve(courseOf(game), index => this.main.go(index));
    const current = (): Walk => this.line ?? this.main;
    const toGame = (): void => this.main.go(this.main.index);
    this.back = button('Back to the game', toGame, { hidden: true });
    walkByKeys(
      current,
      options.signal,
      { ArrowUp: () => this.toMistake(-1), ArrowDown: () => this.toMistake(1), Escape: toGame },
      options.keysIn,
    );
    this.element = h(
      'div',
      { class: 'table' },
      h(
        'div',
        { class: 'board-column', tabindex: -1 },
        this.board.element,
        this.status,
        walkButtons(current, () => this.board.turn()),
        this.back,
        this.curve.element,
      ),
      h('div', { class: 'side' }, this.list.element, this.mistakes(), this.side),
    );
  }

  /** Show the board after a move; without one, the first mistake, or else the start. */
  go(ply: number | null): void {
    this.main.go(ply ?? this.stops[0] ?? -1);
  }

  private mistakes(): HTMLElement {
    const { faults, moves, of_both_sides } = this.game;
    if (faults.length === 0)
      return h(
        'p',
        { class: 'quiet' },
        of_both_sides ? 'No mistake was found in this game.' : 'No mistake of yours was found in this game.',
      );
    const buttons = faults.map(({ ply }) =>
      button(this.name(ply), () => this.main.go(ply), { class: moves[ply]?.judgement, 'data-ply': ply }),
    );
    return h(
      'div',
      { class: 'row faults', role: 'group', 'aria-label': of_both_sides ? 'The mistakes' : 'Your mistakes' },
      ...buttons,
    );
  }

  /** The game has arrived after a move. */
  private arrive(index: number, step: Step | null): void {
    const { game } = this;
    this.line = null;
    this.back.hidden = true;
    this.reason?.leave();
    const fen = step?.fen ?? game.start;
    const fault = game.faults.find(each => each.ply === index);
    this.board.show({
      fen,
      last: step?.uci,
      check: /[+#]$/.test(step?.san ?? ''),
      arrows: fault ? ReasonView.arrowsOf(fault) : [],
      glyph: this.sign(index),
    });
    const advantage = game.moves[index]?.advantage ?? game.advantage;
    const chance = `${this.whose} chance ${percent(chanceOf(game, advantage))}`;
    this.status.textContent = [step ? this.name(index) : 'The start', chance, valueWords(advantage)].join(' · ');
    this.list.at(index);
    this.curve.at(index);
    for (const each of this.element.querySelectorAll<HTMLElement>('.faults button'))
      each.setAttribute('aria-pressed', String(each.dataset['ply'] === String(index)));
    if (this.shown !== index) this.explain(index);
    this.shown = index;
  }

  private explain(index: number): void {
    const fault = this.game.faults.find(each => each.ply === index);
    const hint = h('p', { class: 'quiet' }, '← → step through the moves, ↑ ↓ go from mistake to mistake.');
    const stage = {
      board: this.board,
      walking: (walk: Walk) => {
        this.line = walk;
        this.back.hidden = false;
      },
      say: (words: string) => {
        this.status.textContent = words;
      },
    };
    this.reason = fault ? new ReasonView(fault, stage, this.game.moves[index]?.spent, hint) : null;
    replace(this.side, this.reason?.element ?? hint);
  }

  private get whose(): string {
    return whoseChance(this.game) ?? 'your';
  }

  private get stops(): readonly number[] {
    return this.game.faults.map(fault => fault.ply);
  }

  private sign(index: number): string {
    return SIGNS[this.game.moves[index]?.judgement ?? ''] ?? '';
  }

  private name(index: number): string {
    const step = this.steps[index];
    return step ? `${moveName(this.steps[index - 1]?.fen ?? this.game.start, step)}${this.sign(index)}` : '';
  }

  private toMistake(by: 1 | -1): void {
    const next =
      by > 0 ? this.stops.find(ply => ply > this.main.index) : this.stops.findLast(ply => ply < this.main.index);
    if (next !== undefined) this.main.go(next);
  }
}

/** The course of a game: the player's winning chance after each move, and where the mistakes are. */
export function courseOf(game: ShownGame): Course {
  const advantages = [game.advantage, ...game.moves.map(move => move.advantage)];
  const [, turn, , , , number] = game.start.split(' ');
  return {
    first: [Number(number ?? 1), turn !== 'b'],
    chances: advantages.map(advantage => chanceOf(game, advantage)),
    whose: whoseChance(game),
    dots: game.faults.map(({ ply }) => ({ index: ply, kind: game.moves[ply]?.judgement ?? '' })),
  };
}

/** Whose winning chance a review shows; the games of a study are the reader's. */
function whoseChance({ of_both_sides, is_white }: ShownGame): string | undefined {
  if (!of_both_sides) return undefined;
  return is_white ? "White's" : "Black's";
}

/** As Lichess has it (lichess.org/page/accuracy), for the player; White's advantage is in centipawns. */
function chanceOf({ is_white }: ShownGame, advantage: number): number {
  return 1 / (1 + Math.exp(-0.00368208 * (is_white ? advantage : -advantage)));
}

/** White's advantage in pawns, or the moves to a mate: a mate is 10,000 less those moves. */
export function valueWords(advantage: number): string {
  const sign = advantage < 0 ? '−' : '+';
  return Math.abs(advantage) > 9000
    ? `${sign.replace('+', '')}#${10_000 - Math.abs(advantage)}`
    : `${sign}${(Math.abs(advantage) / 100).toFixed(1)}`;
}
