/** Show the server's sentence about the engine in use. */

import { h } from '../dom';
import { ask } from '../server';
import { attempt } from '../trouble';

export function engineLine(study: string | null, signal: AbortSignal): HTMLElement {
  const line = h('p', { class: 'quiet engine-line' });
  void attempt(
    () => ask('get', '/api/engine', { query: { study }, signal }),
    () => undefined,
  ).then(engine => {
    line.textContent = engine?.sentence ?? '';
  });
  return line;
}
