"""Play the moves of the nearest opening cases, and leave the rest of the game to another player."""

from __future__ import annotations

from dataclasses import dataclass, replace

import chess

from motif._core.search import Searcher
from motif.advice import Advice, Player, Searching
from motif.engines.limits import Limit
from motif.openings.adviser import advice_from
from motif.openings.cases import CaseBase
from motif.openings.retrieval import Breadth, CaseOrder, retrieve
from motif.runtime.files import close

_FIRST_MOVES = {
    chess.Board().board_fen(): chess.Move.from_uci("e2e4"),
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR": chess.Move.from_uci("c7c5"),
}


@dataclass(frozen=True, slots=True)
class OpeningStyle:
    """How a player follows cases: their order, their maximum distance, and whether the side to move must be the same.

    By default a case is followed only if no square differs; a transposition may lead there.
    """

    order: CaseOrder = CaseOrder.LONGEST_FIRST
    furthest: int = 0
    turn_counts: bool = True
    breadth: Breadth = Breadth.FUZZY


PAPER_STYLE = OpeningStyle(furthest=64, turn_counts=False)
"""Follow the nearest case at any distance, with either side to move."""

STYLES = {
    "paper": PAPER_STYLE,
    "paper-one": replace(PAPER_STYLE, breadth=Breadth.ONE),
    "paper-equal": replace(PAPER_STYLE, breadth=Breadth.EQUAL),
}
"""The paper's final retrieval and the two that it tried before: one nearest case, and all equally near ones."""


class OpeningPlayer:
    """Plays the moves of cases until it finds none; from then on, `other` plays."""

    def __init__(self, base: CaseBase, other: Player, style: OpeningStyle | None = None) -> None:
        self._base = base
        self._style = style or OpeningStyle()
        self.other = other
        self.moves_by_case = 0
        """The number of moves of this game that came from cases."""
        self._in_book = True

    def new_game(self, seed: int) -> None:
        """Begin with the cases again; the seed is for the other player."""
        self.moves_by_case = 0
        self._in_book = True
        self.other.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the move of the nearest case, or the other player's."""
        return self.prepared(board) or self.other.choose(board, limit)

    def prepared(self, board: chess.Board) -> Advice | None:
        """Return the move of the nearest case; None if there is none now or was none earlier in the game."""
        if not self._in_book:
            return None
        retrieval = retrieve(self._base, board, self._style.order, self._style.breadth)
        retrieval = replace(retrieval, turn_counts=self._style.turn_counts)
        first = _FIRST_MOVES.get(board.board_fen())
        advice: Advice | None = None
        if first is not None and board.is_legal(first):
            advice = advice_from(retrieval, first)
        elif (nearest := retrieval.first()) and nearest[1].distance <= self._style.furthest:
            advice = advice_from(retrieval, *nearest)
        if advice is None:
            self._in_book = False
        else:
            self.moves_by_case += 1
        return advice

    @property
    def searcher(self) -> Searcher | None:
        """The other player's search, for callers that watch or stop it."""
        return self.other.searcher if isinstance(self.other, Searching) else None

    def close(self) -> None:
        """Close the other player, if it can be closed."""
        close(self.other)
