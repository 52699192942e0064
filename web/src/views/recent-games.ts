/** The games that were analysed last. */

import { h, live, replace } from '../dom';
import { link } from '../router';
import { ask } from '../server';
import { attempt } from '../trouble';
import { playersOf } from '../words';

const MOST = 8;

export function recentGames(signal: AbortSignal): HTMLElement {
  const room = live();
  void attempt(
    () => ask('get', '/api/analyses', { signal }),
    () => undefined,
  ).then(games => {
    if (!games?.length) return;
    replace(
      room,
      h('h2', { class: 'small' }, 'Analysed lately'),
      h(
        'ul',
        { class: 'plain-list' },
        ...games
          .slice(0, MOST)
          .map(game =>
            h(
              'li',
              {},
              h('a', { href: link(['analyse', game.id]) }, playersOf(game)),
              ' ',
              h(
                'span',
                { class: 'quiet' },
                [game.result, game.opening, game.date].filter(each => each && each !== '*').join(' · '),
              ),
            ),
          ),
      ),
    );
  });
  return room;
}
