/** Compose: order puzzles, watch how they are found, and download them as PDF. */

import { picture } from '../board';
import { field, h, live, replace, select } from '../dom';
import { progressOf } from '../jobs';
import { turnOf } from '../placement';
import { type Visit, go, link } from '../router';
import { address, ask, isOver } from '../server';
import { attempt } from '../trouble';
import type { Job, Puzzle, PuzzleChoices } from '../types';
import { capital, plural } from '../words';
import { puzzleView } from './compose-puzzle';

export async function compose(visit: Visit): Promise<HTMLElement> {
  const [, id, number] = visit.parts;
  if (id && number) return puzzleView(id, Number(number), visit);
  if (id) return jobView(id, visit);
  const [choices, jobs] = await Promise.all([
    ask('get', '/api/puzzles/choices', { signal: visit.signal }),
    ask('get', '/api/jobs', { signal: visit.signal }),
  ]);
  return h(
    'div',
    { class: 'stack wide-gap' },
    h(
      'div',
      { class: 'stack' },
      h('h1', {}, 'Compose a puzzle'),
      h(
        'p',
        { class: 'lead' },
        'Choose a goal. Motif composes new positions and proves that each has exactly one solution.',
      ),
    ),
    orderForm(choices),
    earlier(jobs.filter(job => job.kind === 'puzzles')),
  );
}

function earlier(jobs: readonly Job[]): HTMLElement | null {
  if (jobs.length === 0) return null;
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, 'Ordered before'),
    h(
      'ul',
      { class: 'plain-list' },
      ...jobs.map(job =>
        h(
          'li',
          {},
          h('a', { href: link(['compose', job.id]) }, job.title),
          h('span', { class: 'quiet' }, ' · ', isOver(job) ? plural(job.puzzles?.length ?? 0, 'puzzle') : 'under way'),
        ),
      ),
    ),
  );
}

function orderForm(choices: PuzzleChoices): HTMLElement {
  const goals = [
    ...[2, 3, 4].map(moves => ({ value: `mate ${moves}`, words: `Mate in ${moves}` })),
    { value: 'tactic', words: 'Play a learned tactic' },
  ];
  const goal = select(goals, 'mate 2', () => fit());
  const any = { value: '', words: 'any' };
  const theme = select(
    [any, ...choices.themes.map(each => ({ value: each.name, words: capital(each.name) }))],
    '',
    () => fit(),
  );
  const tactic = select(
    choices.tactics.map(each => ({ value: each.name, words: capital(each.title) })),
    choices.tactics[0]?.name ?? '',
    () => fit(),
  );
  const pieces = h('input', { type: 'number', min: 3, max: 24, value: 8 });
  const count = h('input', { type: 'number', min: 1, max: 20, value: 3 });
  const seconds = select(
    [
      { value: '20', words: '20 seconds' },
      { value: '60', words: 'a minute' },
      { value: '300', words: 'five minutes' },
    ],
    '60',
  );
  const about = live({ class: 'quiet about' });
  const status = live();
  const themeField = field('Theme', theme);
  const tacticField = field('Tactic', tactic);

  function fit(): void {
    const isTactic = goal.value === 'tactic';
    themeField.hidden = isTactic;
    tacticField.hidden = !isTactic;
    const chosen = isTactic
      ? choices.tactics.find(each => each.name === tactic.value)
      : choices.themes.find(each => each.name === theme.value);
    about.textContent = chosen ? capital(chosen.english) : 'White moves and mates by force, against every defence.';
  }
  fit();

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const isTactic = goal.value === 'tactic';
    const body = {
      mate_in: isTactic ? 2 : Number(goal.value.split(' ')[1]),
      themes: isTactic || !theme.value ? [] : [theme.value],
      tactic: isTactic ? tactic.value : null,
      pieces: Number(pieces.value),
      count: Number(count.value),
      seconds: Number(seconds.value),
      // Another order brings other puzzles.
      seed: Math.floor(Math.random() * 1e9),
    };
    const job = await attempt(
      () => ask('post', '/api/puzzles', { body }),
      trouble => replace(status, trouble),
    );
    if (job) go(link(['compose', job.id]));
  };
  return h(
    'form',
    { class: 'card stack', onsubmit: (event: SubmitEvent) => void send(event) },
    h(
      'div',
      { class: 'fields' },
      field('Goal', goal),
      themeField,
      tacticField,
      field('Most pieces', pieces),
      field('How many', count),
      field('Search for', seconds),
    ),
    about,
    h('div', { class: 'row' }, h('button', { type: 'submit', class: 'main' }, 'Compose')),
    status,
  );
}

async function jobView(id: string, { signal }: Visit): Promise<HTMLElement> {
  const job = await ask('get', '/api/jobs/{job}', { path: { job: id }, signal });
  const list = h('ol', { class: 'cards puzzles' });
  const status = live();
  const after = h('div', { class: 'row' });
  let shown = 0;
  const changed = (now: Job): void => {
    const puzzles = now.puzzles ?? [];
    if (puzzles.length < shown) {
      // The job was started again.
      replace(list);
      shown = 0;
    }
    for (const [index, puzzle] of puzzles.entries()) {
      if (index >= shown) list.append(h('li', {}, card(id, index + 1, puzzle)));
    }
    if (puzzles.length !== shown) status.textContent = `${plural(puzzles.length, 'puzzle')} so far.`;
    shown = puzzles.length;
    if (!isOver(now)) return;
    status.textContent = shown
      ? `${plural(shown, 'puzzle')}.`
      : 'Nothing was found in this time. Allow more pieces, or look longer.';
    replace(
      after,
      shown > 0 &&
        h(
          'a',
          { class: 'button main', href: address('/api/puzzles/{job}.pdf', { job: id }), download: 'motif-puzzles.pdf' },
          'Download as PDF',
        ),
      h('a', { class: 'button', href: link(['compose']) }, 'Order another'),
    );
  };
  return h(
    'div',
    { class: 'stack' },
    h('h1', {}, capital(job.title)),
    progressOf(job, changed, signal),
    status,
    after,
    list,
  );
}

function card(job: string, number: number, puzzle: Puzzle): HTMLElement {
  return h(
    'a',
    { class: 'card link stack', href: link(['compose', job, number]) },
    picture({ fen: puzzle.fen }, { orientation: turnOf(puzzle.fen), label: `Puzzle ${number}` }),
    h('b', {}, `${number}. ${capital(puzzle.stipulation)}`),
    h('span', { class: 'quiet' }, [plural(puzzle.pieces, 'piece', 'pieces'), ...puzzle.themes].join(' · ')),
  );
}
