/** Values beside each other on one axis: a dot for you, a square for others, lines for where they lie with 95 % confidence. */

import { type Child, h, s } from './dom';
import type { Rate } from './types';
import { rateWords, wilson } from './words';

export interface Measured {
  readonly name: string;
  readonly value: number;
  readonly reach?: readonly [number, number] | null | undefined;
  readonly words: Child;
}

const [LEFT, WIDTH, ROW] = [6, 188, 12];

/** The ends and steps of an axis that shows all of this from 0 on, by round numbers. */
export function ticksOf(most: number): number[] {
  const ends = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
  const end = ends.find(each => each >= most) ?? most;
  return [0, end / 2, end];
}

export function scale(rows: readonly Measured[], unit: (value: number) => string, most = Math.max(...rows.map(row => row.reach?.[1] ?? row.value))): HTMLElement {
  const ticks = ticksOf(most);
  const x = (value: number): number => LEFT + (WIDTH * Math.min(value, ticks[2] ?? 1)) / (ticks[2] || 1);
  const bottom = ROW * rows.length + 4;
  const drawn = rows.map(({ value, reach }, index) => {
    const top = 8 + ROW * index;
    return s('g', { class: index ? 'peers' : 'you' },
      reach && s('line', { x1: x(reach[0]), x2: x(reach[1]), y1: top, y2: top }),
      index ? s('rect', { x: x(value) - 3.5, y: top - 3.5, width: 7, height: 7 }) : s('circle', { cx: x(value), cy: top, r: 4 }));
  });
  const axis = ticks.map((tick, index) => s('g', { class: 'axis' },
    s('line', { x1: x(tick), x2: x(tick), y1: 0, y2: bottom }),
    s('text', { x: x(tick), y: bottom + 9, 'text-anchor': ['start', 'middle', 'end'][index] }, unit(tick))));
  return h(
    'div',
    { class: 'rates' },
    s('svg', { viewBox: `0 0 200 ${bottom + 11}`, 'aria-hidden': 'true' }, ...axis, ...drawn),
    h('dl', {}, ...rows.flatMap(({ name, words }) => [h('dt', {}, name), h('dd', {}, words)])),
  );
}

export function rates(yours: Rate, others: Rate | null | undefined, names: readonly [string, string] = ['you', 'peers']): HTMLElement {
  const row = (name: string, rate: Rate): Measured => ({ name, value: rate.count ? rate.hits / rate.count : 0, reach: wilson(rate.hits, rate.count), words: rateWords(rate) });
  const rows = [row(names[0], yours), ...(others ? [row(names[1], others)] : [])];
  return scale(rows, value => `${Math.round(1000 * value) / 10} %`);
}
