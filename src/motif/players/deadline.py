"""An oracle that must be done by a certain time, for reasons that may not cost more than what is left for a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import chess

from motif.board.limits import Limit
from motif.board.oracles import Evaluation, settled
from motif.search import SearchSettings
from motif.search.player import score_of

SHARE = 0.4
"""Of the time that is left one question may take so much: there may be more of them."""

LEAST = 0.002
"""With less time than this, in seconds, nothing is searched any more."""


class OutOfTime(Exception):
    """There is no time left for an answer."""


class DeadlineOracle:
    """The search as a judge with a deadline; without one it looks as far as it is asked to."""

    name = "search"

    def __init__(self, settings: SearchSettings, deadline: float | None, clock: Callable[[], float]) -> None:
        self._searcher = settings.searcher()
        self._deadline = deadline
        self._clock = clock

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board; raises OutOfTime when there is no time left."""
        return [settled(board) or self._searched(board, limit) for board in boards]

    def _searched(self, board: chess.Board, limit: Limit) -> Evaluation:
        seconds = limit.seconds
        if self._deadline is not None:
            left = self._deadline - self._clock()
            if left < LEAST:
                raise OutOfTime
            seconds = SHARE * left
        # What another board left in the table would change the answer.
        self._searcher.new_game()
        info = self._searcher.search(board.copy(stack=False), depth=limit.depth, nodes=limit.nodes, seconds=seconds)
        line = info.lines[0]
        return Evaluation(score_of(line), tuple(line.moves), info.depth)
