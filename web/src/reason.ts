/** Show an explanation: its sentence, its lines on the board, and the board with and without the cause. */

import { type Board, moveArrow, picture } from './board';
import { type Child, button, h } from './dom';
import { moveName } from './placement';
import type { Check, Explanation, Point } from './types';
import { MoveList, Walk } from './walk';
import { percent } from './words';

/** Where a reason is looked at. */
export interface Stage {
  readonly board: Board;
  /** A line of the reason is stepped through from now on. */
  walking(walk: Walk): void;
  /** What is on the board now. */
  say(words: string): void;
}

export const SIGNS: Readonly<Record<string, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** A line of an explanation, with its name: the point, the other side of a mistake, or the better move. */
interface Line extends Pick<Point, 'fen' | 'line' | 'arrows' | 'check'> {
  readonly name: string;
}

export class ReasonView {
  readonly element: HTMLElement;
  private current: MoveList | null = null;

  constructor(
    explanation: Explanation,
    private readonly stage: Stage,
    spent?: number | null,
    ...more: readonly Child[]
  ) {
    const lines = linesOf(explanation);
    this.element = h(
      'div',
      { class: 'stack' },
      isMistake(explanation)
        ? mistakeHead(explanation, spent)
        : head('good', explanation.played.san, '', [explanation.point?.motif ?? explanation.motifs[0]]),
      h('p', { class: 'sentence' }, explanation.sentence),
      ...lines.map(line => this.line(line)),
      ...lines.map(line => line.check && checked(line, line.check, stage.board.orientation)),
      ...more,
    );
  }

  /** What to draw on the board: the point; where there is none, what should have been played. */
  static arrowsOf({ point, better }: Explanation): readonly string[] {
    const best = better?.line[0];
    return point?.arrows ?? (best ? [moveArrow(best.uci)] : []);
  }

  /** None of its lines is stepped through any more. */
  leave(): void {
    this.current?.at(null);
    this.current = null;
  }

  private line({ name, fen, line, arrows }: Line): HTMLElement {
    const { board, walking, say } = this.stage;
    const start = (index: number): void => {
      this.leave();
      this.current = list;
      const walk = new Walk({ start: fen, steps: line }, (at, step) => {
        list.at(at);
        board.show({ fen: step?.fen ?? fen, last: step?.uci, arrows: step ? [] : arrows });
        say(step ? `${name} ${moveName(line[at - 1]?.fen ?? fen, step)}` : `${name} …`);
      });
      walking(walk);
      walk.go(index);
    };
    const list = new MoveList(start);
    list.show({ start: fen, steps: line });
    return h(
      'div',
      { class: 'line' },
      button(name, () => start(-1)),
      list.element,
    );
  }
}

/** What the line of a point is called. */
const NAMES: Readonly<Record<Point['side'], string>> = { does: 'The line', allowed: 'Punished by', missed: 'Better' };

function linesOf({ fen, point, better, also }: Explanation): Line[] {
  const points = [point, also].filter(each => each !== null).map(each => ({ name: NAMES[each.side], ...each }));
  const best = better?.line[0];
  const isNamed = points.some(each => each.side === 'missed');
  return best && !isNamed
    ? [...points, { name: 'Better', fen, line: better.line, arrows: [moveArrow(best.uci)], check: null }]
    : points;
}

function isMistake({ point }: Explanation): boolean {
  return point?.side !== 'does';
}

function mistakeHead(
  { fen, played, verdict: { judgement, before, after }, point }: Explanation,
  spent: number | null | undefined,
): HTMLElement {
  const time = spent === null || spent === undefined ? '' : `, after ${Math.round(spent)} s`;
  const cost = `−${percent(before - after)} winning chance${time}`;
  return head(judgement === 'good' ? '' : judgement, `${moveName(fen, played)}${SIGNS[judgement] ?? ''}`, cost, [
    point?.motif,
  ]);
}

function head(kind: string, title: string, cost: string, motifs: readonly (string | null | undefined)[]): HTMLElement {
  const tags = [...new Set(motifs)].map(motif => motif && h('span', { class: 'tag' }, motif));
  return h(
    'div',
    { class: 'row' },
    h('h2', { class: kind }, title),
    cost && h('span', { class: 'quiet' }, cost),
    ...tags,
  );
}

/** The check that a point has passed: the board as it was, next to one with a single marked change. */
function checked(line: Line, { ply, fen, squares, result }: Check, orientation: 'white' | 'black'): HTMLElement {
  const words = `How the reason for ${line.line[0]?.san ?? 'this'} was checked`;
  const board = (shown: string, caption: string): HTMLElement =>
    h(
      'figure',
      {},
      picture({ fen: shown, marked: squares }, { orientation, label: caption }),
      h('figcaption', {}, caption),
    );
  return h(
    'section',
    { class: 'stack check-boards', 'aria-label': words },
    h(
      'div',
      { class: 'pair' },
      board(line.line[ply - 1]?.fen ?? line.fen, 'as it was'),
      board(fen, 'without the cause'),
    ),
    h('p', { class: 'quiet' }, `${words}. ${result}`),
  );
}
