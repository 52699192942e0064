"""Learning as the paper does, for `motif patterns learn` and `augment`: a teacher by name, or recorded games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess

from motif.arena.game import Entrant
from motif.board.engine_programs import get_engine
from motif.board.games import GameFilter, Report
from motif.board.limits import Limit
from motif.errors import BadArgument, BadGameFile, EngineFailed
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import counted, note, watching
from motif.interfaces.cli.games import note_errors
from motif.parallel import Workers
from motif.patterns.examples import Eyes, Trace
from motif.patterns.habits import fitted
from motif.patterns.library import Library
from motif.patterns.paper_library import PaperLibrary
from motif.patterns.retention import retained
from motif.patterns.teaching import Stage, TeachSettings, teach
from motif.players import enter
from motif.search.material_look import MaterialLook

DEPTH = Limit(depth=4)
"""How deep a teacher thinks whose name does not say so; the paper's GNU Chess played at level 4."""

GNU_CHESS, BUILT_IN = "gnuchess", "base"


@dataclass(frozen=True, slots=True)
class Lessons:
    """Everything that a command says about how to learn."""

    settings: TeachSettings
    plies: int = 1
    deeper: int = 3
    every: int = 10
    snapshots: Path | None = None
    checkpoint: Path | None = None
    workers: Workers | None = None

    def __post_init__(self) -> None:
        if self.snapshots and self.every % self.settings.together:
            raise BadArgument(
                f"a snapshot every {self.every} games does not fit rounds of {self.settings.together} games",
                hint="choose --every as a multiple of --together",
            )
        if self.deeper <= self.plies:
            raise BadArgument(
                f"a deeper look of {self.deeper} plies is not deeper than one of {self.plies}",
                hint="choose --deeper above --plies",
            )


def find_teacher(name: str | None) -> Entrant:
    """The teacher of this name; GNU Chess where it is found, else the built-in search."""
    if name:
        return enter(name, DEPTH)
    return enter(GNU_CHESS if get_engine(GNU_CHESS) else BUILT_IN, DEPTH)


def traces_of(files: list[str], players: list[str] | None, quiet: bool) -> list[Trace]:
    """Recorded games, with the sides of these players as the teacher's; refused when nobody of them played."""
    report = Report()
    traces = []
    for game in options.watched_games(files, GameFilter(), report, quiet):
        sides = [
            side
            for side, name in zip(chess.COLORS, game.players, strict=True)
            if not players or any(wanted.lower() in name.lower() for wanted in players)
        ]
        if sides and game.moves:
            traces.append(Trace(game.start_fen, tuple(move.uci() for move in game.moves), tuple(sides)))
    note_errors(report)
    if not traces:
        who = f" of {' or '.join(players)}" if players else ""
        raise BadGameFile(
            f"no move{who} in {counted(report.games, 'game')}", hint="is the name spelled as in the games?"
        )
    return traces


def take_lessons(
    teacher: Entrant | list[Trace], lessons: Lessons, quiet: bool, keep: Callable[[Stage], object]
) -> tuple[Stage, bool]:
    """Learn, with snapshots on the way; what is known when somebody presses Ctrl-C or the teacher dies is kept.

    Gives the last stage, and whether it is the last because somebody pressed Ctrl-C.
    """
    eyes = Eyes(MaterialLook(lessons.plies), MaterialLook(lessons.deeper))
    stage: Stage | None = None
    with watching("learning", quiet) as watch:
        stages = teach(teacher, eyes, lessons.settings, lessons.workers, lessons.checkpoint, watch)
        try:
            for stage in stages:
                if lessons.snapshots and stage.games % lessons.every == 0:
                    stage.library.write(lessons.snapshots / f"patterns-{stage.games:04d}.txt")
        except KeyboardInterrupt:
            if stage is None:
                raise
            return stage, True
        except EngineFailed:
            if stage and stage.games:
                keep(stage)
                note(f"what {counted(stage.games, 'game')} taught is kept")
            raise
    assert stage is not None  # there is at least one game, and a stage after it
    return stage, False


def weighed(stage: Stage, weights: str, utility: float, teacher: str) -> PaperLibrary | Library:
    """What was learned, weighed as asked."""
    if weights == "paper":
        return retained(stage.library, utility) if utility else stage.library
    return fitted(stage.library, stage.examples(), teacher)
