"""The names of known motifs for learned rules, by what the rules do on probe positions and not by how they are written.

A rule has a motif's name when at least nine in ten of the moves it suggests are instances of it. Of several such
motifs a special case goes before what it is a case of, and otherwise the rarest among all legal moves wins, since that
is the least likely to fit by chance. A motif that fits most legal moves anyway names nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif.motifs.catalogue import EVERYDAY, MOTIFS, most_specific
from motif.motifs.motif import Line
from motif.statistics.examples import Evidence, Rows
from motif.tactics.rule import Coverage, Rule, unique_names
from motif.tactics.vocabulary import Vocabulary

SHARE = 0.9
"""How many of a rule's suggestions must be instances of the motif that names it."""

FEWEST = 10
"""With fewer suggestions on the probe positions a rule keeps no name: too little was seen."""

MOST = 300
"""More suggestions than this are not looked at, but every second or third of them."""

COMMON = 0.3
"""A motif that so many of all legal moves show says nothing about a rule."""

BOARDS_FOR_RATES = 50
"""On so many positions every legal move is looked at; on the others only what rules suggest."""

NAMES = {name: motif for name, motif in (MOTIFS | EVERYDAY).items() if not name.startswith("mate in ")}
"""All that a single move may show, but how many moves a mate takes."""

GOES_BEFORE = {
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
"""Names that say more than others, besides those that include them."""

Suggestion = tuple[int, chess.Move]
"""The number of a probe position, and a move there."""


@dataclass(slots=True)
class Probe:
    """Positions on which rules show what they do; each move is looked at once.

    `captured_on` holds the square where the move before each position captured, UNKNOWN_SQUARE for none.
    """

    boards: Sequence[chess.Board]
    captured_on: NDArray[np.int8]
    _seen: dict[Suggestion, frozenset[str]] = field(default_factory=dict)
    _rates: dict[str, float] = field(default_factory=dict)
    _coverages: dict[str, Coverage] = field(default_factory=dict)
    _moves: list[Suggestion] = field(default_factory=list)

    @classmethod
    def of(cls, evidence: Evidence) -> Probe:
        """The positions of evidence."""
        return cls(list(evidence.positions), evidence.squares_of_captures())

    def motifs(self, suggestion: Suggestion) -> frozenset[str]:
        """The motifs of one move."""
        if suggestion not in self._seen:
            number, move = suggestion
            board = self.boards[number]
            line = Line.of(board, [move])
            shown = {name for name, motif in NAMES.items() if motif.set_up(line)}
            # Only the square of the last capture is kept, not the board before it.
            if move.to_square == int(self.captured_on[number]) and board.is_capture(move):
                shown.add("recapture")
            self._seen[suggestion] = frozenset(shown)
        return self._seen[suggestion]

    def suggestions(self, rules: Sequence[Rule], vocabulary: Vocabulary) -> tuple[list[Suggestion], list[Rows]]:
        """All legal moves here, and for each rule the places of those that it suggests."""
        if vocabulary.name not in self._coverages:
            positions = Positions.from_boards(list(self.boards))
            self._coverages[vocabulary.name] = Coverage(positions, vocabulary, self.captured_on)
            moves = positions.legal_moves()
            self._moves = [(number, move) for number in range(len(self.boards)) for move in moves[number]]
        return self._moves, self._coverages[vocabulary.name].rows(rules)

    def shares(self, suggestions: Iterable[Suggestion]) -> dict[str, float]:
        """For each motif the share of the suggestions that show it."""
        seen = [self.motifs(suggestion) for suggestion in suggestions]
        return {name: sum(name in motifs for motifs in seen) / max(1, len(seen)) for name in NAMES}

    def rates(self) -> dict[str, float]:
        """For each motif the share of all legal moves that show it."""
        if not self._rates:
            some = self.boards[:BOARDS_FOR_RATES]
            self._rates = self.shares((number, move) for number, board in enumerate(some) for move in board.legal_moves)
        return self._rates

    def name(self, suggestions: Sequence[Suggestion]) -> str | None:
        """The motif that a rule with these suggestions plays; None when it plays none, or too rarely to tell."""
        if len(suggestions) < FEWEST:
            return None
        rates = self.rates()
        looked_at = suggestions[:: -(-len(suggestions) // MOST)]
        shares = self.shares(looked_at)
        fitting = [name for name, share in shares.items() if share >= SHARE and rates[name] < COMMON]
        outranked = {simpler for name in fitting for simpler in GOES_BEFORE.get(name, ())}
        left = [name for name in most_specific(fitting) if name not in outranked]
        return min(left, key=lambda name: rates[name], default=None)


def name_rules(rules: Sequence[Rule], vocabulary: Vocabulary, probe: Probe) -> list[tuple[Rule, str]]:
    """Every rule under a name of its own, and the motif it plays ("" for none).

    A rule that plays no known motif is called by what it does: `queen_capture_safe`, `move_pins`.
    """
    row_moves, covered = probe.suggestions(rules, vocabulary)
    motifs = [probe.name([row_moves[row] for row in rows]) or "" for rows in covered]
    named = [rule.named(_as_predicate(motif) or description(rule)) for rule, motif in zip(rules, motifs, strict=True)]
    names = unique_names(named)
    return [(rule.named(name), motif) for rule, name, motif in zip(rules, names, motifs, strict=True)]


def _as_predicate(motif: str) -> str:
    """A motif as Prolog may call a rule: `back_rank_mate`, `anastasias_mate`."""
    return motif.lower().replace("'", "").replace(" ", "_").replace("-", "_")


def description(rule: Rule) -> str:
    """A short name from the rule's own words: who moves, how, and one thing more.

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
