"""Retrieve the opening cases that are nearest to a position, as Han, Lavelle & Wilkerson do.

The distance of two positions is the number of squares on which they differ. "The paper" is their *Applying CBR
Retrieval and Rule-Based Heuristics to Improve Alpha-Beta Search in Chess*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

import chess

from motif.board.wording import counted
from motif.openings.cases import Case, CaseBase
from motif.openings.counted_book import CountedBook, NearPosition
from motif.openings.names import openings_of, with_the


class CaseOrder(StrEnum):
    """The order in which the next moves of the retrieved cases are tried."""

    LONGEST_FIRST = "longest first"
    AS_GIVEN = "as given"


class Breadth(StrEnum):
    """Which cases are retrieved: the paper's final choice (fuzzy) and the two that it tried before."""

    ONE = "one"
    """The first case of the file at the smallest distance."""
    EQUAL = "equal"
    """Every case at the smallest distance."""
    FUZZY = "fuzzy"
    """Every case less than two squares beyond the smallest distance."""


@dataclass(frozen=True, slots=True)
class Match:
    """A retrieved case after `ply` of its moves: the number of squares that differ there, and the opening's name."""

    case: Case
    ply: int
    distance: int
    name: str

    @property
    def next_move(self) -> str | None:
        """The next move of the case; None after its last one."""
        return self.case.moves[self.ply] if self.ply < len(self.case) else None

    @property
    def turn(self) -> chess.Color:
        """The side to move in the case."""
        return chess.WHITE if self.ply % 2 == 0 else chess.BLACK

    def board(self) -> chess.Board:
        board = chess.Board()
        for move in self.case.moves[: self.ply]:
            board.push_san(move)
        return board

    def differing(self, board: chess.Board) -> tuple[chess.Square, ...]:
        """Return the squares on which a position differs from the case."""
        return _differing(self.board(), board)

    def sentence(self) -> str:
        """Describe how near the case is."""
        return _how_near(f"as in {with_the(self.name)}", self.distance)


@dataclass(frozen=True, slots=True)
class BookMatch:
    """A position of a book near the one asked about; its case continues with the move that is played most there."""

    near: NearPosition
    name: str | None

    @property
    def distance(self) -> int:
        """The number of squares that differ."""
        return self.near.distance

    @property
    def next_move(self) -> str:
        """The most frequent move."""
        return self.near.position.san(self.near.moves[0].move)

    @property
    def turn(self) -> chess.Color:
        """The side to move in the book's position."""
        return self.near.position.turn

    def differing(self, board: chess.Board) -> tuple[chess.Square, ...]:
        """Return the squares on which a position differs from the book's."""
        return _differing(self.near.position, board)

    def sentence(self) -> str:
        """Describe how near the position of the book is."""
        games = counted(self.near.games, "game")
        like = f"as in {with_the(self.name)} ({games})" if self.name else f"as in {games} of the book"
        return _how_near(like, self.distance)


def _differing(own: chess.Board, board: chess.Board) -> tuple[chess.Square, ...]:
    return tuple(square for square in chess.SQUARES if board.piece_at(square) != own.piece_at(square))


def _how_near(like: str, distance: int) -> str:
    if distance == 0:
        return like
    squares = "1 square differs" if distance == 1 else f"{distance} squares differ"
    return f"{like}, {squares}"


AnyMatch = TypeVar("AnyMatch", bound=Match | BookMatch, covariant=True)


@dataclass(frozen=True, slots=True)
class Retrieval(Generic[AnyMatch]):
    """The cases retrieved for a position, in the order in which their next moves are tried.

    The paper compares only boards, so it may advise White to play what Black played in the same position. With
    `turn_counts`, only cases with the same side to move are followed.
    """

    board: chess.Board
    matches: tuple[AnyMatch, ...]
    turn_counts: bool = True

    @property
    def distance(self) -> int | None:
        """The distance of the nearest case; None if the base is empty."""
        return min((match.distance for match in self.matches), default=None)

    def legal(self) -> Iterator[tuple[chess.Move, AnyMatch]]:
        """Yield each retrieved case whose next move is legal here, with that move."""
        for match in self.matches:
            text = match.next_move
            if text is None or (self.turn_counts and match.turn != self.board.turn):
                continue
            try:
                yield self.board.parse_san(text), match
            except ValueError:
                continue

    def first(self) -> tuple[chess.Move, AnyMatch] | None:
        """Return the move to play and its case; None if no retrieved case continues with a legal move."""
        return next(self.legal(), None)


def retrieve_from_book(book: CountedBook, board: chess.Board, *, turn_counts: bool = True) -> Retrieval[BookMatch]:
    """Return the positions of a book that are nearest to a position; with `turn_counts`, with the same side to move."""
    near = book.nearest(board, turn_counts=turn_counts)
    named = ((each, book.name_of(each.position)) for each in near if each.moves)
    matches = (BookMatch(each, label.name if label else None) for each, label in named)
    return Retrieval(board, tuple(matches), turn_counts)


def distance_to(base: CaseBase, board: chess.Board) -> int | None:
    """Return the number of squares on which the nearest case differs from a board; None if the base is empty."""
    if board.board_fen() == chess.STARTING_BOARD_FEN and len(base):
        return 0
    return min((distance for _, _, distance in base.core.retrieve(board, True).tolist()), default=None)


def retrieve(
    base: CaseBase,
    board: chess.Board,
    order: CaseOrder = CaseOrder.LONGEST_FIRST,
    breadth: Breadth = Breadth.FUZZY,
) -> Retrieval[Match]:
    """Return the cases nearest to a position.

    >>> from motif.openings.cases import shipped_cases
    >>> board = chess.Board("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    >>> retrieve(shipped_cases(), board).first()[0].uci()
    'g1f3'
    """
    longest_first = order is CaseOrder.LONGEST_FIRST and breadth is not Breadth.ONE
    rows = base.core.retrieve(board, longest_first).tolist()
    if board.board_fen() == chess.STARTING_BOARD_FEN:
        # The paper compares the boards after each move, but every case begins here, at distance 0.
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
