/** The page: a frame with its views, each behind a link. */

import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/parts.css';
import './styles/views.css';
import './styles/analyse.css';

import { h, replace } from './dom';
import { type Place, type View, link, onPlace, placeOf } from './router';
import { Problem, connection, isLeft } from './server';
import { colourBoards, themeSwitch } from './theme';
import { empty, troubleOf } from './trouble';
import { analyse } from './views/analyse';
import { compose } from './views/compose';
import { games } from './views/games';
import { know } from './views/know';
import { more } from './views/more';
import { play } from './views/play';
import { study } from './views/study';
import { train } from './views/train';

/** `explain` is in links of earlier versions. */
const VIEWS: Readonly<Record<string, View>> = {
  analyse,
  explain: analyse,
  games,
  study,
  train,
  play,
  more,
  compose,
  know,
};

/** The links of the frame, and the views that belong to each. */
const LINKS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  analyse: ['Analyse', 'explain'],
  games: ['My games', 'study'],
  train: ['Train'],
  play: ['Play'],
  more: ['More', 'compose', 'know'],
};

const links = Object.entries(LINKS).map(([name, [words, ...others]]) => ({
  anchor: h('a', { href: link([name]) }, words),
  names: [name, ...others],
}));
const main = h('main', { id: 'main', tabindex: -1 });
colourBoards();

document.body.append(
  h(
    'a',
    {
      class: 'skip',
      href: '#main',
      onclick: (event: Event) => {
        event.preventDefault();
        main.focus();
      },
    },
    'Skip to the view',
  ),
  h(
    'header',
    { class: 'top' },
    h('a', { class: 'brand', href: link(['analyse']), 'aria-label': 'Motif, to the board' }, 'Motif'),
    h('nav', { 'aria-label': 'Views' }, ...links.map(({ anchor }) => anchor)),
    themeSwitch(),
  ),
  h('div', { class: 'connection', role: 'status', 'aria-live': 'polite' }),
  main,
  h(
    'footer',
    {},
    'Motif works on this machine alone. Nothing you do here leaves it, unless you ask for games from a site.',
  ),
);

const LOADING = 300;
connection.addEventListener('changed', event => {
  const isThere = (event as CustomEvent<boolean>).detail;
  const place = document.querySelector('.connection');
  if (place)
    replace(
      place,
      h(
        'p',
        { class: isThere ? 'notice good' : 'notice bad' },
        isThere
          ? 'Motif is back: what was under way goes on.'
          : 'Motif is not running; start it with `motif web`. Nothing is lost: this goes on when it is back.',
      ),
    );
  if (isThere && isWanting) void show(placeOf(location.hash));
});

let leaving = new AbortController();
let isFirst = true;
/** Whether the view could not be shown because the server did not answer. */
let isWanting = false;

/** The page's content if a view cannot be shown. */
function lost(why: HTMLElement): HTMLElement {
  return h('div', { class: 'stack' }, h('h1', {}, 'Nothing to show here'), why);
}

/** How far each step of the history was scrolled, to return to the same place. */
const steps = new Map<number, number>();
let entry = 0;
history.scrollRestoration = 'manual';

function enter(): void {
  steps.set(entry, scrollY);
  const known = (history.state as { entry?: number } | null)?.entry;
  entry = known ?? Math.max(0, ...steps.keys()) + 1;
  if (known === undefined) history.replaceState({ entry }, '');
}

async function show(place: Place): Promise<void> {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const name = place.parts[0] ?? 'analyse';
  const view = VIEWS[name];
  for (const { anchor, names } of links) {
    if (names.includes(name)) anchor.setAttribute('aria-current', 'page');
    else anchor.removeAttribute('aria-current');
  }
  main.setAttribute('aria-busy', 'true');
  const loading = setTimeout(
    () => replace(main, h('p', { class: 'quiet thinking', role: 'status' }, 'One moment')),
    LOADING,
  );
  signal.addEventListener('abort', () => clearTimeout(loading));
  let content: HTMLElement;
  isWanting = false;
  try {
    content = view
      ? await view({ ...place, signal })
      : lost(
          empty(
            'This link leads nowhere.',
            'It may be mistyped, or from another version of Motif.',
            h('a', { class: 'button', href: link(['analyse']) }, 'To the board'),
          ),
        );
  } catch (error) {
    if (isLeft(error)) return;
    isWanting = error instanceof Problem && error.status === 0;
    content = lost(troubleOf(error));
  }
  clearTimeout(loading);
  if (signal.aborted) return;
  replace(main, content);
  main.removeAttribute('aria-busy');
  const title = main.querySelector('h1')?.textContent;
  document.title = title ? `${title} · Motif` : 'Motif';
  scrollTo(0, steps.get(entry) ?? 0);
  // After a link, focus the new view so that screen readers announce it; a fresh page begins at its top.
  if (!isFirst) main.focus({ preventScroll: true });
  isFirst = false;
}

onPlace(place => {
  enter();
  void show(place);
});

// Only a page of this machine, or one that comes encrypted, may be installed; the others work all the same.
if ('serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
