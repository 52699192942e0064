/** A fool's mate with its marks, and a store of it that asks no server: for tests. */

import { START } from '../placement';
import type { Analysis, Explanation } from '../types';
import { stepBySan, stepsOf } from './chess';
import type { Asked, Hear, Reasons } from './reasons';
import { AnalysisStore } from './store';

export const MOVES = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];

/** A source of reasons that only records the questions. */
export class Asking implements Reasons {
  readonly asked: Asked[] = [];
  hear: Hear | null = null;
  explain(asked: Asked, _: AbortSignal, hear: Hear): Promise<void> {
    this.asked.push(asked);
    this.hear = hear;
    return Promise.resolve();
  }
  best(): Promise<Explanation> {
    return Promise.reject(new Error('not asked here'));
  }
}

export function gameOf(judgements: readonly string[]): Analysis {
  const marks = judgements.map(judgement => ({ judgement, advantage: 0 }));
  return {
    id: 'game',
    start: START,
    moves: stepsOf(START, MOVES),
    marks,
    side: null,
    advantage: 0,
  } as unknown as Analysis;
}

export function storeOf(
  game: Analysis | null = gameOf(['inaccuracy', 'good', 'blunder', 'good']),
): [AnalysisStore, Asking] {
  const asking = new Asking();
  return [new AnalysisStore(START, stepsOf(START, MOVES), game, asking), asking];
}

export function step(store: AnalysisStore, san: string): NonNullable<ReturnType<typeof stepBySan>> {
  const found = stepBySan(store.shown.fen, san);
  if (!found) throw new Error(`${san} is illegal`);
  return found;
}
