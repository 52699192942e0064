/** Make each move in a sentence a button that shows it on the board, with its line. */

import { h } from '../dom';
import type { Explanation, Step } from '../types';
import { stepBySan } from './chess';

/** A move in a sentence: where its line begins, the line, and which of its moves is meant. */
export interface Mentioned {
  readonly start: string;
  readonly steps: readonly Step[];
  readonly index: number;
}

const MOVE = /(?:O-O(?:-O)?|[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8](?:=[QRBN])?|[a-h][1-8](?:=[QRBN])?)[+#]?/g;
const SQUARE = /^[a-h][1-8]$/;
/** Before a bare square these words say that a piece is there; elsewhere it is a pawn's move. */
const PLACE = /\b(?:on|to|at|of|from|the|guards|guard|eyes|defends|attacks|leaves|and|or|square|squares|onto|over)\s+$/;

export function sentenceOf(text: string, about: Explanation, show: (move: Mentioned) => void): HTMLElement {
  const parts: (string | HTMLElement)[] = [];
  let done = 0;
  for (const match of text.matchAll(MOVE)) {
    const [san] = match;
    const before = text.slice(0, match.index);
    if (/[\w-]$/.test(before) || /^\w/.test(text.slice(match.index + san.length))) continue;
    const meant = SQUARE.test(san) && PLACE.test(before) ? null : mentioned(san, before, about);
    if (!meant) continue;
    const press = (): void => show(meant);
    const end = match.index + san.length;
    const mark = /^[.,;:!?)]+/.exec(text.slice(end))?.[0] ?? '';
    const move = h('button', { type: 'button', class: 'in-text', onclick: press }, san);
    parts.push(text.slice(done, match.index), mark ? h('span', { class: 'unbroken' }, move, mark) : move);
    done = end + mark.length;
  }
  return h('p', { class: 'sentence' }, ...parts, text.slice(done));
}

/** The move that is meant: one of a known line, or else one that is legal before or after the move. */
function mentioned(san: string, before: string, about: Explanation): Mentioned | null {
  const { fen, played, point, also, better } = about;
  const lines = [
    ...[point, also].filter(each => each !== null).map(each => ({ start: each.fen, steps: each.line })),
    ...(better ? [{ start: fen, steps: better.line }] : []),
    { start: fen, steps: [played] },
  ];
  const side = numbered(before);
  for (const { start, steps } of lines) {
    const index = steps.findIndex((step, at) => plain(step.san) === plain(san) && fits(start, at, side));
    if (index >= 0) return { start, steps, index };
  }
  // A threat is played on the board where the other side has passed.
  const first = point?.line[0]?.fen ?? played.fen;
  for (const start of [played.fen, fen, first, passed(first), passed(played.fen)]) {
    const step = stepBySan(start, plain(san));
    if (step) return { start, steps: [step], index: 0 };
  }
  return null;
}

/** The board with the other side to move. */
function passed(fen: string): string {
  const [pieces, turn, castling] = fen.split(' ');
  return `${pieces} ${turn === 'w' ? 'b' : 'w'} ${castling ?? '-'} - 0 1`;
}

/** The side whose move a number announces: "26." White's, "26..." Black's. */
function numbered(before: string): 'w' | 'b' | null {
  const [, dots] = /\d+(\.{1,3}|…)\s*$/.exec(before) ?? [];
  return dots === undefined ? null : dots === '.' ? 'w' : 'b';
}

function fits(start: string, index: number, side: 'w' | 'b' | null): boolean {
  const isWhite = (start.split(' ')[1] === 'w') === (index % 2 === 0);
  return side === null || isWhite === (side === 'w');
}

function plain(san: string): string {
  return san.replace(/[+#?!]/g, '');
}
