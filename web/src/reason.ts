/** A reason to read and to look at: its sentence, its lines on the board, and the check: two boards, as it was and without the cause. */

import { type Board, moveArrow, picture } from './board';
import { type Child, button, h } from './dom';
import { moveName } from './placement';
import type { Mistake, Told, Without } from './types';
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

/** A line of a reason; the better line of a mistake that nobody can explain is only a line. */
interface Side extends Pick<Told, 'fen' | 'line' | 'arrows' | 'without'> {
  readonly name: string;
}

export class ReasonView {
  readonly element: HTMLElement;
  private current: MoveList | null = null;

  constructor(reason: Told | Mistake, private readonly stage: Stage, spent?: number | null, ...more: readonly Child[]) {
    const sides = 'played' in reason ? sidesOf(reason) : [{ name: 'The line', ...reason }];
    this.element = h(
      'div',
      { class: 'stack' },
      'played' in reason ? mistakeHead(reason, spent) : head('good', reason.line[0]?.san ?? '', '', [reason.motif ?? reason.motifs[0]]),
      h('p', { class: 'sentence' }, reason.sentence),
      ...sides.map(side => this.line(side)),
      ...sides.map(side => side.without && check(side, side.without, stage.board.orientation)),
      ...more,
    );
  }

  /** What to draw on the board after a mistake: what its sentence speaks of, or else what should have been played. */
  static arrowsAfter(mistake: Mistake): readonly string[] {
    const best = sidesOf(mistake)[0]?.line[0];
    return speaking(mistake)?.arrows ?? (best ? [moveArrow(best.uci)] : []);
  }

  /** None of its lines is stepped through any more. */
  leave(): void {
    this.current?.at(null);
    this.current = null;
  }

  private line({ name, fen, line, arrows }: Side): HTMLElement {
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
    return h('div', { class: 'line' }, button(name, () => start(-1)), list.element);
  }
}

function sidesOf({ fen, played, better, missed, allowed }: Mistake): Side[] {
  const sides: Side[] = [];
  const [best] = better;
  if (missed) sides.push({ name: 'Better', ...missed });
  else if (best && best.uci !== played.uci) sides.push({ name: 'Better', fen, line: better, arrows: [moveArrow(best.uci)], without: null });
  if (allowed) sides.push({ name: 'Punished by', ...allowed });
  return sides;
}

/** The side of a mistake that its sentence is about. */
export function speaking({ speaks_of: side, missed, allowed }: Mistake): Told | null {
  return side === 'missed' ? missed : side === 'allowed' ? allowed : null;
}

function mistakeHead(mistake: Mistake, spent: number | null | undefined): HTMLElement {
  const { fen, played, judgement, chances: [before, after] } = mistake;
  const lost = before - after;
  const cost = `−${percent(lost)} winning chance${spent === null || spent === undefined ? '' : `, after ${Math.round(spent)} s`}`;
  return head(judgement === 'good' ? '' : judgement, `${moveName(fen, played)}${SIGNS[judgement] ?? ''}`, cost, [speaking(mistake)?.motif]);
}

function head(kind: string, title: string, cost: string, motifs: readonly (string | null | undefined)[]): HTMLElement {
  const tags = [...new Set(motifs)].map(motif => motif && h('span', { class: 'tag' }, motif));
  return h('div', { class: 'row' }, h('h2', { class: kind }, title), cost && h('span', { class: 'quiet' }, cost), ...tags);
}

/** The check that a reason has passed: the board as it was beside the one without the cause, the difference marked. */
function check(side: Side, { ply, fen, squares, sentence }: Without, orientation: 'white' | 'black'): HTMLElement {
  const words = `How the reason for ${side.line[0]?.san ?? 'this'} was checked`;
  const board = (shown: string, caption: string): HTMLElement =>
    h('figure', {}, picture({ fen: shown, marked: squares }, { orientation, label: caption }), h('figcaption', {}, caption));
  return h(
    'section',
    { class: 'stack check-boards', 'aria-label': words },
    h('div', { class: 'pair' }, board(side.line[ply - 1]?.fen ?? side.fen, 'as it was'), board(fen, 'without the cause')),
    h('p', { class: 'quiet' }, `${words}. ${sentence}`),
  );
}
