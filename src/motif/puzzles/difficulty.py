"""How hard a puzzle looks, as a sum whose parts are shown: difficulty = sum of what each feature adds.

More first moves to choose from, more defences to answer, more near misses, and whatever players overlook: quiet keys,
sacrifices, waiting moves, underpromotions, longer lines. The weights are stated, not learned, and how well
the sum follows what players find hard has not been measured.
"""

from __future__ import annotations

from math import log2

import chess

from motif._core import Solution
from motif.puzzles.diagram import Square, read_move
from motif.puzzles.plain_rules import PlainBoard
from motif.puzzles.puzzle import Difficulty, Puzzle

MOST_FOR_TRIES = 2.0


def estimate(puzzle: Puzzle, solution: Solution) -> Difficulty:
    """The estimate for a mate that the solver has answered."""
    diagram = puzzle.diagram
    origin, target, promotion = read_move(puzzle.key)
    key = solution.keys[0]
    defences = key.line.replies
    quiet = "+" not in key.line.san and "x" not in key.line.san and not promotion
    taken = any(read_move(defence.move.uci())[1] == target for defence in defences)
    lines = list(puzzle.lines())
    promotes_low = any(move[4:] in ("n", "b", "r") for line in lines for move in line[::2])
    king = next(square for square, sign in diagram.placed if sign == ("k" if diagram.white_to_move else "K"))
    retreats = _distance(target, king) > _distance(origin, king)
    board = puzzle.board().legal_moves if diagram.is_full_size else PlainBoard.parse(puzzle.position).legal_moves()
    first_moves = len(list(board))
    return Difficulty.of(
        [
            ("first moves", log2(first_moves) / 2),
            ("defences", log2(1 + len(defences)) / 2),
            ("tries", min(MOST_FOR_TRIES, 0.5 * len(solution.tries))),
            ("quiet key", 1.0 if quiet else 0.0),
            ("retreat", 0.5 if retreats else 0.0),
            ("sacrifice", 0.5 if taken else 0.0),
            ("waiting move", 0.5 if key.is_zugzwang else 0.0),
            ("underpromotion", 0.5 if promotes_low else 0.0),
            ("length", 2.0 * (puzzle.stipulation.moves - 1)),
        ]
    )


def _distance(square: Square, other: Square) -> int:
    return max(abs(square.file - other.file), abs(square.rank - other.rank))


def estimate_win(puzzle: Puzzle) -> Difficulty:
    """The estimate for a win of material, of which only one line is known."""
    board = puzzle.board()
    key = chess.Move.from_uci(puzzle.key)
    quiet = not (board.is_capture(key) or board.gives_check(key) or key.promotion)
    taken = any(line[1][2:4] == puzzle.key[2:4] for line in puzzle.lines() if len(line) > 1)
    promotes_low = any(move[4:] in ("n", "b", "r") for line in puzzle.lines() for move in line[::2])
    return Difficulty.of(
        [
            ("first moves", log2(board.legal_moves.count()) / 2),
            ("quiet key", 1.0 if quiet else 0.0),
            ("sacrifice", 0.5 if taken else 0.0),
            ("underpromotion", 0.5 if promotes_low else 0.0),
            ("length", 2.0 * (puzzle.stipulation.moves - 1)),
        ]
    )
