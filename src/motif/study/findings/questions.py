"""What is asked of both sides of every game: what each overlooked, missed and allowed, and where its mistakes were.

Every question counts hits, game by game, out of so many chances, and what they cost; the opponents answer it in the
same games, under the same judge, with the same clock. A *cause* is what a mistake overlooked; a *place* is where it was
made: a phase, the moves after the thirtieth, a kind of ending, a time on the clock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from motif.engines.evaluator import winning_chance
from motif.study.findings.claims import FEWEST
from motif.study.findings.clocks import ClockUse
from motif.study.findings.endgames import Ending
from motif.study.findings.results import Line, Winning, lines, winning_games
from motif.study.games import Outcome, Oversight, StudiedGame, StudiedMove
from motif.study.peers import Side
from motif.study.profile import SPREAD, Both, Counted, Example, Excess, Kind, swapped
from motif.study.review import MISTAKE

LATE = 30
"""Moves after this one are late."""

EARLY = 10
"""Moves up to this one are the opening: nobody's late moves are held against them."""

OPEN = 200
"""Centipawns: who is further ahead or behind plays another game, and that is not what late moves are asked about."""

BEHIND, AHEAD = winning_chance(-OPEN), winning_chance(OPEN)

UNSEEN = "what the opponent can do"
"""All that a mistake allowed, taken together."""

LATE_MOVES = "after move 30"
WON_POSITIONS = "winning positions"
FLAG = "lost on time"

REPEATED = 0.05
"""What a move of a line loses counts from here: half an opening book gives up less, and nobody would call it wrong."""

MUCH_MORE = 1.5
"""Times as much: with less, a gambit that every other game of the player costs as well was called a leak."""

PLACES = frozenset({Kind.PHASE, Kind.STAGE, Kind.ENDGAME})

PLACE_SPREAD = 0.12
"""People differ less in where they err, beside their own other moves, than in how (experiments/first-screen)."""

Name = tuple[Kind, str]


@dataclass(frozen=True, slots=True)
class Part:
    """One side's answer: game by game its hits with what each lost, out of how many, and its other mistakes."""

    hits: tuple[tuple[tuple[float, Example], ...], ...]
    counts: tuple[int, ...]
    rest: tuple[float, ...]
    rest_count: int
    """Out of how many moves the other mistakes are."""
    chances: tuple[int, ...] = ()
    """Where a motif was missed, how many of any motif were there: what both sides are compared by."""

    @property
    def cases(self) -> list[tuple[float, Example]]:
        """Every hit, the costliest first."""
        return sorted((case for some in self.hits for case in some), key=lambda case: -case[0])

    @property
    def lost(self) -> list[float]:
        """What was lost in each game."""
        return [sum(lost for lost, _ in some) for some in self.hits]

    @property
    def is_worse_here(self) -> bool:
        """Whether a move loses much more in a line than in the side's other games of that colour."""
        return sum(self.lost) * self.rest_count > MUCH_MORE * sum(self.rest) * sum(self.counts)

    def without(self, other: Part) -> Part:
        """The same without the hits of another."""
        gone = {example for some in other.hits for _, example in some}
        left = (tuple(hit for hit in some if hit[1] not in gone) for some in self.hits)
        return replace(self, hits=tuple(left))

    @property
    def counted(self) -> Counted:
        """The hits among the counts."""
        return Counted(tuple(map(len, self.hits)), self.counts)


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, and the answers of the player and of the opponents."""

    kind: Kind
    subject: str
    own: Part
    theirs: Part
    line: Line | None = None

    @property
    def is_asked(self) -> bool:
        """Whether there are cases enough; of both sides together, so that asking favours neither."""
        # A place that has all the mistakes is nowhere.
        elsewhere = sum(self.own.rest) + sum(self.theirs.rest) if self.kind in PLACES else 2 * FEWEST
        return min(len(self.own.cases) + len(self.theirs.cases), elsewhere) >= 2 * FEWEST

    @property
    def spread(self) -> float:
        """How far people differ in this, as the logarithm of a rate."""
        return PLACE_SPREAD if self.kind in PLACES or self.line else SPREAD

    def without(self, other: Question) -> Question:
        """The same without the cases of another, on both sides."""
        return replace(self, own=self.own.without(other.own), theirs=self.theirs.without(other.theirs))

    def excess(self) -> Excess:
        """By how much the player is worse than the opponents, and whether that may be chance."""
        # One repeated move costs more than another: a line of an opening is compared by what was lost.
        hits = [part.lost if self.line else [len(some) for some in part.hits] for part in (self.own, self.theirs)]
        # Who never sees a fork also finds none: of forks alone the share would tell little.
        counts = [part.chances or part.counts for part in (self.own, self.theirs)]
        arrays = [
            np.array(each, float) for each in (hits[0], counts[0], self.own.rest, hits[1], counts[1], self.theirs.rest)
        ]
        return swapped(Both(*arrays), is_place=self.kind in PLACES)


@dataclass(frozen=True)
class Answers:
    """One side of a game, asked everything."""

    side: Side
    game: StudiedGame
    endings: tuple[Ending, ...]
    players: bool

    @cached_property
    def mistakes(self) -> dict[int, float]:
        """What each mistake lost, by ply."""
        return {ply: move.lost for ply, move in self.side.moves if move.lost >= MISTAKE}

    @cached_property
    def hits(self) -> dict[Name, tuple[tuple[float, Example], ...]]:
        """What happened, with what it lost and where."""
        hits: dict[Name, list[tuple[float, Example]]] = defaultdict(list)
        for name, ply, lost in (*self._causes(), *self._conversion(), *self._flag()):
            hits[name].append((lost, Example(self.game.number, ply)))
        for name, plies in (*self._inside.items(), *ClockUse(self.game, self.side, players=self.players).plies()):
            for ply in plies:
                if ply in self.mistakes:
                    hits[name].append((self.mistakes[ply], Example(self.game.number, ply)))
        return {name: tuple(some) for name, some in hits.items()}

    def count(self, name: Name) -> int:
        """Out of how many chances."""
        match name[0]:
            case Kind.MISSED:
                there = (each for each in self.side.occasions if each.outcome is not Outcome.ALLOWED)
                return sum(each.motif == name[1] for each in there)
            case Kind.CONVERSION:
                return int(self._stood_winning is not None)
            case Kind.CLOCK if name[1] == FLAG:
                return 1
            case kind if kind in PLACES:
                return len(self._inside.get(name, ()))
            case _:
                return len(self.side.moves)

    @property
    def chances(self) -> int:
        """How many motifs were there to be played."""
        return sum(each.outcome is not Outcome.ALLOWED for each in self.side.occasions)

    def rest(self, name: Name) -> int:
        """The other mistakes, with which a question may be compared."""
        match name[0]:
            case Kind.CONVERSION:
                return 0
            case Kind.CLOCK if name[1] == FLAG:
                return 0
            case Kind.STAGE:
                return sum(ply in self.mistakes for ply in self._before_late)
            case _:
                return len(self.mistakes.keys() - {example.ply for _, example in self.hits.get(name, ())})

    def rest_count(self, name: Name) -> int:
        """Out of how many moves those are."""
        if name[0] is Kind.STAGE:
            return len(self._before_late)
        return len(self.side.moves) - (self.count(name) if name[0] in PLACES else 0)

    def _causes(self) -> Iterator[tuple[Name, int, float]]:
        lost = {ply: move.lost for ply, move in self.side.moves}
        for each in self.side.overlooked:
            yield (Kind.OVERSIGHT, each.oversight.value), each.ply, lost[each.ply]
            if each.oversight is not Oversight.CHANCE:
                yield (Kind.OVERSIGHT, UNSEEN), each.ply, lost[each.ply]
        for occasion in self.side.occasions:
            if occasion.outcome is not Outcome.FOUND:
                kind = Kind.MISSED if occasion.outcome is Outcome.MISSED else Kind.ALLOWED
                yield (kind, occasion.motif), occasion.ply, occasion.lost

    def _conversion(self) -> Iterator[tuple[Name, int, float]]:
        win = self._stood_winning
        if win and win.dropped:
            yield (Kind.CONVERSION, WON_POSITIONS), win.worst, win.dropped

    def _flag(self) -> Iterator[tuple[Name, int, float]]:
        """A game lost on time costs what was there to be had."""
        if self.game.is_flagged and self.side.moves and self.game.score == (0.0 if self.players else 1.0):
            ply, _ = self.side.moves[-1]
            whites = winning_chance(self.game.moves[-1].advantage)
            yield (Kind.CLOCK, FLAG), ply, whites if self.game.is_white == self.players else 1 - whites

    @cached_property
    def _stood_winning(self) -> Winning | None:
        return next(iter(winning_games([self.game], players=self.players)), None)

    @cached_property
    def _inside(self) -> dict[Name, list[int]]:
        """Where each move was made."""
        plies: dict[Name, list[int]] = defaultdict(list)
        for ply, move in self.side.moves:
            plies[Kind.PHASE, move.phase.value].append(ply)
            if self._number(ply) > LATE and self._is_open(move):
                plies[Kind.STAGE, LATE_MOVES].append(ply)
            for ending in self.endings:
                if ending.first <= ply < ending.end:
                    plies[Kind.ENDGAME, ending.kind].append(ply)
        return plies

    @cached_property
    def _before_late(self) -> list[int]:
        return [ply for ply, move in self.side.moves if EARLY < self._number(ply) <= LATE and self._is_open(move)]

    def _is_open(self, move: StudiedMove) -> bool:
        is_white = self.game.is_white == self.players
        before = winning_chance(move.advantage if is_white else -move.advantage) + move.lost
        return BEHIND <= before <= AHEAD

    def _number(self, ply: int) -> int:
        turn, first = self.game.start.split()[1], int(self.game.start.split()[5])
        return first + (ply + (turn == "b")) // 2


def ask(
    games: Sequence[StudiedGame], sides: Sequence[Side], others: Sequence[Side], endings: Sequence[Ending]
) -> list[Question]:
    """Every question that the player gave cause to ask."""
    by_game: dict[int, list[Ending]] = defaultdict(list)
    for ending in endings:
        by_game[ending.game.number].append(ending)
    own, theirs = (
        [Answers(side, game, tuple(by_game[game.number]), players) for game, side in zip(games, some, strict=True)]
        for players, some in ((True, sides), (False, others))
    )
    # Whatever either side did is asked of both: that favours neither.
    names = sorted({name for each in (*own, *theirs) for name in each.hits})
    asked = [Question(*name, _part(own, name), _part(theirs, name)) for name in names]
    return [*asked, *(_of_line(line, own, theirs) for line in lines(games))]


def _part(answers: Sequence[Answers], name: Name) -> Part:
    return Part(
        tuple(each.hits.get(name, ()) for each in answers),
        tuple(each.count(name) for each in answers),
        tuple(each.rest(name) for each in answers),
        sum(each.rest_count(name) for each in answers),
        tuple(each.chances for each in answers) if name[0] is Kind.MISSED else (),
    )


def _of_line(line: Line, own: Sequence[Answers], theirs: Sequence[Answers]) -> Question:
    """What both sides lost by the moves of the line itself, beside as many moves of all other games of that colour.

    What comes after the line differs from game to game, and its noise would hide one move that loses each time.
    """

    def part(answers: Sequence[Answers]) -> Part:
        inside, counts, rest, others = [], [], [], 0
        for each in answers:
            early = [(ply, move) for ply, move in each.side.moves if ply < line.plies]
            lost = tuple((move.lost, Example(each.game.number, ply)) for ply, move in early if move.lost >= REPEATED)
            is_here = each.game.number in line.games
            inside.append(lost if is_here else ())
            counts.append(len(early) if is_here else 0)
            is_other = not is_here and each.game.is_white == line.is_white
            rest.append(sum(cost for cost, _ in lost) if is_other else 0.0)
            others += len(early) if is_other else 0
        return Part(tuple(inside), tuple(counts), tuple(rest), others)

    return Question(Kind.OPENING, line.subject, part(own), part(theirs), line)
