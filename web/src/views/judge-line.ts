/** A line that names the engine, the same for every view: the server writes the sentence. */

import { h } from '../dom';
import { ask } from '../server';
import { attempt } from '../trouble';

export function judgeLine(study: string | null, signal: AbortSignal): HTMLElement {
  const line = h('p', { class: 'quiet judge' });
  void attempt(() => ask('get', '/api/judge', { query: { study }, signal }), () => undefined).then(judge => { line.textContent = judge?.sentence ?? ''; });
  return line;
}
