"""An oracle that looks at nothing while opening cases last: how a player that opens by cases spends its time.

The paper's Figure 3 shows such a player beside one that searches from the first move: its time stays flat until no
retrieved case goes on with a legal move; from then on it searches for the rest of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.board.limits import Limit
from motif.board.oracles import Evaluation
from motif.openings import OpeningPlayer
from motif.search import SearchOracle

AT_A_GLANCE = Limit(depth=1)
"""What a position is worth while nobody searches."""


class OracleByCases:
    """Asks a search for a glance while the cases last, and in earnest after them.

    Positions are those of one game in their order. It is asked about them before anything else.
    """

    def __init__(self, name: str, cases: OpeningPlayer, oracle: SearchOracle) -> None:
        self.name = name
        self._cases = cases
        self._oracle = oracle
        self.by_cases = 0
        """How many positions were left to the cases."""

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board."""
        return [self._one(board, limit) for board in boards]

    def nodes_visited(self) -> int:
        """What the search has looked at."""
        return self._oracle.nodes_visited()

    def _one(self, board: chess.Board, limit: Limit) -> Evaluation:
        if not board.is_game_over() and self._cases.prepared(board):
            self.by_cases += 1
            limit = AT_A_GLANCE
        (answer,) = self._oracle.evaluate([board], limit)
        return answer
