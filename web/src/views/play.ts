/** Play: choose an opponent, a level, a side and a clock. */

import { picture } from '../board';
import { field, h, live, replace, select } from '../dom';
import { type Visit, go, link } from '../router';
import { ask } from '../server';
import { attempt } from '../trouble';
import type { GameSummary, Player } from '../types';
import { capital, plural } from '../words';
import { playGame } from './play-game';

export async function play(visit: Visit): Promise<HTMLElement> {
  const [, id] = visit.parts;
  if (id) return playGame(id, visit);
  const [players, games] = await Promise.all([
    ask('get', '/api/players', { signal: visit.signal }),
    ask('get', '/api/games', { signal: visit.signal }),
  ]);
  const view = form(players, visit.query);
  const begun = games.filter(game => !game.over).slice(0, MOST_SHOWN);
  if (begun.length) {
    view.append(
      h(
        'section',
        { class: 'stack' },
        h('h2', {}, 'Games under way'),
        h('ul', { class: 'cards puzzles' }, ...begun.map(game => h('li', {}, gameCard(game)))),
      ),
    );
  }
  return view;
}

const MOST_SHOWN = 12;

/** The opponents that are shown first; the others are folded. */
const FIRST: readonly string[] = ['human', 'motif', 'stockfish'];

/** Minutes for each side, and the seconds that a move adds. */
const CLOCKS: readonly (readonly [string, string])[] = [
  ['', 'No clock'],
  ['3+2', '3 minutes, 2 seconds a move'],
  ['5+3', '5 minutes, 3 seconds a move'],
  ['10+5', '10 minutes, 5 seconds a move'],
  ['15+10', '15 minutes, 10 seconds a move'],
  ['30+0', '30 minutes'],
];

function clockOf(value: string): { minutes: number; increment: number } | null {
  const [minutes, increment] = value.split('+').map(Number);
  return minutes ? { minutes, increment: increment ?? 0 } : null;
}

function gameCard(game: GameSummary): HTMLElement {
  return h(
    'a',
    { class: 'card link stack', href: link(['play', game.id]) },
    picture({ fen: game.fen, last: game.last }, { orientation: game.side, label: `Your game against ${game.player}` }),
    h('b', {}, `Against ${capital(game.player)}${game.level === null ? '' : `, level ${game.level}`}`),
    h(
      'span',
      { class: 'quiet' },
      `${plural(Math.ceil(game.moves / 2), 'move')} · ${game.yours ? 'your move' : 'their move'}`,
    ),
  );
}

function form(players: readonly Player[], query: URLSearchParams): HTMLElement {
  const [wanted, fen] = [query.get('player'), query.get('fen')];
  let chosen = players.find(player => player.name === (wanted ?? 'human')) ?? players[0];
  const level = h('input', { type: 'range', min: 1, oninput: () => tellLevel() });
  const levelWords = h('output', { class: 'quiet' });
  const levelField = field('Level', level);
  levelField.append(levelWords);
  const side = select(
    [
      { value: 'white', words: 'White' },
      { value: 'black', words: 'Black' },
      { value: 'random', words: 'Random' },
    ],
    query.get('side') ?? 'white',
  );
  const minutes = select(
    CLOCKS.map(([value, words]) => ({ value, words })),
    '',
  );
  const takebacks = h('input', { type: 'checkbox', checked: true });
  const status = live();

  function tellLevel(): void {
    const chosenLevel = chosen?.levels[Number(level.value) - 1];
    levelWords.textContent = chosenLevel ? `${chosenLevel.number}: ${chosenLevel.words}` : '';
  }

  function choose(player: Player): void {
    chosen = player;
    levelField.hidden = player.levels.length === 0;
    level.max = String(Math.max(1, player.levels.length));
    level.value = String((player.name === 'human' && query.get('level')) || (player.default_level ?? 1));
    tellLevel();
  }

  const card = (player: Player): HTMLElement => {
    const input = h('input', {
      type: 'radio',
      name: 'player',
      class: 'unseen',
      value: player.name,
      checked: player === chosen,
      onchange: () => choose(player),
    });
    return h(
      'label',
      { class: 'card choice' },
      input,
      h('b', {}, capital(player.name)),
      player.summary.toLowerCase() !== player.name && h('span', { class: 'quiet' }, capital(player.summary)),
    );
  };
  if (chosen) choose(chosen);

  const start = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!chosen) return;
    const body = {
      player: chosen.name,
      level: chosen.levels.length ? Number(level.value) : null,
      side: side.value as 'white' | 'black' | 'random',
      fen,
      clock: clockOf(minutes.value),
      takebacks: takebacks.checked,
    };
    const game = await attempt(
      () => ask('post', '/api/games', { body }),
      trouble => replace(status, trouble),
    );
    if (game) go(link(['play', game.id]));
  };
  const cards = (those: readonly Player[]): HTMLElement => h('div', { class: 'cards choices' }, ...those.map(card));
  const first = FIRST.flatMap(name => players.filter(player => player.name === name));
  const others = players.filter(player => !first.includes(player));
  const against = h(
    'fieldset',
    { class: 'stack' },
    h('legend', {}, 'Against'),
    cards(first),
    h(
      'details',
      { open: chosen !== undefined && others.includes(chosen) },
      h('summary', {}, 'Other opponents'),
      cards(others),
    ),
  );
  return h(
    'form',
    { class: 'stack wide-gap', onsubmit: (event: SubmitEvent) => void start(event) },
    h(
      'div',
      { class: 'stack' },
      h('h1', {}, 'Play'),
      h('p', { class: 'lead' }, 'Choose an opponent. After each move you read why it was played.'),
    ),
    fen &&
      h(
        'section',
        { class: 'stack from-here' },
        h('h2', {}, query.get('level') ? 'From this position, against your level' : 'From this position'),
        picture(
          { fen },
          { orientation: query.get('side') === 'black' ? 'black' : 'white', label: 'Where the game begins' },
        ),
      ),
    !fen && against,
    h(
      'div',
      { class: 'fields' },
      levelField,
      field('Your pieces', side),
      field('Clock', minutes),
      h('label', { class: 'check' }, takebacks, 'Takebacks allowed'),
      h('button', { type: 'submit', class: 'main' }, 'Begin'),
    ),
    status,
    fen && h('details', {}, h('summary', {}, 'Against another player'), against),
  );
}
