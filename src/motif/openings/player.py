"""A player that opens by the book of cases and leaves the rest of the game to another player.

As White it begins with e4, and as Black it answers e4 with c5; after that it plays the move that `retrieve` finds.
The first time no retrieved case goes on with a legal move, the other player takes over for good
(Han, Lavelle & Wilkerson). The paper follows the nearest case however far away it is and whoever is to move in it:
`PAPER_STYLE`. By default this player follows a case on its own boards only: there its moves lose a quarter of a pawn
against the best, three squares away more than a whole one (docs/openings.md has the figures).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import chess

from motif._core.search import Searcher
from motif.advice import Advice, Limit, Player, Searching
from motif.board.closing import close
from motif.openings.adviser import advice_from
from motif.openings.cases import CaseBase
from motif.openings.retrieval import Breadth, CaseOrder, retrieve

FURTHEST_FOLLOWED = 0
"""By default a case is followed on its own boards only, however they came about."""

_FIRST_MOVES = {
    chess.Board().board_fen(): chess.Move.from_uci("e2e4"),
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR": chess.Move.from_uci("c7c5"),
}


@dataclass(frozen=True, slots=True)
class OpeningStyle:
    """How cases are followed: in which order, how far away, whether the side to move counts, how many are asked."""

    order: CaseOrder = CaseOrder.LONGEST_FIRST
    furthest: int = FURTHEST_FOLLOWED
    turn_counts: bool = True
    breadth: Breadth = Breadth.FUZZY


PAPER_STYLE = OpeningStyle(furthest=64, turn_counts=False)
"""Follow the nearest case however far away it is, whoever is to move in it."""

STYLES = {
    "paper": PAPER_STYLE,
    "paper-one": replace(PAPER_STYLE, breadth=Breadth.ONE),
    "paper-equal": replace(PAPER_STYLE, breadth=Breadth.EQUAL),
}
"""The paper's retrieval, and the two that it tried before: one nearest case, and all that are equally near."""


class OpeningPlayer:
    """Plays from the cases while they last; `other` plays on from there, whatever comes later."""

    def __init__(self, base: CaseBase, other: Player, style: OpeningStyle | None = None) -> None:
        self._base = base
        self._style = style or OpeningStyle()
        self.other = other
        self.moves_by_case = 0
        """How many moves of this game came from the cases."""
        self._in_book = True

    def new_game(self, seed: int) -> None:
        """Open the book again; the seed is the other player's."""
        self.moves_by_case = 0
        self._in_book = True
        self.other.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The move of the nearest case, or the other player's."""
        return self.prepared(board) or self.other.choose(board, limit)

    def prepared(self, board: chess.Board) -> Advice | None:
        """The move of the nearest case; None from the first time on that there is none."""
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
        """The other player's search, for doors that watch and stop one."""
        return self.other.searcher if isinstance(self.other, Searching) else None

    def close(self) -> None:
        """Close the other player, if it can be."""
        close(self.other)
