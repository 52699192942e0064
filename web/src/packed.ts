/** Read the games of a report as motif/report/page.py writes them, with moves as text, and replay them on boards. */

import type { ShownGame } from './game-view';
import { replay } from './placement';
import type { Explanation, Point, Step } from './types';

/** The moves as UCI writes them, and as a score sheet does. */
type Line = readonly [string, string];

interface PackedPoint {
  readonly side: Point['side'];
  readonly kind: Point['kind'];
  readonly line: Line;
  readonly motif: string | null;
  readonly arrows: string;
  readonly check: readonly [string, number, string, string] | null;
}

export interface PackedGame {
  readonly number: number;
  readonly white: boolean;
  /** A reviewed game has the mistakes of both sides. */
  readonly both: boolean;
  readonly start: string;
  readonly uci: string;
  readonly san: string;
  /** White's advantage before the first move and after each. */
  readonly values: readonly number[];
  readonly bad: Readonly<Record<number, ShownGame['moves'][number]['judgement']>>;
  readonly spent: Readonly<Record<number, number | null>>;
  readonly faults: readonly {
    readonly ply: number;
    readonly verdict: readonly [Explanation['verdict']['judgement'], number, number];
    readonly point: PackedPoint | null;
    readonly also: PackedPoint | null;
    readonly better: readonly [Point['kind'], string, ...Line] | null;
  }[];
}

/** `sentenceOf` knows what the page's list of mistakes says of the one at a ply. */
export function unpacked(game: PackedGame, sentenceOf: (game: number, ply: number) => string): ShownGame {
  const steps = stepsOf(game.start, [game.uci, game.san]);
  const fenBefore = (ply: number): string => steps[ply - 1]?.fen ?? game.start;
  return {
    number: game.number,
    is_white: game.white,
    of_both_sides: game.both,
    start: game.start,
    advantage: game.values[0] ?? 0,
    moves: steps.map(({ uci, san }, ply) => ({
      move: uci,
      san,
      advantage: game.values[ply + 1] ?? 0,
      judgement: game.bad[ply] ?? 'good',
      spent: game.spent[ply] ?? null,
    })),
    faults: game.faults.flatMap(fault => {
      const played = steps[fault.ply];
      const fen = fenBefore(fault.ply);
      return played
        ? [
            {
              ply: fault.ply,
              fen,
              played,
              sentence: sentenceOf(game.number, fault.ply),
              is_explained: true,
              motifs: [],
              verdict: { judgement: fault.verdict[0], before: fault.verdict[1], after: fault.verdict[2] },
              point: pointOf(fen, played.fen, fault.point),
              also: pointOf(fen, played.fen, fault.also),
              better: fault.better && {
                kind: fault.better[0],
                reason: fault.better[1],
                line: stepsOf(fen, [fault.better[2], fault.better[3]]),
              },
            },
          ]
        : [];
    }),
  };
}

function stepsOf(fen: string, [uci, san]: Line): Step[] {
  if (!uci) return [];
  const names = san.split(' ');
  return replay(
    fen,
    uci.split(' ').map((move, index) => ({ move, san: names[index] ?? move })),
  );
}

/** What a move allowed begins after it, what it missed before it. */
function pointOf(before: string, after: string, point: PackedPoint | null): Point | null {
  if (!point) return null;
  const fen = point.side === 'allowed' ? after : before;
  const [changed, ply, squares, result] = point.check ?? [];
  return {
    side: point.side,
    kind: point.kind,
    fen,
    line: stepsOf(fen, point.line),
    text: '',
    motif: point.motif,
    squares: [],
    gain: { pawns: 0, mate_in: null, centipawns: 0, saves_draw: false, may_take_back: false },
    arrows: point.arrows ? point.arrows.split(' ') : [],
    check:
      changed === undefined
        ? null
        : { fen: changed, ply: ply ?? 0, squares: squares ? squares.split(' ') : [], result: result ?? '' },
  };
}
