"""Make players and advisers from what was learned from games: `openings+NAME`, `tactics:mine.pl` and `patterns,k=5`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import chess
import numpy as np

from motif._core.search import SearchInfo
from motif.advice import Adviser, Player
from motif.engines.evaluator import Evaluation
from motif.engines.limits import IN_BOOK_LIMIT, Limit
from motif.errors import BadArgument
from motif.openings.adviser import STYLES, OpeningAdviser, OpeningPlayer, OpeningStyle
from motif.openings.cases import shipped_cases
from motif.openings.open_book import AnyBook, open_book
from motif.openings.retrieval import CaseOrder
from motif.patterns.adviser import Best, PatternPruning, PatternsAdviser
from motif.patterns.learning.paper_library import PaperLibrary, read_library
from motif.patterns.library import Library
from motif.players.names import OPENINGS, PATTERNS, TACTICS, Makers, Name
from motif.players.sparring import GreedyPlayer
from motif.search.player import SearchEvaluator, SearchPlayer
from motif.search.settings import PruningMode, SearchSettings
from motif.tactics.adviser import TacticsAdviser, TacticsPlayer
from motif.tactics.library import TacticsLibrary


class EvaluatorAfterBook:
    """A search that looks only one ply deep while the opening cases have a move.

    It saves the time that a player who knows the opening saves. It must be given the positions of a game in the order
    in which they were played.
    """

    def __init__(self, name: str, cases: OpeningPlayer, evaluator: SearchEvaluator) -> None:
        self.name = name
        self._cases = cases
        self._evaluator = evaluator
        self.positions_in_book = 0

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [self._one(board, limit) for board in boards]

    def nodes_visited(self) -> int:
        return self._evaluator.nodes_visited()

    def _one(self, board: chess.Board, limit: Limit) -> Evaluation:
        if not board.is_game_over() and self._cases.prepared(board):
            self.positions_in_book += 1
            limit = IN_BOOK_LIMIT
        (answer,) = self._evaluator.evaluate([board], limit)
        return answer


def _after_openings(name: Name, other: Player) -> OpeningPlayer:
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
    return OpeningPlayer(_book(name), other, style)


def _opening_adviser(name: Name) -> OpeningAdviser:
    if name.limit or name.options:
        raise BadArgument(f"{OPENINGS} takes no settings as an adviser", hint="write openings, or openings:mine.book")
    return OpeningAdviser(_book(name))


def _book(name: Name) -> AnyBook:
    return open_book(Path(name.argument)) if name.argument else shipped_cases()


def _tactics(name: Name) -> TacticsLibrary:
    if name.limit or name.options:
        raise BadArgument(f"{TACTICS} has no settings", hint="write tactics:mine.pl, or tactics:mine.pl+NAME,depth=4")
    return TacticsLibrary.read(Path(name.argument)) if name.argument else TacticsLibrary.shipped()


class TaughtPlayer(SearchPlayer):
    """A search that considers only those moves at its root that a hierarchy of patterns ranks highest."""

    def __init__(
        self, name: str, settings: SearchSettings, limit: Limit | None, library: PaperLibrary, selection: Best
    ) -> None:
        super().__init__(name, settings, limit)
        self._library = library
        self._selection = selection

    def search(
        self,
        board: chess.Board,
        limit: Limit,
        moves: Sequence[chess.Move] | None = None,
        advised: Sequence[chess.Move] = (),
    ) -> SearchInfo:
        ranked = [move for move, _ in self._library.rank(board) if moves is None or move in moves]
        selected = int(self._selection.of(np.array([len(ranked)]))[0])
        return super().search(board, limit, ranked[:selected], advised)


def _library(name: Name) -> Library | PaperLibrary:
    return read_library(Path(name.argument)) if name.argument else Library.shipped()


def _adviser(name: Name) -> Adviser:
    if name.limit or name.options:
        raise BadArgument(f"{PATTERNS} takes no settings as an adviser", hint="write patterns, or patterns:mine.txt")
    return PatternsAdviser(_library(name))


def _player(name: Name) -> SearchPlayer:
    options = dict(name.options)
    library, selection = _library(name), _selection(options)
    if isinstance(library, PaperLibrary):
        for setting in ("plies", "filter"):
            if setting in options:
                raise BadArgument(
                    f"{setting}={options[setting]} cannot be set for a hierarchy",
                    hint="a hierarchy only chooses moves at the root",
                )
        return TaughtPlayer(name.head, SearchSettings.read(options), name.limit, library, selection)
    plies = int(_number("plies", options.pop("plies", "1")))
    pruning = PatternPruning(library, selection, plies, _mode(options.pop("filter", PruningMode.PAPER)))
    return SearchPlayer(name.head, SearchSettings.read(options, SearchSettings(pruning=pruning)), name.limit)


def _selection(options: dict[str, str]) -> Best:
    if "gamma" in options:
        return Best(share=_number("gamma", options.pop("gamma")))
    return Best(int(_number("k", options.pop("k", "5"))))


def _mode(text: str) -> PruningMode:
    if text not in list(PruningMode):
        raise BadArgument(f"filter={text} cannot be set", hint=f"write one of {', '.join(PruningMode)}")
    return PruningMode(text)


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadArgument(f"{name}={text} cannot be set", hint="write a number") from None


MAKERS = Makers(
    players={PATTERNS: _player, TACTICS: lambda name: TacticsPlayer(_tactics(name), GreedyPlayer())},
    advisers={
        OPENINGS: _opening_adviser,
        PATTERNS: _adviser,
        TACTICS: lambda name: TacticsAdviser(_tactics(name)),
    },
    before_a_plus={
        OPENINGS: _after_openings,
        TACTICS: lambda name, other: TacticsPlayer(_tactics(name), other),
    },
)
