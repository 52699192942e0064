/** Explain: any position; move a man and read why or why not; ask every adviser and see their arrows. */

import { Board, type Drawn } from '../board';
import { button, field, h, live, replace } from '../dom';
import { mayAsk } from '../going-out';
import { MoveField } from '../move-field';
import { START, moveName, turnOf } from '../placement';
import { type Visit, go, link, mark } from '../router';
import { ask } from '../server';
import { attempt } from '../trouble';
import type { Position, ReadGame, Step } from '../types';
import { MoveList, Walk, walkButtons, walkByKeys } from '../walk';
import { AdvicePanel } from './advice-panel';
import { judgeLine } from './judge-line';
import { LinesPanel } from './lines-panel';
import { ReasonPanel } from './reason-panel';
import { setupView } from './setup';

const IDLE = 'Move a man, or type a move: here you read what speaks for it or against it.';

/** Milliseconds that somebody must stand at a move before it is explained. */
const PAUSE = 350;

export async function explain(visit: Visit): Promise<HTMLElement> {
  const fen = visit.query.get('fen') ?? START;
  if (visit.parts[1] === 'setup') return setupView(fen);
  const view = new ExplainView(fen, visit.query.get('study'), visit.signal);
  await view.open((visit.query.get('moves') ?? '').split(',').filter(Boolean), visit.query.get('at'));
  return view.element;
}

class ExplainView {
  readonly element: HTMLElement;
  private readonly board = new Board({ label: 'The position' });
  private readonly moves: MoveField;
  private readonly status = live({ class: 'status' });
  private readonly reasons: ReasonPanel;
  private readonly advice: AdvicePanel;
  private readonly lines: LinesPanel;
  private readonly fenField: HTMLTextAreaElement;
  private readonly trouble = live();
  /** What was played here, each move a button. */
  private readonly list = new MoveList(index => this.walk?.go(index));
  private steps: Step[] = [];
  private position!: Position;
  /** Steps through what was played here; a line of a reason takes its place while it is looked at. */
  private walk: Walk | null = null;
  private line: Walk | null = null;

  constructor(private readonly start: string, private readonly study: string | null, private readonly signal: AbortSignal) {
    this.moves = new MoveField(step => void this.play(step));
    this.reasons = new ReasonPanel(this.board, walk => { this.line = walk; }, words => { this.status.textContent = words; }, signal);
    this.advice = new AdvicePanel(arrows => this.draw(arrows), signal);
    this.lines = new LinesPanel(study, signal);
    this.fenField = h('textarea', { spellcheck: 'false', autocomplete: 'off', rows: 2 });
    this.fenField.value = start;
    const current = (): Walk | null => this.line ?? this.walk;
    walkByKeys(current, signal, { Escape: () => void this.show() });
    const load = (event: SubmitEvent): void => {
      event.preventDefault();
      void this.load(this.fenField.value.trim());
    };
    this.element = h(
      'div',
      { class: 'stack' },
      h('h1', {}, 'Explain a move'),
      h('div', { class: 'table' },
        h('div', { class: 'board-column' }, this.board.element, this.status, walkButtons(current, () => this.board.turn()), this.moves.element),
        h('div', { class: 'side' },
          this.list.element,
          this.reasons.element,
          judgeLine(study, signal),
          h('div', { class: 'row' },
            button('What is best here?', () => void this.best()),
            button('Take back', () => void this.back(), { class: 'plain' }),
          ),
          this.lines.element,
          this.advice.element,
          h('section', { class: 'card stack' },
            h('h2', {}, 'The position'),
            h('form', { class: 'inline', onsubmit: load }, field('FEN or a game', this.fenField, 'A position as FEN, a game as PGN, or the link of a game on Lichess.'), h('button', { type: 'submit' }, 'Show')),
            this.trouble,
            h('div', { class: 'row' },
              h('a', { class: 'button', href: '#/explain/setup' }, 'Set up by hand'),
              h('a', { class: 'button plain', href: link(['explain']) }, 'The start'),
              h('a', { class: 'button plain', href: link(['study']) }, 'From a game of a study'),
            ),
          ),
        ),
      ),
    );
  }

  /** What was pasted: a position, a link to a game, or a game as PGN. */
  private async load(text: string): Promise<void> {
    if (/^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}/.test(text)) {
      go(link(['explain'], { fen: text }));
      return;
    }
    const { signal } = this;
    if (/^(https?:\/\/)?(www\.)?lichess\.org\/\S+$/.test(text)) mayAsk(this.trouble, 'lichess.org', 'this game', () => void this.walkThrough(() => ask('post', '/api/game/link', { body: { link: text, may_ask: true }, signal })));
    else await this.walkThrough(() => ask('post', '/api/game', { body: { text }, signal }));
  }

  /** Show a game from its first move to its last. */
  private async walkThrough(read: () => Promise<ReadGame>): Promise<void> {
    const game = await attempt(read, trouble => replace(this.trouble, trouble));
    if (game) go(link(['explain'], { fen: game.start === START ? null : game.start, moves: game.moves.map(step => step.uci).join(',') }));
    else this.fenField.setAttribute('aria-invalid', 'true');
  }

  async open(moves: readonly string[], at: string | null): Promise<void> {
    const position = await this.look(this.start, moves);
    if (!position) {
      this.fenField.setAttribute('aria-invalid', 'true');
      this.board.show({ fen: '8/8/8/8/8/8/8/8 w - - 0 1' });
      this.reasons.idle('This is not a position that can be explained.');
      return;
    }
    this.steps = position.line;
    this.position = position;
    this.board.turn(turnOf(this.start));
    await this.show();
    if (at !== null) this.walk?.go(Number(at));
    else void this.tell();
  }

  /** What stands on a board after some moves; nothing when it cannot be had, which is said. */
  private look(fen: string, moves: readonly string[] = []): Promise<Position | undefined> {
    return attempt(
      () => ask('get', '/api/position', { query: { fen, moves: moves.join(',') }, signal: this.signal }),
      trouble => replace(this.trouble, trouble),
    );
  }

  private async play(step: Step): Promise<void> {
    // Whoever went back in what was played here, plays on from there.
    const steps = [...this.steps.slice(0, (this.walk?.index ?? -1) + 1), step];
    if (await this.stand(steps)) await this.tell();
  }

  private async back(): Promise<void> {
    const index = this.walk?.index ?? -1;
    if (index >= 0) await this.stand(this.steps.slice(0, index));
  }

  /** Stand at the end of these moves; where the server does not say what stands there, at the end of those before. */
  private async stand(steps: Step[]): Promise<boolean> {
    const before = this.steps;
    this.steps = steps;
    this.moves.offer(null);
    // Whoever asks the advisers before the board has come asks about the new position already.
    this.advice.at(this.fen);
    const position = await this.look(this.fen);
    if (position) {
      this.position = position;
      await this.show();
    } else {
      this.steps = before;
      this.offer(this.walk?.index ?? -1);
      this.advice.at(this.position.fen);
    }
    return position !== undefined;
  }

  private get fen(): string {
    return this.steps.at(-1)?.fen ?? this.start;
  }

  /** Show the position at the end of what was played, and ask for a move. */
  private async show(): Promise<void> {
    this.line = null;
    this.walk = new Walk({ start: this.start, steps: this.steps }, (index, step) => void this.arrive(index, step), this.steps.length - 1);
    this.offer(this.steps.length - 1);
    this.reasons.idle(IDLE);
    this.fenField.value = this.fen;
    this.list.show({ start: this.start, steps: this.steps });
    this.list.at(this.steps.length - 1);
    this.fenField.removeAttribute('aria-invalid');
    this.advice.at(this.fen);
    replace(this.trouble);
    this.mark(null);
  }

  /** Where the board stands, in the address: at the end of what was played, or at an earlier move. */
  private mark(at: number | null): void {
    mark(link(['explain'], { study: this.study, fen: this.start === START ? null : this.start, moves: this.steps.length ? this.steps.map(step => step.uci).join(',') : null, at }));
  }

  private async arrive(index: number, step: Step | null): Promise<void> {
    this.line = null;
    const position = await this.look(step?.fen ?? this.start);
    // Somebody has stepped on before the board came.
    if (!position || index !== this.walk?.index) return;
    this.position = position;
    this.offer(index);
    this.list.at(index);
    this.fenField.value = position.fen;
    this.advice.at(position.fen);
    this.mark(index === this.walk.last ? null : index);
    await this.tell(PAUSE);
  }

  private offer(index: number): void {
    const step = this.steps[index];
    this.lines.at(this.position.fen);
    this.board.ask(this.position, played => void this.play(played), { last: step?.uci });
    this.moves.offer(this.position);
    const { over, turn } = this.position;
    const last = step ? `${moveName(this.steps[index - 1]?.fen ?? this.start, step)}. ` : '';
    this.status.textContent = last + (over ? `${over.result}, ${over.words}` : `${turn === 'white' ? 'White' : 'Black'} to move.`);
  }

  private draw(arrows: readonly Drawn[]): void {
    this.line = null;
    this.board.ask(this.position, played => void this.play(played), { last: this.steps[this.walk?.index ?? -1]?.uci, arrows });
  }

  /** Why the move that led to the board is good or not; whoever steps on within the pause asks nothing. */
  private async tell(pause = 0): Promise<void> {
    const index = this.walk?.index ?? -1;
    const step = this.steps[index];
    if (step) await this.reasons.explain({ study: this.study, fen: this.start, game_moves: this.steps.slice(0, index).map(each => each.uci), move: step.uci }, step.san, pause);
    else this.reasons.idle(IDLE);
  }

  private async best(): Promise<void> {
    const moves = this.steps.slice(0, (this.walk?.index ?? -1) + 1).map(each => each.uci);
    await this.reasons.explain({ study: this.study, fen: this.start, game_moves: moves }, 'the best move');
  }
}
