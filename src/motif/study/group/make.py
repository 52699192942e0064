"""A whole class studied: every game judged once, then each pupil, then what holds over all of them, then the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from motif.parallel import Workers, in_order
from motif.progress import Progress, Watch, unwatched
from motif.study.batch import review_games
from motif.study.cache import StudyCache
from motif.study.gathering import Gathered
from motif.study.group.holding import hold_together
from motif.study.judge import Judge
from motif.study.make import StudyOptions, make_puzzles, make_study
from motif.study.report import write_report
from motif.study.study import Study

MISTAKES_LOOKED_AT = 20
"""For the exercises of each pupil: half as many as for a player alone, or a class would wait for them longest."""


@dataclass(frozen=True, slots=True)
class _Alone:
    """How one process studies one pupil; a cache that tells cannot travel."""

    judge: Judge
    cache: Path
    against: tuple[str, ...]

    @property
    def how(self) -> StudyOptions:
        return StudyOptions(self.judge, Workers(), StudyCache(self.cache), self.against)


def judge_class(pupils: Sequence[Gathered], how: StudyOptions, watch: Watch = unwatched) -> None:
    """Judge all their games, each once, into the cache; what was judged before is not judged again."""
    games = [own for pupil in pupils for own in pupil.games]
    for _ in review_games(games, how.judge, how.cache, how.workers, watch):
        pass


def study_class(pupils: Sequence[Gathered], how: StudyOptions, watch: Watch = unwatched) -> list[Study]:
    """The study of each pupil, with only that said which holds over the whole class."""
    studies: list[Study] = []
    # What is learned lies in the cache of this machine, so a cluster has no part in it.
    with Workers(how.workers.count).executor() as executor:
        for study in in_order(executor, partial(_study, _alone(how)), pupils):
            studies.append(study)
            watch(Progress(len(studies), len(pupils), f"studying {study.profile.player}"))
    return hold_together(studies)


def write_class(
    studies: Sequence[Study], folders: Sequence[Path], how: StudyOptions, watch: Watch = unwatched
) -> list[int]:
    """A folder for each pupil, with a page, games and a sheet of exercises; how many exercises each has."""
    counts: list[int] = []
    with Workers(how.workers.count).executor() as executor:
        for count in in_order(executor, partial(_write, _alone(how)), list(zip(studies, folders, strict=True))):
            counts.append(count)
            watch(Progress(len(counts), len(studies), f"writing for {studies[len(counts) - 1].profile.player}"))
    return counts


def _alone(how: StudyOptions) -> _Alone:
    return _Alone(how.judge, how.cache.folder, how.against)


def _study(alone: _Alone, pupil: Gathered) -> Study:
    return make_study(pupil, alone.how)


def _write(alone: _Alone, task: tuple[Study, Path]) -> int:
    study, folder = task
    puzzles = make_puzzles(study, alone.how, MISTAKES_LOOKED_AT)
    write_report(study, folder, puzzles)
    return len(puzzles)
