"""Find the pieces that make a rule true for a move.

If several choices of pieces make a rule true, the choice with the most valuable victims explains most; on ties, the one
whose victims are nearest to their king. In the vocabulary of Krishnan and Martens (2022), `paper_witnesses` searches as
Prolog does: two variables may mean the same square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

import chess
import numpy as np

from motif._core.board import Positions, encode_move
from motif._core.tactics import RuleTester
from motif.board.material import TARGET_VALUES
from motif.errors import IllegalMove
from motif.tactics.clauses import Literal
from motif.tactics.coverage import SQUARE_PLACES, CoreRule, compiled, square_of_last_capture
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import PAPER, Vocabulary

Moves = tuple[chess.Move, ...]
Value = int | Moves
"""The number of a square, side or kind of piece, or the moves that lead to a position."""

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
"""The place of the position among the arguments of a relation; other relations have no position."""

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
"""The relations between two squares or two sides."""


def paper_witnesses(rule: Rule, board: chess.Board, move: chess.Move) -> Iterator[Mapping[str, chess.Square]]:
    """Yield every choice of squares for the variables with which a rule of the paper's vocabulary suggests a move."""
    start: Values = dict(zip(rule.head, ((), move.from_square, move.to_square), strict=True))
    for values in _PaperProver(board).proofs(list(rule.body), start):
        yield {name: value for name, value in values.items() if isinstance(value, int) and _is_square(rule, name)}


def _is_square(rule: Rule, name: str) -> bool:
    """Whether a variable is a square; sides and kinds of pieces are numbers as well."""
    return any(
        argument == name and place.type == "square"
        for literal in rule.body
        for argument, place in zip(literal.arguments, PAPER.find(literal.relation).places, strict=True)
    )


class _PaperProver:
    def __init__(self, board: chess.Board) -> None:
        self._boards: dict[Moves, chess.Board] = {(): board}

    def proofs(self, waiting: list[Literal], values: Values) -> Iterator[Values]:
        """Yield the values that make all conditions true, starting with the condition with the fewest unknowns.

        A condition on a position that is not known yet has to wait.
        """
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
            yield from self._without_position(literal.relation, known)
            return
        path = known[place]
        if not isinstance(path, tuple):
            return  # No condition determines the position.
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
    def _without_position(relation: str, known: list[Value | None]) -> Iterator[Answer]:
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
    """Yield each piece with each opponent's piece that it attacks; pinned pieces attack too."""
    for square, piece in board.piece_map().items():
        yield from ((square, target) for target in board.attacks(square) & board.occupied_co[not piece.color])


def _lines(board: chess.Board) -> Iterator[tuple[chess.Square, chess.Square, chess.Square]]:
    """Yield each slider with the first piece on one of its lines and the next one behind it."""
    for slider in chess.SquareSet(board.occupied & (board.bishops | board.rooks | board.queens)):
        for front in board.attacks(slider) & board.occupied:
            beyond = chess.SquareSet(chess.ray(slider, front) & board.occupied)
            farther = [square for square in beyond if front in chess.SquareSet(chess.between(slider, square))]
            if farther:
                yield slider, front, min(farther, key=lambda square: chess.square_distance(slider, square))


Squares = Mapping[str, chess.Square]
"""The square of each variable of a rule."""

_SQUARES_OF_THE_MOVE = 2
"""The first two squares of a rule belong to the move, the rest to other pieces."""

MOST_PAPER_WITNESSES = 500


def find_witness(rule: Rule, vocabulary: Vocabulary, board: chess.Board, move: chess.Move) -> Squares | None:
    """Return the choice of squares that makes a rule true and explains most; None if the move is not suggested."""
    if move not in board.legal_moves:
        raise IllegalMove(f"illegal move {move.uci()} in {board.fen()}")
    if move.promotion not in (None, chess.QUEEN):
        return None  # No rule suggests an underpromotion.
    if vocabulary is PAPER:
        witnesses = islice(paper_witnesses(rule, board, move), MOST_PAPER_WITNESSES)
        return max(witnesses, key=lambda squares: _importance(board, tuple(squares.values())), default=None)
    names = _square_variables(rule, vocabulary)
    choices = _choices(compiled(rule, vocabulary), len(names), board, move)
    choice = max(choices, key=lambda squares: _importance(board, squares), default=None)
    return None if choice is None else dict(zip(names, choice, strict=True))


def _choices(form: CoreRule, count: int, board: chess.Board, move: chess.Move) -> list[tuple[chess.Square, ...]]:
    """Return every choice of squares for a rule's variables that makes it true."""
    tester = RuleTester(Positions.from_boards([board]), None, np.array([square_of_last_capture(board)], np.int8))
    (row,) = np.flatnonzero(tester.codes == encode_move(move)).tolist()
    first = tester.witness(form, row)
    if first is None:
        return []
    known = [tuple(first)[:_SQUARES_OF_THE_MOVE]]
    for variable in range(_SQUARES_OF_THE_MOVE, count):
        about = [(_facts(tester, row, name), squares) for name, squares in form if max(squares, default=0) == variable]
        grown = ((*given, square) for given in known for square in chess.SQUARES if square not in given)
        known = [
            given for given in grown if all(tuple(given[each] for each in squares) in facts for facts, squares in about)
        ]
    return known


def _facts(tester: RuleTester, row: int, relation: str) -> set[tuple[chess.Square, ...]]:
    table = tester.facts(relation)
    return {tuple(line[1:]) for line in table[table[:, 0] == row].tolist()}


def _importance(board: chess.Board, squares: tuple[chess.Square, ...]) -> tuple[int, int]:
    """Return the value of the opponent's pieces on these squares, and how near they are to their king."""
    opponent = not board.turn
    king = board.king(opponent)
    others = [square for square in set(squares[_SQUARES_OF_THE_MOVE:]) if board.color_at(square) == opponent]
    worth = sum(TARGET_VALUES[board.piece_type_at(square) or chess.PAWN] for square in others)
    nearness = -sum(chess.square_distance(square, king) for square in others) if king is not None else 0
    return worth, nearness


def _square_variables(rule: Rule, vocabulary: Vocabulary) -> list[str]:
    """Return the variables for squares in the order in which the core numbers them."""
    _, origin, target = rule.head
    names = dict.fromkeys((origin, target))
    for literal in rule.body:
        places = vocabulary.find(literal.relation).places
        for argument, place in zip(literal.arguments, places, strict=True):
            if place in SQUARE_PLACES:
                names.setdefault(argument)
    return list(names)
