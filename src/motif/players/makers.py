"""How those of one file are made, by the first word of their name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from motif.advice import Adviser, Player
from motif.board.cached_oracle import ASKED_AT_ONCE, CachedOracle, Remembering
from motif.board.evaluation_cache import EvaluationCache
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.players.names import Name


@dataclass(frozen=True, slots=True)
class Makers:
    """Players, advisers and oracles from their names; `before_a_plus` makes a player from the one after the plus."""

    players: Mapping[str, Callable[[Name], Player]] = field(default_factory=dict)
    advisers: Mapping[str, Callable[[Name], Adviser]] = field(default_factory=dict)
    oracles: Mapping[str, Callable[[Name], Oracle]] = field(default_factory=dict)
    before_a_plus: Mapping[str, Callable[[Name, Player], Player]] = field(default_factory=dict)
    try_out: Callable[[Name, Limit | None], None] = lambda name, limit: None
    """Refuses what only starting it can tell: an engine that does not start, or does not know an option or a limit."""


def remembering(oracle: Oracle, at_once: int = ASKED_AT_ONCE) -> Oracle:
    """An oracle that keeps its answers."""
    return CachedOracle(oracle, EvaluationCache(), Remembering(asked_at_once=at_once))
