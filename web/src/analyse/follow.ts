/** Following the analysis of a game as the server reports it. */

import { address, tellConnection } from '../server';
import type { Analysis } from '../types';
import type { AnalysisStore } from './store';

/** Feed the store until the analysis is over or the view is left. The browser reconnects by itself. */
export function followAnalysis(store: AnalysisStore, signal: AbortSignal): void {
  const { game } = store;
  if (!game || game.state === 'finished') return;
  const events = new EventSource(address('/api/analyses/{analysis}/events', { analysis: game.id }));
  signal.addEventListener('abort', () => events.close());
  const heard = (event: MessageEvent<string>): void => {
    const news = JSON.parse(event.data) as Partial<Analysis>;
    store.update(news);
    if (news.state === 'finished' || news.state === 'failed') events.close();
  };
  for (const name of ['analysis', 'marks', 'mistake', 'state']) events.addEventListener(name, heard);
  events.addEventListener('open', () => tellConnection(true));
  events.addEventListener('error', () => {
    if (!signal.aborted) tellConnection(false);
  });
}
