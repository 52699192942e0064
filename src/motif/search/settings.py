"""A searcher as data: evaluation, pruning, mode and the techniques that are switched on.

As text, KEY=VALUE with commas between: `mode=paper,weights=winning`, `pruning=soft,hash=64,null-move=off`,
`weights=fine` for the finer evaluation, `weights=mine.tsv` for
weights that `motif search tune` wrote, `threads=2` for two threads at one position.
"""

from __future__ import annotations

import pickle
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np

from motif import __version__, _core
from motif._core.search import Filter, Searcher
from motif.errors import BadArgument, nearest
from motif.search.evaluation import NAMED, TaperedWeights, Weights, fine_weights, shipped_weights

# The pruning player's four rules, by name, in three modes.


class Pruner(Protocol):
    """Whatever says which moves a search looks at: the rules here, or what another room knows about moves."""

    def filter(self) -> Filter:
        """The filter, for a search."""
        ...


NOT_CHOSEN = "not chosen"


class PruningRule(StrEnum):
    """A reason to consider a move, or to leave it out."""

    THREATENED_PIECE = "threatened piece"
    """Consider moves of men that the enemy attacks."""
    ACTIVITY = "activity"
    """Consider moves after which the own men together reach or threaten more squares."""
    CAPTURE = "capture"
    """Consider captures."""
    LOSING_EXCHANGE = "losing exchange"
    """Leave out moves whose exchanges on the target square lose material."""


class PruningMode(StrEnum):
    """What becomes of a move that is not considered."""

    PAPER = "paper"
    SOFT = "soft"
    FRONTIER = "frontier"


@dataclass(frozen=True, slots=True)
class Pruning:
    """Which rules hold for the own side and for the opponent, and what they do.

    >>> str(Pruning(PruningMode.SOFT))
    'soft: threatened piece, activity, capture, losing exchange'
    """

    mode: PruningMode = PruningMode.PAPER
    own: tuple[PruningRule, ...] = tuple(PruningRule)
    other: tuple[PruningRule, ...] = (PruningRule.LOSING_EXCHANGE,)
    reduction: int = 1

    def __post_init__(self) -> None:
        checked_reduction(self.reduction)

    def __str__(self) -> str:
        return f"{self.mode}: {', '.join(self.own) or 'no rules'}"

    def without(self, rule: PruningRule) -> Pruning:
        """Return the same pruning with one rule switched off for both sides."""
        own = tuple(kept for kept in self.own if kept is not rule)
        other = tuple(kept for kept in self.other if kept is not rule)
        return replace(self, own=own, other=other)

    def why(self, reasons: Sequence[str]) -> str:
        """Why a move is left out: no rule chose it, or the last one refuses it."""
        return PruningRule.LOSING_EXCHANGE.value if PruningRule.LOSING_EXCHANGE in reasons else NOT_CHOSEN

    def filter(self) -> Filter:
        """The filter, for a search."""
        return Filter.rules(self.own, self.other, self.mode, self.reduction)


def checked_reduction(plies: int) -> None:
    """Refuse what no search can be reduced by."""
    if not 1 <= plies <= 8:
        raise BadArgument(f"a reduction of {plies} plies makes no sense; write 1 to 8")


MOST_THREADS = Searcher.most_threads()
MOST_MEGABYTES = 1 << 16
"""No search takes more; more than there are cores only get in each other's way."""


class Mode(StrEnum):
    """How to search."""

    FULL = "full"
    """Deepening step by step, seeing captures through, with everything that makes a search fast."""
    PAPER = "paper"
    """To a fixed depth, every visited state kept, nothing else."""


@dataclass(frozen=True, slots=True)
class Techniques:
    """What a full search may use; each can be switched off."""

    quiescence: bool = True
    ordering: bool = True
    null_move: bool = True
    late_move_reductions: bool = True
    check_extensions: bool = True
    futility: bool = True
    replies: bool = False
    """Quiet moves are ordered by what they did after the same last moves, too."""
    exchanges: bool = False
    """Late moves that lose material on their target square are left out near the leaves."""
    trend: bool = False
    """Late moves of a side whose position gets worse are looked at less."""
    singular: bool = False
    """In an ending the best move so far is looked at a ply deeper where every other is clearly worse."""
    zugzwang: bool = True
    """A side with one piece does not pass unless a search in which it has to move agrees, and with eight men or fewer,
    pawns among them, nothing is left out unseen."""
    exact: bool = False
    """Endings of three men are looked up in tables."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Everything that makes one searcher differ from another, but for its limit."""

    weights: Weights | TaperedWeights | None = None
    """The heuristic's weights or those of a tapered evaluation; None for what ships with the mode."""
    mode: Mode = Mode.FULL
    pruning: Pruner | None = None
    hash_megabytes: int = 16
    techniques: Techniques = Techniques()
    threads: int = 1
    """How many look at one position together; with more than one the answer may differ from time to time."""

    @classmethod
    def read(cls, options: Mapping[str, str], usual: SearchSettings | None = None) -> SearchSettings:
        """Settings from texts by name, on top of the usual ones."""
        settings = usual or cls()
        for name, text in options.items():
            settings = _with(settings, name.replace("_", " ").replace("-", " "), text)
        return settings

    @property
    def judgement(self) -> Weights | TaperedWeights:
        """The weights in use: by default the tapered ones that ship, in paper mode the heuristic's tuned ones."""
        if self.weights is not None:
            return self.weights
        return Weights.parse("tuned") if self.mode is Mode.PAPER else shipped_weights()

    @property
    def fingerprint(self) -> str:
        """A short text that two searchers share only if they answer alike: the same settings, the same program."""
        weights = np.asarray(self.judgement.values).tobytes()
        described = f"{replace(self, weights=None, pruning=None)!r} {type(self.judgement).__name__}".encode()
        # A filter is told from another by what it is built from, whatever its room prints of it.
        filtering = pickle.dumps(self.pruning.filter()) if self.pruning is not None else b""
        return f"{__version__} {_core_checksum():08x} {zlib.crc32(described + filtering + weights):08x}"

    def searcher(self) -> Searcher:
        """Build the searcher, with a table of its own."""
        chosen = self.techniques
        return Searcher(
            self.judgement.evaluation(),
            self.pruning.filter() if self.pruning is not None else None,
            paper=self.mode is Mode.PAPER,
            hash_megabytes=self.hash_megabytes,
            threads=self.threads,
            quiescence=chosen.quiescence,
            ordering=chosen.ordering,
            null_move=chosen.null_move,
            late_move_reductions=chosen.late_move_reductions,
            check_extensions=chosen.check_extensions,
            futility=chosen.futility,
            replies=chosen.replies,
            exchanges=chosen.exchanges,
            trend=chosen.trend,
            singular=chosen.singular,
            zugzwang=chosen.zugzwang,
            exact=chosen.exact,
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
        return replace(settings, hash_megabytes=_megabytes(text))
    if name == "threads":
        return replace(settings, threads=_threads(text))
    if name in _TECHNIQUES:
        switched = _one_of(name, text, ("on", "off")) == "on"
        return replace(settings, techniques=replace(settings.techniques, **{_TECHNIQUES[name]: switched}))
    if name == "pruning" and text == "off":
        return replace(settings, pruning=None)
    # Texts set the four rules only; a filter from elsewhere gives way to them.
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
        raise BadArgument(f"there are no weights {text!r}", hint=hint)
    return Weights.parse(text)


def _one_of(name: str, text: str, words: type[StrEnum] | tuple[str, ...]) -> str:
    known = [str(word) for word in words]
    if text not in known:
        raise BadArgument(f"{name}={text} cannot be set", hint=f"write one of {', '.join(known)}")
    return text


def _threads(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= MOST_THREADS:
        raise BadArgument(f"threads={text} cannot be set", hint=f"write a number from 1 to {MOST_THREADS}")
    return int(text)


def _megabytes(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= MOST_MEGABYTES:
        raise BadArgument(f"hash={text} cannot be set", hint=f"write megabytes, from 1 to {MOST_MEGABYTES}")
    return int(text)


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadArgument(f"{name}={text} cannot be set", hint="write a whole number") from None
