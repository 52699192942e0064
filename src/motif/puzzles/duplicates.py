"""Twins: puzzles that are the same but for a mirror, and puzzles that play the same idea on other squares.

The geometry of a solution is its moves as (man, from, to) relative to Black's king, the least over the board's
symmetries: files mirrored always, the board turned as well when there are no pawns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from motif._core.board import canonical_positions
from motif.puzzles.diagram import Diagram, read_move
from motif.puzzles.puzzle import Puzzle

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


class Distinct:
    """Remembers what was seen, and lets through what is new."""

    def __init__(self) -> None:
        self._seen: set[object] = set()

    def admits(self, puzzle: Puzzle) -> bool:
        """Whether no twin of the puzzle came before; from now on it counts as seen."""
        marks = {canonical_positions([puzzle.position])[0], geometry(puzzle.diagram, puzzle.main_line)}
        is_new = not marks & self._seen
        self._seen |= marks
        return is_new


def without_twins(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles in their order, each idea once."""
    distinct = Distinct()
    return (puzzle for puzzle in puzzles if distinct.admits(puzzle))
