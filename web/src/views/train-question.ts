/** Solve one exercise after the other: hints, the reply to a wrong move, the answer with its reason. */

import { positionOf } from '../analyse/chess';
import { Board } from '../board';
import { button, h, live, replace } from '../dom';
import { MoveField } from '../move-field';
import { moveName, turnOf } from '../placement';
import { type Visit, link } from '../router';
import { ask } from '../server';
import { attempt, empty } from '../trouble';
import type { Answer, Question, Step } from '../types';
import { capital, untilWords } from '../words';
import { MoveList, Walk, walkByKeys } from '../walk';

const PAUSE = 650;
const STEPS = 3;

export async function questionView({ query, signal }: Visit): Promise<HTMLElement> {
  const [study, game, ply] = ['study', 'game', 'ply'].map(name => query.get(name));
  const from = study ? link(['study', study, 'games', game ?? ''], { ply }) : link(['train']);
  const view = new QuestionView(query.get('theme'), from, signal);
  if (!study) {
    await view.next();
    return view.element;
  }
  // Opening a link adds nothing to the deck; the reader must press the button.
  const trouble = h('div', { 'aria-live': 'polite' });
  const begin = async (): Promise<void> => {
    replace(trouble, h('p', { class: 'quiet thinking' }, 'Motif makes the exercise'));
    const body = { study, game: Number(game), ply: Number(ply) };
    const made = await ask('post', '/api/training/mistake', { body, signal });
    if (made.puzzle !== null) await view.next(made.puzzle);
    else replace(view.element, h('h1', {}, 'Train'), empty('This makes no exercise', made.words, back()));
  };
  const back = (): HTMLElement => h('a', { class: 'button', href: from }, 'Back to the game');
  const add = button('Add it and begin', () => void attempt(begin, each => replace(trouble, each)), { class: 'main' });
  const words = 'You solve it now, and Motif shows it again before you forget it.';
  replace(
    view.element,
    h('h1', {}, 'Train this mistake'),
    empty('Add it to your exercises?', words, add, back()),
    trouble,
  );
  return view.element;
}

class QuestionView {
  readonly element = h('div', { class: 'stack' });
  private readonly board = new Board({ label: 'The exercise' });
  private readonly field: MoveField;
  private readonly status = live({ class: 'status' });
  private readonly verdict = live({ class: 'stack reason' });
  private readonly task = h('h1', { class: 'small' });
  private readonly actions = h('div', { class: 'row' });
  private readonly left = h('p', { class: 'quiet' });
  private readonly engine = h('p', { class: 'quiet engine-line' });
  private readonly skipped: number[] = [];
  private question!: Question;
  /** The board from which the exercise goes on. */
  private fen = '';
  private hints = 0;
  private walk: Walk | null = null;
  private playing = 0;

  /** `from` is the view that the reader came from. */
  constructor(
    private readonly theme: string | null,
    private readonly from: string,
    private readonly signal: AbortSignal,
  ) {
    this.field = new MoveField(step => void this.answer(step));
    walkByKeys(() => this.walk, signal);
  }

  async next(puzzle?: number): Promise<void> {
    const { question, words } = await ask('get', '/api/training/next', {
      query: { theme: this.theme, skip: this.skipped.join(','), puzzle },
      signal: this.signal,
    });
    if (!question) {
      replace(
        this.element,
        h('h1', {}, 'Train'),
        empty('No exercise is left', words, h('a', { class: 'button main', href: link(['train']) }, 'To the deck')),
      );
      return;
    }
    this.question = question;
    this.hints = 0;
    this.engine.textContent = question.engine;
    if (!this.board.element.isConnected) this.frame();
    this.board.turn(turnOf(question.fen));
    this.left.textContent = question.left ? `${question.left} more after this.` : 'This is the last one.';
    this.task.textContent = `Find the best move for ${capital(turnOf(question.fen))}`;
    const hint = 'Where there is nothing to win, any good move is right.';
    replace(this.verdict, h('p', { class: 'quiet source' }, question.source, ' ', hint));
    this.put(question.fen, words);
    this.field.focus();
  }

  private frame(): void {
    replace(
      this.element,
      h(
        'div',
        { class: 'table' },
        h('div', { class: 'board-column' }, this.board.element, this.status),
        h(
          'div',
          { class: 'side' },
          h(
            'div',
            { class: 'row between' },
            this.task,
            h('a', { href: this.from }, this.from === link(['train']) ? 'Leave' : 'Back to the game'),
          ),
          this.verdict,
          this.actions,
          this.field.element,
          this.left,
          this.engine,
        ),
      ),
    );
  }

  private put(fen: string, words: string, last?: string): void {
    this.playing += 1;
    this.walk = null;
    this.fen = fen;
    const position = positionOf(fen);
    if (position) this.board.ask(position, step => void this.answer(step), { last });
    this.field.offer(position);
    this.field.element.hidden = false;
    this.status.textContent = words;
    replace(
      this.actions,
      this.hintButton(),
      button('Show the answer', () => void this.answer(null), { class: 'plain' }),
      button('Skip', () => void this.skip(), { class: 'plain' }),
    );
  }

  private hintButton(): HTMLButtonElement {
    const element = button(this.hints ? 'Another hint' : 'Hint', () => void this.hint());
    element.disabled = this.hints >= STEPS;
    return element;
  }

  private async hint(): Promise<void> {
    const step = this.hints + 1;
    const hint = await this.try(() =>
      ask('post', '/api/training/{puzzle}/hint', {
        path: { puzzle: this.question.puzzle },
        body: { step },
        signal: this.signal,
      }),
    );
    if (!hint) return;
    this.hints = step;
    if (step === 1) replace(this.verdict);
    this.verdict.append(h('p', {}, hint.words));
    this.board.draw(hint.squares.map(square => `B${square}`));
    this.actions.firstElementChild?.replaceWith(this.hintButton());
  }

  private async skip(): Promise<void> {
    this.skipped.push(this.question.puzzle);
    await this.try(() => this.next());
  }

  private async answer(step: Step | null): Promise<void> {
    const before = this.fen;
    if (step) this.board.show({ fen: step.fen, last: step.uci });
    this.field.offer(null);
    this.status.textContent = step ? moveName(before, step) : 'The answer';
    const answer = await this.try(() =>
      ask('post', '/api/training/{puzzle}/answer', {
        path: { puzzle: this.question.puzzle },
        body: { move: step?.uci ?? '' },
        signal: this.signal,
      }),
    );
    if (!answer) this.put(before, 'Try again.');
    else if (answer.verdict === 'wrong') await this.punish(answer);
    else if (answer.is_over) await this.finish(answer, before);
    else {
      replace(this.verdict, h('p', {}, answer.sentence));
      await this.pause();
      this.hints = 0;
      this.put(answer.fen, answer.reply ? `${answer.reply.san} was the reply. Go on.` : 'Go on.', answer.reply?.uci);
    }
  }

  /** The reply that punishes a wrong move is played on the board, move by move. */
  private async punish(answer: Answer): Promise<void> {
    this.field.offer(null);
    replace(
      this.verdict,
      h(
        'h2',
        { class: answer.also_wins ? '' : 'mistake' },
        answer.also_wins ? 'Good, but not the best' : `${answer.played?.san ?? ''} is not it`,
      ),
      h('p', {}, answer.sentence),
    );
    replace(
      this.actions,
      button(
        'Try again',
        () => {
          this.put(answer.fen, 'Try again.');
          this.field.focus();
        },
        { class: 'main' },
      ),
      button('Show the answer', () => void this.answer(null), { class: 'plain' }),
    );
    (this.actions.firstElementChild as HTMLElement).focus({ preventScroll: true });
    if (answer.played) await this.replay([answer.played, ...answer.punishment], answer.fen);
  }

  private async finish(answer: Answer, before: string): Promise<void> {
    this.field.offer(null);
    this.field.element.hidden = true;
    const isRight = answer.verdict === 'solved';
    replace(
      this.verdict,
      h(
        'div',
        { class: 'row' },
        h('h2', { class: isRight ? 'good' : '' }, isRight ? 'Right' : 'The answer'),
        answer.theme && h('span', { class: 'tag' }, answer.theme),
      ),
      h('p', {}, answer.sentence),
      answer.story &&
        h(
          'p',
          { class: 'quiet' },
          capital(answer.story),
          '. ',
          answer.place?.game &&
            h(
              'a',
              { href: link(['study', answer.place.study, 'games', answer.place.game], { ply: answer.place.ply }) },
              'See it in the game',
            ),
        ),
      answer.due && h('p', { class: 'quiet' }, `This exercise comes back ${untilWords(answer.due)}.`),
    );
    replace(
      this.actions,
      button('Next', () => void this.try(() => this.next()), { class: 'main' }),
      h(
        'a',
        {
          class: 'button plain',
          href: link(['analyse'], {
            study: answer.place?.study,
            fen: before,
            moves: answer.solution.map(step => step.uci).join(',') || null,
            at: 0,
          }),
        },
        'See why on the board',
      ),
    );
    (this.actions.firstElementChild as HTMLElement).focus({ preventScroll: true });
    if (!isRight) await this.replay(answer.solution, before);
    else this.status.textContent = 'Right.';
  }

  /** Play a line on the board; afterwards the arrow keys and the list step through it. */
  private async replay(steps: readonly Step[], start: string): Promise<void> {
    const turn = ++this.playing;
    const list = new MoveList(index => {
      this.playing += 1;
      walk.go(index);
    });
    list.show({ start, steps });
    const walk = new Walk({ start, steps }, (index, step) => {
      this.board.show({ fen: step?.fen ?? start, last: step?.uci });
      list.at(index);
    });
    this.walk = walk;
    this.verdict.append(h('div', { class: 'line' }, list.element));
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
    return attempt(work, trouble => replace(this.verdict, trouble));
  }
}
