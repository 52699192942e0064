/** Ask the server about a move: first how good it is, then why. */

import { Problem, stream } from '../server';
import type { Explanation, Step } from '../types';

export interface Asked {
  readonly fen: string;
  readonly game_moves: string[];
  readonly move?: string;
  readonly study?: string | null;
}

/** What a first look says; `advantage` is White's, in centipawns. */
export interface Look {
  readonly judgement: Explanation['verdict']['judgement'];
  readonly chances: readonly [number, number];
  readonly advantage: number;
  readonly best: Step | null;
}

export interface Hear {
  look(look: Look): void;
  explanation(explanation: Explanation): void;
}

/** The source of reasons; tests replace it. */
export interface Reasons {
  explain(asked: Asked, signal: AbortSignal, hear: Hear): Promise<void>;
  best(asked: Asked, signal: AbortSignal): Promise<Explanation>;
}

/** The answer so far: a first look, then the explanation, or what went wrong. */
interface AnswerState {
  readonly look: Look | null;
  readonly explanation: Explanation | null;
  readonly problem: { readonly error: string; readonly hint: string } | null;
}

/** The server, with the engine of a study where the position is from one. */
export function reasonsOf(study: string | null): Reasons {
  const explain = (asked: Asked, signal: AbortSignal, hear: Hear): Promise<void> =>
    stream<AnswerState>('/api/explain/events', { ...asked, study }, signal, ({ look, explanation, problem }) => {
      if (problem) throw new Problem(problem.error, problem.hint, 422);
      if (look) hear.look(look);
      if (explanation) hear.explanation(explanation);
    });
  const best = async (asked: Asked, signal: AbortSignal): Promise<Explanation> => {
    let found: Explanation | undefined;
    await explain(asked, signal, { look: () => undefined, explanation: each => (found = each) });
    if (!found) throw new Problem('The answer did not come.', 'Press the button again.', 0);
    return found;
  };
  return { explain, best };
}
