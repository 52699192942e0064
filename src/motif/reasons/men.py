"""What a line wins and gives, as it is said: "a rook", "the queen for a rook", "two pawns"."""

from __future__ import annotations

from collections import Counter

import chess

from motif.board.english import counted, listed
from motif.board.motifs import Line
from motif.reasons.gains import at_stake

KINDS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def spoils(line: Line) -> str:
    """What a line wins, men for men, those of one value against each other left out; empty when nothing.

    >>> spoils(Line.of(chess.Board("r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1"), ["d5c7", "e8d7", "c7a8"]))
    'a rook'
    """
    won, price = _won_and_given(line)
    if not won:
        return ""
    return won + (f" for {price}" if price else "")


def price(line: Line) -> str:
    """What a line gives away, men for men, those of one value against each other left out; empty when nothing.

    >>> price(Line.of(chess.Board("2rk4/1P6/8/8/8/8/8/4K3 w - - 0 1"), ["b7c8q", "d8c8"]))
    'a pawn'
    """
    return _won_and_given(line)[1]


def _won_and_given(line: Line) -> tuple[str, str]:
    lost = _missing(line, not line.winner)
    given = _missing(line, line.winner)
    for kind in KINDS:
        same = min(lost[kind], given[kind])
        lost[kind] -= same
        given[kind] -= same
    minor = min(lost[chess.KNIGHT] + lost[chess.BISHOP], given[chess.KNIGHT] + given[chess.BISHOP])
    for side in (lost, given):
        for kind, number in zip(
            (chess.KNIGHT, chess.BISHOP), _less(side[chess.KNIGHT], side[chess.BISHOP], minor), strict=True
        ):
            side[kind] = number
    return _all_counted(lost), _all_counted(given)


def _all_counted(men_lost: Counter[chess.PieceType]) -> str:
    return listed([counted(chess.piece_name(kind), men_lost[kind]) for kind in KINDS if men_lost[kind]])


def _less(first: int, second: int, off: int) -> tuple[int, int]:
    taken = min(first, off)
    return first - taken, second - (off - taken)


def promoted(line: Line) -> chess.PieceType | None:
    """What the winner's pawn became, if it is still there at the end."""
    squares = _new_men(line)
    return line.end.piece_type_at(squares[-1]) if squares else None


def _new_men(line: Line) -> list[chess.Square]:
    """Where the men stand at the end that the winner's pawns became on the way."""
    squares: list[chess.Square] = []
    for ply, move in enumerate(line.moves):
        if move.promotion and not ply % 2:
            squares.append(move.to_square)
        else:
            squares = [
                move.to_square if square == move.from_square else square
                for square in squares
                if (square != move.to_square)
            ]
    return squares


def _missing(line: Line, side: chess.Color) -> Counter[chess.PieceType]:
    """The men that a side has fewer at the end than before, not counting what became of its pawns."""
    before = at_stake(line)
    start, end = before.occupied_co[side], line.end.occupied_co[side]
    new = sum(chess.BB_SQUARES[square] for square in _new_men(line)) if side == line.winner else 0
    lost: Counter[chess.PieceType] = Counter()
    for kind in KINDS:
        at_start = (before.pieces_mask(kind, side) & start).bit_count()
        at_end = (line.end.pieces_mask(kind, side) & end & ~new).bit_count()
        lost[kind] = at_start - at_end
    lost[chess.PAWN] -= new.bit_count()
    return lost
