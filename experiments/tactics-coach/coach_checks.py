"""Whether what a reason says of a board is so, by python-chess alone.

A statement is a verb with the men it names. What is said of gains in material is not checked here: that is counting,
and the core's counting has tests of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from motif.advice import Advice

MAN = r"the (?:[a-z]+ )*?(pawn|knight|bishop|rook|queen|king) on ([a-h][1-8])"
_MAN = re.compile(MAN)

_TEMPTING = re.compile(
    r"and not (?P<san>[^,]+), which "
    r"(?:leaves the (?P<left>[a-z]+) on (?P<square>[a-h][1-8])|loses the (?P<lost>[a-z]+))"
)

Statement = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Checked:
    """How many statements of a reason were checked, which of them are false, and whom it names."""

    statements: int
    false: tuple[str, ...]
    names_a_man: bool
    names_another: bool
    """Whether a man is named that stands on neither square of the move."""


def check(board: chess.Board, advice: Advice) -> Checked:
    """Take a reason apart and look at the board."""
    move, text = advice.move, advice.because.english
    after = board.copy(stack=False)
    after.push(move)
    told = list(_statements(text, board, after, move))
    squares = [chess.parse_square(square) for _, square in _MAN.findall(text)]
    return Checked(
        len(told),
        tuple(f"{statement} in {board.fen()}: {text}" for statement, is_true in told if not is_true),
        bool(squares),
        any(square not in (move.from_square, move.to_square) for square in squares),
    )


def _statements(text: str, board: chess.Board, after: chess.Board, move: chess.Move) -> Iterator[Statement]:
    for kind, name in _MAN.findall(text):
        square = chess.parse_square(name)
        stands = {board.piece_type_at(square), after.piece_type_at(square)}
        yield f"a {kind} stands on {name}", chess.PIECE_NAMES.index(kind) in stands
    yield from _of_what_tempts(text, board)
    for verb, holds in _VERBS.items():
        for found in re.finditer(rf"(?<!as )\b{verb} {MAN}(?: and {MAN})?", text):
            for square in filter(None, (found.group(2), found.group(4))):
                yield f"{verb} {square}", holds(board, after, move, chess.parse_square(square))


def _of_what_tempts(text: str, board: chess.Board) -> Iterator[Statement]:
    """After the capture that tempts the enemy can take the man that it leaves, or the one that took."""
    found = _TEMPTING.search(text)
    if not found:
        return
    tempting = board.parse_san(found["san"])
    after = board.copy(stack=False)
    after.push(tempting)
    square = chess.parse_square(found["square"]) if found["square"] else tempting.to_square
    there = after.piece_at(square)
    is_named = there is not None and chess.piece_name(there.piece_type) == (found["left"] or found["lost"])
    can_be_taken = any(reply.to_square == square for reply in after.legal_moves)
    yield f"{found['san']} leaves {chess.square_name(square)}", is_named and can_be_taken


def _attacks(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    """The moved man or, where another is the subject, some man of either side attacks it before or after."""
    return after.is_attacked_by(board.turn, square) or board.is_attacked_by(not board.turn, square)


def _takes(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    there = board.piece_at(square)
    return board.is_capture(move) and there is not None and after.piece_at(square) != there


def _checks(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return after.is_check() and after.king(after.turn) == square


def _mates(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return after.is_checkmate() and after.king(after.turn) == square


def _pins(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    without = after.copy(stack=False)
    without.remove_piece_at(square)
    pinners = after.attackers(board.turn, square)
    return any(without.attacks(one) & ~after.attacks(one) & after.occupied_co[after.turn] for one in pinners)


def _guards(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return square in after.attacks(move.to_square) and after.color_at(square) == board.turn


def _guarded_by(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return move.to_square in after.attacks(square) and after.color_at(square) == board.turn


def _defends(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    side = after.color_at(square)
    return side is not None and (after.is_attacked_by(side, square) or board.is_attacked_by(side, square))


def _forks(board: chess.Board, after: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    return square in after.attacks(move.to_square)


Holds = Callable[[chess.Board, chess.Board, chess.Move, chess.Square], bool]

_VERBS: dict[str, Holds] = {
    "takes": _takes,
    "takes back": _takes,
    "checks": _checks,
    "mates": _mates,
    "attacks": _attacks,
    "threatens to win": _attacks,
    "pins": _pins,
    "pin of": _pins,
    "skewer of": _pins,
    "skewers": _pins,
    "fork of": _forks,
    "guards": _guards,
    "is guarded there by": _guarded_by,
    "defends": _defends,
    "discovered attack on": _attacks,
}
