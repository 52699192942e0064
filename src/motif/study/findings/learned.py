"""Learned rules: which the player passes by, where they are right, more often than peers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from motif._core.board import Positions, encode_move
from motif.board.wording import percent
from motif.patterns.filters import Best, kept, places
from motif.patterns.library import Library as PatternLibrary
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern
from motif.patterns.sentences import sentence
from motif.statistics.examples import rows_of_moves
from motif.study.findings.claims import FEWEST, OPPONENTS, compared
from motif.study.findings.motifs import Tallies, found_of
from motif.study.games import Rate, StudiedGame
from motif.study.peers import Peers, Subject, Tally
from motif.study.profile import Claim, Example, Kind, RuleRecord, difference
from motif.study.review import INACCURACY
from motif.tactics.library import TacticsLibrary

MOSTLY_FOLLOWED = 1 / 3
"""Nobody is told that they pass by a rule which they follow in two of three cases."""

MOST_ALIKE = 0.5
"""Of the moments at which a rule was passed by, so many may be another's."""


def rule_records(tallies: Tallies, peers: Peers | None, opponents: Peers) -> tuple[RuleRecord, ...]:
    """Every rule that was on, the one first that was on most often."""
    records = [
        RuleRecord(rule, found_of(own.counted.rate), _found(peers, rule), _found(opponents, rule))
        for (subject, rule), own in tallies.items()
        if subject is Subject.RULES
    ]
    return tuple(sorted(records, key=lambda record: -record.found.count))


def _found(others: Peers | None, rule: str) -> Rate | None:
    rate = others.rate((Subject.RULES, rule)) if others else None
    return found_of(rate) if rate else None


def rule_claims(tallies: Tallies, moves: int, peers: Peers | None) -> list[Claim]:
    """A claim for each rule that peers had occasion to follow as well."""
    if peers is None:
        return []
    texts = {rule.sentence(): rule.text() for rule in TacticsLibrary.shipped().rules}
    own = {rule: each for (subject, rule), each in tallies.items() if subject is Subject.RULES}
    known = {rule: others for rule in own if (others := peers.rate((Subject.RULES, rule))) is not None}
    # Of rules passed by equally often the list that ships has the better one first.
    order = [*(rule for rule in texts if rule in known), *(rule for rule in known if rule not in texts)]
    return [
        replace(_claim(rule, own[rule], known[rule], moves), rule=texts.get(rule))
        for rule in _apart({rule: own[rule] for rule in order})
    ]


def _apart(own: dict[str, Tally]) -> Iterator[str]:
    """The rules, those that were passed by most often first; one that was passed by at the same moves is left out."""
    seen: list[set[Example]] = []
    for rule, each in sorted(own.items(), key=lambda pair: -len(pair[1].examples)):
        moments = set(each.examples)
        if all(len(moments & other) <= MOST_ALIKE * len(moments) for other in seen):
            seen.append(moments)
            yield rule


def _claim(rule: str, own: Tally, others: Rate, moves: int) -> Claim:
    rate = own.counted.rate
    said = rule.rstrip(".")
    words = (
        f"A rule that you pass by where it is right: {said}. You did so in {rate.in_full} cases where it was right; "
        f"peers pass it by in {percent(others.value, small_digits=1)} of theirs."
    )
    claim = compared(Kind.RULE, said, words, own, others, moves)
    # Who passes it by less often than peers may have had the easier positions: that is no strength.
    is_leak = rate.value > others.value and rate.value > MOSTLY_FOLLOWED
    return claim if is_leak else replace(claim, p=1.0)


# Patterns: moves that strong players look at, that were better than the one played, and that this player passes by.

LOOKED_AT = Best(4)
"""Of the moves that strong players chose, 70 % are among these (docs/patterns.md)."""

LEAST_WEIGHT = 0.3
"""What weighs less hardly speaks for a move."""

AT_ONCE = 100
"""Games whose positions are kept at a time."""

MOST_HELD_AGAINST = 4
PROMISING = 0.05
MOST_ALIKE_PATTERNS = 0.5
"""Of two candidates that share more of their moves than this, the surer one is taken."""


@dataclass(frozen=True, slots=True)
class _Passed:
    """A better move that was passed by, and the patterns that speak for it."""

    game: int
    ply: int
    lost: float
    is_own: bool
    patterns: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Half:
    """One half of the games: how many moves each side made in each, and what was passed by."""

    own_moves: dict[int, int]
    their_moves: int
    passed: tuple[_Passed, ...]

    def own(self, pattern: int) -> Tally:
        """How often the player passed the moves of a pattern by."""
        hits: dict[int, list[tuple[float, Example]]] = {game: [] for game in self.own_moves}
        for each in self.passed:
            if each.is_own and pattern in each.patterns:
                hits[each.game].append((each.lost, Example(each.game, each.ply)))
        return Tally.of(list(hits.values()), list(self.own_moves.values()))

    def theirs(self, pattern: int) -> Rate:
        """How often the opponents did."""
        return Rate(sum(not each.is_own and pattern in each.patterns for each in self.passed), self.their_moves)


def pattern_claims(games: Sequence[StudiedGame], library: PatternLibrary | None = None) -> list[Claim]:
    """What the player passes by more often than the opponents in the first half, held against the second."""
    middle = (len(games) + 1) // 2
    first, second = games[:middle], games[middle:]
    wanted = [each for each in games if any(move.lost >= INACCURACY for move in each.moves)]
    if not first or not second or not wanted:
        return []
    library = library or PatternLibrary.shipped()
    starts = range(0, len(wanted), AT_ONCE)
    passed = [each for start in starts for each in _passed_by(wanted[start : start + AT_ONCE], library)]
    halves = [_half(some, passed) for some in (first, second)]
    moves = sum(sum(half.own_moves.values()) for half in halves)
    return [_pattern_claim(library, number, halves[1], moves) for number in _promising(halves[0], library)]


def _passed_by(games: Sequence[StudiedGame], library: PatternLibrary) -> Iterator[_Passed]:
    """Every better move of either side that patterns rank high and that was not played."""
    boards, better, owners = [], [], []
    for game in games:
        for ply, (board, move) in enumerate(zip(game.boards(), game.moves, strict=False)):
            if move.lost >= INACCURACY and move.best is not None and move.best != move.move:
                boards.append(board)
                better.append(encode_move(move.best))
                owners.append((game, ply))
    if not boards:
        return
    positions = Positions.from_boards(boards)
    legal = positions.legal_moves()
    offsets = legal.offsets.astype(np.int64)
    rows = rows_of_moves(legal, np.array(better, np.uint16))
    place = places(library.scores(positions), offsets, rows)
    high = kept(place, np.diff(offsets), LOOKED_AT)
    starts, numbers = library.index.design(positions).matches()
    speaks = library.weights >= LEAST_WEIGHT
    for row, is_high, (game, ply) in zip(rows.tolist(), high.tolist(), owners, strict=True):
        if is_high:
            matching = numbers[starts[row] : starts[row + 1]]
            patterns = frozenset(matching[speaks[matching]].tolist())
            yield _Passed(game.number, ply, game.moves[ply].lost, game.is_players(ply), patterns)


def _half(games: Sequence[StudiedGame], passed: Sequence[_Passed]) -> _Half:
    own = {game.number: sum(game.is_players(ply) for ply in range(len(game.moves))) for game in games}
    theirs = sum(len(game.moves) for game in games) - sum(own.values())
    return _Half(own, theirs, tuple(each for each in passed if each.game in own))


def _promising(half: _Half, library: PatternLibrary) -> list[int]:
    """The patterns whose moves the player passes by more often than the opponents, the surest first."""
    where: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for each in half.passed:
        if each.is_own:
            for number in each.patterns:
                where[number].add((each.game, each.ply))
    ranked = []
    moves = sum(half.own_moves.values())
    for number, moments in where.items():
        own, theirs = Rate(len(moments), moves), half.theirs(number)
        if own.hits >= FEWEST and own.value > theirs.value and (p := difference(own, theirs)) < PROMISING:
            ranked.append((p, number))
    chosen: list[int] = []
    for _, number in sorted(ranked):
        alike = (len(where[number] & where[other]) / len(where[number] | where[other]) for other in chosen)
        if _says_something(library.pattern(number)) and all(share < MOST_ALIKE_PATTERNS for share in alike):
            chosen.append(number)
        if len(chosen) == MOST_HELD_AGAINST:
            break
    return chosen


def _says_something(pattern: MovePattern) -> bool:
    """Whether a pattern relates the move to men: without a relation it says only what moves, and not to what."""
    labels = pattern.context.label_of
    others = [label for vertex, label in labels.items() if vertex not in (SOURCE, TARGET)]
    return bool(pattern.context.edges) and all(label.is_own or label.is_enemy for label in others)


def _pattern_claim(library: PatternLibrary, number: int, half: _Half, moves: int) -> Claim:
    own, others = half.own(number), half.theirs(number)
    said = sentence(library.pattern(number))
    rate = own.counted.rate
    low, high = (1000 * end for end in rate.interval)
    words = (
        f"You pass by moves that strong players look at: {said}. In the second half of your games such a move was "
        f"better and you played another {rate.hits} times in {rate.count:,} moves, {1000 * rate.value:.1f} in a "
        f"thousand (between {low:.1f} and {high:.1f}); your opponents did so {1000 * others.value:.1f} times."
    )
    claim = replace(compared(Kind.PATTERN, said, words, own, others, moves), beside=OPPONENTS)
    # One who passes them by less often in the second half has no such habit, and no strength either.
    return claim if rate.value > others.value else replace(claim, p=1.0)
