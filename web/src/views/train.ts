/** Train: exercises that are due, more exercises from a study, and the results until now. */

import { h, live, replace, select } from '../dom';
import { progressOf } from '../jobs';
import { type Visit, link } from '../router';
import { ask, isOver } from '../server';
import { attempt, empty } from '../trouble';
import type { Job, Rate, StudySummary, Training } from '../types';
import { capital, plural, rateWords } from '../words';
import { questionView } from './train-question';

export async function train(visit: Visit): Promise<HTMLElement> {
  if (visit.parts[1] === 'question') return questionView(visit);
  const { signal, query } = visit;
  const [deck, studies, jobs] = await Promise.all([
    ask('get', '/api/training', { signal }),
    ask('get', '/api/studies', { signal }),
    ask('get', '/api/jobs', { signal }),
  ]);
  const running = jobs.find(job => job.kind === 'training' && !isOver(job));
  const waiting = deck.due + deck.new;
  return h(
    'div',
    { class: 'stack wide-gap' },
    h(
      'div',
      { class: 'stack' },
      h('h1', {}, 'Train'),
      h('p', { class: 'lead' }, 'Solve positions from your own mistakes. Each one comes back before you forget it.'),
    ),
    deck.cards > 0 && standing(deck, waiting),
    h(
      'section',
      { class: 'stack' },
      deck.cards > 0 && h('h2', {}, 'More exercises'),
      more(deck, studies, query.get('study'), running, signal),
    ),
    deck.right.count > 0 && progress(deck),
  );
}

function standing(deck: Training, waiting: number): HTMLElement {
  const themes = Object.entries(deck.themes).sort(([, one], [, other]) => other - one);
  return h(
    'section',
    { class: 'card stack' },
    h('h2', {}, waiting > 0 ? `${plural(waiting, 'exercise')} to solve now` : 'Nothing to solve now'),
    waiting > 0
      ? h('div', { class: 'row' }, h('a', { class: 'button main', href: '#/train/question' }, 'Begin'))
      : h('p', {}, 'Come back later, or make exercises from another study.'),
    h('p', { class: 'quiet' }, `Your deck: ${plural(deck.cards, 'exercise')}, ${deck.due_tomorrow} due by tomorrow.`),
    themes.length > 0 &&
      h(
        'p',
        { class: 'row' },
        h('span', { class: 'quiet' }, 'Only one theme:'),
        ...themes.map(([theme, count]) =>
          h('a', { class: 'tag', href: link(['train', 'question'], { theme }) }, `${theme} (${count})`),
        ),
      ),
  );
}

/** Exercises made from a study. */
function more(
  deck: Training,
  studies: readonly StudySummary[],
  wanted: string | null,
  running: Job | undefined,
  signal: AbortSignal,
): HTMLElement {
  if (studies.length === 0) {
    return empty(
      deck.cards ? 'There is no study' : 'The deck is empty',
      'Motif makes exercises from the mistakes in your games. Study your games first.',
      h('a', { class: 'button main', href: link(['study']) }, 'Study your games'),
    );
  }
  const room = live({ class: 'stack' });
  const chosen = select(
    studies.map(study => ({ value: study.id, words: `${study.title}, ${plural(study.games, 'game')}` })),
    wanted ?? studies[0]?.id ?? '',
  );
  chosen.setAttribute('aria-label', 'Study');
  const watch = (job: Job): void => {
    const found = h('p', { class: 'quiet found' });
    const bar = progressOf(
      job,
      now => {
        if (now.added && !isOver(now)) {
          replace(
            found,
            `${plural(now.added, 'exercise is', 'exercises are')} ready; you can begin while Motif makes more. `,
            h('a', { href: link(['train'], { from: `${now.id} ${now.added}` }) }, 'To the deck'),
          );
        }
        if (now.state !== 'finished') return;
        const words = now.added
          ? `${plural(now.added, 'new exercise is', 'new exercises are')} in the deck. `
          : 'Motif found no new exercise in this study. ';
        replace(
          room,
          h(
            'p',
            { class: 'notice good' },
            words,
            ...(now.notes ?? []).map(note => `${note} `),
            h('a', { href: link(['train'], { from: now.id }) }, 'To the deck'),
          ),
        );
      },
      signal,
    );
    replace(room, bar, found);
  };
  const make = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const job = await attempt(
      () => ask('post', '/api/training', { body: { study: chosen.value, composed: 2, seconds: 60 } }),
      trouble => replace(room, trouble),
    );
    if (job) watch(job);
  };
  if (running) watch(running);
  const words = deck.cards ? 'From the study' : 'The deck is empty. Make exercises from the study';
  return h(
    'div',
    { class: 'card stack' },
    h(
      'form',
      { class: 'inline', onsubmit: (event: SubmitEvent) => void make(event) },
      h('label', { class: 'field' }, h('span', { class: 'name' }, words), chosen),
      h('button', { type: 'submit', class: deck.cards ? '' : 'main' }, 'Make exercises'),
    ),
    room,
  );
}

function progress(deck: Training): HTMLElement {
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, 'Progress'),
    h('p', {}, `Right answers: ${rateWords(deck.right)}`),
    h(
      'div',
      { class: 'columns' },
      deck.by_week.length > 0 && bars('Week by week', deck.by_week),
      deck.by_theme.length > 0 && bars('Theme by theme', deck.by_theme),
    ),
  );
}

function bars(title: string, rows: readonly [string, Rate][]): HTMLElement {
  return h(
    'div',
    { class: 'card stack' },
    h('h3', {}, title),
    h(
      'ul',
      { class: 'bars' },
      ...rows.map(([name, rate]) =>
        h(
          'li',
          {},
          h('span', {}, capital(name)),
          h('meter', {
            min: 0,
            max: 1,
            value: rate.count ? rate.hits / rate.count : 0,
            'aria-label': `${name}: right answers`,
          }),
          h('span', { class: 'quiet' }, rateWords(rate)),
        ),
      ),
    ),
  );
}
