"""Patterns learned from strong players: as an adviser, and as a search that looks at the moves they rank highest."""

from __future__ import annotations

from pathlib import Path

from motif.errors import BadArgument
from motif.patterns import Best, Library, PatternPruning, PatternsAdviser, Selection, Share
from motif.players.makers import Makers
from motif.players.names import PATTERNS, Name
from motif.search import PruningMode, SearchPlayer, SearchSettings


def _library(name: Name) -> Library:
    return Library.read(Path(name.argument)) if name.argument else Library.shipped()


def _adviser(name: Name) -> PatternsAdviser:
    if name.limit or name.options:
        raise BadArgument(f"{PATTERNS} takes no settings as an adviser", hint="write patterns, or patterns:mine.txt")
    return PatternsAdviser(_library(name))


def _player(name: Name) -> SearchPlayer:
    options = dict(name.options)
    pruning = PatternPruning(
        _library(name),
        _selection(options),
        int(_number("plies", options.pop("plies", "1"))),
        _mode(options.pop("filter", PruningMode.PAPER)),
    )
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
