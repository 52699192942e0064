"""Which squares make a clause of the paper true for a move, asked as Prolog would: two variables may share a square.

A variable stands for a square, a side, a kind of man or a position; a position is known by the moves that lead to it.
Krishnan & Martens 2022, appendix; the core only says whether there is an answer (`RuleTester.covered_by_clauses`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import chess

from motif.tactics.language.clauses import Literal
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import PAPER

Moves = tuple[chess.Move, ...]
Value = int | Moves
Values = dict[str, Value]
Answer = tuple[Value, ...]

_BOARD_PLACES = {
    "legal_move": 2,
    "make_move": 2,
    "attacks": 2,
    "behind": 3,
    "piece_at": 1,
    "turn": 1,
    "kingside_castle": 1,
    "queenside_castle": 1,
}
"""Where a condition names the position that is asked; the others ask none."""

_RIGHTS: dict[str, Callable[[chess.Board, chess.Color], bool]] = {
    "kingside_castle": chess.Board.has_kingside_castling_rights,
    "queenside_castle": chess.Board.has_queenside_castling_rights,
}

_RELATED: dict[str, Callable[[int, int], bool]] = {
    "different_pos": lambda one, other: one != other,
    "other_side": lambda one, other: one != other,
    "sameRow": lambda one, other: chess.square_rank(one) == chess.square_rank(other),
    "sameCol": lambda one, other: chess.square_file(one) == chess.square_file(other),
}
"""When two squares, or two sides, stand in a relation that asks no position."""


def answers(rule: Rule, board: chess.Board, move: chess.Move) -> Iterator[Mapping[str, chess.Square]]:
    """The squares of a clause's variables, for each way in which it suggests a legal move."""
    start: Values = dict(zip(rule.head, ((), move.from_square, move.to_square), strict=True))
    for values in _World(board).proofs(list(rule.body), start):
        yield {name: value for name, value in values.items() if isinstance(value, int) and _is_square(rule, name)}


def _is_square(rule: Rule, name: str) -> bool:
    """Sides and kinds of men are numbers as well."""
    return any(
        argument == name and place.type == "square"
        for literal in rule.body
        for argument, place in zip(literal.arguments, PAPER.find(literal.relation).places, strict=True)
    )


class _World:
    def __init__(self, board: chess.Board) -> None:
        self._boards: dict[Moves, chess.Board] = {(): board}

    def proofs(self, waiting: list[Literal], values: Values) -> Iterator[Values]:
        """The condition with the fewest open places first; one about an unknown position has to wait."""
        if not waiting:
            yield values
            return
        literal = min(waiting, key=lambda each: self._unknown(each, values))
        others = [each for each in waiting if each is not literal]
        for answer in self._answers(literal, values):
            grown = dict(values)
            if all(
                grown.setdefault(name, value) == value for name, value in zip(literal.arguments, answer, strict=True)
            ):
                yield from self.proofs(others, grown)

    @staticmethod
    def _unknown(literal: Literal, values: Values) -> tuple[bool, int]:
        place = _BOARD_PLACES.get(literal.relation)
        is_waiting = place is not None and literal.arguments[place] not in values
        return is_waiting, sum(name not in values for name in literal.arguments)

    def _answers(self, literal: Literal, values: Values) -> Iterator[Answer]:
        known = [values.get(name) for name in literal.arguments]
        place = _BOARD_PLACES.get(literal.relation)
        if place is None:
            yield from self._of_no_board(literal.relation, known)
            return
        path = known[place]
        if not isinstance(path, tuple):
            return  # Nothing says which position is meant.
        board = self._boards[path]
        if literal.relation in ("legal_move", "make_move"):
            for move in board.legal_moves:
                if move.promotion in (None, chess.QUEEN) and _fits((move.from_square, move.to_square), known[:2]):
                    ends = (move.from_square, move.to_square, path)
                    yield ends if literal.relation == "legal_move" else (*ends, self._played(path, move))
        elif literal.relation == "attacks":
            yield from ((by, of, path) for by, of in _attacks(board) if _fits((by, of), known[:2]))
        elif literal.relation == "behind":
            yield from ((*line, path) for line in _lines(board) if _fits(line, known[:3]))
        elif literal.relation == "turn":
            yield int(board.turn), path
        elif literal.relation in _RIGHTS:
            yield from ((int(side), path) for side in chess.COLORS if _RIGHTS[literal.relation](board, side))
        else:
            for square, piece in board.piece_map().items():
                if _fits((square,), known[:1]):
                    yield square, path, int(piece.color), piece.piece_type

    @staticmethod
    def _of_no_board(relation: str, known: list[Value | None]) -> Iterator[Answer]:
        if relation == "sliding_piece":
            yield from ((kind,) for kind in (chess.BISHOP, chess.ROOK, chess.QUEEN))
            return
        choices = (0, 1) if relation == "other_side" else chess.SQUARES
        for first in choices if not isinstance(known[0], int) else (known[0],):
            related = (second for second in choices if _RELATED[relation](first, second))
            yield from ((first, second) for second in related if _fits((second,), known[1:]))

    def _played(self, path: Moves, move: chess.Move) -> Moves:
        longer = (*path, move)
        if longer not in self._boards:
            board = self._boards[path].copy(stack=False)
            board.push(move)
            self._boards[longer] = board
        return longer


def _fits(row: tuple[int, ...], known: list[Value | None]) -> bool:
    return all(wanted is None or wanted == one for one, wanted in zip(row, known, strict=True))


def _attacks(board: chess.Board) -> Iterator[tuple[chess.Square, chess.Square]]:
    """Every man with every enemy it attacks, pinned or not."""
    for square, piece in board.piece_map().items():
        yield from ((square, target) for target in board.attacks(square) & board.occupied_co[not piece.color])


def _lines(board: chess.Board) -> Iterator[tuple[chess.Square, chess.Square, chess.Square]]:
    """A slider, the first man it meets on a line, and the next one behind it."""
    for slider in chess.SquareSet(board.occupied & (board.bishops | board.rooks | board.queens)):
        for front in board.attacks(slider) & board.occupied:
            beyond = chess.SquareSet(chess.ray(slider, front) & board.occupied)
            farther = [square for square in beyond if front in chess.SquareSet(chess.between(slider, square))]
            if farther:
                yield slider, front, min(farther, key=lambda square: chess.square_distance(slider, square))
