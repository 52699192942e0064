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
from motif.study.findings.endgames import Ending
from motif.study.findings.results import RepertoireLine, Winning, lines, winning_games
from motif.study.games import Outcome, Rate, StudiedGame, StudiedMove
from motif.study.peers import ANY_MOTIF, Side, sides_of
from motif.study.profile import Counted, Example, Kind
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

MUCH_MORE_FACTOR = 1.5
"""How many times as much a line must lose: with less, a gambit that all the player's games cost was called a
weakness."""

PLACES = frozenset({Kind.PHASE, Kind.STAGE, Kind.ENDGAME})

Name = tuple[Kind, str]
Case = tuple[float, Example]
"""The winning chance that a case lost, and its place."""


@dataclass(frozen=True, slots=True)
class Count:
    """The cases and chances of one side in each game, and its other mistakes."""

    cases: tuple[tuple[Case, ...], ...]
    chances: tuple[int, ...]
    others: tuple[int, ...]
    rest_chances: tuple[int, ...]
    """The number of moves among which the other mistakes are counted."""
    rest_lost: tuple[float, ...] = ()
    """For an opening line, which is compared by losses: what was lost equally early in other games."""

    @property
    def all_cases(self) -> list[Case]:
        """Every case, the costliest first."""
        return sorted((case for some in self.cases for case in some), key=lambda case: -case[0])

    @property
    def total(self) -> int:
        return sum(map(len, self.cases))

    @property
    def games(self) -> int:
        """The number of games with at least one case."""
        return sum(map(bool, self.cases))

    @property
    def lost(self) -> list[float]:
        return [sum(lost for lost, _ in some) for some in self.cases]

    @property
    def cost(self) -> float:
        """The cost in points per game."""
        return sum(self.lost) / max(1, len(self.cases))

    @property
    def amounts(self) -> list[float]:
        """The number to compare for each game: of cases, or for an opening line the winning chance lost."""
        return self.lost if self.rest_lost else [float(len(some)) for some in self.cases]

    @property
    def rest(self) -> Sequence[float]:
        """The other mistakes, or other losses, that show the side's general level."""
        return self.rest_lost or self.others

    @property
    def is_worse_here(self) -> bool:
        """Whether a move of the line loses much more than one in the side's other games with that colour."""
        return sum(self.lost) * sum(self.rest_chances) > MUCH_MORE_FACTOR * sum(self.rest_lost) * sum(self.chances)

    @property
    def counted(self) -> Counted:
        return Counted(tuple(map(len, self.cases)), self.chances)

    @property
    def rate(self) -> Rate:
        return self.counted.rate


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
                return int(self._winning_game is not None)
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
        """The number of moves among which the other mistakes are counted."""
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
        win = self._winning_game
        if win and win.dropped:
            yield (Kind.CONVERSION, WON_POSITIONS), win.worst, win.dropped

    def _flag(self) -> Iterator[tuple[Name, int, float]]:
        """A game lost on time, which costs the winning chance at that moment."""
        if self.game.is_flagged and self.side.moves and self.game.score == (0.0 if self.players else 1.0):
            ply, _ = self.side.moves[-1]
            whites = winning_chance(self.game.moves[-1].advantage)
            yield (Kind.CLOCK, FLAG), ply, whites if self.game.is_white == self.players else 1 - whites

    @cached_property
    def _winning_game(self) -> Winning | None:
        return next(iter(winning_games([self.game], players=self.players)), None)

    @cached_property
    def inside(self) -> dict[Name, list[int]]:
        """The plies of the moves in each phase, late stage and kind of ending."""
        plies: dict[Name, list[int]] = defaultdict(list)
        for ply, move in self.side.moves:
            plies[Kind.PHASE, move.phase.value].append(ply)
            if self._number(ply) > LATE_MOVE_NUMBER and self._is_open(move):
                plies[Kind.STAGE, LATE_MOVES].append(ply)
            for ending in self.endings:
                if ending.first <= ply < ending.end:
                    plies[Kind.ENDGAME, ending.kind].append(ply)
        return plies

    @cached_property
    def before_late(self) -> list[int]:
        """The plies with which late moves are compared."""
        return [
            ply
            for ply, move in self.side.moves
            if OPENING_MOVE_NUMBER < self._number(ply) <= LATE_MOVE_NUMBER and self._is_open(move)
        ]

    def _is_open(self, move: StudiedMove) -> bool:
        is_white = self.game.is_white == self.players
        before = winning_chance(move.advantage if is_white else -move.advantage) + move.lost
        return BEHIND <= before <= AHEAD

    def _number(self, ply: int) -> int:
        turn, first = self.game.start.split()[1], int(self.game.start.split()[5])
        return first + (ply + (turn == "b")) // 2


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
