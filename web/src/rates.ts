/** Shares beside each other: a dot for you, a square for peers, lines for where they lie with 95 % confidence, counts in words. */

import { h, s } from './dom';
import type { Rate } from './types';
import { rateWords, wilson } from './words';

function row(kind: 'you' | 'peers', rate: Rate, top: number): SVGGElement {
  const share = rate.count ? rate.hits / rate.count : 0;
  const [low, high] = wilson(rate.hits, rate.count);
  const x = (value: number): number => 4 + 192 * value;
  return s(
    'g',
    { class: kind },
    s('line', { x1: x(low), x2: x(high), y1: top, y2: top }),
    kind === 'you'
      ? s('circle', { cx: x(share), cy: top, r: 4 })
      : s('rect', { x: x(share) - 3.5, y: top - 3.5, width: 7, height: 7 }),
  );
}

export function rates(yours: Rate, peers: Rate | null | undefined, names: readonly [string, string] = ['you', 'peers']): HTMLElement {
  const rows: [string, Rate][] = [[names[0], yours]];
  if (peers) rows.push([names[1], peers]);
  return h(
    'div',
    { class: 'rates' },
    s(
      'svg',
      { viewBox: `0 0 200 ${12 * rows.length + 4}`, 'aria-hidden': 'true' },
      ...rows.map(([, rate], index) => row(index ? 'peers' : 'you', rate, 8 + 12 * index)),
    ),
    h('dl', {}, ...rows.flatMap(([name, rate]) => [h('dt', {}, name), h('dd', {}, rateWords(rate))])),
  );
}
