/** A line that names the engine, the same for every view: the server writes the sentence. */

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
