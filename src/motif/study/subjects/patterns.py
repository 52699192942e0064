"""Patterns: moves that strong players look at, that were better than the one played, and that this player passes by.

A move is passed by when the patterns of strong players rank it among the best four, the judge holds it to be better
than the played one by .05 of the winning chance or more, and another was played. It counts for every pattern that
speaks for it. A pattern is a candidate when, in the first half of the games, the player passes its moves by more often
than the opponents; what counts is the second half, where both are counted again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from motif.board.positions import Positions, encode_move
from motif.evidence.examples import rows_of_moves
from motif.patterns.library import Library
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern
from motif.patterns.selection import Best, kept, places
from motif.patterns.sentences import sentence
from motif.study.comparing import difference
from motif.study.counting import Tally
from motif.study.games import StudiedGame
from motif.study.profile import Claim, Example, Kind
from motif.study.review import INACCURACY
from motif.study.subjects.claims import FEWEST, OPPONENTS, compared
from motif.study.values import Rate

LOOKED_AT = Best(4)
"""Of the moves that strong players chose, 70 % are among these (docs/patterns.md)."""

LEAST_WEIGHT = 0.3
"""What weighs less hardly speaks for a move."""

AT_ONCE = 100
"""Games whose positions are kept at a time."""

MOST_HELD_AGAINST = 4
PROMISING = 0.05
MOST_ALIKE = 0.5
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


def pattern_claims(games: Sequence[StudiedGame], library: Library | None = None) -> list[Claim]:
    """What the player passes by more often than the opponents in the first half, held against the second."""
    middle = (len(games) + 1) // 2
    first, second = games[:middle], games[middle:]
    wanted = [each for each in games if any(move.lost >= INACCURACY for move in each.moves)]
    if not first or not second or not wanted:
        return []
    library = library or Library.shipped()
    starts = range(0, len(wanted), AT_ONCE)
    passed = [each for start in starts for each in _passed_by(wanted[start : start + AT_ONCE], library)]
    halves = [_half(some, passed) for some in (first, second)]
    moves = sum(sum(half.own_moves.values()) for half in halves)
    return [_claim(library, number, halves[1], moves) for number in _promising(halves[0], library)]


def _passed_by(games: Sequence[StudiedGame], library: Library) -> Iterator[_Passed]:
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


def _promising(half: _Half, library: Library) -> list[int]:
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
        if _says_something(library.pattern(number)) and all(share < MOST_ALIKE for share in alike):
            chosen.append(number)
        if len(chosen) == MOST_HELD_AGAINST:
            break
    return chosen


def _says_something(pattern: MovePattern) -> bool:
    """Whether a pattern relates the move to men: without a relation it says only what moves, and not to what."""
    labels = pattern.context.label_of
    others = [label for vertex, label in labels.items() if vertex not in (SOURCE, TARGET)]
    return bool(pattern.context.edges) and all(label.is_own or label.is_enemy for label in others)


def _claim(library: Library, number: int, half: _Half, moves: int) -> Claim:
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
