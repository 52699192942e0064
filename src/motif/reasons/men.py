"""Men, moves and what is won, as they are said: "the rook on a8", "the queen for a rook", "two pawns"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import chess

from motif.board.motifs import Line
from motif.board.motifs.safety import WORTH

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}

KINDS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def man(board: chess.Board, square: chess.Square) -> str:
    """A man by its kind and square; a square alone if nobody stands there.

    >>> man(chess.Board(), chess.A8)
    'the rook on a8'
    >>> man(chess.Board(), chess.E4)
    'e4'
    """
    kind = board.piece_type_at(square)
    name = chess.square_name(square)
    return f"the {chess.piece_name(kind)} on {name}" if kind else name


def men(board: chess.Board, squares: Iterable[chess.Square]) -> str:
    """Several men, the dearest first.

    >>> men(chess.Board(), [chess.A8, chess.E8])
    'the king on e8 and the rook on a8'
    """
    ordered = sorted(squares, key=lambda square: -WORTH.get(board.piece_type_at(square) or 0, 0))
    return listed([man(board, square) for square in ordered])


def listed(words: list[str]) -> str:
    """Words as a list: "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(kind: chess.PieceType, number: int) -> str:
    """So many men of a kind: "a rook", "two pawns"."""
    name = chess.piece_name(kind)
    return f"a {name}" if number == 1 else f"{NUMBERS.get(number, str(number))} {name}s"


def spoils(line: Line) -> str:
    """What a line wins, men for men, those of one value against each other left out; empty when nothing.

    >>> spoils(Line.of(chess.Board("r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1"), ["d5c7", "e8d7", "c7a8"]))
    'a rook'
    """
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
    won = [counted(kind, lost[kind]) for kind in KINDS if lost[kind]]
    price = [counted(kind, given[kind]) for kind in KINDS if given[kind]]
    if not won:
        return ""
    return listed(won) + (f" for {listed(price)}" if price else "")


def _less(first: int, second: int, off: int) -> tuple[int, int]:
    taken = min(first, off)
    return first - taken, second - (off - taken)


def _missing(line: Line, side: chess.Color) -> Counter[chess.PieceType]:
    """The men of a side that are taken on a line, a promoted pawn as what it became."""
    taken: Counter[chess.PieceType] = Counter()
    for board, move in zip(line.boards, line.moves, strict=False):
        if board.turn == side or not board.is_capture(move):
            continue
        taken[board.piece_type_at(move.to_square) or chess.PAWN] += 1
    return taken
