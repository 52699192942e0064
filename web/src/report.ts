/** The script of report.html, of a study or one game: curves, and boards to step through. */

import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/parts.css';
import './styles/report.css';

import { Curve } from './curve';
import { replace } from './dom';
import { filters } from './filters';
import { GameView, type ShownGame, courseOf } from './game-view';
import { type PackedGame, unpacked } from './packed';
import { type Asked, Solving } from './solve';

const folds = [...document.querySelectorAll<HTMLDetailsElement>('details.game')];
const views = new Map<HTMLDetailsElement, GameView>();
const CHOICES: Readonly<Record<string, (fold: HTMLDetailsElement) => boolean>> = {
  All: () => true,
  'With mistakes': fold => fold.querySelector('.mistakes li') !== null,
  Lost: fold => fold.classList.contains('lost'),
};

/** The games of the study, written as base64 of gzipped JSON to be small. */
async function gamesOf(): Promise<ShownGame[]> {
  return ((await valuesOf('games-data')) as PackedGame[]).map(game => unpacked(game, sentenceOf));
}

async function valuesOf(id: string): Promise<unknown[]> {
  const bytes = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ''), letter => letter.charCodeAt(0));
  const content = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(content).json()) as unknown[];
}

/** The positions to solve are drawn when their fold is opened. */
function offerToSolve(): void {
  const fold = document.querySelector<HTMLDetailsElement>('details#solve');
  fold?.addEventListener('toggle', () => {
    if (!fold.open || fold.querySelector('.solve')) return;
    void valuesOf('asked-data').then(all => fold.append(new Solving(all as Asked[]).element));
  });
}

/** The last text of a mistake in the list. */
function sentenceOf(game: number, ply: number): string {
  return document.getElementById(`game-${game}-ply-${ply}`)?.lastChild?.textContent ?? '';
}

function viewOf(fold: HTMLDetailsElement, games: ReadonlyMap<string, ShownGame>): GameView | undefined {
  const game = games.get(fold.id);
  if (!views.has(fold) && game) {
    const view = new GameView(game, { signal: new AbortController().signal, keysIn: fold });
    views.set(fold, view);
    fold.querySelector('.body')?.append(view.element);
  }
  return views.get(fold);
}

async function main(): Promise<void> {
  offerToSolve();
  const studied = await gamesOf();
  const games = new Map(studied.map(game => [`game-${game.number}`, game]));
  const choice = document.getElementById('choice') as HTMLElement;
  replace(
    choice,
    filters(Object.keys(CHOICES), name => {
      for (const fold of folds) fold.hidden = !CHOICES[name]?.(fold);
    }),
  );

  for (const fold of folds) {
    const game = games.get(fold.id);
    if (game) fold.querySelector('.course')?.append(new Curve(courseOf(game)).drawing);
    fold.addEventListener('toggle', () => {
      if (fold.open && !views.has(fold)) viewOf(fold, games)?.go(null);
    });
  }

  /** Open what a link within the report leads to: a game, or a move of one. */
  const follow = (): void => {
    const [, id, ply] = /^#(game-\d+)(?:-ply-(\d+))?$/.exec(location.hash) ?? [];
    const fold = folds.find(each => each.id === id);
    if (!fold) return;
    choice.querySelector('button')?.click();
    const view = viewOf(fold, games);
    fold.open = true;
    view?.go(ply === undefined ? -1 : Number(ply));
    fold.scrollIntoView({ block: 'start' });
    fold.querySelector<HTMLElement>('.board-column')?.focus({ preventScroll: true });
  };
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-move]') : null;
    if (!link) return;
    event.preventDefault();
    if (location.hash === `#${link.dataset['move']}`) follow();
    else location.hash = link.dataset['move'] ?? '';
  });
  addEventListener('hashchange', follow);
  document.documentElement.classList.add('with-script');
  // The page of one game shows it at once.
  for (const fold of folds) if (fold.open) viewOf(fold, games)?.go(-1);
  follow();
}

void main();
