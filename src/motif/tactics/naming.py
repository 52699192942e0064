"""The names of known motifs for learned rules, by what the rules do on probe positions and not by how they are written.

A rule has a motif's name when at least nine in ten of the moves it suggests are instances of it. Of several such
motifs a special case goes before what it is a case of, and otherwise the rarest among all legal moves wins, since that
is the least likely to fit by chance. A motif that fits most legal moves anyway names nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import chess

from motif.tactics.motifs import MOTIFS, Scene

SHARE = 0.9
"""How many of a rule's suggestions must be instances of the motif that names it."""

FEWEST = 10
"""With fewer suggestions on the probe positions a rule keeps no name: too little was seen."""

COMMON = 0.3
"""A motif that so many of all legal moves show says nothing about a rule."""

Suggestion = tuple[int, chess.Move]
"""The number of a probe position, and a move there."""


@dataclass(slots=True)
class Probe:
    """Positions on which rules show what they do; each move is looked at once."""

    boards: Sequence[chess.Board]
    _seen: dict[Suggestion, frozenset[str]] = field(default_factory=dict)
    _rates: dict[str, float] = field(default_factory=dict)

    def motifs(self, suggestion: Suggestion) -> frozenset[str]:
        """The motifs of one move."""
        if suggestion not in self._seen:
            number, move = suggestion
            scene = Scene.of(self.boards[number], move)
            self._seen[suggestion] = frozenset(name for name, motif in MOTIFS.items() if motif.holds(scene))
        return self._seen[suggestion]

    def shares(self, suggestions: Iterable[Suggestion]) -> dict[str, float]:
        """For each motif the share of the suggestions that show it."""
        seen = [self.motifs(suggestion) for suggestion in suggestions]
        return {name: sum(name in motifs for motifs in seen) / max(1, len(seen)) for name in MOTIFS}

    def rates(self) -> dict[str, float]:
        """For each motif the share of all legal moves that show it."""
        if not self._rates:
            every = [(number, move) for number, board in enumerate(self.boards) for move in board.legal_moves]
            self._rates = self.shares(every)
        return self._rates

    def name(self, suggestions: Sequence[Suggestion]) -> str | None:
        """The motif that a rule with these suggestions plays; None when it plays none, or too rarely to tell."""
        if len(suggestions) < FEWEST:
            return None
        rates = self.rates()
        fitting = [name for name, share in self.shares(suggestions).items() if share >= SHARE and rates[name] < COMMON]
        refined = {simpler for name in fitting for simpler in MOTIFS[name].refines}
        return min((name for name in fitting if name not in refined), key=lambda name: rates[name], default=None)
