/** The games of a report as motif/study/report/packed.py writes them: rows of moves as two texts, replayed here to the boards between. */

import type { ShownGame } from './game-view';
import { replay } from './placement';
import type { Mistake, Step, Told } from './types';

/** The moves as UCI writes them, and as a score sheet does. */
type Line = readonly [string, string];

interface PackedSide {
  readonly line: Line;
  readonly motif: string | null;
  readonly arrows: string;
  readonly without: readonly [string, number, string, string] | null;
}

export interface PackedGame {
  readonly number: number;
  readonly white: boolean;
  readonly start: string;
  readonly uci: string;
  readonly san: string;
  /** White's advantage before the first move and after each. */
  readonly values: readonly number[];
  readonly bad: Readonly<Record<number, ShownGame['moves'][number]['judgement']>>;
  readonly spent: Readonly<Record<number, number | null>>;
  readonly faults: readonly {
    readonly ply: number;
    readonly chances: readonly [number, number];
    readonly judgement: Mistake['judgement'];
    readonly about: Mistake['speaks_of'];
    readonly missed: PackedSide | null;
    readonly allowed: PackedSide | null;
    readonly better: Line | null;
  }[];
}

/** `sentenceOf` knows what the page's list of mistakes says of the one at a ply. */
export function unpacked(game: PackedGame, sentenceOf: (game: number, ply: number) => string): ShownGame {
  const steps = stepsOf(game.start, [game.uci, game.san]);
  const fenBefore = (ply: number): string => steps[ply - 1]?.fen ?? game.start;
  return {
    number: game.number,
    is_white: game.white,
    start: game.start,
    advantage: game.values[0] ?? 0,
    moves: steps.map(({ uci, san }, ply) => ({
      move: uci, san, advantage: game.values[ply + 1] ?? 0, judgement: game.bad[ply] ?? 'good', spent: game.spent[ply] ?? null,
    })),
    faults: game.faults.flatMap(fault => {
      const played = steps[fault.ply];
      const fen = fenBefore(fault.ply);
      return played ? [{
        ply: fault.ply, fen, played, chances: [...fault.chances], judgement: fault.judgement, speaks_of: fault.about, sentence: sentenceOf(game.number, fault.ply), is_explained: true, oversight: null,
        missed: sideOf(fen, fault.missed), allowed: sideOf(played.fen, fault.allowed), better: fault.better ? stepsOf(fen, fault.better) : [],
      }] : [];
    }),
  };
}

function stepsOf(fen: string, [uci, san]: Line): Step[] {
  if (!uci) return [];
  const names = san.split(' ');
  return replay(fen, uci.split(' ').map((move, index) => ({ move, san: names[index] ?? move })));
}

function sideOf(fen: string, side: PackedSide | null): Told | null {
  if (!side) return null;
  const [changed, ply, squares, sentence] = side.without ?? [];
  return {
    fen, line: stepsOf(fen, side.line), sentence: '', motif: side.motif, motifs: [], arrows: side.arrows ? side.arrows.split(' ') : [],
    without: changed === undefined ? null : { fen: changed, ply: ply ?? 0, squares: squares ? squares.split(' ') : [], sentence: sentence ?? '' },
  };
}
