/** One question after the other: hints by steps, the punishing reply played on the board, the answer with its reason. */

import { Board } from '../board';
import { button, h, live, replace } from '../dom';
import { MoveField } from '../move-field';
import { moveName } from '../placement';
import { type Visit, link } from '../router';
import { ask } from '../server';
import { attempt, empty } from '../trouble';
import type { Answer, Question, Step } from '../types';
import { capital, plural, untilWords } from '../words';
import { MoveList, Walk, walkByKeys } from '../walk';

const PAUSE = 650;
const STEPS = 3;

export async function questionView({ query, signal }: Visit): Promise<HTMLElement> {
  const view = new QuestionView(query.get('theme'), signal);
  await view.next();
  return view.element;
}

class QuestionView {
  readonly element = h('div', { class: 'stack' });
  private readonly board = new Board({ label: 'The exercise' });
  private readonly field: MoveField;
  private readonly status = live({ class: 'status' });
  private readonly told = live({ class: 'stack reason' });
  private readonly actions = h('div', { class: 'row' });
  private readonly left = h('p', { class: 'quiet' });
  private readonly skipped: number[] = [];
  private question!: Question;
  private position!: Question['position'];
  private hints = 0;
  private walk: Walk | null = null;
  private playing = 0;

  constructor(private readonly theme: string | null, private readonly signal: AbortSignal) {
    this.field = new MoveField(step => void this.answer(step));
    walkByKeys(() => this.walk, signal);
  }

  async next(): Promise<void> {
    const { question, words } = await ask('get', '/api/training/next', { query: { theme: this.theme, skip: this.skipped.join(',') }, signal: this.signal });
    if (!question) {
      replace(this.element, h('h1', {}, 'Train'), empty('That was all', words, h('a', { class: 'button main', href: link(['train']) }, 'To the deck')));
      return;
    }
    this.question = question;
    this.hints = 0;
    if (!this.board.element.isConnected) this.frame();
    this.board.turn(question.orientation as 'white' | 'black');
    this.left.textContent = question.left ? `${plural(question.left, 'more')} after this`.replace('mores', 'more') : 'The last one.';
    replace(this.told, h('p', { class: 'quiet' }, 'Find the best move. Sometimes nothing is to be won, and any good move is right.'));
    this.put(question.position, words);
    this.field.focus();
  }

  private frame(): void {
    replace(
      this.element,
      h('div', { class: 'row between' }, h('h1', {}, 'Your move'), h('a', { href: link(['train']) }, 'Leave')),
      h('div', { class: 'table' },
        h('div', { class: 'board-column' }, this.board.element, this.status, this.field.element),
        h('div', { class: 'side' }, this.left, this.told, this.actions),
      ),
    );
  }

  private put(position: Question['position'], words: string, last?: string): void {
    this.playing += 1;
    this.walk = null;
    this.position = position;
    this.board.ask(position, step => void this.answer(step), { last });
    this.field.offer(position);
    this.status.textContent = words;
    replace(this.actions, this.hintButton(), button('Show the answer', () => void this.answer(null), { class: 'plain' }), button('Skip', () => void this.skip(), { class: 'plain' }));
  }

  private hintButton(): HTMLButtonElement {
    const element = button(this.hints ? 'Another hint' : 'Hint', () => void this.hint());
    element.disabled = this.hints >= STEPS;
    return element;
  }

  private async hint(): Promise<void> {
    const step = this.hints + 1;
    const told = await this.try(() => ask('post', '/api/training/{puzzle}/hint', { path: { puzzle: this.question.puzzle }, body: { step }, signal: this.signal }));
    if (!told) return;
    this.hints = step;
    if (step === 1) replace(this.told);
    this.told.append(h('p', {}, told.words));
    this.board.draw(told.squares.map(square => `B${square}`));
    this.actions.firstElementChild?.replaceWith(this.hintButton());
  }

  private async skip(): Promise<void> {
    this.skipped.push(this.question.puzzle);
    await this.try(() => this.next());
  }

  private async answer(step: Step | null): Promise<void> {
    const before = this.position;
    if (step) this.board.show({ fen: step.fen, last: step.uci });
    this.status.textContent = step ? moveName(before.fen, step) : 'The answer';
    const told = await this.try(() => ask('post', '/api/training/{puzzle}/answer', { path: { puzzle: this.question.puzzle }, body: { move: step?.uci ?? '' }, signal: this.signal }));
    if (!told) this.put(before, 'Try again.');
    else if (told.verdict === 'wrong') await this.punish(told);
    else if (told.is_over) await this.finish(told, before.fen);
    else {
      replace(this.told, h('p', {}, told.sentence));
      await this.pause();
      this.hints = 0;
      this.put(told.position, told.reply ? `${told.reply.san} was the reply. Go on.` : 'Go on.', told.reply?.uci);
    }
  }

  /** The reply that punishes a wrong move is played on the board, move by move. */
  private async punish(told: Answer): Promise<void> {
    this.field.offer(null);
    replace(this.told, h('h2', { class: told.also_wins ? '' : 'mistake' }, told.also_wins ? 'Good, but not the best' : `${told.played?.san ?? ''} is not it`), h('p', {}, told.sentence));
    replace(this.actions, button('Try again', () => { this.put(told.position, 'Try again.'); this.field.focus(); }, { class: 'main' }), button('Show the answer', () => void this.answer(null), { class: 'plain' }));
    (this.actions.firstElementChild as HTMLElement).focus({ preventScroll: true });
    if (told.played) await this.replay([told.played, ...told.punishment], told.position.fen);
  }

  private async finish(told: Answer, before: string): Promise<void> {
    this.field.offer(null);
    const isRight = told.verdict === 'solved';
    replace(
      this.told,
      h('div', { class: 'row' }, h('h2', { class: isRight ? 'good' : '' }, isRight ? 'Right' : 'The answer'), told.theme && h('span', { class: 'tag' }, told.theme)),
      h('p', {}, told.sentence),
      told.story && h('p', { class: 'quiet' }, capital(told.story)),
      told.due && h('p', { class: 'quiet' }, `It comes back ${untilWords(told.due)}.`),
    );
    replace(this.actions, button('Next', () => void this.try(() => this.next()), { class: 'main' }), h('a', { class: 'button plain', href: link(['explain'], { fen: this.question.position.fen }) }, 'Explain this position'));
    (this.actions.firstElementChild as HTMLElement).focus({ preventScroll: true });
    if (!isRight) await this.replay(told.solution, before);
    else this.status.textContent = 'Right.';
  }

  /** Play a line on the board; afterwards the arrow keys and the list step through it. */
  private async replay(steps: readonly Step[], start: string): Promise<void> {
    const turn = ++this.playing;
    const list = new MoveList(index => { this.playing += 1; walk.go(index); });
    list.show({ start, steps });
    const walk = new Walk({ start, steps }, (index, step) => {
      this.board.show({ fen: step?.fen ?? start, last: step?.uci });
      list.at(index);
    });
    this.walk = walk;
    this.told.append(h('div', { class: 'line' }, list.element));
    for (let index = 0; index < steps.length; index += 1) {
      if (turn !== this.playing || this.signal.aborted) return;
      walk.go(index);
      await this.pause();
    }
  }

  private pause(): Promise<void> {
    return new Promise(resolve => setTimeout(resolve, PAUSE));
  }

  private try<T>(work: () => Promise<T>): Promise<T | undefined> {
    return attempt(work, trouble => replace(this.told, trouble));
  }
}
