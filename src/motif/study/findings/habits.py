"""Learn which kinds of moves lose for this player from half of the games, and test that on the other half.

The learner of tactics finds short rules for the mistakes of the first half. A rule is a candidate if the player's
moves that match it are mistakes more often than other moves. On the second half, which the learner has not seen, those
moves must again be worse than the player's other moves and worse than the opponents' moves that match. Both are
tested, and the weaker test counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, encode_move
from motif.board.wording import percent
from motif.errors import NothingFound
from motif.statistics.examples import Evidence, Reference, Shares, rows_of_moves
from motif.study.findings.making import FEWEST_CASES, FEWEST_GAMES
from motif.study.games import Rate, StudiedGame
from motif.study.profile import Counted, Example, Finding, Kind, difference
from motif.study.review import MISTAKE
from motif.tactics.coverage import Coverage
from motif.tactics.learning.bias import find_bias
from motif.tactics.learning.levels import Search
from motif.tactics.learning.pipeline import Material, RuleLearnSettings, choose, search
from motif.tactics.learning.voters import Choice, likeness
from motif.tactics.library import Decide
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

CONDITIONS = 2
FEWEST_MISTAKES = 30
"""The fewest mistakes in the first half from which rules are learned."""

MOST_MISTAKES = 1_500
"""The most mistakes to learn from: two thousand games with more would take a gigabyte of memory."""

LEAST_SUPPORT = 5
MOST_RULES = 150
MOST_RULES_TESTED = 4
"""How many candidates are tested on the second half: each further test makes the others harder to pass."""

CALCULATED = frozenset({
    "gives_mate", "threatens_mate", "allows_no_mate", "allows_no_fork", "safe", "leaves_nothing_hanging", "nets_most",
    "nets_alone", "nets_at_least", "settles_most", "settles_alone", "settles_at_least", "exchange_at_least",
    "threatens_at_least", "only_legal", "hanging", "secure", "trapped", "threatens",
})  # fmt: skip
"""Conditions about the outcome of a move, which describe no habit."""

POSITIONS_AT_ONCE = 4_000
"""How many positions are matched at a time, to save memory."""

PROMISING = 0.05
MOST_ALIKE = 0.5

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    """The moves of one side in many games, one row each."""

    positions: Positions
    played: NDArray[np.uint16]
    games: NDArray[np.int64]
    plies: NDArray[np.int64]
    lost: NDArray[np.float64]

    @classmethod
    def of(cls, games: Sequence[StudiedGame], *, players: bool) -> _Moves:
        columns, played, numbers, plies, lost = [], [], [], [], []
        for game in games:
            own = [ply for ply in range(len(game.moves)) if game.is_players(ply) == players]
            boards = game.boards()
            # Packed positions, as the boards of two thousand games would not fit into memory.
            columns.append(Positions.from_boards(boards[ply] for ply in own))
            played += [encode_move(game.moves[ply].move) for ply in own]
            numbers += [game.number] * len(own)
            plies += own
            lost += [game.moves[ply].lost for ply in own]
        positions = Positions.concatenate(columns)
        # A forced move is no habit.
        free = np.flatnonzero(np.diff(positions.legal_moves().offsets) > 1)
        return cls(
            positions.take(free),
            np.array(played, np.uint16)[free],
            np.array(numbers, np.int64)[free],
            np.array(plies, np.int64)[free],
            np.array(lost)[free],
        )

    @property
    def wrong(self) -> Mask:
        return self.lost >= MISTAKE

    def evidence(self, rows: Mask) -> Evidence:
        """Some of the moves in the form that the learner reads."""
        places = np.flatnonzero(rows)
        _, games = np.unique(self.games[places], return_inverse=True)
        names = tuple((f"game {number}", "?") for number in range(int(games.max(initial=-1)) + 1))
        return Evidence(self.positions.take(places), self.played[places], games.astype(np.int64), names)

    def of_kind(self, rules: Sequence[Rule]) -> list[Mask]:
        """Return for each rule which moves match it."""
        kinds: list[list[Mask]] = [[] for _ in rules]
        for start in range(0, len(self.positions), POSITIONS_AT_ONCE):
            some = self.positions[start : start + POSITIONS_AT_ONCE]
            played = rows_of_moves(some.legal_moves(), self.played[start : start + POSITIONS_AT_ONCE])
            for kind, rows in zip(kinds, Coverage(some, FULL).rows(rules), strict=True):
                kind.append(np.isin(played, rows))
        return [np.concatenate([np.zeros(0, np.bool_), *kind]) for kind in kinds]


def habit_findings(games: Sequence[StudiedGame]) -> Iterator[Finding]:
    """Learn habits from the first half of the games, and yield those that the second half confirms."""
    own = _Moves.of(games, players=True)
    middle = games[ceil(len(games) / 2) - 1].number if games else 0
    first = own.games <= middle
    if int((first & own.wrong).sum()) < FEWEST_MISTAKES:
        return
    candidates = list(_promising(own, first))
    theirs = _Moves.of(games, players=False)
    others = theirs.of_kind([rule for rule, _ in candidates])
    for (rule, kind), others_kind in zip(candidates, others, strict=True):
        finding = _finding(rule, own, kind & ~first, ~kind & ~first, _rate(theirs, others_kind), len(games) // 2)
        if finding is not None:
            yield finding


def _promising(own: _Moves, first: Mask) -> Iterator[tuple[Rule, Mask]]:
    """Rules whose moves were mistakes more often than the player's others in the first half, the most certain first."""
    settings = RuleLearnSettings(
        find_bias("full").with_limits(CONDITIONS).without(CALCULATED),
        reference=Reference.PLAYED,
        shares=Shares(test=0.0, validation=0.0),
        search=Search(support=LEAST_SUPPORT, floor=0.0),
        decide=Decide.VOTES,
        choice=Choice(count=MOST_RULES, fresh=1),
    )
    try:
        material = Material.of(own.evidence(_spread(first & own.wrong)), settings)
        rules = choose(search(material, settings), material, settings)
    except NothingFound:
        return
    kinds = own.of_kind(rules)
    ranked = []
    for rule, kind in zip(rules, kinds, strict=True):
        of_kind, others = _rate(own, kind & first), _rate(own, ~kind & first)
        p = difference(of_kind, others)
        if of_kind.hits >= LEAST_SUPPORT and of_kind.value > others.value and p < PROMISING:
            ranked.append((p, rule, kind))
    chosen: list[Mask] = []
    for _, rule, kind in sorted(ranked, key=lambda each: (each[0], str(each[1]))):
        rows = np.flatnonzero(kind)
        if all(likeness(rows, np.flatnonzero(other)) < MOST_ALIKE for other in chosen):
            chosen.append(kind)
            yield rule, kind
        if len(chosen) == MOST_RULES_TESTED:
            return


def _spread(rows: Mask) -> Mask:
    """As many rows as the learner takes, spread evenly over the games."""
    places = np.flatnonzero(rows)
    if len(places) <= MOST_MISTAKES:
        return rows
    chosen = np.zeros_like(rows)
    chosen[places[np.linspace(0, len(places) - 1, MOST_MISTAKES).astype(np.int64)]] = True
    return chosen


def _finding(rule: Rule, own: _Moves, kind: Mask, rest: Mask, others: Rate, games: int) -> Finding | None:
    """The finding about a rule in the second half of the games; None if the rule does not hold there."""
    counted, places = _counted(own, kind)
    rate, usual = counted.rate, _rate(own, rest)
    most = max(usual.value, others.value)
    in_games = sum(map(bool, counted.hits))
    if rate.value <= most or rate.hits < FEWEST_CASES or in_games < FEWEST_GAMES:
        return None
    # The weaker of two tests counts, and as many candidates were tried.
    p = MOST_RULES_TESTED * max(difference(counted.effective, usual), difference(counted.effective, others))
    said = rule.sentence().rstrip(".")
    cost = float(own.lost[places].sum()) / games
    return Finding(
        Kind.HABIT,
        rule.sentence(),
        f"A habit that costs you: you {said[:1].lower()}{said[1:]}",
        f"In the second half of your games {rate.hits} of {rate.count} such moves were mistakes "
        f"({percent(rate.value)}), {percent(usual.value, small_digits=1)} of your other moves, and "
        f"{percent(others.value, small_digits=1)} of such moves of your opponents. "
        f"That costs you {cost:.2f} points a game.",
        "When you are about to play such a move, look once more at what your opponent can do.",
        rate,
        in_games,
        cost,
        others,
        others.value * rate.count * cost / rate.hits,
        None,
        # A difference that may be chance does not count as expected excess.
        cost * (1 - most / rate.value) * max(0.0, 1 - p),
        max(0.5, 1 - p / 2),
        tuple(Example(int(own.games[place]), int(own.plies[place])) for place in places),
        rule=rule.text(),
    )


def _counted(own: _Moves, rows: Mask) -> tuple[Counted, list[int]]:
    """The mistakes among these moves, game by game, and their rows, the costliest first."""
    places = np.flatnonzero(rows)
    numbers, game = np.unique(own.games[places], return_inverse=True)
    wrong = own.wrong[places]
    hits, counts = (np.bincount(some, minlength=len(numbers)).tolist() for some in (game[wrong], game))
    return Counted(tuple(hits), tuple(counts)), sorted(places[wrong].tolist(), key=lambda place: -own.lost[place])


def _rate(moves: _Moves, rows: Mask) -> Rate:
    return Rate(int((rows & moves.wrong).sum()), int(rows.sum()))
