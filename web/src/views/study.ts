/** Study: drop a file of games, watch the evaluation, read the findings, open a game. */

import { analyseGame } from '../analyse/begin';
import { titleOf } from '../analyse/paste';
import { button, field, h, live, replace, select } from '../dom';
import { mayAsk } from '../going-out';
import { progressOf, progressWords } from '../jobs';
import { type Visit, go, link } from '../router';
import { ask, isOver } from '../server';
import { attempt, empty } from '../trouble';
import type { Job, StudySummary } from '../types';
import { capital, day, plural } from '../words';
import { gamesTabs } from './games';
import { classView } from './study-class';
import { gameView } from './study-game';
import { positionsView } from './study-positions';
import { profileView } from './study-profile';
import { treeView } from './study-tree';

export async function study(visit: Visit): Promise<HTMLElement> {
  const [, id, what, number] = visit.parts;
  if (id === 'jobs' && what) return jobView(what, visit);
  if (id && what === 'games' && number) return gameView(id, Number(number), visit);
  if (id && what === 'positions') return positionsView(id, visit);
  if (id && what === 'tree') return treeView(id, visit);
  if (id?.startsWith('class-') && !id.includes('~')) return classView(id, visit);
  if (id) return profileView(id, visit);
  return shelf(visit);
}

async function shelf({ query, signal }: Visit): Promise<HTMLElement> {
  const [studies, classes, jobs] = await Promise.all([
    ask('get', '/api/studies', { signal }),
    ask('get', '/api/classes', { signal }),
    ask('get', '/api/jobs', { signal }),
  ]);
  const running = jobs.filter(job => ['study', 'class'].includes(job.kind) && !isOver(job));
  return h(
    'div',
    { class: 'stack wide-gap' },
    gamesTabs('study'),
    h(
      'div',
      { class: 'stack' },
      h('h1', {}, 'Study your games'),
      h('p', { class: 'lead' }, 'Motif reads your games and shows what you keep missing, why, and what to work on.'),
    ),
    order(),
    account(query.get('name') ?? ''),
    running.length > 0 &&
      h(
        'section',
        { class: 'stack' },
        h('h2', {}, 'Being studied'),
        ...running.map(job =>
          h(
            'a',
            { class: 'card link', href: link(['study', 'jobs', job.id]) },
            h('b', {}, job.title),
            ' ',
            h('span', { class: 'quiet' }, progressWords(job)),
          ),
        ),
      ),
    classes.length > 0 &&
      h(
        'section',
        { class: 'stack' },
        h('h2', {}, 'Your classes'),
        h(
          'ul',
          { class: 'cards' },
          ...classes.map(each =>
            h(
              'li',
              {},
              h(
                'a',
                { class: 'card link', href: link(['study', each.id]) },
                h('h3', {}, each.title),
                h('p', { class: 'quiet' }, plural(each.pupils, 'pupil')),
              ),
            ),
          ),
        ),
      ),
    studies.length > 0
      ? h('section', { class: 'stack' }, h('h2', {}, 'Your studies'), h('ul', { class: 'cards' }, ...studies.map(card)))
      : empty(
          'No study yet',
          'Export your games as PGN and drop the file above. With 20 games Motif finds what you keep missing.',
        ),
  );
}

function card(study: StudySummary): HTMLElement {
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'card link', href: link(['study', study.id]) },
      h('h3', {}, study.title),
      h(
        'p',
        { class: 'quiet' },
        study.title !== study.player && `${study.player} · `,
        `${plural(study.games, 'game')} · accuracy ${Math.round(study.accuracy)} % · ${day(study.made)}`,
      ),
      study.work_on[0]
        ? h('p', {}, study.work_on[0])
        : h('p', { class: 'quiet' }, 'No weakness is clearly more than chance.'),
    ),
  );
}

/** The form: drop a file or choose it, say who you are, how many games. */
function order(): HTMLElement {
  const file = h('input', {
    type: 'file',
    accept: '.pgn,.txt,.zst,.gz,application/x-chess-pgn',
    class: 'unseen',
    id: 'pgn',
  });
  const chosen = h('strong', {}, 'Drop a PGN file here');
  const drop = h(
    'label',
    { class: 'drop', for: 'pgn' },
    chosen,
    h('span', { class: 'quiet' }, 'or press to choose one'),
  );
  const player = h('input', {
    type: 'text',
    autocomplete: 'off',
    maxlength: 100,
    placeholder: 'the player with the most games',
  });
  const games = h('input', { type: 'number', min: 1, max: 1000, value: 100 });
  const everyone = h('input', {
    type: 'checkbox',
    onchange: () => {
      player.disabled = everyone.checked;
    },
  });
  const status = live({ class: 'stack' });
  let given: Blob | null = null;
  const pasted = h('textarea', {
    rows: 4,
    spellcheck: 'false',
    placeholder: '[White "…"]',
    oninput: () => {
      given = pasted.value.trim() ? new Blob([pasted.value]) : null;
      chosen.textContent = 'Drop a PGN file here';
      start.disabled = given === null;
    },
  });

  const take = (taken: File | undefined): void => {
    if (!taken) return;
    given = taken;
    chosen.textContent = taken.name;
    start.disabled = false;
  };
  file.addEventListener('change', () => take(file.files?.[0]));
  drop.addEventListener('dragover', event => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', event => {
    event.preventDefault();
    drop.classList.remove('over');
    take(event.dataTransfer?.files[0]);
  });

  const start = h('button', { type: 'submit', class: 'main', disabled: true }, 'Study these games');
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!given) return;
    const body = given;
    start.disabled = true;
    replace(status);
    const job = await attempt(
      () =>
        everyone.checked
          ? ask('post', '/api/classes', {
              query: {
                title: body instanceof File ? body.name.replace(/(\.(pgn|txt|zst|gz))+$/i, '') : 'A class',
                newest: Number(games.value) || null,
              },
              body,
            })
          : ask('post', '/api/studies', {
              query: { player: player.value.trim() || null, newest: Number(games.value) || null },
              body,
            }),
      trouble => replace(status, trouble),
    );
    start.disabled = false;
    if (job) go(link(['study', 'jobs', job.id]));
  };
  return h(
    'form',
    { class: 'card order', onsubmit: (event: SubmitEvent) => void send(event) },
    file,
    drop,
    h('details', {}, h('summary', {}, 'Or paste the games'), field('Games as PGN', pasted)),
    h(
      'div',
      { class: 'fields' },
      field('Player', player, 'Your name, as the file spells it.'),
      field('Newest games', games),
      start,
    ),
    h('label', { class: 'check' }, everyone, 'Study everyone with ten games or more, as a class'),
    status,
  );
}

/** Games of an account on a site; the page asks before each request to the site. */
function account(known: string): HTMLElement {
  const site = select(
    [
      { value: 'lichess', words: 'Lichess' },
      { value: 'chesscom', words: 'Chess.com' },
    ],
    'lichess',
  );
  const name = h('input', { type: 'text', autocomplete: 'off', maxlength: 30, value: known });
  const games = h('input', { type: 'number', min: 1, max: 1000, value: 100 });
  const status = live({ class: 'stack' });
  const fetchThem = async (): Promise<void> => {
    const body = {
      site: site.value as 'lichess' | 'chesscom',
      name: name.value.trim(),
      newest: Number(games.value) || 100,
      may_ask: true as const,
    };
    const job = await attempt(
      () => ask('post', '/api/studies/account', { body }),
      trouble => replace(status, trouble),
    );
    if (job) go(link(['study', 'jobs', job.id]));
  };
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const host = site.value === 'lichess' ? 'lichess.org' : 'chess.com';
    mayAsk(status, host, `the games of ${name.value.trim() || 'this player'}`, () => void fetchThem());
  };
  return h(
    'details',
    { class: 'card', open: known !== '' },
    h('summary', {}, 'Or give your name on Lichess or Chess.com'),
    h(
      'form',
      { class: 'stack', onsubmit: send },
      h(
        'div',
        { class: 'fields' },
        field('Site', site),
        field('Name', name),
        field('Newest games', games),
        h('button', { type: 'submit' }, 'Fetch the games'),
      ),
      status,
    ),
  );
}

async function jobView(id: string, { signal }: Visit): Promise<HTMLElement> {
  const job = await ask('get', '/api/jobs/{job}', { path: { job: id }, signal });
  const title = h('h1', {}, `Studying ${job.title}`);
  const after = h('div', { class: 'row' });
  const looked = live();
  const meanwhile = h('div', { class: 'stack' });
  const changed = (now: Job): void => {
    title.textContent = `Studying ${now.title}`;
    // A live region that is filled again is read aloud again.
    if (now.first_look && !looked.firstChild) looked.append(h('p', { class: 'card' }, capital(now.first_look)));
    if (!meanwhile.firstChild && now.newest?.length) replace(meanwhile, ...gamesOf(now, signal));
    if (now.state === 'finished' && now.study) go(link(['study', now.study]));
    else if (isOver(now)) replace(after, h('a', { class: 'button', href: link(['study']) }, 'Back to the studies'));
  };
  return h(
    'div',
    { class: 'stack narrow' },
    title,
    progressOf(job, changed, signal),
    looked,
    meanwhile,
    ...(job.notes ?? []).map(note => h('p', { class: 'quiet' }, note)),
    h(
      'p',
      { class: 'quiet' },
      'You can close this page: the study goes on, and you find it again under My games, Study.',
    ),
    after,
  );
}

/** The newest games of a study that is running: each is marked as soon as it is opened. */
function gamesOf({ newest = [], title }: Job, signal: AbortSignal): HTMLElement[] {
  const trouble = live();
  const open = (text: string): Promise<void> => {
    const side = text.includes(`[White "${title}"]`) ? 'white' : text.includes(`[Black "${title}"]`) ? 'black' : null;
    return attempt(
      () => analyseGame(text, side, signal),
      each => replace(trouble, each),
    ).then(() => undefined);
  };
  const items = newest.map(text =>
    h(
      'li',
      {},
      button(titleOf(text), () => void open(text), { class: 'plain' }),
    ),
  );
  return [
    h('h2', {}, 'Look at a game while you wait'),
    h('ul', { class: 'plain-list choice-of-games' }, ...items),
    trouble,
  ];
}
