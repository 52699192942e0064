"""Improve one program by hill climbing: make a small change, play games, and keep the change if it gains points.

    the current and the changed program play the opponent from the same starts with the same seeds
    gain = mean difference of their points; a change is kept if gain >= 1.5 standard errors + the cost of its length

Similar programs play similar games, so most of the luck cancels out in the difference. A change that is clearly worse
after a few games is dropped at once (racing, Maron & Moore 1994). The starts are replaced after some trials so that
the program does not overfit them.
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
    GameRules,
    Pairings,
    Points,
    play,
    points,
    refuse_unknown_endgames,
    starts,
)
from motif.endgames.learning.fitness import MASTER
from motif.endgames.learning.polishing import TreeChanger
from motif.endgames.program import Program, State, Tree, find_program
from motif.errors import BadArgument
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import seed_of
from motif.statistics.elo import Z95

BOTH = (chess.WHITE, chess.BLACK)

POINTS_PER_SYMBOL = 1e-5
"""The cost of a symbol in points, so that the shorter of two equal programs is better."""

TRIALS_BETWEEN_CHECKPOINTS = 100
"""A checkpoint is also written whenever a change is kept."""


@dataclass(frozen=True, slots=True)
class Look:
    """An interim test after `starts` starts: a change that gains less than `errors` standard errors is dropped."""

    starts: int
    errors: float


ONE_PLY_LOOKS = (Look(200, 0.0), Look(1500, 1.5))
DEEPER_LOOKS = (Look(50, 0.0), Look(200, 0.5), Look(800, 1.5))
"""A program that looks ahead takes fifty times as long per game, so it plays fewer games."""


@dataclass(frozen=True, slots=True)
class ClimbSettings:
    """The settings of hill climbing; `opponent` is a program as text, and games are played with each of `colours`."""

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
            raise BadArgument(f"hill climbing needs at least 1 trial, not {self.trials}")
        if not self.colours:
            raise BadArgument("a program must play White, Black or both")

    @property
    def rival(self) -> CompiledProgram:
        """The compiled opponent, by default the Master."""
        program = Program.parse(self.opponent) if self.opponent else find_program(MASTER)
        return self.opponent_rules.compile(program)


@dataclass(frozen=True, slots=True)
class ClimbStep:
    """A change that was kept: its trial, its gain, and the size of the changed program in symbols."""

    trial: int
    gain: float
    size: int


@dataclass(frozen=True, slots=True)
class ClimbProgress:
    """The current program, the number of changes tried, and the changes that were kept."""

    program: Program
    trials: int = 0
    steps: tuple[ClimbStep, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"program": str(self.program), "trials": self.trials, "steps": [asdict(step) for step in self.steps]}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> ClimbProgress:
        steps = tuple(ClimbStep(**step) for step in value["steps"])
        return cls(Program.parse(value["program"]), value["trials"], steps)


def climb(
    program: Program, settings: ClimbSettings, seed: int = 0, checkpoint: Path | None = None
) -> Iterator[ClimbProgress]:
    """Yield the progress after every trial; a checkpoint continues the run, even with a larger number of trials."""
    described = asdict(settings) | {"program": str(program), "seed": seed}
    del described["trials"]
    saved = Checkpoint(checkpoint, "endgame climb", described) if checkpoint else None
    state = saved.load() if saved else None
    now = ClimbProgress.from_json(state) if state else ClimbProgress(program)
    yield now
    most = dict.fromkeys(State, settings.most_symbols) | {State.DISADVANTAGE: settings.most_symbols_when_behind}
    changers = {state: TreeChanger(settings.extras, most[state]) for state in State}
    test: _PairedTest | None = None
    while now.trials < settings.trials:
        number = now.trials // settings.renewed
        if test is None or test.number != number:
            test = _PairedTest.with_new_starts(settings, now.program, seed, number)
        before = now
        rng = Random(seed_of(seed, "trial", now.trials))
        changed = _changed(now.program, changers, rng)
        gain = test.gain_of(changed)
        now = replace(now, trials=now.trials + 1)
        if gain is not None:
            now = ClimbProgress(changed, now.trials, (*now.steps, ClimbStep(now.trials, gain, changed.size)))
            test.accept(changed)
        if saved and (now.program is not before.program or now.trials % TRIALS_BETWEEN_CHECKPOINTS == 0):
            saved.save(now.to_json())
        yield now
    if saved:
        saved.save(now.to_json())


def mean_points(program: Program, settings: ClimbSettings, games: int, seed: int) -> tuple[float, float]:
    """Return a program's mean points per game from new starts with the colours in the settings, and its 95 % error."""
    count = max(2, games // len(settings.colours))
    test = _PairedTest(settings, 0, starts(settings.endgames, count, seed), seed)
    earned = test.earned(program, 0, count)
    return float(earned.mean()), float(Z95 * earned.std(ddof=1) / np.sqrt(count))


class _PairedTest:
    """Compares changed programs with the current one from the same starts and with the same seed."""

    def __init__(self, settings: ClimbSettings, number: int, positions: Positions, seed: int) -> None:
        self.number = number
        self._settings = settings
        self._rival = settings.rival
        self._positions = positions
        self._seed = seed
        self._size = 0
        self._earned = np.zeros(0)
        self._newest = np.zeros(0)

    @classmethod
    def with_new_starts(cls, settings: ClimbSettings, program: Program, seed: int, number: int) -> _PairedTest:
        """Generate random starts and let the current program play from them."""
        count = settings.looks[-1].starts
        own_seed = seed_of(seed, "course", number)
        test = cls(settings, number, starts(settings.endgames, count, own_seed), own_seed)
        test._newest = test.earned(program, 0, count)
        test.accept(program)
        return test

    def earned(self, program: Program, begin: int, end: int) -> npt.NDArray[np.float64]:
        """Return a program's points from each start of a range, averaged over the colours."""
        zeros = np.zeros(end - begin, dtype=np.int64)
        pairings = Pairings(zeros, zeros + 1, np.arange(begin, end, dtype=np.int64))
        settings = self._settings
        players = [settings.rules.compile(program), self._rival]
        ends = play(players, pairings, self._positions, self._seed, settings.rules.moves, settings.colours)
        return np.asarray(points(ends, settings.points).mean(axis=1))

    def gain_of(self, program: Program) -> float | None:
        """Return the gain of a changed program, or None if it is not better."""
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

    def accept(self, program: Program) -> None:
        """Compare later changes with this program, which must be the one that played last."""
        self._earned, self._size = self._newest, program.size


def _changed(program: Program, changers: dict[State, TreeChanger], rng: Random) -> Program:
    """Return the program with a small change of one of its trees."""
    chosen = rng.choice(list(State))
    tokens = changers[chosen].change(tuple(program.tree(chosen).tokens()), rng)
    return Program(*(Tree.from_tokens(iter(tokens)) if state is chosen else program.tree(state) for state in State))
