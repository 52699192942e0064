"""Study: an upload becomes a job, as `motif study` would do it; finished studies are folders that outlive the server.

No name from a request becomes a path: it is looked for among the folders and files that are there.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, Response

from motif.board.games import read_games
from motif.errors import BadGameFile, MotifError, NothingFound
from motif.interfaces.web.boards import Shape
from motif.interfaces.web.jobs import JobKind, JobQueue, JobShape
from motif.interfaces.web.problems import TooLarge
from motif.interfaces.web.server import Here, Part, part_of_server
from motif.interfaces.web.settings import Bounds
from motif.interfaces.web.workers import Tell
from motif.progress import Progress
from motif.study.games import StudiedGame
from motif.study.report.folder import FILES, STUDY, folder_name
from motif.study.study import Study

router = APIRouter(prefix="/studies", tags=["study"])

MOST_IN_MEMORY = 8
MOST_SUMMARIES = 1_000

COMPRESSED = (b"\x28\xb5\x2f\xfd", b"\x1f\x8b")
UPLOAD = {
    "requestBody": {
        "required": True,
        "description": "The games, as PGN text.",
        "content": {"application/x-chess-pgn": {"schema": {"type": "string"}}},
    }
}


class StudySummary(Shape):
    """A finished study in the list, and the files that can be had from `/api/studies/{id}/files/{name}`."""

    id: str
    player: str
    games: int
    accuracy: float
    rating: int | None
    made: datetime
    work_on: list[str]
    files: list[str]


class Studies(Part):
    """The studies in the user's data folder."""

    def names(self) -> list[str]:
        """The finished studies, the newest first."""
        folder = self.settings.studies
        paths = folder.iterdir() if folder.is_dir() else ()
        made = [(path.stat().st_mtime, path.name) for path in paths if (path / STUDY).is_file()]
        return [name for _, name in sorted(made, reverse=True)]

    def find(self, name: str) -> Path:
        """The folder of a study."""
        if name not in self.names():
            raise NothingFound("there is no such study", hint="drop a PGN file to make one")
        return self.settings.studies / name

    def load(self, name: str) -> Study:
        """The study itself."""
        file = self.find(name) / STUDY
        return _load(file, file.stat().st_mtime_ns)

    def file(self, name: str, wanted: str) -> Path:
        """A file of a study, by its name."""
        folder = self.find(name)
        if wanted not in FILES or not (folder / wanted).is_file():
            raise NothingFound("the study has no such file", hint=f"there are {', '.join(_files(folder))}")
        return folder / wanted

    def summary(self, name: str) -> StudySummary:
        """One study for the list."""
        folder = self.find(name)
        return _summary(folder, (folder / STUDY).stat().st_mtime_ns)


def _files(folder: Path) -> list[str]:
    return [name for name in FILES if (folder / name).is_file()]


@lru_cache(MOST_SUMMARIES)
def _summary(folder: Path, made: int) -> StudySummary:
    profile = _load(folder / STUDY, made).profile
    return StudySummary(
        id=folder.name,
        player=profile.player,
        games=profile.games,
        accuracy=profile.accuracy,
        rating=profile.rating,
        made=datetime.fromtimestamp(made / 10**9, UTC),
        work_on=[f"{leak.title} ({leak.standing})" for leak in profile.leaks]
        or [claim.words for claim in profile.work_on],
        files=_files(folder),
    )


@lru_cache(MOST_IN_MEMORY)
def _load(file: Path, _: int) -> Study:
    return Study.load(file)


StudyFolder = Annotated[Studies, part_of_server(Studies)]
"""The studies, in the parameters of a route."""


@router.post("", status_code=202, openapi_extra=UPLOAD)
async def upload(
    request: Request,
    server: Here,
    queue: JobQueue,
    player: Annotated[str | None, Query(max_length=200, description="Whose games; else whoever has most.")] = None,
    newest: Annotated[int | None, Query(ge=1, description="Only so many games, the latest by date.")] = None,
) -> JobShape:
    """Study the games of the body, which is PGN text. The job's `study` is the id of what is made."""
    queue.check_room()
    bounds = server.settings.bounds
    file = await _received(request, bounds.upload_bytes)
    digest = sha256(file.read_bytes() + repr((player, newest)).encode()).hexdigest()[:10]
    order = StudyOrder(
        file,
        player or None,
        min(newest or bounds.games, bounds.games),
        server.settings.judge,
        server.settings.studies / f"{folder_name(player or 'games')}-{digest}",
        server.settings.cluster,
    )
    try:
        job = queue.start(
            JobKind.STUDY, player or "your games", lambda: file.unlink(missing_ok=True), make, order, bounds
        )
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return job.shape


@router.get("")
def studies(folder: StudyFolder) -> list[StudySummary]:
    """All finished studies, the newest first; what cannot be read is left out."""
    summaries = []
    for name in folder.names():
        try:
            summaries.append(folder.summary(name))
        except MotifError:
            continue
    return summaries


@router.get("/{study}", response_model=Study)
def study(study: str, folder: StudyFolder) -> Response:
    """The whole study, as study.json has it."""
    return Response(folder.load(study).to_json(), media_type="application/json")


@router.get("/{study}/summary")
def summary(study: str, folder: StudyFolder) -> StudySummary:
    """The study as the list has it, with the files that can be had."""
    return folder.summary(study)


@router.get("/{study}/games/{number}")
def game(study: str, number: int, folder: StudyFolder) -> StudiedGame:
    """One game, as study.json has it: its moves as they were judged, and every mistake with its reasons."""
    studied = next((game for game in folder.load(study).games if game.number == number), None)
    if studied is None:
        raise NothingFound(f"the study has no game {number}")
    return studied


@router.get("/{study}/files/{name}", response_class=FileResponse)
def file(study: str, name: str, folder: StudyFolder) -> FileResponse:
    """A file of the study to keep: report.html, annotated.pgn, puzzles.pdf …"""
    path = folder.file(study, name)
    return FileResponse(path, filename=f"{study}-{name}", content_disposition_type="attachment")


async def _received(request: Request, most: int) -> Path:
    """The body in a file of its own, as it came."""
    size = 0
    with tempfile.NamedTemporaryFile(prefix="motif-", suffix=".pgn", delete=False) as file:
        path = Path(file.name)
        try:
            async for chunk in request.stream():
                if size == 0 and chunk.startswith(COMPRESSED):
                    raise BadGameFile("this is compressed", hint="send the games as plain PGN text")
                size += len(chunk)
                if size > most:
                    raise TooLarge(f"at most {most:,} bytes of games can be sent", hint="send fewer games")
                file.write(chunk)
            if size == 0:
                raise BadGameFile("there are no games in this", hint="send a PGN file")
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    return path


@dataclass(frozen=True, slots=True)
class StudyOrder:
    """An upload, whose games, how many of the newest, by which judge, where to, on which cluster."""

    upload: Path
    player: str | None
    newest: int
    judge: str | None
    folder: Path
    cluster: str | None


def make(tell: Tell, order: StudyOrder, bounds: Bounds) -> dict[str, Any]:
    """Judge the games, make puzzles of the mistakes, write the folder."""
    from motif.parallel import Workers
    from motif.study.gathering import gather
    from motif.study.judge import Judge
    from motif.study.make import StudyOptions, make_puzzles, make_study, make_week
    from motif.study.report import write_report
    from motif.study.training.plan import MISTAKES_LOOKED_AT

    tell(Progress(0, None, "reading the games"))
    _check_upload(order.upload, bounds)
    try:
        gathered = gather([str(order.upload)], order.player, order.newest)
    except BadGameFile as error:
        # Where an upload lies on this machine is nobody's business.
        raise BadGameFile(
            str(error).replace(str(order.upload), "your file"),
            hint=error.hint.replace(f"{order.upload}, ", ""),
        ) from None
    # The file is called by a name that means nothing to whoever sent it.
    notes = [note.replace(f"{order.upload}, ", "") for note in gathered.notes]
    tell({"title": gathered.player, "notes": notes})

    def judging(news: Progress) -> None:
        tell(Progress(news.done, news.total, news.words or "judging games"))

    how = StudyOptions(Judge.find(order.judge), Workers(1, order.cluster))
    made = make_study(gathered, how, judging, _earlier(order.folder, gathered.player))
    puzzles = make_puzzles(made, how, MISTAKES_LOOKED_AT, tell)
    tell(Progress(0, None, "planning the week"))
    week = make_week(made, puzzles, how.cache)
    tell(Progress(0, None, "writing the report"))
    write_report(made, order.folder, puzzles, week=week)
    return {"study": order.folder.name}


def _earlier(folder: Path, player: str) -> Study | None:
    """The newest study of the same player that lies beside a folder, or in it; what cannot be read is passed over."""
    files = folder.parent.glob(f"*/{STUDY}")
    for file in sorted(files, key=lambda each: each.stat().st_mtime, reverse=True)[:MOST_SUMMARIES]:
        try:
            study = Study.load(file)
        except MotifError:
            continue
        if study.profile.player == player:
            return study
    return None


def _check_upload(file: Path, bounds: Bounds) -> None:
    """Refuse more games or moves than may be studied, before anything else is done with them."""
    moves = 0
    for number, game in enumerate(read_games(file), start=1):
        moves += len(game)
        if len(game) > bounds.moves_of_a_game:
            raise BadGameFile(f"game {number} has {len(game):,} half-moves", hint="leave it out")
        if moves > bounds.moves:
            raise BadGameFile(f"these are more than {bounds.moves:,} half-moves", hint="send fewer games")
