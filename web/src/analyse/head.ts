/** Who played, what the analysis found so far, and how much longer it takes. */

import { h, live, replace, select } from '../dom';
import type { Analysis } from '../types';
import { plural } from '../words';
import type { AnalysisStore } from './store';

const SIDES = [
  { value: '', words: 'both sides' },
  { value: 'white', words: 'White' },
  { value: 'black', words: 'Black' },
];
const SECOND = 1000;

export class GameHead {
  readonly element = h('header', { class: 'game-head' });
  private readonly facts = h('p', { class: 'quiet' });
  private readonly progress = live({ class: 'quiet' });
  private readonly bar = h('progress', { 'aria-label': 'Analysing the game' });
  /** When the first reason came, and how many there were: what is left is estimated from their pace. */
  private pace: { readonly since: number; readonly done: number } | null = null;

  constructor(
    private readonly store: AnalysisStore,
    private readonly turn: (side: 'white' | 'black') => void,
  ) {
    const { game } = store;
    if (!game) {
      replace(this.element, h('h1', { class: 'small' }, 'Analyse'));
      return;
    }
    const name = (words: string, side: string): string => (words === '?' || !words ? side : words);
    const sides = select(SIDES, game.side ?? '', value => this.choose(value));
    sides.setAttribute('aria-label', 'Mistakes of');
    replace(
      this.element,
      h('h1', { class: 'small' }, `${name(game.white, 'White')} – ${name(game.black, 'Black')}`),
      this.facts,
      h('div', { class: 'row' }, h('span', { class: 'quiet' }, 'Mistakes of'), sides),
      this.bar,
      this.progress,
    );
    store.on('game', () => this.draw(game));
    this.draw(game);
  }

  private choose(value: string): void {
    const side = value === 'white' || value === 'black' ? value : null;
    this.store.update({ side });
    if (side) this.turn(side);
  }

  private draw({ result, opening, date }: Analysis): void {
    const { game, mistakes } = this.store;
    if (!game) return;
    const accuracy = game.accuracy && `accuracy ${side(game.accuracy.white)} – ${side(game.accuracy.black)}`;
    const found = game.marks?.length ? plural(mistakes.length, 'mistake') : '';
    this.facts.textContent = [result, accuracy, found, opening, date].filter(each => each && each !== '*').join(' · ');
    const done = Object.keys(game.mistakes ?? {}).length;
    const expected = game.mistakes_expected;
    this.bar.hidden = game.state !== 'running';
    if (game.are_final && expected > 0) {
      this.bar.max = expected;
      this.bar.value = done;
    } else this.bar.removeAttribute('value');
    this.progress.textContent = this.words(game, done, expected);
  }

  private words(
    { state, error, hint, marks, are_final: areFinal, engine }: Analysis,
    done: number,
    expected: number,
  ): string {
    if (state === 'failed') return [error, hint].filter(Boolean).join(': ');
    if (state === 'finished') return `Evaluated by ${engine}.`;
    if (!marks?.length) return `${engine} looks at every move.`;
    if (!areFinal) return `${engine} looks again at the doubtful moves.`;
    this.pace ??= { since: performance.now(), done };
    const made = done - this.pace.done;
    const each = made > 0 ? (performance.now() - this.pace.since) / made : 0;
    const left = each
      ? `, about ${plural(Math.max(1, Math.round((each * (expected - done)) / SECOND)), 'second')} left`
      : '';
    return `Explaining the mistakes: ${done} of ${expected}${left}.`;
  }
}

/** The accuracy of a side. */
function side(value: number | null): string {
  return value === null ? '–' : `${Math.round(value)} %`;
}
