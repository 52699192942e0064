/** Show a class to its coach: each pupil's study and sheet to print, shared weaknesses, and who improves. */

import { type Child, askedOnce, h, live, replace } from '../dom';
import { type Visit, go, link } from '../router';
import { address, ask } from '../server';
import { attempt } from '../trouble';
import type { Class, Pupil } from '../types';
import { percent, plural, rateWords, thousands } from '../words';

export async function classView(id: string, { signal }: Visit): Promise<HTMLElement> {
  const group = await ask('get', '/api/classes/{group}', { path: { group: id }, signal });
  const status = live();
  const remove = async (): Promise<void> => {
    const isDone = await attempt(
      async () => {
        await ask('delete', '/api/classes/{group}', { path: { group: id } });
        return true;
      },
      trouble => replace(status, trouble),
    );
    if (isDone) go(link(['study']));
  };
  const games = group.pupils.reduce((sum, pupil) => sum + pupil.games, 0);
  return h(
    'div',
    { class: 'stack wide-gap' },
    h(
      'div',
      { class: 'stack' },
      h('p', {}, h('a', { href: link(['study']) }, 'All studies')),
      h('h1', {}, group.title),
      h('p', { class: 'quiet' }, `${plural(group.pupils.length, 'pupil')}, ${thousands(games)} games in all.`),
      h(
        'div',
        { class: 'row' },
        askedOnce('Delete', 'Yes, delete this class and its studies', () => void remove()),
        status,
      ),
    ),
    h(
      'section',
      { class: 'stack' },
      h('h2', {}, 'The pupils'),
      h('ul', { class: 'cards' }, ...group.pupils.map(pupil => h('li', { class: 'card stack' }, ...pupilCard(pupil)))),
    ),
    shared(group),
    course(group.pupils),
  );
}

function studyLink({ study, player }: { study: string; player: string }): HTMLElement {
  return h('a', { href: link(['study', study]) }, player);
}

function shared({ shared: found, pupils }: Class): HTMLElement | null {
  if (found.length === 0) return null;
  const rows = found.map(each =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, each.title),
      h('td', {}, each.cost.toFixed(2)),
      h(
        'td',
        {},
        h('span', { class: 'row' }, ...pupils.filter(({ player }) => each.pupils.includes(player)).map(studyLink)),
      ),
    ),
  );
  const columns = ['work on', 'points a game', 'who'];
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, 'What several have to work on'),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'What several have to work on' },
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...columns.map(name => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, ...rows),
      ),
    ),
  );
}

function course(pupils: readonly Pupil[]): HTMLElement {
  const moved = pupils.filter(pupil => pupil.course !== 'cannot be said');
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, 'Who improves'),
    moved.length === 0
      ? h('p', {}, 'No pupil’s newer games differ from the older ones by more than chance.')
      : h(
          'ul',
          { class: 'plain-list' },
          ...moved.map(pupil =>
            h(
              'li',
              {},
              studyLink(pupil),
              `: ${pupil.course}. Mistakes in the older half of the games ${rateWords(pupil.before)}, `,
              `in the newer half ${rateWords(pupil.now)}.`,
            ),
          ),
        ),
  );
}

function pupilCard(pupil: Pupil): Child[] {
  const facts: [string, string][] = [
    ['games', thousands(pupil.games)],
    ['rating', pupil.rating === null ? '–' : String(pupil.rating)],
    ['score', percent(pupil.score)],
    ['accuracy', `${Math.round(pupil.accuracy)} %`],
  ];
  return [
    h('h3', {}, studyLink(pupil)),
    h(
      'dl',
      { class: 'facts small' },
      ...facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    ),
    pupil.verdict[0] && h('p', {}, pupil.verdict[0]),
    pupil.work_on[0] && h('p', {}, 'Work on first: ', h('b', {}, pupil.work_on[0])),
    pupil.since && h('p', { class: 'quiet' }, `Since the last study: ${pupil.since}.`),
    h(
      'p',
      { class: 'row' },
      ...(pupil.sheet === null
        ? []
        : [
            h(
              'a',
              {
                class: 'button',
                href: address('/api/studies/{study}/files/{name}', { study: pupil.study, name: pupil.sheet }),
                download: pupil.sheet,
              },
              'Sheet to print',
            ),
          ]),
    ),
  ];
}
