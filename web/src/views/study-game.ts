/** One game of a study on the analysis board, with links to the study and the games next to it. */

import { reasonsOf } from '../analyse/reasons';
import { AnalysisStore } from '../analyse/store';
import { type Choice, asked, choiceOf, chosenGames, chosenPlies, isNarrow } from '../chosen';
import { h } from '../dom';
import { replay } from '../placement';
import { type Visit, link, mark } from '../router';
import { ask } from '../server';
import type { Analysis, GameOutline, Step, StudiedGame } from '../types';
import { plural } from '../words';
import { AnalyseView, type Around as AroundGame } from './analyse';

export async function gameView(study: string, number: number, { query, signal }: Visit): Promise<HTMLElement> {
  const [game, outline] = await Promise.all([
    ask('get', '/api/studies/{study}/games/{number}', { path: { study, number }, signal }),
    ask('get', '/api/studies/{study}/outline', { path: { study }, signal }),
  ]);
  const steps = replay(game.start, game.moves);
  const around = new Around(study, game, steps, outline, choiceOf(query));
  const known = analysisOf(game, steps);
  const store = new AnalysisStore(game.start, steps, known, reasonsOf(study), around.stops);
  const view = new AnalyseView(store, study, { signal }, around);
  const ply = Number(query.get('ply') ?? store.mistakes[0] ?? -1);
  store.go(store.tree.follow(store.tree.mainAt(ply), (query.get('line') ?? '').split(',').filter(Boolean)));
  return view.element;
}

/** A game of a study as the page Analyse has it: nothing is left to be analysed. */
function analysisOf(game: StudiedGame, steps: readonly Step[]): Analysis {
  return {
    ...game,
    id: '',
    text: '',
    created: '',
    moves: [...steps],
    marks: game.moves,
    mistakes: Object.fromEntries(game.faults.map(fault => [fault.ply, fault])),
    mistakes_expected: game.faults.length,
    side: game.is_white ? 'white' : 'black',
    state: 'finished',
    are_final: true,
    accuracy: null,
    error: null,
    hint: null,
  };
}

/** Links to the study, the games next to this one, and the mistakes next to this one, within the study's choice. */
class Around implements AroundGame {
  readonly head: HTMLElement;
  /** The mistakes of this game at which to stop. */
  readonly stops: readonly number[];
  readonly source: string;
  /** Every mistake at which to stop, with the place of its game among those that were chosen. */
  private readonly mistakes: readonly { readonly place: number; readonly ply: number; readonly to: string }[];
  private readonly place: number;
  private readonly level: number | null;
  private here = -1;

  constructor(
    private readonly study: string,
    private readonly studied: StudiedGame,
    private readonly steps: readonly Step[],
    { games: all, level }: { readonly games: readonly GameOutline[]; readonly level: number | null },
    private choice: Choice,
  ) {
    this.level = level;
    const isHere = (game: GameOutline): boolean => game.number === studied.number;
    // A reader who comes to a game outside the choice goes through all games.
    if (!chosenGames(all, choice).some(isHere)) this.choice = choiceOf(new URLSearchParams());
    const games = chosenGames(all, this.choice);
    const place = games.findIndex(isHere);
    this.place = place;
    const game = games[place];
    this.source = game?.engine ?? '';
    this.stops = game ? chosenPlies(game, this.choice) : [];
    this.mistakes = games.flatMap((each, index) =>
      chosenPlies(each, this.choice).map(ply => ({ place: index, ply, to: this.gameLink(each, ply) })),
    );
    const neighbour = (words: string, other: GameOutline | undefined): HTMLElement | undefined =>
      other && h('a', { href: this.gameLink(other) }, words);
    this.head = h(
      'nav',
      { class: 'row between around', 'aria-label': 'In the study' },
      h(
        'p',
        { class: 'row' },
        h('a', { href: link(['study', study], asked(this.choice)) }, 'Back to the study'),
        isNarrow(this.choice) &&
          h('span', { class: 'quiet' }, `Game ${place + 1} of the ${plural(games.length, 'game')} that you chose.`),
      ),
      h('p', { class: 'row' }, neighbour('Previous game', games[place - 1]), neighbour('Next game', games[place + 1])),
    );
  }

  /** The board has come to this move. */
  arrived(ply: number, line: readonly string[]): void {
    this.here = ply;
    mark(this.gameLink(this.studied, ply, line));
  }

  /** What else can be done at a move. */
  about(ply: number): HTMLElement {
    const { studied, study } = this;
    const spent = studied.moves[ply]?.spent ?? null;
    const before = ply < 1 ? studied.start : this.steps[ply - 1]?.fen;
    const play = { fen: before, side: studied.is_white ? 'white' : 'black', level: this.level };
    return h(
      'p',
      { class: 'row' },
      spent !== null && h('span', { class: 'quiet' }, `Played after ${plural(Math.round(spent), 'second')}.`),
      studied.faults.some(fault => fault.ply === ply) &&
        h('a', { href: link(['train', 'question'], { study, game: studied.number, ply }) }, 'Train it'),
      h(
        'a',
        { href: link(['play'], play) },
        this.level === null ? 'Play it from here' : 'Play it from here, against your level',
      ),
    );
  }

  /** The next mistake, or the one before, in any game. */
  beyond(by: 1 | -1): string | null {
    const { place, here } = this;
    const found =
      by > 0
        ? this.mistakes.find(each => each.place > place || (each.place === place && each.ply > here))
        : this.mistakes.findLast(each => each.place < place || (each.place === place && each.ply < here));
    return found?.to ?? null;
  }

  private gameLink(
    { number }: Pick<GameOutline, 'number'>,
    ply: number | null = null,
    line: readonly string[] = [],
  ): string {
    const place = { ply, line: line.join(',') || null };
    return link(['study', this.study, 'games', number], { ...place, ...asked(this.choice) });
  }
}
