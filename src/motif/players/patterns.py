"""Make players and advisers that use patterns of moves learned from strong players: `patterns`, `patterns,k=5`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess
import numpy as np

from motif._core.search import SearchInfo
from motif.advice import Adviser
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.patterns.adviser import Best, BestShare, PatternPruning, PatternsAdviser, Selection
from motif.patterns.learning.paper_library import PaperAdviser, PaperLibrary, read_library
from motif.patterns.library import Library
from motif.players.find import Makers
from motif.players.names import PATTERNS, Name
from motif.search.player import SearchPlayer
from motif.search.settings import PruningMode, SearchSettings


class TaughtPlayer(SearchPlayer):
    """A search that considers only those moves at its root that a hierarchy of patterns ranks highest."""

    def __init__(
        self, name: str, settings: SearchSettings, limit: Limit | None, library: PaperLibrary, selection: Selection
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
        """Search the selected moves."""
        ranked = [move for move, _ in self._library.rank(board) if moves is None or move in moves]
        selected = int(self._selection.of(np.array([len(ranked)]))[0])
        return super().search(board, limit, ranked[:selected], advised)


def _library(name: Name) -> Library | PaperLibrary:
    return read_library(Path(name.argument)) if name.argument else Library.shipped()


def _adviser(name: Name) -> Adviser:
    if name.limit or name.options:
        raise BadArgument(f"{PATTERNS} takes no settings as an adviser", hint="write patterns, or patterns:mine.txt")
    library = _library(name)
    return PaperAdviser(library) if isinstance(library, PaperLibrary) else PatternsAdviser(library)


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


def _selection(options: dict[str, str]) -> Selection:
    if "gamma" in options:
        return BestShare(_number("gamma", options.pop("gamma")))
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


MAKERS = Makers(players={PATTERNS: _player}, advisers={PATTERNS: _adviser})
