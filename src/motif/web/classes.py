"""Study a class for its coach: a study for each pupil, shared weaknesses and progress.

A class is stored among the studies as `motif study --everyone` writes it: a folder with a page and a folder per pupil.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from motif.errors import NothingFound
from motif.report.folder import GROUP, STUDY
from motif.runtime.parallel import Progress
from motif.study.games import Rate
from motif.study.group import Course, Shared, group_of
from motif.web.jobs import JobKind, JobQueue, JobShape, Work
from motif.web.pool import Tell
from motif.web.server import Here
from motif.web.settings import Bounds
from motif.web.shapes import Shape
from motif.web.study import IN, ORDER, UPLOAD, Studies, StudyFolder, StudyOrder, begin, reading, received, unnamed

router = APIRouter(prefix="/classes", tags=["study"])

PREFIX = "class-"
SHEET = "puzzles.pdf"


class ClassSummary(Shape):
    """A class in the list."""

    id: str
    title: str
    pupils: int


class PupilShape(Shape):
    """A pupil: the study, the results, and the mistakes in the older and the newer half of the games."""

    study: str
    player: str
    games: int
    rating: int | None
    score: float
    accuracy: float
    blunders: Rate
    before: Rate
    now: Rate
    course: Course
    verdict: list[str]
    work_on: list[str]
    since: str
    """What became of the previous study's findings."""
    sheet: str | None


class ClassShape(Shape):
    """A class: its pupils and their shared weaknesses."""

    id: str
    title: str
    pupils: list[PupilShape]
    shared: list[Shared]


@router.post("", status_code=202, openapi_extra=UPLOAD)
async def upload(
    request: Request,
    server: Here,
    queue: JobQueue,
    folder: StudyFolder,
    title: Annotated[str, Query(max_length=100, description="The name of the class.")] = "A class",
    newest: Annotated[int | None, Query(ge=1, description="Only this many games of each, the latest.")] = None,
) -> JobShape:
    """Study every player with ten games or more."""
    queue.check_room()
    settings = server.settings
    file = await received(request, settings.uploads, settings.bounds.upload_bytes)
    digest = sha256(file.read_bytes() + repr(newest).encode()).hexdigest()[:10]
    most = min(newest or settings.bounds.games, settings.bounds.games)
    to = settings.studies / f"{PREFIX}{digest}"
    order = StudyOrder(file, None, most, settings.engine, to, settings.cluster)
    folder.journal.entitle(to.name, title.strip() or None)
    return begin(queue, JobKind.CLASS, WORK, order, title.strip() or "A class")


@router.get("")
def classes(folder: StudyFolder) -> list[ClassSummary]:
    """All classes, the newest first."""
    made = [path.parent for path in folder.settings.studies.glob(f"*/{GROUP}") if not path.parent.name.startswith(".")]
    made.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    return [ClassSummary(id=each.name, title=_title(folder, each.name), pupils=len(_pupils(each))) for each in made]


@router.get("/{group}")
def one_class(group: str, folder: StudyFolder) -> ClassShape:
    """A class, with its pupils and their shared weaknesses."""
    names = {f"{group}{IN}{path.name}" for path in _pupils(_find(folder, group))}
    studies = sorted(((name, folder.load(name)) for name in names), key=lambda each: each[1].profile.player.casefold())
    together = group_of([study for _, study in studies])
    return ClassShape(
        id=group,
        title=_title(folder, group),
        pupils=[
            PupilShape.like(
                pupil.profile,
                study=name,
                before=pupil.before,
                now=pupil.now,
                course=pupil.course,
                work_on=folder.summary(name).work_on,
                since=pupil.since,
                sheet=SHEET if SHEET in folder.summary(name).files else None,
            )
            for (name, _), pupil in zip(studies, together.pupils, strict=True)
        ],
        shared=list(together.shared),
    )


@router.delete("/{group}", status_code=204)
def delete(group: str, folder: StudyFolder) -> None:
    """Delete a class and the studies in it."""
    folder.remove(_find(folder, group))
    folder.journal.entitle(group, None)


def _find(folder: Studies, group: str) -> Path:
    if group not in [path.parent.name for path in folder.settings.studies.glob(f"*/{GROUP}")]:
        raise NothingFound("there is no such class")
    return folder.settings.studies / group


def _pupils(group: Path) -> list[Path]:
    return [file.parent for file in group.glob(f"*/{STUDY}") if not file.parent.name.startswith(".")]


def _title(folder: Studies, group: str) -> str:
    return folder.journal.titles().get(group, group.removeprefix(PREFIX))


def make(tell: Tell, order: StudyOrder, bounds: Bounds) -> dict[str, Any]:
    """Evaluate every game once, study each pupil, and write the folder as `motif study --everyone` does."""
    from motif.report.folder import pupils_folders, write_group
    from motif.report.make import StudyOptions, evaluate_class, study_class, write_class
    from motif.runtime.parallel import Workers
    from motif.study.engine import StudyEngine
    from motif.study.findings.progress import FEWEST_GAMES
    from motif.study.gathering import gather_everyone

    try:
        with reading(tell, order, bounds):
            pupils, notes = gather_everyone([str(order.upload)], (), order.newest, FEWEST_GAMES)
    except NothingFound as error:
        # The hint of the command line names an option that the page does not have.
        raise NothingFound(str(error), hint="a player with fewer games can be studied alone") from None
    tell({"notes": [note.partition("; --players")[0] for note in unnamed(order, notes)]})
    folders = pupils_folders(order.folder, [pupil.player for pupil in pupils])
    how = StudyOptions(StudyEngine.find(order.engine), Workers(1, order.cluster))

    def named(words: str) -> Any:  # noqa: ANN401 - a watch
        return lambda news: tell(Progress(news.done, news.total, news.words or words))

    evaluate_class(pupils, how, named("evaluating games"))
    studies = study_class(pupils, how, named("studying the players"))
    write_class(studies, folders, how, named("writing for the pupils"))
    write_group(group_of(studies), order.folder, folders, "A class")
    return {"study": order.folder.name}


WORK = Work(make, ORDER, StudyOrder.clear)
