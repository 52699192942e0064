/** One game of a study, with links to the study and to Analyse. */

import { type Choice, asked, choiceOf, chosenGames, chosenPlies, isNarrow } from '../chosen';
import { analyseGame } from '../analyse/begin';
import { plainPgn } from '../analyse/share';
import { button, h, replace } from '../dom';
import { GameView } from '../game-view';
import { START, replay } from '../placement';
import { type Visit, go, link, mark } from '../router';
import { ask } from '../server';
import { attempt } from '../trouble';
import type { GameOutline, StudiedGame } from '../types';
import { plural } from '../words';
import { LinesPanel } from './lines-panel';

export async function gameView(study: string, number: number, { query, signal }: Visit): Promise<HTMLElement> {
  const [game, outline] = await Promise.all([
    ask('get', '/api/studies/{study}/games/{number}', { path: { study, number }, signal }),
    ask('get', '/api/studies/{study}/outline', { path: { study }, signal }),
  ]);
  const around = new Around(study, number, outline.games, choiceOf(query));
  const facts = [game.result, game.opening, game.date, game.event].filter(fact => fact && fact !== '?');
  const lines = new LinesPanel(study, signal);
  const trouble = h('span', { 'aria-live': 'polite' });
  const analyseIt = (): Promise<void> => {
    const pgn = plainPgn(
      game,
      game.start,
      game.moves.map(move => move.san),
    );
    return attempt(
      () => analyseGame(pgn, game.is_white ? 'white' : 'black', signal),
      each => replace(trouble, each),
    ).then(() => undefined);
  };
  const view = new GameView(game, {
    signal,
    head: h(
      'div',
      {},
      h('h1', { class: 'small' }, `${game.white} – ${game.black}`),
      h('p', { class: 'quiet' }, facts.join(' · ')),
      h(
        'div',
        { class: 'row' },
        button('Analyse this game', () => void analyseIt()),
        trouble,
      ),
    ),
    more: ply =>
      h(
        'span',
        { class: 'row' },
        h(
          'a',
          {
            href: link(['analyse'], {
              study,
              fen: game.start === START ? null : game.start,
              moves:
                game.moves
                  .slice(0, ply + 1)
                  .map(move => move.move)
                  .join(',') || null,
            }),
          },
          'Analyse this position',
        ),
        game.faults.some(fault => fault.ply === ply) &&
          h('a', { href: link(['train', 'question'], { study, game: number, ply }) }, 'Train it'),
        h(
          'a',
          {
            href: link(['play'], {
              fen: fenBefore(game, ply),
              side: game.is_white ? 'white' : 'black',
              level: outline.level,
            }),
          },
          outline.level === null ? 'Play it from here' : 'Play it from here, against your level',
        ),
      ),
    arrived: (ply, fen) => {
      around.at(ply);
      lines.at(fen);
    },
    stops: around.stops,
    beyond: by => {
      const to = around.mistake(by);
      if (to) go(to);
    },
    below: lines.element,
  });
  const ply = query.get('ply');
  view.go(ply === null ? null : Number(ply));
  return h('div', { class: 'stack' }, around.element, view.element);
}

/** Links to the study, the games next to this one, and the mistakes next to this one, within the study's choice. */
class Around {
  readonly element: HTMLElement;
  /** The mistakes of this game at which to stop. */
  readonly stops: readonly number[];
  private readonly back = h('a', {}, 'Previous mistake');
  private readonly on = h('a', {}, 'Next mistake');
  /** Every mistake at which to stop, with the place of its game among those that were chosen. */
  private readonly mistakes: readonly { readonly place: number; readonly ply: number; readonly to: string }[];
  private readonly place: number;
  private here = -1;

  constructor(
    private readonly study: string,
    private readonly number: number,
    all: readonly GameOutline[],
    private choice: Choice,
  ) {
    const isHere = (game: GameOutline): boolean => game.number === number;
    // Who comes by another way to a game that was not chosen goes through all of them.
    if (!chosenGames(all, choice).some(isHere)) this.choice = choiceOf(new URLSearchParams());
    const games = chosenGames(all, this.choice);
    const place = (this.place = games.findIndex(isHere));
    const game = games[place];
    this.stops = game ? chosenPlies(game, this.choice) : [];
    this.mistakes = games.flatMap((each, index) =>
      chosenPlies(each, this.choice).map(ply => ({ place: index, ply, to: this.gameLink(each, ply) })),
    );
    const neighbour = (words: string, other: GameOutline | undefined): HTMLElement | undefined =>
      other && h('a', { href: this.gameLink(other) }, words);
    this.element = h(
      'nav',
      { class: 'row between', 'aria-label': 'In the study' },
      h(
        'p',
        { class: 'row' },
        h('a', { href: link(['study', study], asked(this.choice)) }, 'Back to the study'),
        h(
          'span',
          { class: 'quiet' },
          [
            isNarrow(this.choice) && `Game ${place + 1} of the ${plural(games.length, 'game')} that you chose.`,
            `Evaluated by ${game?.engine ?? ''}.`,
          ]
            .filter(Boolean)
            .join(' '),
        ),
      ),
      h(
        'p',
        { class: 'row' },
        neighbour('Previous game', games[place - 1]),
        neighbour('Next game', games[place + 1]),
        this.back,
        this.on,
      ),
    );
  }

  /** The board has come to this move. Keep the same link elements, since one may have the focus. */
  at(ply: number): void {
    this.here = ply;
    mark(this.gameLink({ number: this.number }, ply));
    for (const [anchor, by] of [
      [this.back, -1],
      [this.on, 1],
    ] as const) {
      const to = this.mistake(by);
      anchor.hidden = to === null;
      if (to) anchor.href = to;
    }
  }

  /** The next mistake, or the one before, in any game. */
  mistake(by: 1 | -1): string | null {
    const { place, here } = this;
    const found =
      by > 0
        ? this.mistakes.find(each => each.place > place || (each.place === place && each.ply > here))
        : this.mistakes.findLast(each => each.place < place || (each.place === place && each.ply < here));
    return found?.to ?? null;
  }

  private gameLink({ number }: Pick<GameOutline, 'number'>, ply: number | null = null): string {
    return link(['study', this.study, 'games', number], { ply, ...asked(this.choice) });
  }
}

/** The board on which a move was made, as the mistakes of a game know it, or else as it is replayed. */
function fenBefore(game: StudiedGame, ply: number): string {
  const fault = game.faults.find(each => each.ply === ply);
  return (
    fault?.fen ?? (ply < 0 ? game.start : (replay(game.start, game.moves.slice(0, ply + 1)).at(-1)?.fen ?? game.start))
  );
}
