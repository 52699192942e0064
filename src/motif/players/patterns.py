"""Patterns learned from strong players: as an adviser, and as a search that looks at the moves they rank highest.

A hierarchy taught by games, as the paper has it, is asked about the root alone: the paper's own selective search.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess
import numpy as np

from motif._core.search import SearchInfo
from motif.advice import Adviser
from motif.board.limits import Limit
from motif.errors import BadArgument
from motif.patterns.adviser import PatternPruning, PatternsAdviser
from motif.patterns.library import Library
from motif.patterns.paper_library import PaperLibrary, read_library
from motif.patterns.selection import Best, Selection, Share
from motif.patterns.taught import TaughtAdviser
from motif.players.makers import Makers
from motif.players.names import PATTERNS, Name
from motif.search import PruningMode, SearchPlayer, SearchSettings


class TaughtPlayer(SearchPlayer):
    """A search that looks at those moves of its root that a taught hierarchy weighs highest."""

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
        """What the search finds among the moves that are kept."""
        ranked = [move for move, _ in self._library.rank(board) if moves is None or move in moves]
        keeps = int(self._selection.of(np.array([len(ranked)]))[0])
        return super().search(board, limit, ranked[:keeps], advised)


def _library(name: Name) -> Library | PaperLibrary:
    return read_library(Path(name.argument)) if name.argument else Library.shipped()


def _adviser(name: Name) -> Adviser:
    if name.limit or name.options:
        raise BadArgument(f"{PATTERNS} takes no settings as an adviser", hint="write patterns, or patterns:mine.txt")
    library = _library(name)
    return TaughtAdviser(library) if isinstance(library, PaperLibrary) else PatternsAdviser(library)


def _player(name: Name) -> SearchPlayer:
    options = dict(name.options)
    library, selection = _library(name), _selection(options)
    if isinstance(library, PaperLibrary):
        for setting in ("plies", "filter"):
            if setting in options:
                raise BadArgument(
                    f"{setting}={options[setting]} cannot be set for a hierarchy", hint="it chooses moves of the root"
                )
        return TaughtPlayer(name.head, SearchSettings.read(options), name.limit, library, selection)
    plies = int(_number("plies", options.pop("plies", "1")))
    pruning = PatternPruning(library, selection, plies, _mode(options.pop("filter", PruningMode.PAPER)))
    return SearchPlayer(name.head, SearchSettings.read(options, SearchSettings(pruning=pruning)), name.limit)


def _selection(options: dict[str, str]) -> Selection:
    if "gamma" in options:
        return Share(_number("gamma", options.pop("gamma")))
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
