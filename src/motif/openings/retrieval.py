"""The nearest cases to a position: the paper's retrieval, and the difference it makes on the board.

d(a, b) = number of squares on which the 64-character boards a and b differ. With m the least distance to any board
of any case, every case with a board at d < m + 2 is retrieved; longest line first, the first next move that is legal
here is the one to play (Han, Lavelle & Wilkerson). A next move is legal when its text is: `Nf3` may be another knight.
Boards know no side to move; whether the case's must be the same is a switch that the paper does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import chess

from motif.openings.cases import Case, CaseBase
from motif.openings.names import openings_of, with_the


class CaseOrder(StrEnum):
    """Which of the retrieved cases is asked first for its next move."""

    LONGEST_FIRST = "longest first"
    AS_GIVEN = "as given"


class Breadth(StrEnum):
    """How many cases are retrieved, m being the least distance: the paper's last way, and two that it tried before."""

    ONE = "one"
    """A single case at m, the first of the file."""
    EQUAL = "equal"
    """Every case at m."""
    FUZZY = "fuzzy"
    """Every case nearer than m + 2."""


@dataclass(frozen=True, slots=True)
class Match:
    """A case that was retrieved, after how many of its moves, how many squares differ there, and its name there."""

    case: Case
    ply: int
    distance: int
    name: str

    @property
    def next_move(self) -> str | None:
        """What the case goes on with; None after its last move."""
        return self.case.moves[self.ply] if self.ply < len(self.case) else None

    @property
    def turn(self) -> chess.Color:
        """Who is to move in the case."""
        return chess.WHITE if self.ply % 2 == 0 else chess.BLACK

    def board(self) -> chess.Board:
        """The position of the case."""
        board = chess.Board()
        for move in self.case.moves[: self.ply]:
            board.push_san(move)
        return board

    def differing(self, board: chess.Board) -> tuple[chess.Square, ...]:
        """The squares on which a position differs from the case's."""
        mine = self.board()
        return tuple(square for square in chess.SQUARES if board.piece_at(square) != mine.piece_at(square))

    def sentence(self) -> str:
        """How near the case is, in English."""
        like = f"as in {with_the(self.name)}"
        if self.distance == 0:
            return like
        squares = "1 square differs" if self.distance == 1 else f"{self.distance} squares differ"
        return f"{like}, {squares}"


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The cases that were retrieved for a position, in the order in which they are asked.

    The paper compares boards only, so that White may be told what Black played in the same position. With `turn_counts`
    a case is passed over unless the same side is to move in it.
    """

    board: chess.Board
    matches: tuple[Match, ...]
    turn_counts: bool = True

    @property
    def distance(self) -> int | None:
        """The distance of the nearest case; None when the base is empty."""
        return min((match.distance for match in self.matches), default=None)

    def legal(self) -> Iterator[tuple[chess.Move, Match]]:
        """Each retrieved case whose next move is legal here, with that move."""
        for match in self.matches:
            text = match.next_move
            if text is None or (self.turn_counts and match.turn != self.board.turn):
                continue
            try:
                yield self.board.parse_san(text), match
            except ValueError:
                continue

    def first(self) -> tuple[chess.Move, Match] | None:
        """The move to play and the case it comes from; None when no retrieved case goes on with a legal move."""
        return next(self.legal(), None)


def distance_to(base: CaseBase, board: chess.Board) -> int | None:
    """How many squares the nearest case differs on; None when the base is empty."""
    if board.board_fen() == chess.STARTING_BOARD_FEN and len(base):
        return 0
    return min((distance for _, _, distance in base.core.retrieve(board, True).tolist()), default=None)


def retrieve(
    base: CaseBase,
    board: chess.Board,
    order: CaseOrder = CaseOrder.LONGEST_FIRST,
    breadth: Breadth = Breadth.FUZZY,
) -> Retrieval:
    """The cases nearest to a position.

    >>> from motif.openings.case_files import shipped_cases
    >>> board = chess.Board("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    >>> retrieve(shipped_cases(), board).first()[0].uci()
    'g1f3'
    """
    longest_first = order is CaseOrder.LONGEST_FIRST and breadth is not Breadth.ONE
    rows = base.core.retrieve(board, longest_first).tolist()
    if board.board_fen() == chess.STARTING_BOARD_FEN:
        # The paper counts the boards after a move; but every case begins here, and nothing is nearer.
        lengths = [len(case) if longest_first else 0 for case in base.cases]
        rows = [(line, 0, 0) for line in sorted(range(len(base)), key=lambda line: -lengths[line])]
    if breadth is not Breadth.FUZZY:
        least = min((distance for _, _, distance in rows), default=0)
        rows = [row for row in rows if row[2] == least]
        rows = rows[:1] if breadth is Breadth.ONE else rows
    names = openings_of(base)
    matches = (
        Match(base.cases[line], ply, distance, names.name_at(line, ply) or base.cases[line].name)
        for line, ply, distance in rows
    )
    return Retrieval(board, tuple(matches))
