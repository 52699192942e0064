"""How hard a mate on a smaller board looks: a sum of stated parts with round weights.

No ratings are known of such puzzles. What misleads counts most: other checks and captures to choose from, a key that is
neither, mates that capture nothing. The weights were chosen on mates in 2 of full size, one point for about 200 rating
points there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log2

from motif._core.puzzles import Line, Solution
from motif.puzzles.diagram import Square, read_move
from motif.puzzles.plain_rules import PlainBoard
from motif.puzzles.puzzle import Difficulty, Puzzle

MOST_FOR_TRIES = 1.0
FARTHEST = 7
"""The most king's steps between two squares of a full board."""


def estimate_small(puzzle: Puzzle, solution: Solution) -> Difficulty:
    """The estimate for a mate that the solver has answered."""
    key = solution.keys[0]
    defences = key.line.replies
    return Difficulty.of(
        [
            *_choices(puzzle),
            ("defences", 0.7 * log2(1 + len(defences))),
            ("tries", min(MOST_FOR_TRIES, 0.25 * len(solution.tries))),
            *_key(puzzle, (defence.move.uci() for defence in defences)),
            ("waiting move", 0.5 if key.is_zugzwang else 0.0),
            ("mates without capture", 0.0 if any("x" in mate.san for mate in _ends(key.line)) else 1.0),
            *_whole_line(puzzle),
        ]
    )


Parts = Iterator[tuple[str, float]]


def _choices(puzzle: Puzzle) -> Parts:
    """The forcing first moves, which are what players look at first; the key itself is one when it is forcing."""
    moves = _first_moves(puzzle)
    yield "checks to choose from", log2(1 + sum(checks for _, checks, _ in moves))
    yield "captures to choose from", 0.5 * log2(1 + sum(captures for _, _, captures in moves))


def _key(puzzle: Puzzle, replies: Iterable[str]) -> Parts:
    diagram = puzzle.diagram
    _, target, promotion = read_move(puzzle.key)
    _, checks, captures = next(move for move in _first_moves(puzzle) if move[0] == puzzle.key)
    king = next(square for square, sign in diagram.placed if sign == ("k" if diagram.white_to_move else "K"))
    yield "key near the king", 0.1 * (FARTHEST - _distance(target, king))
    yield "quiet key", 0.0 if checks or captures or promotion else 2.0
    yield "sacrifice", 0.5 if any(read_move(reply)[1] == target for reply in replies) and not captures else 0.0


def _whole_line(puzzle: Puzzle) -> Parts:
    promotes_low = any(move[4:] in ("n", "b", "r") for line in puzzle.lines() for move in line[::2])
    yield "underpromotion", 0.5 if promotes_low else 0.0
    yield "length", 2.0 * (puzzle.stipulation.moves - 1)


def _first_moves(puzzle: Puzzle) -> list[tuple[str, bool, bool]]:
    """Each legal move with whether it checks and whether it captures."""
    plain = PlainBoard.parse(puzzle.position)
    return [
        (move, plain.after(move).is_check(), len(plain.after(move).men) < len(plain.men))
        for move in plain.legal_moves()
    ]


def _ends(line: Line) -> Iterator[Line]:
    """The last moves of all lines."""
    if not line.replies:
        yield line
    for reply in line.replies:
        yield from _ends(reply)


def _distance(square: Square, other: Square) -> int:
    return max(abs(square.file - other.file), abs(square.rank - other.rank))
