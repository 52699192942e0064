/** Draw the winning chance through a game, with a dot for each mistake; a click goes to that move. */

import { h, s } from './dom';
import { percent, plural } from './words';

const [WIDTH, HEIGHT] = [600, 96];
const LEVELS = [1, 0.5, 0];

export interface Course {
  /** `chances[0]` is before the first move; while a game is analysed the last ones may be missing. */
  readonly chances: readonly number[];
  readonly dots: readonly { readonly index: number; readonly kind: string }[];
  /** The number of the first move, and whether White made it. */
  readonly first: readonly [number, boolean];
  /** Whose chance it is, where it is not the reader's: White's. */
  readonly whose?: string | undefined;
  /** How many moves there are, where not all have a chance yet. */
  readonly plies?: number;
}

export class Curve {
  readonly element: HTMLElement;
  readonly drawing: SVGSVGElement;
  private readonly cursor = s('line', { class: 'cursor', y1: 0, y2: HEIGHT });

  constructor(
    private readonly course: Course,
    go?: (index: number) => void,
  ) {
    const { chances, dots } = course;
    const points = chances.map((chance, index) => `${this.x(index - 1)},${y(chance)}`);
    const [first, last] = [percent(chances[0] ?? 0.5), percent(chances.at(-1) ?? 0.5)];
    const through = `${course.whose ?? 'Your'} winning chance through the game, from ${first} to ${last}`;
    const words = `${through}, with ${plural(dots.length, 'mistake')}.`;
    const marks = this.marks();
    this.drawing = s(
      'svg',
      {
        class: 'curve',
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': words,
      },
      s('polygon', {
        class: 'area',
        points: `0,${HEIGHT} ${points.join(' ')} ${this.x(chances.length - 2)},${HEIGHT}`,
      }),
      s('line', { class: 'even', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ...marks.map(([, x]) => s('line', { class: 'tick', x1: x, x2: x, y1: HEIGHT - 6, y2: HEIGHT })),
      s('polyline', { class: 'chance', points: points.join(' ') }),
      ...dots.map(({ index, kind }) =>
        // A line of no length with round ends stays round when the drawing is stretched.
        s('path', { class: `dot ${kind}`, d: `M${this.x(index)} ${y(chances[index + 1] ?? 0.5)}h0` }),
      ),
      go && this.cursor,
    );
    if (go)
      this.drawing.addEventListener('click', event => {
        const box = this.drawing.getBoundingClientRect();
        const share = (event.clientX - box.left) / box.width;
        go(Math.round(share * this.plies) - 1);
      });
    // Text is next to the drawing, not in it, because the drawing is stretched.
    this.element = h(
      'figure',
      { class: 'curve-frame' },
      h('figcaption', {}, `${course.whose ?? 'Your'} winning chance, move by move`),
      h('div', { class: 'levels', 'aria-hidden': 'true' }, ...LEVELS.map(level => h('span', {}, percent(level)))),
      this.drawing,
      h(
        'div',
        { class: 'numbers', 'aria-hidden': 'true' },
        ...marks.map(([number, x]) => {
          const mark = h('span', {}, number);
          // An attribute would be a style of the page's text, which the server forbids.
          mark.style.left = `${(100 * x) / WIDTH}%`;
          return mark;
        }),
      ),
    );
  }

  at(index: number): void {
    this.cursor.setAttribute('x1', String(this.x(index)));
    this.cursor.setAttribute('x2', String(this.x(index)));
  }

  private x(index: number): number {
    return Math.round((10 * WIDTH * (index + 1)) / Math.max(1, this.plies)) / 10;
  }

  private get plies(): number {
    return this.course.plies ?? this.course.chances.length - 1;
  }

  /** Every tenth move, in a short game more of them, where White made it. */
  private marks(): [number, number][] {
    const { plies } = this;
    const [number, isWhite] = this.course.first;
    const every = plies > 120 ? 20 : plies > 40 ? 10 : plies > 16 ? 5 : 1;
    const marks: [number, number][] = [];
    for (let ply = 0; ply < plies; ply += 1) {
      const half = ply + (isWhite ? 0 : 1);
      if (half % 2 === 0 && (number + half / 2) % every === 0) marks.push([number + half / 2, this.x(ply)]);
    }
    return marks;
  }
}

function y(chance: number): number {
  return Math.round(10 * (4 + (HEIGHT - 8) * (1 - chance))) / 10;
}
