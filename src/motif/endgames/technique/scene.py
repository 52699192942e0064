"""A move in an ending as the rules see it, and what a rule has to say about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import chess

from motif.board.valuation import after


class Outcome(Enum):
    """Who wins with best play."""

    WHITE = "White wins"
    BLACK = "Black wins"
    DRAW = "a draw"
    UNKNOWN = "nobody can say"


def won_by(side: chess.Color) -> Outcome:
    """The outcome that a side hopes for.

    >>> won_by(chess.BLACK)
    <Outcome.BLACK: 'Black wins'>
    """
    return Outcome.WHITE if side == chess.WHITE else Outcome.BLACK


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that applies: what it claims, in a clause about this board, and the squares it speaks of."""

    rule: str
    outcome: Outcome
    clause: str
    squares: tuple[chess.Square, ...] = ()
    is_proven: bool = False
    """Whether theory bears the definition out by itself, so that no judge is needed where no table reaches."""
    is_the_way: bool = False
    """Whether the move is the one that the rule teaches, and not just one that it allows."""


@dataclass(frozen=True)
class Scene:
    """A position and the move that is made in it."""

    before: chess.Board
    move: chess.Move

    @cached_property
    def board(self) -> chess.Board:
        """The position after the move."""
        return after(self.before, self.move)

    @property
    def side(self) -> chess.Color:
        """Whoever makes the move."""
        return self.before.turn

    @property
    def kind(self) -> chess.PieceType:
        """What moves."""
        kind = self.before.piece_type_at(self.move.from_square)
        assert kind is not None
        return kind

    @property
    def san(self) -> str:
        """The move as it is written."""
        return self.before.san(self.move)

    @cached_property
    def passed(self) -> chess.Board | None:
        """The position after the move if the same side were to move again; None where that cannot be."""
        if self.board.is_check():
            return None
        twin = self.board.copy(stack=False)
        twin.turn = not twin.turn
        twin.ep_square = None
        return twin if twin.is_valid() else None


def king(board: chess.Board, side: chess.Color) -> chess.Square:
    """Where a king stands."""
    square = board.king(side)
    assert square is not None
    return square


def men(board: chess.Board, side: chess.Color) -> str:
    """The men of a side but the king, the dearest first: "RP".

    >>> men(chess.Board("4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1"), chess.WHITE)
    'RP'
    """
    kinds = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
    return "".join(chess.piece_symbol(kind).upper() * chess.popcount(board.pieces_mask(kind, side)) for kind in kinds)


def stronger(board: chess.Board) -> chess.Color:
    """The side with more; White where both have the same."""
    worth = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}
    white, black = (sum(worth[letter] for letter in men(board, side)) for side in (chess.WHITE, chess.BLACK))
    return chess.WHITE if white >= black else chess.BLACK


def rank_for(side: chess.Color, square: chess.Square) -> int:
    """The rank of a square as a side counts, 1 to 8."""
    rank = chess.square_rank(square)
    return rank + 1 if side == chess.WHITE else 8 - rank


def square_for(side: chess.Color, file: int, rank: int) -> chess.Square:
    """The square on a file and on a rank as a side counts."""
    return chess.square(file, rank - 1 if side == chess.WHITE else 8 - rank)


def promotion_square(side: chess.Color, pawn: chess.Square) -> chess.Square:
    """Where a pawn becomes a queen."""
    return square_for(side, chess.square_file(pawn), 8)


def is_passed(board: chess.Board, side: chess.Color, pawn: chess.Square) -> bool:
    """Whether no pawn of the other side stands before a pawn or can take it on its way."""
    file, rank = chess.square_file(pawn), rank_for(side, pawn)
    return not any(
        abs(chess.square_file(other) - file) <= 1 and rank_for(side, other) > rank
        for other in board.pieces(chess.PAWN, not side)
    )


def steps(side: chess.Color, pawn: chess.Square) -> int:
    """How many moves a pawn needs to become a queen when nothing stands in its way."""
    rank = rank_for(side, pawn)
    return 5 if rank == 2 else 8 - rank


def colour(side: chess.Color) -> str:
    """A side as people call it: "White"."""
    return "White" if side == chess.WHITE else "Black"


def adjective(side: chess.Color) -> str:
    """A side before a man: "white"."""
    return chess.COLOR_NAMES[side]


def listed(words: list[str], last: str = "and") -> str:
    """Words as a list: "a", "a and b", "a, b and c"."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def names(squares: chess.IntoSquareSet | list[chess.Square]) -> str:
    """Squares as a list by name."""
    return listed([chess.square_name(square) for square in squares])  # type: ignore[union-attr]
