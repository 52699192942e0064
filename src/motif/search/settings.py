"""Describe a searcher as data: its evaluation, its pruning, its mode and its techniques.

As text, settings are KEY=VALUE pairs separated by commas: `mode=paper,weights=winning`,
`pruning=soft,hash=64,null-move=off`, `weights=fine` for the finer evaluation, `weights=mine.tsv` for weights that
`motif lab learn evaluation` wrote, `threads=2` to search each position with two threads.
"""

from __future__ import annotations

import pickle
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np

from motif import __version__, _core
from motif._core.search import Filter, Searcher
from motif.errors import BadArgument, nearest
from motif.search.evaluation import NAMED, TaperedWeights, Weights, fine_weights, shipped_weights


class Pruner(Protocol):
    """Chooses the moves that a search considers, by the four rules below or by learned patterns."""

    def filter(self) -> Filter:
        """Return the move filter for a search."""
        ...


# The paper's four pruning rules in three modes.

NOT_CHOSEN = "not chosen"


class PruningRule(StrEnum):
    """A reason to consider a move or to prune it."""

    THREATENED_PIECE = "threatened piece"
    """Consider moves of attacked pieces."""
    ACTIVITY = "activity"
    """Consider moves after which our pieces together reach or threaten more squares."""
    CAPTURE = "capture"
    """Consider captures."""
    LOSING_EXCHANGE = "losing exchange"
    """Prune moves that lose material by the exchanges on their target square."""


class PruningMode(StrEnum):
    """What the search does with a move that the rules reject."""

    PAPER = "paper"
    """Prune it."""
    SOFT = "soft"
    """Reduce its depth; prune it if no ply is left."""
    FRONTIER = "frontier"
    """Prune it in the last two plies only."""


@dataclass(frozen=True, slots=True)
class Pruning:
    """The rules for our own moves and the opponent's, the mode, and the number of plies that soft pruning cuts.

    >>> str(Pruning(PruningMode.SOFT))
    'soft: threatened piece, activity, capture, losing exchange'
    """

    mode: PruningMode = PruningMode.PAPER
    own: tuple[PruningRule, ...] = tuple(PruningRule)
    other: tuple[PruningRule, ...] = (PruningRule.LOSING_EXCHANGE,)
    reduction: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.reduction <= 8:
            raise BadArgument(f"a reduction of {self.reduction} plies is not possible; write 1 to 8")

    def __str__(self) -> str:
        return f"{self.mode}: {', '.join(self.own) or 'no rules'}"

    def without(self, rule: PruningRule) -> Pruning:
        """Return the same pruning with one rule switched off for both sides."""
        own = tuple(kept for kept in self.own if kept is not rule)
        other = tuple(kept for kept in self.other if kept is not rule)
        return replace(self, own=own, other=other)

    def why(self, reasons: Sequence[str]) -> str:
        """Say why a move was pruned: its exchange loses material, or no rule chose it."""
        return PruningRule.LOSING_EXCHANGE.value if PruningRule.LOSING_EXCHANGE in reasons else NOT_CHOSEN

    def filter(self) -> Filter:
        return Filter.rules(self.own, self.other, self.mode, self.reduction)


MOST_THREADS = Searcher.most_threads()
LARGEST_HASH_MEGABYTES = 1 << 16


class Mode(StrEnum):
    """The kind of search."""

    FULL = "full"
    """Iterative deepening with quiescence, a transposition table and the techniques below."""
    PAPER = "paper"
    """Plain alpha-beta to a fixed depth with a transposition table."""


@dataclass(frozen=True, slots=True)
class Techniques:
    """The techniques of a full search; each can be switched on or off."""

    quiescence: bool = True
    ordering: bool = True
    null_move: bool = True
    late_move_reductions: bool = True
    check_extensions: bool = True
    futility: bool = True
    replies: bool = False
    """Continuation history: also order quiet moves by their success after the same previous moves."""
    exchanges: bool = False
    """Prune late moves near the leaves if their exchange on the target square loses material."""
    trend: bool = False
    """Reduce late moves more if the position of the side to move is getting worse."""
    singular: bool = False
    """Singular extension in endings: search the best move a ply deeper if every other move is clearly worse."""
    zugzwang: bool = True
    """Verify a null-move cutoff by a search without null move if the side to move has only one piece besides pawns; use
    neither null move nor futility pruning with eight or fewer pieces and pawns on the board."""
    exact: bool = False
    """Look up endings with three pieces, kings included, in tables."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """All settings of a searcher except its limit."""

    weights: Weights | TaperedWeights | None = None
    """The weights of the three-term heuristic or of a tapered evaluation; None for the mode's shipped weights."""
    mode: Mode = Mode.FULL
    pruning: Pruner | None = None
    hash_megabytes: int = 16
    techniques: Techniques = Techniques()
    threads: int = 1
    """The number of threads that search one position; with more than one the result may differ between runs."""

    @classmethod
    def read(cls, options: Mapping[str, str], usual: SearchSettings | None = None) -> SearchSettings:
        """Read settings from text values by name; settings that are not named stay as in `usual`."""
        settings = usual or cls()
        for name, text in options.items():
            settings = _with(settings, name.replace("_", " ").replace("-", " "), text)
        return settings

    @property
    def evaluation_weights(self) -> Weights | TaperedWeights:
        """The weights in use: by default the shipped tapered ones, in paper mode the heuristic's tuned ones."""
        if self.weights is not None:
            return self.weights
        return Weights.parse("tuned") if self.mode is Mode.PAPER else shipped_weights()

    @property
    def fingerprint(self) -> str:
        """A short text that is equal for two searchers only if their settings and core, and so their answers, are."""
        weights = np.asarray(self.evaluation_weights.values).tobytes()
        described = f"{replace(self, weights=None, pruning=None)!r} {type(self.evaluation_weights).__name__}".encode()
        # A pruner is identified by the pickle of its filter, not by its text.
        filtering = pickle.dumps(self.pruning.filter()) if self.pruning is not None else b""
        return f"{__version__} {_core_checksum():08x} {zlib.crc32(described + filtering + weights):08x}"

    def searcher(self) -> Searcher:
        """Build the searcher with its own transposition table."""
        return Searcher(
            self.evaluation_weights.evaluation(),
            self.pruning.filter() if self.pruning is not None else None,
            paper=self.mode is Mode.PAPER,
            hash_megabytes=self.hash_megabytes,
            threads=self.threads,
            **asdict(self.techniques),
        )


@cache
def _core_checksum() -> int:
    return zlib.crc32(Path(str(_core.__file__)).read_bytes())


_TECHNIQUES = {field.name.replace("_", " "): field.name for field in fields(Techniques)}
_NAMES = ("weights", "mode", "pruning", "rules", "reduction", "hash", "threads", *_TECHNIQUES)


def _with(settings: SearchSettings, name: str, text: str) -> SearchSettings:
    if name == "weights":
        return replace(settings, weights=_weights(text))
    if name == "mode":
        return replace(settings, mode=Mode(_one_of(name, text, Mode)))
    if name == "hash":
        megabytes = _number_up_to(LARGEST_HASH_MEGABYTES, name, text, "a number of megabytes ")
        return replace(settings, hash_megabytes=megabytes)
    if name == "threads":
        return replace(settings, threads=_number_up_to(MOST_THREADS, name, text, "a number "))
    if name in _TECHNIQUES:
        switched = _one_of(name, text, ("on", "off")) == "on"
        return replace(settings, techniques=replace(settings.techniques, **{_TECHNIQUES[name]: switched}))
    if name == "pruning" and text == "off":
        return replace(settings, pruning=None)
    # Text can describe only the four rules; they replace any other pruner.
    pruning = settings.pruning if isinstance(settings.pruning, Pruning) else Pruning()
    if name == "pruning":
        return replace(settings, pruning=replace(pruning, mode=PruningMode(_one_of(name, text, PruningMode))))
    if name == "reduction":
        return replace(settings, pruning=replace(pruning, reduction=_whole(name, text)))
    if name == "rules":
        own = tuple(PruningRule(_one_of(name, word.strip().replace("_", " "), PruningRule)) for word in text.split("+"))
        other = tuple(rule for rule in own if rule is PruningRule.LOSING_EXCHANGE)
        return replace(settings, pruning=Pruning(pruning.mode, own, other, pruning.reduction))
    raise BadArgument(f"a search has no setting {name!r}", hint=nearest(name, _NAMES))


_TAPERED = {"tapered": shipped_weights, "fine": fine_weights}


def _weights(text: str) -> Weights | TaperedWeights:
    if text in _TAPERED:
        return _TAPERED[text]()
    if text.endswith(".tsv"):
        return TaperedWeights.load(Path(text))
    if "/" not in text and text not in NAMED:
        hint = nearest(text, [*_TAPERED, *NAMED], "; or write three numbers such as 1/0.02/0.05, or name a .tsv file")
        raise BadArgument(f"no weights are called {text!r}", hint=hint)
    return Weights.parse(text)


def _one_of(name: str, text: str, choices: type[StrEnum] | tuple[str, ...]) -> str:
    known = list(map(str, choices))
    if text not in known:
        raise BadArgument(f"{name}={text} cannot be set", hint=f"write one of {', '.join(known)}")
    return text


def _number_up_to(most: int, name: str, text: str, unit: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= most:
        raise BadArgument(f"{name}={text} cannot be set", hint=f"write {unit}from 1 to {most}")
    return int(text)


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadArgument(f"{name}={text} cannot be set", hint="write a whole number") from None
