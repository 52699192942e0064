/** Play a game against one of Motif's players, with reasons, hints, takeback and the game as PGN. */

import { analyseGame } from '../analyse/begin';
import { positionOf } from '../analyse/chess';
import { Board, type Drawn } from '../board';
import { Clocks } from '../clock';
import { askedOnce, button, h, live, replace } from '../dom';
import { MoveField } from '../move-field';
import { moveName } from '../placement';
import { type Visit, link } from '../router';
import { Problem, address, ask } from '../server';
import { knock, soundSwitch } from '../sound';
import { attempt } from '../trouble';
import type { Game, Step } from '../types';
import { capital } from '../words';
import { MoveList, Walk, walkButtons, walkByKeys } from '../walk';

export async function playGame(id: string, { signal }: Visit): Promise<HTMLElement> {
  const game = await ask('get', '/api/games/{game}', { path: { game: id }, signal });
  return new GameTable(game, signal).element;
}

class GameTable {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly field: MoveField;
  private readonly list = new MoveList(index => this.walk.go(index));
  private readonly status = live({ class: 'status' });
  private readonly why = live({ class: 'reason card stack' });
  private readonly actions = h('div', { class: 'row' });
  private readonly sayWhy: HTMLInputElement;
  private readonly clocks: Clocks;
  private walk!: Walk;
  private hints = 0;

  constructor(
    private game: Game,
    private readonly signal: AbortSignal,
  ) {
    this.board = new Board({ orientation: game.side, label: 'The game' });
    this.field = new MoveField(step => void this.move(step));
    this.clocks = new Clocks(() => void this.outOfTime(), signal);
    this.sayWhy = h('input', { type: 'checkbox', checked: true });
    const current = (): Walk => this.walk;
    walkByKeys(current, signal);
    const level = game.level === null ? '' : `, level ${game.level}`;
    this.element = h(
      'div',
      { class: 'table' },
      h(
        'div',
        { class: 'board-column' },
        this.clocks.element,
        this.board.element,
        this.status,
        walkButtons(current, () => this.board.turn()),
      ),
      h(
        'div',
        { class: 'side' },
        h('h1', { class: 'small' }, `You against ${capital(game.player)}${level}`),
        this.why,
        this.actions,
        this.list.element,
        this.field.element,
        h(
          'div',
          { class: 'row' },
          h('label', { class: 'check' }, this.sayWhy, 'Say why after each move'),
          soundSwitch(),
        ),
      ),
    );
    this.show();
    void this.explain();
  }

  private show(arrows: readonly Drawn[] = []): void {
    const { game } = this;
    const stretch = { start: game.start, steps: game.moves };
    this.walk = new Walk(stretch, (index, step) => this.arrive(index, step), game.moves.length - 1);
    this.list.show(stretch);
    this.hints = 0;
    this.clocks.show(game);
    this.now(arrows);
    replace(
      this.actions,
      game.over && game.moves.length > 0 && button('Review this game', () => void this.review(), { class: 'main' }),
      !game.over && button('Hint', () => void this.hint()),
      button('Why?', () => void this.explain(true)),
      game.takebacks &&
        game.moves.length > 0 &&
        button('Take back', () => void this.change('takeback'), { class: 'plain' }),
      !game.over && askedOnce('Resign', 'Yes, resign', () => void this.change('resign')),
      h(
        'a',
        {
          class: 'button plain',
          href: address('/api/games/{game}/pgn', { game: game.id }),
          download: 'motif-game.pgn',
        },
        'PGN',
      ),
      h('a', { class: 'button plain', href: link(['play'], { player: game.player }) }, 'New game'),
    );
  }

  /** The board of the game's current position. */
  private now(arrows: readonly Drawn[] = []): void {
    const { game } = this;
    const last = game.moves.at(-1);
    const position = positionOf(last?.fen ?? game.start);
    this.list.at(game.moves.length - 1);
    if (!position) return;
    if (game.over) {
      this.board.show({ fen: position.fen, last: last?.uci, check: position.check !== null, arrows });
      this.status.textContent = `${game.over.result}, ${game.over.words}`;
    } else {
      this.board.ask(position, step => void this.move(step), { last: last?.uci, arrows });
      this.status.textContent = game.yours ? 'Your move.' : `${capital(game.player)} is to move.`;
    }
    this.field.offer(game.over ? null : position);
    this.field.element.hidden = game.over !== null;
  }

  private arrive(index: number, step: Step | null): void {
    if (index === this.walk.last) {
      this.now();
      return;
    }
    this.list.at(index);
    this.board.show({ fen: step?.fen ?? this.game.start, last: step?.uci });
    const before = this.game.moves[index - 1]?.fen ?? this.game.start;
    this.status.textContent = step ? moveName(before, step) : 'The start';
  }

  private async move(step: Step): Promise<void> {
    this.board.wait(this.game.side, { fen: step.fen, last: step.uci });
    knock();
    this.clocks.press();
    this.field.offer(null);
    this.status.textContent = `${capital(this.game.player)} thinks.`;
    replace(this.why, h('p', { class: 'quiet thinking' }, `After ${step.san}`));
    const body = { move: step.uci, ply: this.game.moves.length };
    const game = await this.try(async () => {
      try {
        return await ask('post', '/api/games/{game}/move', { path: { game: this.game.id }, body, signal: this.signal });
      } catch (error) {
        // The game has gone on in another tab: show its current state here.
        if (error instanceof Problem && error.status === 409) this.game = await this.current();
        throw error;
      }
    });
    if (game) this.game = game;
    knock(this.game.over !== null);
    this.show();
    if (!game) this.board.forgetAhead();
    else if (!this.board.playAhead()) await this.explain();
  }

  /** The server says how the game ended; a move that is on its way says so itself. */
  private async outOfTime(): Promise<void> {
    if (!this.game.yours) return;
    const game = await this.try(() => this.current());
    if (!game) return;
    this.game = game;
    knock(true);
    this.show();
  }

  private current(): Promise<Game> {
    return ask('get', '/api/games/{game}', { path: { game: this.game.id }, signal: this.signal });
  }

  private async change(what: 'takeback' | 'resign'): Promise<void> {
    const game = await this.try(() =>
      ask('post', `/api/games/{game}/${what}`, { path: { game: this.game.id }, signal: this.signal }),
    );
    if (!game) return;
    this.game = game;
    this.show();
    await this.explain();
  }

  /** The reason of the last move. */
  private async explain(isRequested = false): Promise<void> {
    if (this.game.moves.length === 0) {
      replace(
        this.why,
        h('p', { class: 'quiet' }, 'Move a piece, or type a move. Here you read why each move was played.'),
      );
      return;
    }
    if (!isRequested && !this.sayWhy.checked) {
      replace(this.why, h('p', { class: 'quiet' }, 'Press “Why?” for the reason of the last move.'));
      return;
    }
    const { length } = this.game.moves;
    replace(this.why, h('p', { class: 'quiet thinking' }, 'Why'));
    const why = await this.try(() =>
      ask('get', '/api/games/{game}/why', { path: { game: this.game.id }, signal: this.signal }),
    );
    if (!why || length !== this.game.moves.length) return;
    replace(
      this.why,
      h(
        'h2',
        {},
        why.by === 'you' ? `You played ${why.move.san}` : `${capital(this.game.player)} played ${why.move.san}`,
      ),
      h('p', {}, why.sentence),
    );
    if (this.walk.index === this.walk.last) this.board.draw(why.arrows);
  }

  /** The game with marks and reasons, on the page Analyse. */
  private async review(): Promise<void> {
    const { id, side } = this.game;
    await this.try(async () => {
      const pgn = await fetch(address('/api/games/{game}/pgn', { game: id }), { signal: this.signal });
      await analyseGame(await pgn.text(), side, this.signal);
    });
  }

  private async hint(): Promise<void> {
    const step = Math.min(4, this.hints + 1);
    const hint = await this.try(() =>
      ask('get', '/api/games/{game}/hint', { path: { game: this.game.id }, query: { step }, signal: this.signal }),
    );
    if (!hint) return;
    this.hints = step;
    if (step === 1) replace(this.why, h('h2', {}, 'Hint'));
    this.why.append(h('p', {}, hint.words));
  }

  private try<T>(work: () => Promise<T>): Promise<T | undefined> {
    return attempt(work, trouble => replace(this.why, trouble));
  }
}
