/** Show the progress of long work and a button that stops it. The work goes on when the page is closed or reloaded. */

import { button, h, live, replace } from './dom';
import { address, ask, follow, isOver } from './server';
import { attempt } from './trouble';
import type { Job } from './types';
import { capital } from './words';

/** A bar with words and a cancel button; `changed` hears of every event, the last one included. */
export function progressOf(job: Job, changed: (job: Job) => void, signal: AbortSignal): HTMLElement {
  const bar = h('progress', { 'aria-label': job.title });
  const words = h('p', { class: 'progress-words' });
  const outcome = live();
  const trouble = h('div');
  const cancel = button(
    'Cancel',
    () => {
      cancel.disabled = true;
      void attempt(
        () => ask('delete', '/api/jobs/{job}', { path: { job: job.id } }),
        each => replace(trouble, each),
      );
    },
    { class: 'plain' },
  );
  const element = h(
    'section',
    { class: 'progress', 'aria-label': job.title },
    bar,
    h('div', { class: 'row between' }, words, cancel),
    outcome,
    trouble,
  );

  const show = (now: Job): void => {
    const { done, total } = now.progress;
    if (total) {
      bar.max = total;
      bar.value = done;
    } else bar.removeAttribute('value');
    words.textContent = progressWords(now);
    if (isOver(now)) {
      // The result shows that a job has finished; say it only if the job failed or was stopped.
      if (now.state === 'finished') element.hidden = true;
      replace(element, outcome);
      outcome.append(h('p', { class: now.state === 'failed' ? 'trouble' : 'quiet' }, endWords(now)));
    }
    changed(now);
  };
  words.textContent = progressWords(job);
  follow(address('/api/jobs/{job}/events', { job: job.id }), show, signal);
  return element;
}

/** The progress of a job as text. */
export function progressWords(job: Job): string {
  const { done, total, words } = job.progress;
  if (job.state === 'waiting') return 'Waiting for its turn.';
  if (isOver(job)) return '';
  return capital([words, total ? `${done} of ${total}` : ''].filter(Boolean).join(' · '));
}

function endWords(job: Job): string {
  if (job.state === 'cancelled') return 'Stopped.';
  if (job.state === 'failed') return [capital(job.error ?? 'it failed'), job.hint ?? ''].filter(Boolean).join(': ');
  return 'Done.';
}
