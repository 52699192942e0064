/** Show who played, the mistakes found until now, and how much longer the analysis takes. */

import { h, live, replace, select } from '../dom';
import type { Analysis, Side } from '../types';
import { accuracyWords, playersOf, plural } from '../words';
import type { AnalysisStore } from './store';

const SIDES = [
  { value: '', words: 'both sides' },
  { value: 'white', words: 'White' },
  { value: 'black', words: 'Black' },
];
const SECOND = 1000;

export class GameHead {
  readonly element = h('header', { class: 'game-head' });
  private readonly found = h('span', { class: 'quiet found' });
  private readonly progress = live({ class: 'quiet' });
  private readonly bar = h('progress', { 'aria-label': 'Analysing the game' });
  /** When the stage began to count: what is left is estimated from its pace. */
  private pace: { readonly stage: string; readonly since: number; readonly done: number } | null = null;

  constructor(
    private readonly store: AnalysisStore,
    private readonly turn: (side: Side) => void,
    /** Who evaluated the game, as a sentence, where a study says it. */
    private readonly source: string | null = null,
  ) {
    const { game } = store;
    if (!game) {
      replace(this.element, h('h1', { class: 'small' }, 'Analyse'));
      return;
    }
    const sides = select(SIDES, game.side ?? '', value => this.choose(value));
    sides.setAttribute('aria-label', 'Mistakes of');
    const facts = [game.result, game.opening, game.date].filter(each => each && each !== '*');
    // Every part has its room from the start, so that nothing moves when its text comes.
    replace(
      this.element,
      h('h1', { class: 'small' }, playersOf(game)),
      h('p', { class: 'quiet' }, facts.join(' · ')),
      h('div', { class: 'row found-row' }, h('span', { class: 'quiet' }, 'Mistakes of'), sides, this.found),
      this.bar,
      this.progress,
    );
    store.on('game', () => this.draw());
    this.draw();
  }

  private choose(value: string): void {
    const side = value === 'white' || value === 'black' ? value : null;
    this.store.review(side);
    if (side) this.turn(side);
  }

  private draw(): void {
    const { game, mistakes } = this.store;
    if (!game) return;
    const found = [plural(mistakes.length, 'mistake'), accuracyWords(game.accuracy ?? null, game.side)];
    this.found.textContent = game.marks?.length ? found.filter(Boolean).join(' · ') : '';
    const stage = stageOf(game);
    const { done, total } = stage;
    const words = this.source ?? stage.words;
    this.bar.classList.toggle('over', game.state !== 'running');
    if (total > 0) {
      this.bar.max = total;
      this.bar.value = done;
    } else this.bar.removeAttribute('value');
    this.progress.textContent =
      total > 0 ? `${words}: ${done} of ${total}${this.timeLeft(words, done, total)}.` : words;
  }

  /** How much longer a stage takes, by its pace so far. */
  private timeLeft(stage: string, done: number, total: number): string {
    if (this.pace?.stage !== stage) this.pace = { stage, since: performance.now(), done };
    const made = done - this.pace.done;
    if (made <= 0 || done >= total) return '';
    const each = (performance.now() - this.pace.since) / made;
    return `, about ${plural(Math.max(1, Math.round((each * (total - done)) / SECOND)), 'second')} left`;
  }
}

interface Stage {
  readonly words: string;
  readonly done: number;
  /** 0 where the stage has no steps to count. */
  readonly total: number;
}

function stageOf({ state, error, hint, marks = [], moves, are_final: areFinal, engine, ...game }: Analysis): Stage {
  const only = (words: string): Stage => ({ words, done: 0, total: 0 });
  if (state === 'failed') return only([error, hint].filter(Boolean).join(': '));
  if (state === 'finished') return only(`Evaluated by ${engine}.`);
  if (marks.length === 0) return only(`${engine} looks at every move.`);
  if (marks.length < moves.length)
    return { words: `${engine} looks at every move`, done: marks.length, total: moves.length };
  if (!areFinal) return only(`${engine} looks again at the doubtful moves.`);
  const done = Object.keys(game.mistakes ?? {}).length;
  return { words: 'Explaining the mistakes', done, total: game.mistakes_expected };
}
