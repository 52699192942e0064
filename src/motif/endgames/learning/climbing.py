"""Climbing: one program is changed a little at a time, and games alone decide whether a change stays.

    changed program and program play the opponent from the same starts with the same lots
    gain = mean difference of their points; a change stays if gain >= 1.5 standard errors + what its length costs

Two programs that differ little play games that differ little, so most of the luck of games is the same for both and
goes out of the difference; what is clearly worse after a few games plays no more (racing, Maron & Moore 1994). Every so
many trials the starts are drawn anew, for a program that is changed for long on the same starts learns them by heart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import chess
import numpy as np
import numpy.typing as npt

from motif._core.board import Positions
from motif._core.endgames import CompiledProgram
from motif.endgames.games import (
    PAPER_POINTS,
    Z95,
    GameRules,
    Pairings,
    Points,
    play,
    points,
    refuse_unknown_endgames,
    starts,
)
from motif.endgames.learning.cases import Changes
from motif.endgames.learning.fitness import MASTER
from motif.endgames.program import Program, State, Tree, find_program
from motif.errors import BadArgument
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import seed_of

BOTH = (chess.WHITE, chess.BLACK)

POINTS_PER_SYMBOL = 1e-5
"""What a symbol costs in points: what changes nothing and is shorter is better."""

SAVED_EVERY = 100
"""Trials between two checkpoints, beside those after each change that stayed."""


@dataclass(frozen=True, slots=True)
class Look:
    """After so many starts a change is given up whose gain is not so many standard errors above nothing."""

    starts: int
    errors: float


ONE_PLY_LOOKS = (Look(200, 0.0), Look(1500, 1.5))
DEEPER_LOOKS = (Look(50, 0.0), Look(200, 0.5), Look(800, 1.5))
"""Who looks ahead takes fifty times as long for a game: fewer have to do."""


@dataclass(frozen=True, slots=True)
class ClimbSettings:
    """So many `trials` of changes of a program that plays by these `rules` against an `opponent`, given by its text.

    With one of the `colours` alone, only what it does with that colour counts.
    """

    endgames: tuple[str, ...] = ("KRKR",)
    trials: int = 2000
    rules: GameRules = field(default_factory=GameRules)
    opponent: str = ""
    opponent_rules: GameRules = field(default_factory=GameRules)
    colours: tuple[chess.Color, ...] = BOTH
    points: Points = PAPER_POINTS
    looks: tuple[Look, ...] = ONE_PLY_LOOKS
    renewed: int = 300
    extras: bool = False
    most_symbols: int = 120
    most_symbols_when_behind: int = 60

    def __post_init__(self) -> None:
        refuse_unknown_endgames(self.endgames)
        if self.trials < 1 or self.renewed < 1:
            raise BadArgument(f"{self.trials} trials find nothing; 1 is the least")
        if not self.colours:
            raise BadArgument("a program must play with White, with Black, or with both")

    @property
    def rival(self) -> CompiledProgram:
        """The opponent, by default the Master."""
        program = Program.parse(self.opponent) if self.opponent else find_program(MASTER)
        return self.opponent_rules.compile(program)


@dataclass(frozen=True, slots=True)
class ClimbStep:
    """A change that stayed: in which trial, what it gained, and how many symbols the program has since."""

    trial: int
    gain: float
    size: int


@dataclass(frozen=True, slots=True)
class ClimbProgress:
    """How far a program has come: what it is now, how many changes were tried, and which stayed."""

    program: Program
    trials: int = 0
    steps: tuple[ClimbStep, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The climb as a JSON value."""
        return {"program": str(self.program), "trials": self.trials, "steps": [asdict(step) for step in self.steps]}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> ClimbProgress:
        """Read a climb back."""
        return cls(
            Program.parse(value["program"]), value["trials"], tuple(ClimbStep(**step) for step in value["steps"])
        )


def climb(
    program: Program, settings: ClimbSettings, seed: int = 0, checkpoint: Path | None = None
) -> Iterator[ClimbProgress]:
    """The climb after every trial; taken up where it was left, also for more trials than were wanted before."""
    described = asdict(settings) | {"program": str(program), "seed": seed}
    del described["trials"]
    saved = Checkpoint(checkpoint, "endgame climb", described) if checkpoint else None
    state = saved.load() if saved else None
    now = ClimbProgress.from_json(state) if state else ClimbProgress(program)
    yield now
    changes = _changes(settings)
    course: _Course | None = None
    while now.trials < settings.trials:
        lap = now.trials // settings.renewed
        if course is None or course.lap != lap:
            course = _Course.drawn(settings, now.program, seed, lap)
        before = now
        rng = Random(seed_of(seed, "trial", now.trials))
        changed = _changed(now.program, changes, rng)
        gain = course.gain_of(changed)
        now = replace(now, trials=now.trials + 1)
        if gain is not None:
            now = ClimbProgress(changed, now.trials, (*now.steps, ClimbStep(now.trials, gain, changed.size)))
            course.take(changed)
        if saved and (now.program is not before.program or now.trials % SAVED_EVERY == 0):
            saved.save(now.to_json())
        yield now
    if saved:
        saved.save(now.to_json())


def mean_points(program: Program, settings: ClimbSettings, games: int, seed: int) -> tuple[float, float]:
    """The mean points of a program on fresh starts, with the colours that count, and the error of 95 %."""
    count = max(2, games // len(settings.colours))
    course = _Course(settings, 0, starts(settings.endgames, count, seed), seed)
    earned = course.earned(program, 0, count)
    return float(earned.mean()), float(Z95 * earned.std(ddof=1) / np.sqrt(count))


class _Course:
    """Starts with their lots, and what the program of now earned on each of them."""

    def __init__(self, settings: ClimbSettings, lap: int, positions: Positions, lots: int) -> None:
        self.lap = lap
        self._settings = settings
        self._rival = settings.rival
        self._positions = positions
        self._lots = lots
        self._size = 0
        self._earned = np.zeros(0)
        self._newest = np.zeros(0)

    @classmethod
    def drawn(cls, settings: ClimbSettings, program: Program, seed: int, lap: int) -> _Course:
        """A new course; the program goes over it first."""
        count = settings.looks[-1].starts
        lots = seed_of(seed, "course", lap)
        course = cls(settings, lap, starts(settings.endgames, count, lots), lots)
        course._newest = course.earned(program, 0, count)
        course.take(program)
        return course

    def earned(self, program: Program, begin: int, end: int) -> npt.NDArray[np.float64]:
        """The points of a program from these starts, the mean of the colours."""
        zeros = np.zeros(end - begin, dtype=np.int64)
        pairings = Pairings(zeros, zeros + 1, np.arange(begin, end, dtype=np.int64))
        settings = self._settings
        players = [settings.rules.compile(program), self._rival]
        ends = play(players, pairings, self._positions, self._lots, settings.rules.moves, settings.colours)
        return np.asarray(points(ends, settings.points).mean(axis=1))

    def gain_of(self, program: Program) -> float | None:
        """What a changed program earns more, or nothing if it is not better."""
        cost = POINTS_PER_SYMBOL * (program.size - self._size)
        self._newest = np.zeros(0)
        gain = 0.0
        for look in self._settings.looks:
            more = self.earned(program, len(self._newest), look.starts)
            self._newest = np.concatenate([self._newest, more])
            difference = self._newest - self._earned[: look.starts]
            gain = float(difference.mean())
            if gain < look.errors * float(difference.std()) / np.sqrt(look.starts) + cost or gain == cost:
                return None
        return gain

    def take(self, program: Program) -> None:
        """From now on changes are compared with this program, which went over the course last."""
        self._earned, self._size = self._newest, program.size


def _changes(settings: ClimbSettings) -> dict[State, Changes]:
    most = dict.fromkeys(State, settings.most_symbols) | {State.DISADVANTAGE: settings.most_symbols_when_behind}
    return {state: Changes(settings.extras, most[state]) for state in State}


def _changed(program: Program, changes: dict[State, Changes], rng: Random) -> Program:
    """The program with a small change of one of its trees."""
    chosen = rng.choice(list(State))
    tokens = changes[chosen].change(tuple(program.tree(chosen).tokens()), rng)
    return Program(*(Tree.from_tokens(iter(tokens)) if state is chosen else program.tree(state) for state in State))
