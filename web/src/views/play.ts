/** Play: choose a player by name and level, and sit down. */

import { field, h, live, replace, select } from '../dom';
import { type Visit, go, link } from '../router';
import { ask } from '../server';
import { attempt } from '../trouble';
import type { Player } from '../types';
import { capital } from '../words';
import { playGame } from './play-game';

export async function play(visit: Visit): Promise<HTMLElement> {
  const [, id] = visit.parts;
  if (id) return playGame(id, visit);
  const players = await ask('get', '/api/players', { signal: visit.signal });
  return form(players, visit.query.get('player'), visit.query.get('fen'));
}

function form(players: readonly Player[], wanted: string | null, fen: string | null): HTMLElement {
  let chosen = players.find(player => player.name === (wanted ?? 'human')) ?? players[0];
  const level = h('input', { type: 'range', min: 1, oninput: () => tellLevel() });
  const levelWords = h('output', { class: 'quiet' });
  const levelField = field('Level', level);
  levelField.append(levelWords);
  const side = select([{ value: 'white', words: 'White' }, { value: 'black', words: 'Black' }, { value: 'random', words: 'By lot' }], 'white');
  const status = live();

  function tellLevel(): void {
    const chosenLevel = chosen?.levels[Number(level.value) - 1];
    levelWords.textContent = chosenLevel ? `${chosenLevel.number}: ${chosenLevel.words}` : '';
  }

  function choose(player: Player): void {
    chosen = player;
    levelField.hidden = player.levels.length === 0;
    level.max = String(Math.max(1, player.levels.length));
    level.value = String(player.default_level ?? 1);
    tellLevel();
  }

  const cards = players.map(player => {
    const input = h('input', { type: 'radio', name: 'player', class: 'unseen', value: player.name, checked: player === chosen, onchange: () => choose(player) });
    return h('label', { class: 'card choice' }, input, h('b', {}, capital(player.name)), h('span', { class: 'quiet' }, capital(player.summary)));
  });
  if (chosen) choose(chosen);

  const start = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!chosen) return;
    const body = { player: chosen.name, level: chosen.levels.length ? Number(level.value) : null, side: side.value as 'white' | 'black' | 'random', fen };
    const game = await attempt(() => ask('post', '/api/games', { body }), trouble => replace(status, trouble));
    if (game) go(link(['play', game.id]));
  };
  return h(
    'form',
    { class: 'stack wide-gap', onsubmit: (event: SubmitEvent) => void start(event) },
    h('div', { class: 'stack' }, h('h1', {}, 'Play'), h('p', { class: 'lead' }, 'Each of them plays by what it has learned, and can say why it moved.')),
    h('fieldset', {}, h('legend', {}, 'Against'), h('div', { class: 'cards choices' }, ...cards)),
    h('div', { class: 'fields' }, levelField, field('Your men', side), h('button', { type: 'submit', class: 'main' }, 'Begin')),
    status,
  );
}
