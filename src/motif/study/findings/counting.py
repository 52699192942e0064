"""Count events on both sides of every game: causes of mistakes, motifs missed and allowed, phases, the clock.

Each event is counted per game as cases out of chances, with the winning chance that each case lost; the opponents are
counted in the same games with the same engine. A place is where mistakes were made: a phase, the moves after the
thirtieth, a kind of ending.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from motif.engines.evaluator import winning_chance
from motif.study.causes import causes_in
from motif.study.findings.clocks import ClockUse
from motif.study.findings.compare import Case, Count
from motif.study.findings.endgames import Ending
from motif.study.findings.openings import RepertoireLine, lines
from motif.study.games import Outcome, StudiedGame, StudiedMove
from motif.study.peers import ANY_MOTIF, Side, sides_of
from motif.study.profile import Example, Kind
from motif.study.review import MISTAKE

LATE_MOVE_NUMBER = 30
"""Moves after this number count as late."""

OPENING_MOVE_NUMBER = 10
"""Moves up to this number are the opening, with which late moves are not compared."""

OPEN_CP = 200
"""Late moves count only if neither side is further ahead than this."""

BEHIND, AHEAD = winning_chance(-OPEN_CP), winning_chance(OPEN_CP)

LATE_MOVES = "after move 30"
WON_POSITIONS = "winning positions"
FLAG = "lost on time"

LEAST_LOSS_IN_A_LINE = 0.05
"""From this loss on a move of an opening line counts as a loss: half of all book moves lose less, and are fine."""

WINNING_CP = 300
"""A side counts as winning if it is this many centipawns ahead after its own move."""

PLACES = frozenset({Kind.PHASE, Kind.STAGE, Kind.ENDGAME})

Name = tuple[Kind, str]


@dataclass(frozen=True, slots=True)
class Pair:
    """The counts of one event for the player and the opponents."""

    kind: Kind
    subject: str
    own: Count
    theirs: Count
    line: RepertoireLine | None = None


@dataclass(frozen=True)
class _Counter:
    """Counts the events of one side of a game."""

    side: Side
    game: StudiedGame
    endings: tuple[Ending, ...]
    players: bool

    @cached_property
    def mistakes(self) -> dict[int, float]:
        """The winning chance lost by each mistake, by ply."""
        return {ply: move.lost for ply, move in self.side.moves if move.lost >= MISTAKE}

    @cached_property
    def cases(self) -> dict[Name, tuple[Case, ...]]:
        """The events by name, each with its loss and place."""
        cases: dict[Name, list[Case]] = defaultdict(list)
        for name, ply, lost in (*self._causes(), *self._motifs(), *self._conversion(), *self._flag()):
            cases[name].append((lost, Example(self.game.number, ply)))
        for name, plies in (*self.inside.items(), *ClockUse(self.game, self.side, players=self.players).plies()):
            for ply in plies:
                if ply in self.mistakes:
                    cases[name].append((self.mistakes[ply], Example(self.game.number, ply)))
        return {name: tuple(some) for name, some in cases.items()}

    def chances(self, name: Name) -> int:
        """How many chances there were for an event."""
        match name[0]:
            case Kind.MISSED:
                there = [each for each in self.side.occasions if each.outcome is not Outcome.ALLOWED]
                return sum(name[1] in (each.motif, ANY_MOTIF) for each in there)
            case Kind.CONVERSION:
                return int(self.winning_since is not None)
            case Kind.CLOCK if name[1] == FLAG:
                return 1
            case kind if kind in PLACES:
                return len(self.inside.get(name, ()))
            case _:
                return len(self.side.moves)

    def others(self, name: Name) -> int:
        """The number of other mistakes, which show the side's general level."""
        match name[0]:
            case Kind.CONVERSION:
                return 0
            case Kind.CLOCK if name[1] == FLAG:
                return 0
            case Kind.STAGE:
                return sum(ply in self.mistakes for ply in self.before_late)
            case _:
                return len(self.mistakes.keys() - {example.ply for _, example in self.cases.get(name, ())})

    def rest_chances(self, name: Name) -> int:
        """The number of moves with which the event is compared; the other mistakes are counted among these."""
        if name[0] is Kind.STAGE:
            return len(self.before_late)
        return len(self.side.moves) - (self.chances(name) if name[0] in PLACES else 0)

    def _causes(self) -> Iterator[tuple[Name, int, float]]:
        for ply, cause in causes_in(self.game, players=self.players):
            yield (Kind.CAUSE, cause.value), ply, self.game.moves[ply].lost

    def _motifs(self) -> Iterator[tuple[Name, int, float]]:
        for occasion in self.side.occasions:
            if occasion.outcome is not Outcome.FOUND:
                kind = Kind.MISSED if occasion.outcome is Outcome.MISSED else Kind.ALLOWED
                yield (kind, occasion.motif), occasion.ply, occasion.lost
            if occasion.outcome is Outcome.MISSED:
                yield (Kind.MISSED, ANY_MOTIF), occasion.ply, occasion.lost

    def _conversion(self) -> Iterator[tuple[Name, int, float]]:
        """A game that the side did not win although it had been winning; the case is its worst move after that."""
        if (since := self.winning_since) is not None and self.score < 1:
            _, worst = max((move.lost, -ply) for ply, move in self.side.moves if ply >= since)
            yield (Kind.CONVERSION, WON_POSITIONS), -worst, 1 - self.score

    def _flag(self) -> Iterator[tuple[Name, int, float]]:
        """A game lost on time, which costs the winning chance at that moment."""
        if self.game.is_flagged and self.side.moves and self.game.score == (0.0 if self.players else 1.0):
            ply, _ = self.side.moves[-1]
            whites = winning_chance(self.game.moves[-1].advantage)
            yield (Kind.CLOCK, FLAG), ply, whites if self.game.is_white == self.players else 1 - whites

    @property
    def score(self) -> float:
        """The side's score; 0 for a game without a result."""
        score = self.game.score or 0.0
        return score if self.players else 1 - score

    @cached_property
    def winning_since(self) -> int | None:
        """The ply of the side's first move after which it was winning a game that has a result; None if there is
        none."""
        sign = 1 if self.game.is_white == self.players else -1
        plies = (ply for ply, move in self.side.moves if sign * move.advantage >= WINNING_CP)
        return next(plies, None) if self.game.score is not None else None

    @cached_property
    def inside(self) -> dict[Name, list[int]]:
        """The plies of the moves in each phase, late stage and kind of ending."""
        plies: dict[Name, list[int]] = defaultdict(list)
        for ply, move in self.side.moves:
            plies[Kind.PHASE, move.phase.value].append(ply)
            if self.game.place(ply)[0] > LATE_MOVE_NUMBER and self._is_open(move):
                plies[Kind.STAGE, LATE_MOVES].append(ply)
            for ending in self.endings:
                if ending.first <= ply < ending.end:
                    plies[Kind.ENDGAME, ending.kind].append(ply)
        return plies

    @cached_property
    def before_late(self) -> list[int]:
        return [
            ply
            for ply, move in self.side.moves
            if OPENING_MOVE_NUMBER < self.game.place(ply)[0] <= LATE_MOVE_NUMBER and self._is_open(move)
        ]

    def _is_open(self, move: StudiedMove) -> bool:
        is_white = self.game.is_white == self.players
        before = winning_chance(move.advantage if is_white else -move.advantage) + move.lost
        return BEHIND <= before <= AHEAD


def count_both(games: Sequence[StudiedGame], endings: Iterable[Ending], names: Iterable[Name] = ()) -> list[Pair]:
    """Count for both sides all events of either side; with `names`, only these events, even if there are none.

    Counting the same events on both sides favours neither.
    """
    own, theirs = (_counters(games, endings := list(endings), players=players) for players in (True, False))
    chosen = list(names)
    counted = chosen or sorted({name for each in (*own, *theirs) for name in each.cases})
    pairs = [Pair(*name, _count(own, name), _count(theirs, name)) for name in counted if name[0] is not Kind.OPENING]
    played = [line for line in lines(games) if not chosen or (Kind.OPENING, line.subject) in chosen]
    return [*pairs, *(_of_line(line, own, theirs) for line in played)]


def _counters(games: Sequence[StudiedGame], endings: Iterable[Ending], *, players: bool) -> list[_Counter]:
    by_game: dict[int, list[Ending]] = defaultdict(list)
    for ending in endings:
        by_game[ending.game.number].append(ending)
    sides = sides_of(games, players=players)
    return [_Counter(side, game, tuple(by_game[game.number]), players) for game, side in zip(games, sides, strict=True)]


def _count(counters: Sequence[_Counter], name: Name) -> Count:
    return Count(
        tuple(each.cases.get(name, ()) for each in counters),
        tuple(each.chances(name) for each in counters),
        tuple(each.others(name) for each in counters),
        tuple(each.rest_chances(name) for each in counters),
    )


def _of_line(line: RepertoireLine, own: Sequence[_Counter], theirs: Sequence[_Counter]) -> Pair:
    """Count what both sides lost by the moves of an opening line, and by as many moves of other games with that colour.

    What comes after the line differs from game to game, and its noise would hide one move that loses each time.
    """

    def count(counters: Sequence[_Counter]) -> Count:
        inside, chances, others, rest, rest_chances = [], [], [], [], []
        for each in counters:
            early = [(ply, move) for ply, move in each.side.moves if ply < line.plies]
            lost = tuple(
                (move.lost, Example(each.game.number, ply)) for ply, move in early if move.lost >= LEAST_LOSS_IN_A_LINE
            )
            is_here = each.game.number in line.games
            is_other = not is_here and each.game.is_white == line.is_white
            inside.append(lost if is_here else ())
            chances.append(len(early) if is_here else 0)
            others.append(len(lost) if is_other else 0)
            rest.append(sum(cost for cost, _ in lost) if is_other else 0.0)
            rest_chances.append(len(early) if is_other else 0)
        return Count(tuple(inside), tuple(chances), tuple(others), tuple(rest_chances), rest_lost=tuple(rest))

    return Pair(Kind.OPENING, line.subject, count(own), count(theirs), line)
