"""What shows at once: how each move looks to somebody who counts material and sees one, two or three plies.

behind = value of the best other move - value of the move itself, in pawns; captures are followed to their end. A move
that looks worse than another one is overlooked, however good it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log2

import chess

from motif._core.board import Positions
from motif._core.search import Evaluation, Searcher

PLIES = {1: "one ply", 2: "two plies", 3: "three plies"}
MOST_PAWNS = 15.0
"""More than a queen and a rook is all the same."""

MATERIAL_ALONE = (1.0, 0.0, 0.0)
NOWHERE_BETTER = [[0] * 64] * 6


def looks(boards: Sequence[chess.Board], moves: Sequence[chess.Move]) -> list[dict[str, float]]:
    """For each board and move by how much the best other move looks better, and how many look as good.

    >>> board = chess.Board("6k1/5ppp/8/8/8/3q4/5PPP/2R3K1 w - - 0 1")
    >>> seen = looks([board], [chess.Move.from_uci("c1c8")])[0]
    >>> seen["looks worse one ply deep"], seen["moves that look as good one ply deep"]
    (-15.0, 0.0)
    """
    searched = Positions.from_boards(boards)
    most = max(board.legal_moves.count() for board in boards)
    rows: list[dict[str, float]] = [{} for _ in boards]
    for depth, words in PLIES.items():
        answers = Searcher(_material(), hash_megabytes=1).search_all(searched, depth=depth, multi_pv=most)
        for seen, answer, move in zip(rows, answers, moves, strict=True):
            values = {line.moves[0]: line.centipawns / 100 for line in answer.lines}
            own = values.pop(move)
            behind = max(values.values(), default=own - MOST_PAWNS) - own
            seen[f"looks worse {words} deep"] = max(-MOST_PAWNS, min(MOST_PAWNS, behind))
            seen[f"moves that look as good {words} deep"] = log2(1 + sum(value >= own for value in values.values()))
    return rows


@cache
def _material() -> Evaluation:
    return Evaluation.heuristic(MATERIAL_ALONE, NOWHERE_BETTER)
