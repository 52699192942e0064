/** Find legal moves, their names and their boards with chessops, without a request to the server. */

import { Chess, castlingSide } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import type { NormalMove, Role } from 'chessops/types';
import { makeSquare, makeUci, parseSquare, parseUci } from 'chessops/util';

import type { Over, Position, Step } from '../types';

const PROMOTIONS: readonly Role[] = ['queen', 'rook', 'bishop', 'knight'];

/** The board of a FEN; null where it is no legal position. */
export function boardOf(fen: string): Chess | null {
  const setup = parseFen(fen.trim());
  if (setup.isErr) return null;
  const board = Chess.fromSetup(setup.value);
  return board.isOk ? board.value : null;
}

export function fenOf(board: Chess): string {
  return makeFen(board.toSetup());
}

/** What a board asks for: every legal move with the board after it. */
export function positionOf(fen: string): Position | null {
  const board = boardOf(fen);
  if (!board) return null;
  const king = board.isCheck() ? board.board.kingOf(board.turn) : undefined;
  return {
    fen,
    turn: board.turn,
    over: overOf(board),
    check: king === undefined ? null : makeSquare(king),
    moves: movesOf(board).map(move => stepOf(board, move)),
  };
}

/** The step of a move as UCI writes it; null where it is illegal. */
export function stepByUci(fen: string, uci: string): Step | null {
  const board = boardOf(fen);
  const move = parseUci(uci);
  return board && move && 'from' in move && board.isLegal(move) ? stepOf(board, move) : null;
}

/** The step of a move as a score sheet writes it; null where it is illegal. */
export function stepBySan(fen: string, san: string): Step | null {
  const board = boardOf(fen);
  const move = board && parseSan(board, san);
  return board && move && 'from' in move ? stepOf(board, move) : null;
}

/** As many of these moves as are legal, each with the board after it. */
export function stepsOf(fen: string, moves: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const uci of moves) {
    const step = stepByUci(steps.at(-1)?.fen ?? fen, uci);
    if (!step) break;
    steps.push(step);
  }
  return steps;
}

function stepOf(board: Chess, move: NormalMove): Step {
  const after = board.clone();
  after.play(move);
  return { uci: uciOf(board, move), san: makeSan(board, move), fen: fenOf(after) };
}

/** chessops writes castling as the king that takes its rook. */
function uciOf(board: Chess, move: NormalMove): string {
  const side = castlingSide(board, move);
  if (!side) return makeUci(move);
  return `${makeSquare(move.from)}${side === 'h' ? 'g' : 'c'}${makeSquare(move.from)[1]}`;
}

function movesOf(board: Chess): NormalMove[] {
  return [...chessgroundDests(board, { chess960: true })].flatMap(([origin, targets]) =>
    targets.flatMap(target => {
      const [from, to] = [parseSquare(origin), parseSquare(target)];
      if (from === undefined || to === undefined) return [];
      const isPromotion = board.board.getRole(from) === 'pawn' && /[18]/.test(target);
      return isPromotion ? PROMOTIONS.map(promotion => ({ from, to, promotion })) : [{ from, to }];
    }),
  );
}

function overOf(board: Chess): Over | null {
  if (!board.isEnd()) return null;
  if (board.isCheckmate()) return { result: board.turn === 'white' ? '0-1' : '1-0', words: 'checkmate' };
  return { result: '1/2-1/2', words: board.isStalemate() ? 'stalemate' : 'not enough pieces to mate' };
}
