"""Compute features of many boards at once: pieces, attacks, hanging pieces and the last moves.

An array has one entry for each position, or one for each row; a row is a position with one of its legal moves, in the
order of `Positions.legal_moves().codes`. Squares are numbered from a1 to h8; ranks are counted from the mover's side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif.board.material import VALUES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Bits = NDArray[np.uint64]

WORTH_CP = np.array([0, *(100 * VALUES[kind] for kind in chess.PIECE_TYPES)], np.int64)
"""The value of each kind of piece, by its number in python-chess: none, pawn, knight … king."""

NOWHERE = -1
_ONE = np.uint64(1)
_PHASE = np.array([0, 0, 1, 1, 2, 4, 0])
_WHOLE_PHASE = 24


@dataclass(frozen=True)
class BoardFeatures:
    """Features of some boards, seen by the side to move."""

    boards: Sequence[chess.Board]

    @cached_property
    def positions(self) -> Positions:
        """The boards in the core's format."""
        return Positions.from_boards(self.boards)

    @cached_property
    def offsets(self) -> Ints:
        """The first row of each position, and at the end the number of rows."""
        return self.positions.legal_moves().offsets

    @cached_property
    def codes(self) -> NDArray[np.uint16]:
        return self.positions.legal_moves().codes

    @cached_property
    def owner(self) -> Ints:
        return np.repeat(np.arange(len(self.boards)), np.diff(self.offsets))

    @cached_property
    def rows(self) -> Ints:
        return np.arange(len(self.codes))

    @cached_property
    def start(self) -> Ints:
        """The square that each move leaves."""
        return (self.codes & 63).astype(np.int64)

    @cached_property
    def target(self) -> Ints:
        """The square that each move goes to."""
        return (self.codes >> 6 & 63).astype(np.int64)

    @cached_property
    def promotion(self) -> Ints:
        """The piece that each move promotes to, 0 for no promotion."""
        return (self.codes >> 12).astype(np.int64)

    @cached_property
    def is_white(self) -> Bools:
        """For each position, whether White is to move."""
        return self.positions.turns()

    @cached_property
    def bits(self) -> Bits:
        """(positions, 8): bitboards of all pawns, knights … kings, then of the mover's pieces and the opponent's."""
        return np.array(
            [
                [
                    *(board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings),
                    *(board.occupied_co[board.turn], board.occupied_co[not board.turn]),
                ]
                for board in self.boards
            ],
            np.uint64,
        )

    @cached_property
    def _planes(self) -> NDArray[np.uint8]:
        """(positions, 8, 64): the bitboards as 0 or 1 for each square."""
        return np.unpackbits(self.bits.view(np.uint8).reshape(len(self.boards), 8, 8), axis=2, bitorder="little")

    @cached_property
    def kinds(self) -> Ints:
        """(positions, 64): the piece on each square, 0 for none, 1 for a pawn … 6 for a king."""
        kinds: Ints = np.tensordot(np.arange(1, 7), self._planes[:, :6].astype(np.int64), axes=(0, 1))
        return kinds

    @cached_property
    def own(self) -> Bools:
        """(positions, 64): whether the square has a piece of the mover."""
        return self._planes[:, 6].astype(np.bool_)

    @cached_property
    def theirs(self) -> Bools:
        """(positions, 64): whether the square has a piece of the opponent."""
        return self._planes[:, 7].astype(np.bool_)

    @cached_property
    def phase(self) -> Floats:
        """For each position, from 1 with all pieces on the board to 0 with only kings and pawns."""
        count: Floats = np.minimum(1.0, _PHASE[self.kinds].sum(1) / _WHOLE_PHASE)
        return count

    @cached_property
    def moved(self) -> Ints:
        return self.kinds[self.owner, self.start]

    @cached_property
    def en_passant(self) -> Bools:
        """Whether each move captures en passant."""
        sideways = (self.start & 7) != (self.target & 7)
        passing: Bools = (self.moved == chess.PAWN) & sideways & (self.kinds[self.owner, self.target] == 0)
        return passing

    @cached_property
    def taken(self) -> Ints:
        """The kind of piece that each move captures, 0 for none."""
        there = np.where(self.theirs[self.owner, self.target], self.kinds[self.owner, self.target], 0)
        return np.where(self.en_passant, chess.PAWN, there)

    @cached_property
    def castles(self) -> Ints:
        """1 if the move castles short, -1 if long, else 0."""
        step = (self.target & 7) - (self.start & 7)
        return np.where((self.moved == chess.KING) & (np.abs(step) == 2), np.sign(step), 0)

    @cached_property
    def turned(self) -> Ints:
        """The XOR mask that turns squares so that the mover plays upwards."""
        return np.where(self.is_white[self.owner], 0, 56)

    @cached_property
    def rank(self) -> Ints:
        """The rank that each move goes to, 0 to 7, counted from the mover's side."""
        return (self.target ^ self.turned) >> 3

    @cached_property
    def rank_before(self) -> Ints:
        """The rank that each move leaves."""
        return (self.start ^ self.turned) >> 3

    @cached_property
    def checks(self) -> Bools:
        return self.positions.gives_check()

    @cached_property
    def in_check(self) -> Bools:
        checked: Bools = self.positions.checkers() != 0
        return checked

    @cached_property
    def exchange(self) -> Ints:
        """The centipawns that each move wins by exchanges on its target square."""
        return self.positions.exchange_values().astype(np.int64)

    @cached_property
    def hanging(self) -> Ints:
        """(positions, 64): the centipawns that the piece on each square would cost its owner in exchanges."""
        return self.positions.exchange().astype(np.int64)

    @cached_property
    def before(self) -> list[chess.Board]:
        """The boards before the opponent's last move, or unchanged if that is not known."""
        return [_before_last_move(board) for board in self.boards]

    @cached_property
    def hanging_before(self) -> Ints:
        """(positions, 64): `hanging` before the opponent's last move."""
        return Positions.from_boards(self.before).exchange().astype(np.int64)

    @cached_property
    def successors(self) -> Positions:
        return self.positions.successors()

    @cached_property
    def hanging_after(self) -> NDArray[np.int16]:
        """(rows, 64): `hanging` after the move."""
        return self.successors.exchange()

    @cached_property
    def own_after(self) -> Bools:
        """(rows, 64): the mover's pieces after the move; when castling, the rook is left where it was."""
        pieces = self.own[self.owner]
        pieces[self.rows, self.start] = False
        pieces[self.rows, self.target] = True
        return pieces

    @cached_property
    def theirs_after(self) -> Bools:
        """(rows, 64): the opponent's pieces after the move."""
        pieces = self.theirs[self.owner]
        pieces[self.rows, self.target] = False
        return pieces

    @cached_property
    def attacked_after(self) -> Bits:
        """The opponent's pieces that the moved piece attacks from its target square."""
        return self.successors.attacks()[self.rows, self.target]

    @cached_property
    def attackers(self) -> tuple[Bits, Bits]:
        """(positions, 64): the mover's pieces that attack each square, and the opponent's."""
        white, black = self.positions.attackers(True), self.positions.attackers(False)
        is_white = self.is_white[:, None]
        return np.where(is_white, white, black), np.where(is_white, black, white)

    @cached_property
    def last(self) -> Ints:
        """(positions, 6): origin and target of the opponent's last move and whether it captured (1 or 0), origin and
        target of the mover's last move, and the origin of the mover's move before that; NOWHERE if unknown."""
        pairs = zip(self.boards, self.before, strict=True)
        return np.array([_last(board, before) for board, before in pairs], np.int64).reshape(-1, 6)

    def opponents_pieces(self, kinds: Sequence[int]) -> Bits:
        """Return, for each position, the opponent's pieces of these kinds."""
        columns = self.bits[:, [kind - 1 for kind in kinds]]
        pieces: Bits = np.bitwise_or.reduce(columns, axis=1) & self.bits[:, 7]
        return pieces


def _before_last_move(board: chess.Board) -> chess.Board:
    if not board.move_stack:
        return board
    before = board.copy(stack=1)
    before.pop()
    return before


def _last(board: chess.Board, before: chess.Board) -> tuple[int, int, int, int, int, int]:
    stack = board.move_stack
    if not stack:
        return (NOWHERE,) * 6
    move = stack[-1]
    took = int(before.is_capture(move))
    own = stack[-2] if len(stack) > 1 else None
    earlier = stack[-4] if len(stack) > 3 else None
    return (
        move.from_square,
        move.to_square,
        took,
        NOWHERE if own is None else own.from_square,
        NOWHERE if own is None else own.to_square,
        NOWHERE if earlier is None or own is None or earlier.to_square != own.from_square else earlier.from_square,
    )


def holds(bits: Bits, square: Ints) -> Bools:
    """Whether a bitboard contains a square; false for NOWHERE."""
    return ((bits >> np.maximum(square, 0).astype(np.uint64)) & _ONE).astype(np.bool_) & (square >= 0)


def steps(one: Ints, other: Ints) -> Ints:
    """Return how many steps a king needs from one square to another."""
    return np.maximum(np.abs((one & 7) - (other & 7)), np.abs((one >> 3) - (other >> 3)))
