/** Begin the analysis of a game and go to its page. */

import { go, link } from '../router';
import { ask } from '../server';
import type { Analysis } from '../types';

/** The analysis that was begun last: its view need not ask for it again. */
let begun: Analysis | null = null;

export function takeBegun(id: string): Analysis | null {
  const found = begun?.id === id ? begun : null;
  begun = null;
  return found;
}

/** Analyse a game; `side` is the reader's, if the reader played in it. */
export async function analyseGame(text: string, side: 'white' | 'black' | null, signal: AbortSignal): Promise<void> {
  begun = await ask('post', '/api/analyses', { body: { text, side, is_begun: true }, signal });
  go(link(['analyse', begun.id]));
}

/** Keep games to be analysed later. */
export async function keepGames(texts: readonly string[], signal: AbortSignal): Promise<void> {
  for (const text of texts) await ask('post', '/api/analyses', { body: { text, is_begun: false }, signal });
}
