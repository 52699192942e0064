"""Make advisers and players that use the opening cases: `openings`, `openings+NAME`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import chess

from motif.advice import Player
from motif.engines.evaluator import Evaluation
from motif.engines.limits import IN_BOOK_LIMIT, Limit
from motif.errors import BadArgument
from motif.openings.adviser import STYLES, OpeningAdviser, OpeningPlayer, OpeningStyle
from motif.openings.cases import load_cases, shipped_cases
from motif.openings.retrieval import CaseOrder
from motif.players.find import Makers
from motif.players.names import OPENINGS, Name
from motif.search.player import SearchEvaluator


class EvaluatorAfterBook:
    """A search that looks only one ply deep while the opening cases have a move.

    In this way it saves time as a player does that plays the opening from cases. It must be given the positions of a
    game in the order in which they were played.
    """

    def __init__(self, name: str, cases: OpeningPlayer, evaluator: SearchEvaluator) -> None:
        self.name = name
        self._cases = cases
        self._evaluator = evaluator
        self.positions_in_book = 0

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [self._one(board, limit) for board in boards]

    def nodes_visited(self) -> int:
        """Return the number of positions searched."""
        return self._evaluator.nodes_visited()

    def _one(self, board: chess.Board, limit: Limit) -> Evaluation:
        if not board.is_game_over() and self._cases.prepared(board):
            self.positions_in_book += 1
            limit = IN_BOOK_LIMIT
        (answer,) = self._evaluator.evaluate([board], limit)
        return answer


def _before(name: Name, other: Player) -> OpeningPlayer:
    style, options = OpeningStyle(), dict(name.options)
    if "style" in options:
        word = options.pop("style")
        if word not in STYLES:
            raise BadArgument(f"style={word} cannot be set", hint=f"choose one of {', '.join(STYLES)}")
        style = STYLES[word]
    if "furthest" in options:
        furthest = options.pop("furthest")
        if not re.fullmatch("[0-9]{1,4}", furthest):
            raise BadArgument(
                f"furthest={furthest} cannot be set",
                hint="write furthest=N with N from 0 to 64 squares; 64 allows any case",
            )
        style = replace(style, furthest=int(furthest))
    if "order" in options:
        order = options.pop("order").replace("_", " ")
        if order not in set(CaseOrder):
            raise BadArgument(f"order={order} cannot be set", hint="write order=longest_first or order=as_given")
        style = replace(style, order=CaseOrder(order))
    if options or name.limit:
        raise BadArgument(
            f"{OPENINGS} has no such setting",
            hint="the settings are style, furthest and order; write limits after the plus",
        )
    base = load_cases(Path(name.argument)) if name.argument else shipped_cases()
    return OpeningPlayer(base, other, style)


MAKERS = Makers(
    advisers={OPENINGS: lambda _: OpeningAdviser(shipped_cases())},
    before_a_plus={OPENINGS: _before},
)
