"""Name learned rules after the motifs that they play on probe positions, however the rules are written.

A rule is named after a motif if at least 90 % of its suggestions show the motif. If several motifs fit, a special case
comes before the general one, and otherwise the motif that is rarest among all legal moves is taken, since it is the
least likely to fit by chance. No rule is named after a motif that many legal moves show anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif.motifs.catalogue import EVERYDAY, MOTIFS, most_specific
from motif.motifs.motif import Line
from motif.statistics.examples import Evidence
from motif.tactics.coverage import Coverage
from motif.tactics.rule import Rule, unique_names
from motif.tactics.vocabulary import Vocabulary

SHARE = 0.9
"""The share of a rule's suggestions that must show the motif that names it."""

FEWEST = 10
"""A rule with fewer suggestions on the probe positions gets no motif."""

MOST = 300
"""If a rule has more suggestions than this, only every second (third …) one is examined."""

COMMON = 0.3
"""No rule is named after a motif that at least this share of all legal moves show."""

BOARDS_FOR_RATES = 50
"""The rarity of each motif is measured on all legal moves of this many positions."""

NAMES = {name: motif for name, motif in (MOTIFS | EVERYDAY).items() if not name.startswith("mate in ")}
"""All motifs that a single move may show, except mates in a number of moves."""

MORE_SPECIFIC_THAN = {
    "mate": ("check", "double check"),
    "fork": ("check", "threat"),
    "skewer": ("check", "threat", "fork"),
    "pin": ("threat",),
    "relative pin": ("threat",),
    "trapped piece": ("threat",),
    "double check": ("check",),
    "discovered check": ("check",),
    "recapture": ("winning capture", "hanging piece"),
    "capture of the defender": ("winning capture",),
}
"""For each motif the less specific ones, apart from those that it includes by definition."""

Suggestion = tuple[int, chess.Move]
"""The number of a probe position, and a move in it."""


@dataclass
class Probe:
    """Positions on which rules are tried to see which motifs they play; each move is examined only once.

    `captured_on` holds, for each position, the square on which the previous move captured, or UNKNOWN_SQUARE.
    """

    boards: Sequence[chess.Board]
    captured_on: NDArray[np.int8]
    _seen: dict[Suggestion, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, evidence: Evidence) -> Probe:
        return cls(list(evidence.positions), evidence.squares_of_captures())

    def motifs(self, suggestion: Suggestion) -> frozenset[str]:
        """Return the motifs of one move."""
        if suggestion not in self._seen:
            number, move = suggestion
            board = self.boards[number]
            line = Line.of(board, [move])
            shown = {name for name, motif in NAMES.items() if motif.set_up(line)}
            # Only the square of the last capture is known here, not the board before it.
            if move.to_square == int(self.captured_on[number]) and board.is_capture(move):
                shown.add("recapture")
            self._seen[suggestion] = frozenset(shown)
        return self._seen[suggestion]

    def suggestions(self, rules: Sequence[Rule], vocabulary: Vocabulary) -> list[list[Suggestion]]:
        """Return the suggestions of each rule."""
        positions = Positions.from_boards(list(self.boards))
        legal = positions.legal_moves()
        moves = [(number, move) for number in range(len(self.boards)) for move in legal[number]]
        covered = Coverage(positions, vocabulary, self.captured_on).rows(rules)
        return [[moves[row] for row in rows] for rows in covered]

    def shares(self, suggestions: Iterable[Suggestion]) -> dict[str, float]:
        """Return the share of the suggestions that show each motif."""
        seen = [self.motifs(suggestion) for suggestion in suggestions]
        return {name: sum(name in motifs for motifs in seen) / max(1, len(seen)) for name in NAMES}

    @cached_property
    def rates(self) -> dict[str, float]:
        """The share of all legal moves that show each motif."""
        some = self.boards[:BOARDS_FOR_RATES]
        return self.shares((number, move) for number, board in enumerate(some) for move in board.legal_moves)

    def motif(self, suggestions: Sequence[Suggestion]) -> str:
        """Return the motif that a rule with these suggestions plays; "" if it plays none or there are too few."""
        if len(suggestions) < FEWEST:
            return ""
        shares = self.shares(suggestions[:: -(-len(suggestions) // MOST)])
        fitting = [name for name, share in shares.items() if share >= SHARE and self.rates[name] < COMMON]
        outranked = {simpler for name in fitting for simpler in MORE_SPECIFIC_THAN.get(name, ())}
        left = [name for name in most_specific(fitting) if name not in outranked]
        return min(left, key=self.rates.__getitem__, default="")


def name_rules(rules: Sequence[Rule], vocabulary: Vocabulary, probe: Probe) -> list[tuple[Rule, str]]:
    """Return every rule under a unique name, with the motif that it plays ("" for none).

    A rule that plays no known motif is named after its conditions: `queen_capture_safe`, `move_pins`.
    """
    motifs = [probe.motif(suggestions) for suggestions in probe.suggestions(rules, vocabulary)]
    named = [rule.named(_as_predicate(motif) or description(rule)) for rule, motif in zip(rules, motifs, strict=True)]
    names = unique_names(named)
    return [(rule.named(name), motif) for rule, name, motif in zip(rules, names, motifs, strict=True)]


def _as_predicate(motif: str) -> str:
    """Return a motif as the name of a Prolog rule: `back_rank_mate`, `anastasias_mate`."""
    return motif.lower().replace("'", "").replace(" ", "_").replace("-", "_")


def description(rule: Rule) -> str:
    """Return a short name made from the rule's conditions: the piece, the kind of move, and one more condition.

    >>> description(Rule.parse("t(P, F, T) :- kind(F, queen, P), captures(F, T, P), safe(F, T, P)."))
    'queen_capture_safe'
    """
    _, origin, target = rule.head
    actions = {"captures": "capture", "recaptures": "recapture", "castles": "castle", "promotes": "promote"}
    mover, action, rest = "", "move", []
    for literal in rule.body:
        if literal.relation == "kind" and literal.arguments[0] == origin:
            mover = f"{literal.arguments[1]}_"
        elif literal.relation in actions:
            action = actions[literal.relation]
        elif literal.relation in ("enemy", "kind") and literal.arguments[0] == target:
            action = "capture"
        elif literal.relation not in ("legal_move", "make_move", "kind", "own", "enemy"):
            rest.append(literal.relation)
    return f"{mover}{action}" + (f"_{rest[0]}" if rest else "")
