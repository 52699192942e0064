"""Make exercises from opening moves that the player repeatedly gets wrong.

A mistake counts if the player made it twice or more in the same position and the engine knows a better move.
"""

from __future__ import annotations

from collections.abc import Iterator

from motif.board.wording import percent
from motif.engines.evaluator import Evaluator
from motif.study.findings.openings import repertoires
from motif.study.study import Study
from motif.training.exercise import Exercise, Source
from motif.training.mistakes import best_moves

OPENING = "opening"
"""The theme of these exercises."""

MOST = 6
MOST_RIGHT = 3
"""A position with more equally good moves than this is no exercise."""

MOST_AT_FIRST = 2 * MOST_RIGHT
"""With more good moves than this in the first search, a position is not searched again."""


def wrong_moves(study: Study, evaluator: Evaluator, most: int = MOST) -> Iterator[Exercise]:
    """Exercises for repeated mistakes in the opening, the costliest first; all moves as good as the best are right."""
    wrong = [(board, played) for each in repertoires(study.games) for board, played in each.wrong()]
    wrong.sort(key=lambda each: -sum(each[1].lost))
    for board, played in wrong[:most]:
        right = [move for move, _ in best_moves(board.copy(stack=False), evaluator, MOST_AT_FIRST)]
        if not 0 < len(right) <= MOST_RIGHT or played.move in right:
            continue
        named = " and ".join(board.san(move) for move in right)
        better = f"{named} {'is' if len(right) == 1 else 'are'} better than {board.san(played.move)}"
        yield Exercise(
            Source.MISSED,
            board.fen(),
            OPENING,
            f"{better}, which gave away {percent(played.mean_lost)} of the winning chance.",
            f"your opening: you played {board.san(played.move)} here in {played.games} games",
            None,
            tuple(move.uci() for move in right),
        )
