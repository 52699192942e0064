/** The pieces and pawns of a FEN: just enough chess to name them and to replay legal moves. */

import type { Key, Piece, Role } from '@lichess-org/chessground/types';

import type { Step } from './types';

const ROLES: Readonly<Record<string, Role>> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const ORDER: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

const FILES = 'abcdefgh';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export function piecesOf(fen: string): Map<Key, Piece> {
  const pieces = new Map<Key, Piece>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      const role = ROLES[letter.toLowerCase()];
      if (role === undefined) file += Number(letter) || 0;
      else {
        const color = letter === letter.toUpperCase() ? 'white' : 'black';
        pieces.set(`${FILES[file]}${8 - row}` as Key, { role, color });
        file += 1;
      }
    }
  });
  return pieces;
}

/** The placement field of a FEN for these pieces. */
function placementOf(pieces: ReadonlyMap<Key, Piece>): string {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map(rank =>
    [...FILES]
      .map(file => {
        const piece = pieces.get(`${file}${rank}` as Key);
        if (!piece) return '1';
        const letter = piece.role === 'knight' ? 'n' : piece.role.charAt(0);
        return piece.color === 'white' ? letter.toUpperCase() : letter;
      })
      .join(''),
  );
  return ranks.join('/').replace(/1+/g, ones => String(ones.length));
}

/** The board after each move of a game; its FENs have no castling rights and clocks, which nothing here needs. */
export function replay(start: string, moves: readonly { readonly move: string; readonly san: string }[]): Step[] {
  const pieces = piecesOf(start);
  let number = Number(start.split(' ')[5] ?? 1);
  let turn = turnOf(start);
  return moves.map(({ move, san }) => {
    const [from, to] = squaresOf(move);
    const piece = pieces.get(from);
    if (piece?.role === 'king' && Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 2) {
      const [corner, nextSquare] = to.startsWith('g') ? ['h', 'f'] : ['a', 'd'];
      pieces.set(`${nextSquare}${to[1]}` as Key, { role: 'rook', color: piece.color });
      pieces.delete(`${corner}${to[1]}` as Key);
    }
    // A pawn that goes aside to an empty square takes the one that it passes.
    if (piece?.role === 'pawn' && from[0] !== to[0] && !pieces.has(to)) pieces.delete(`${to[0]}${from[1]}` as Key);
    pieces.delete(from);
    if (piece) pieces.set(to, { role: ROLES[move[4] ?? ''] ?? piece.role, color: piece.color });
    if (turn === 'black') number += 1;
    turn = turn === 'white' ? 'black' : 'white';
    return { uci: move, san, fen: `${placementOf(pieces)} ${turn.charAt(0)} - - 0 ${number}` };
  });
}

export function turnOf(fen: string): 'white' | 'black' {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

/** "White: king e1, rook a1. Black: king e8." */
export function boardWords(fen: string): string {
  const sides = (['white', 'black'] as const).map(color => {
    const pieces = [...piecesOf(fen)].filter(([, piece]) => piece.color === color);
    pieces.sort(([, one], [, other]) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role));
    const named = pieces.map(([key, piece]) => `${piece.role} ${key}`);
    return `${color === 'white' ? 'White' : 'Black'}: ${named.join(', ')}.`;
  });
  return sides.join(' ');
}

/** A move's number before it, as a score sheet has it, from the board before: "12." or "12…". */
export function numberOf(fen: string): string {
  return `${fen.split(' ')[5] ?? 1}${turnOf(fen) === 'white' ? '.' : '…'}`;
}

/** A move as a score sheet has it, from the board before. */
export function moveName(fen: string, step: Step): string {
  return `${numberOf(fen)} ${step.san}`;
}

/** The two squares of a move as UCI writes it. */
export function squaresOf(uci: string): [Key, Key] {
  return [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key];
}
