/** The men that a FEN puts on the board: enough to name them and to see where two boards differ, and no more chess than that. */

import type { Key, Piece, Role } from '@lichess-org/chessground/types';

const ROLES: Readonly<Record<string, Role>> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const ORDER: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export function menOf(fen: string): Map<Key, Piece> {
  const men = new Map<Key, Piece>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      const role = ROLES[letter.toLowerCase()];
      if (role === undefined) file += Number(letter) || 0;
      else {
        const color = letter === letter.toUpperCase() ? 'white' : 'black';
        men.set(`${'abcdefgh'[file]}${8 - row}` as Key, { role, color });
        file += 1;
      }
    }
  });
  return men;
}

export function turnOf(fen: string): 'white' | 'black' {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

/** "White: king e1, rook a1. Black: king e8." */
export function boardWords(fen: string): string {
  const sides = (['white', 'black'] as const).map(color => {
    const men = [...menOf(fen)].filter(([, piece]) => piece.color === color);
    men.sort(([, one], [, other]) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role));
    return `${color === 'white' ? 'White' : 'Black'}: ${men.map(([key, piece]) => `${piece.role} ${key}`).join(', ')}.`;
  });
  return sides.join(' ');
}

/** The squares on which two boards differ. */
export function differing(one: string, other: string): Key[] {
  const [first, second] = [menOf(one), menOf(other)];
  const keys = new Set([...first.keys(), ...second.keys()]);
  return [...keys].filter(key => {
    const [a, b] = [first.get(key), second.get(key)];
    return a?.role !== b?.role || a?.color !== b?.color;
  });
}

/** A move's number before it, as a score sheet has it, from the board before: "12." or "12…". */
export function numberOf(fen: string): string {
  return `${fen.split(' ')[5] ?? 1}${turnOf(fen) === 'white' ? '.' : '…'}`;
}

/** The two squares of a move as UCI writes it. */
export function squaresOf(uci: string): [Key, Key] {
  return [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key];
}
