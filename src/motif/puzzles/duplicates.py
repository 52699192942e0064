"""Twins: puzzles that are the same but for a mirror, and puzzles that play the same idea on other squares.

The geometry of a solution is its moves as (man, from, to) relative to Black's king, the least over the board's
symmetries: files mirrored always, the board turned as well when there are no pawns. The look of a puzzle is what a
reader remembers of it: the mate, as who holds which square around the king and from where the check comes, and which
man made the key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import chess

from motif._core.board import canonical_positions
from motif.puzzles.diagram import Diagram, read_move
from motif.puzzles.puzzle import Goal, Puzzle

Turn = Callable[[int, int], tuple[int, int]]

_MIRRORED: tuple[Turn, ...] = (lambda x, y: (x, y), lambda x, y: (-x, y))
_TURNED: tuple[Turn, ...] = (
    *_MIRRORED,
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)

Geometry = tuple[tuple[str, int, int, int, int], ...]


def geometry(diagram: Diagram, line: Iterable[str]) -> Geometry:
    """A line of play, freed from where on the board it happens."""
    defender = "k" if diagram.white_to_move else "K"
    king = next(square for square, sign in diagram.placed if sign == defender)
    has_pawns = any(sign in "Pp" for _, sign in diagram.placed)
    steps = []
    for move in line:
        origin, target, promotion = read_move(move)
        sign = diagram.men[origin] + promotion
        steps.append(
            (sign, origin.file - king.file, origin.rank - king.rank, target.file - king.file, target.rank - king.rank)
        )
        diagram = diagram.play(move)
    return min(
        tuple((sign, *turn(fx, fy), *turn(tx, ty)) for sign, fx, fy, tx, ty in steps)
        for turn in (_MIRRORED if has_pawns else _TURNED)
    )


Look = tuple[str, tuple[tuple[int, int, str], ...]]


def look(puzzle: Puzzle) -> Look:
    """The mate at the end of the main line and the man that makes the key; only on the full board.

    >>> from motif.puzzles.puzzle import Branch, Goal, Stipulation
    >>> corner = Puzzle("6rk/6pp/8/4N3/8/8/8/K7 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("e5f7"),))
    >>> elsewhere = Puzzle("kr6/pp6/8/1N6/8/8/8/6K1 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("b5c7"),))
    >>> look(corner) == look(elsewhere)
    True
    """
    board = puzzle.board()
    key = chess.Move.from_uci(puzzle.key)
    by = chess.piece_symbol(board.piece_type_at(key.from_square) or chess.PAWN)
    for move in puzzle.main_line:
        board.push_uci(move)
    king = board.king(board.turn)
    assert king is not None
    column, row = chess.square_file(king), chess.square_rank(king)
    marks = [(x, y, _holder(board, king, column + x, row + y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    for checker in board.checkers():
        sign = chess.piece_symbol(board.piece_type_at(checker) or chess.PAWN)
        x, y = chess.square_file(checker) - column, chess.square_rank(checker) - row
        # From how far a rook checks is no other look.
        far = 1 if sign in "qrb" else 2
        marks.append((max(-far, min(far, x)), max(-far, min(far, y)), f"{sign}+"))
    has_pawns = any("p" in mark for _, _, mark in marks)
    turns = _MIRRORED if has_pawns else _TURNED
    return by, min(tuple(sorted((*turn(x, y), mark) for x, y, mark in marks)) for turn in turns)


def _holder(board: chess.Board, king: chess.Square, column: int, row: int) -> str:
    """Who keeps the king from a square: the edge, a man of its own, or men of the other side."""
    if not (0 <= column < 8 and 0 <= row < 8):
        return "edge"
    square = chess.square(column, row)
    if board.color_at(square) == board.turn:
        return f"own {chess.piece_symbol(board.piece_type_at(square) or chess.PAWN)}"
    without_king = board.copy(stack=False)
    without_king.remove_piece_at(king)
    guards = without_king.attackers(not board.turn, square)
    return "".join(sorted(chess.piece_symbol(board.piece_type_at(guard) or chess.PAWN) for guard in guards))


class Distinct:
    """Remembers what was seen, and lets through what is new; looks are compared where that is asked for."""

    def __init__(self, by_look: bool = False) -> None:
        self._seen: set[object] = set()
        self._by_look = by_look

    def admits(self, puzzle: Puzzle) -> bool:
        """Whether no twin of the puzzle came before; from now on it counts as seen."""
        marks: set[object] = {canonical_positions([puzzle.position])[0], geometry(puzzle.diagram, puzzle.main_line)}
        if self._by_look and puzzle.diagram.is_full_size and puzzle.stipulation.goal is Goal.MATE:
            marks.add(look(puzzle))
        is_new = not marks & self._seen
        self._seen |= marks
        return is_new


def without_twins(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles in their order, each idea once."""
    distinct = Distinct()
    return (puzzle for puzzle in puzzles if distinct.admits(puzzle))
