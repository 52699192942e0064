"""Study uploads as jobs, as `motif study` would; finished studies are folders that survive a restart.

No name from a request becomes a path: it is looked up among the existing folders and files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, Response
from pydantic import AliasChoices, Field, TypeAdapter

from motif.download.web import Account, Site
from motif.errors import BadGameFile, MotifError, NothingFound
from motif.players.human_model import level_of
from motif.report.folder import FILES, STUDY, folder_name
from motif.runtime.files import cannot_write
from motif.runtime.parallel import Progress
from motif.study.engine import engine_sentence_of
from motif.study.games import StudiedGame
from motif.study.study import Study
from motif.web.guard import TooLarge, check_upload
from motif.web.jobs import JobKind, JobQueue, Jobs, JobShape, Work
from motif.web.pool import Tell
from motif.web.server import Here, Part, part_of_server
from motif.web.settings import Bounds, Settings
from motif.web.shapes import Shape

router = APIRouter(prefix="/studies", tags=["study"])

MOST_IN_MEMORY = 8
MOST_SUMMARIES = 1_000
GAMES_SHOWN_MEANWHILE = 8
"""How many of its games a running study offers to look at."""

IN = "~"
"""Separates class and pupil in the name of a study; no folder's name contains it."""

UPLOAD = {
    "requestBody": {
        "required": True,
        "description": "The games, as PGN text, plain or compressed by gzip or Zstandard.",
        "content": {"application/x-chess-pgn": {"schema": {"type": "string"}}},
    }
}


class StudySummary(Shape):
    """A finished study in the list, and its files at `/api/studies/{id}/files/{name}`.

    `title` is the name given to the study, by default the player's; `engine` is a sentence about the engine.
    """

    id: str
    title: str
    player: str
    engine: str
    games: int
    accuracy: float
    rating: int | None
    made: datetime
    work_on: list[str]
    files: list[str]
    group: str | None = None
    """The class, if it is a pupil's study."""


class FaultOutline(Shape):
    """A mistake of the player: its ply, and the motifs that it missed and allowed."""

    ply: int
    motifs: list[str]


class GameOutline(Shape):
    """A game in the list: the players, the result, a sentence about the engine and the player's mistakes."""

    number: int
    white: str
    black: str
    is_white: bool
    result: str
    date: str
    event: str
    eco: str
    opening: str
    engine: str
    faults: list[FaultOutline]

    @classmethod
    def of(cls, game: StudiedGame) -> GameOutline:
        faults = []
        for fault in game.faults:
            motifs = dict.fromkeys(side.motif for side in (fault.missed, fault.allowed) if side and side.motif)
            faults.append(FaultOutline(ply=fault.ply, motifs=list(motifs)))
        return cls.like(game, engine=engine_sentence_of([game]), faults=faults)


class Outline(Shape):
    """The games of a study in order; `level` is the number of the level of play at the player's rating, if known."""

    games: list[GameOutline]
    level: int | None


class AccountRequest(Shape):
    """An account on a site; `may_ask` allows this one request to the site."""

    site: Site
    name: str = Field(min_length=2, max_length=30)
    newest: int = Field(default=100, ge=1, le=1_000)
    may_ask: Literal[True]


class RenameRequest(Shape):
    """A new title for a study."""

    title: str = Field(max_length=100)


class Studies(Part):
    """The studies in the user's data folder."""

    def names(self) -> list[str]:
        """The finished studies, the newest first; the name of a pupil's study includes the class."""
        folder = self.settings.studies
        files = [*folder.glob(f"*/{STUDY}"), *folder.glob(f"*/*/{STUDY}")]
        made = [(file.parent.stat().st_mtime, file.parent.relative_to(folder).parts) for file in files]
        return [
            IN.join(parts) for _, parts in sorted(made, reverse=True) if not any(part.startswith(".") for part in parts)
        ]

    def find(self, name: str) -> Path:
        if name not in self.names():
            raise NothingFound("there is no such study", hint="drop a PGN file to make one")
        return self.settings.studies.joinpath(*name.split(IN))

    def load(self, name: str) -> Study:
        file = self.find(name) / STUDY
        return _load(file, file.stat().st_mtime_ns)

    def file(self, name: str, wanted: str) -> Path:
        folder = self.find(name)
        if wanted not in FILES or not (folder / wanted).is_file():
            raise NothingFound("the study has no such file", hint=f"there are {', '.join(_files(folder))}")
        return folder / wanted

    def summary(self, name: str) -> StudySummary:
        folder = self.find(name)
        summary = _summary(folder, (folder / STUDY).stat().st_mtime_ns)
        group = name.partition(IN)[0] if IN in name else None
        title = self.journal.titles().get(name, summary.player)
        return summary.model_copy(update={"id": name, "title": title, "group": group})

    def delete(self, name: str) -> None:
        """Delete a study; the exercises made from it stay in the deck."""
        self.remove(self.find(name))
        self.journal.entitle(name, None)

    @staticmethod
    def remove(folder: Path) -> None:
        """Delete a folder; it leaves the list at once, even if deleting its files takes longer."""
        aside = folder.with_name(f".{folder.name}.deleted")
        rmtree(aside, ignore_errors=True)
        try:
            folder.rename(aside)
        except OSError as error:
            raise cannot_write(folder, error) from error
        rmtree(aside, ignore_errors=True)


def _files(folder: Path) -> list[str]:
    return [name for name in FILES if (folder / name).is_file()]


@lru_cache(MOST_SUMMARIES)
def _summary(folder: Path, made: int) -> StudySummary:
    study = _load(folder / STUDY, made)
    profile = study.profile
    return StudySummary.like(
        profile,
        id=folder.name,
        title=profile.player,
        engine=engine_sentence_of(study.games),
        made=datetime.fromtimestamp(made / 10**9, UTC),
        work_on=[finding.title for finding in profile.work_on] or list(profile.verdict),
        files=_files(folder),
    )


@lru_cache(MOST_IN_MEMORY)
def _load(file: Path, _: int) -> Study:
    return Study.load(file)


StudyFolder = Annotated[Studies, part_of_server(Studies)]


@router.post("", status_code=202, openapi_extra=UPLOAD)
async def upload(
    request: Request,
    server: Here,
    queue: JobQueue,
    player: Annotated[
        str | None, Query(max_length=200, description="The player; by default the one with most games.")
    ] = None,
    newest: Annotated[int | None, Query(ge=1, description="Only this many games, the latest by date.")] = None,
) -> JobShape:
    """Study the games in the request's body, PGN text.

    The job's `study` is the id of the new study.
    """
    queue.check_room()
    bounds = server.settings.bounds
    file = await received(request, server.settings.uploads, bounds.upload_bytes)
    # Names are compared without regard to case, so the same games of the same player are one study.
    key = (player or "").strip().casefold()
    digest = sha256(file.read_bytes() + repr((key, newest)).encode()).hexdigest()[:10]
    order = StudyOrder(
        file,
        (player or "").strip() or None,
        min(newest or bounds.games, bounds.games),
        server.settings.engine,
        server.settings.studies / f"{folder_name(key or 'games')}-{digest}",
        server.settings.cluster,
    )
    return begin(queue, JobKind.STUDY, WORK, order, order.player or "your games")


@router.post("/account", status_code=202)
async def of_account(asked: AccountRequest, server: Here, queue: JobQueue) -> JobShape:
    """Study games downloaded from Lichess or Chess.com."""
    queue.check_room()
    settings = server.settings
    account = Account.parse(f"{asked.site}:{asked.name}")
    newest = min(asked.newest, settings.bounds.games)
    settings.uploads.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=settings.uploads, suffix=".pgn", delete=False) as file:
        order = StudyOrder(
            Path(file.name),
            account.name,
            newest,
            settings.engine,
            settings.studies / f"{folder_name(account.name.casefold())}-{account.site}-{newest}",
            settings.cluster,
            str(account),
        )
    return begin(queue, JobKind.STUDY, WORK, order, account.name)


def begin(queue: Jobs, kind: JobKind, work: Work, order: StudyOrder, title: str) -> JobShape:
    """Start making a study or class; its upload is deleted at the end, even after an error."""
    try:
        return queue.start(kind, title, work, order).shape
    except BaseException:
        order.clear()
        raise


def clear_uploads(settings: Settings, orders: Sequence[str]) -> None:
    """Delete uploads that belong to no job."""
    wanted = {ORDER.validate_json(text).upload.name for text in orders if '"upload"' in text}
    for file in settings.uploads.glob("*.pgn"):
        if file.name not in wanted:
            file.unlink(missing_ok=True)


@router.get("")
def studies(folder: StudyFolder) -> list[StudySummary]:
    """All finished studies, the newest first.

    Unreadable studies and those of a class are left out.
    """
    summaries = []
    for name in (name for name in folder.names() if IN not in name):
        try:
            summaries.append(folder.summary(name))
        except MotifError:
            continue
    return summaries


@router.get("/{study}", response_model=Study)
def study(study: str, folder: StudyFolder) -> Response:
    """The whole study as in study.json."""
    return Response(folder.load(study).to_json(), media_type="application/json")


@router.patch("/{study}")
def rename(study: str, asked: RenameRequest, folder: StudyFolder) -> StudySummary:
    """Rename a study."""
    folder.find(study)
    folder.journal.entitle(study, asked.title.strip() or None)
    return folder.summary(study)


@router.delete("/{study}", status_code=204)
def delete(study: str, folder: StudyFolder) -> None:
    """Delete a study."""
    folder.delete(study)


@router.get("/{study}/outline")
def outline(study: str, folder: StudyFolder) -> Outline:
    """The games of a study, with their mistakes."""
    loaded = folder.load(study)
    rating = loaded.profile.rating
    return Outline(
        level=None if rating is None else level_of(rating).number,
        games=list(map(GameOutline.of, loaded.games)),
    )


@router.get("/{study}/games/{number}")
def game(study: str, number: int, folder: StudyFolder) -> StudiedGame:
    """One game as in study.json.

    Its moves with their evaluations, and every mistake with its reasons.
    """
    studied = next((game for game in folder.load(study).games if game.number == number), None)
    if studied is None:
        raise NothingFound(f"the study has no game {number}")
    return studied


@router.get("/{study}/files/{name}", response_class=FileResponse)
def file(study: str, name: str, folder: StudyFolder) -> FileResponse:
    """A file of the study to download: report.html, annotated.pgn, puzzles.pdf …"""
    path = folder.file(study, name)
    return FileResponse(path, filename=f"{study}-{name}", content_disposition_type="attachment")


async def received(request: Request, folder: Path, most: int) -> Path:
    """Save the request's body to a new file, unchanged."""
    size = 0
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".pgn", delete=False) as file:
        path = Path(file.name)
        try:
            async for chunk in request.stream():
                size += len(chunk)
                if size > most:
                    raise TooLarge(f"at most {most:,} bytes of games can be sent", hint="send fewer games")
                file.write(chunk)
            if size == 0:
                raise BadGameFile("there are no games in this text", hint="send a PGN file")
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    return path


@dataclass(frozen=True, slots=True)
class StudyOrder:
    """An upload and how to study it: the player, how many of the newest games, the engine, the folder, the cluster.

    With an account such as `lichess:NAME`, the games are first downloaded into the upload.
    """

    upload: Path
    player: str | None
    newest: int
    engine: Annotated[str | None, Field(validation_alias=AliasChoices("engine", "judge"))]
    """The engine; called `judge` in the journal of earlier versions."""
    folder: Path
    cluster: str | None
    account: str | None = None

    def clear(self) -> None:
        self.upload.unlink(missing_ok=True)


ORDER = TypeAdapter(StudyOrder)


def make(tell: Tell, order: StudyOrder, bounds: Bounds) -> dict[str, Any]:
    """Evaluate the games, make puzzles from the mistakes, and write the study's folder."""
    from motif.report.folder import write_report
    from motif.report.make import StudyOptions, make_puzzles, make_study, make_week
    from motif.runtime.parallel import Workers
    from motif.study.engine import StudyEngine
    from motif.study.first_look import first_words, has_first_look
    from motif.study.gathering import gather
    from motif.training.plan import MISTAKES_LOOKED_AT

    if order.account is not None:
        fetch(tell, Account.parse(order.account), order)
    with reading(tell, order, bounds):
        gathered = gather([str(order.upload)], order.player, order.newest)
    games = sorted((own.game for own in gathered.games), key=lambda game: game.tags.get("Date", ""), reverse=True)
    newest = [str(game) for game in games[:GAMES_SHOWN_MEANWHILE]]
    tell({"title": gathered.player, "notes": unnamed(order, gathered.notes), "newest": newest})

    def report(news: Progress) -> None:
        tell(Progress(news.done, news.total, news.words or "evaluating games"))

    how = StudyOptions(StudyEngine.find(order.engine), Workers(1, order.cluster))
    if has_first_look(gathered.games, how.engine, how.cache):
        tell(Progress(0, None, "a first look"))
        tell({"first_look": first_words(gathered.games) or None})
    made = make_study(gathered, how, report, _earlier(order.folder, gathered.player))
    puzzles = make_puzzles(made, how, MISTAKES_LOOKED_AT, tell)
    tell(Progress(0, None, "planning the week"))
    week = make_week(made, puzzles, how.engine, how.cache)
    tell(Progress(0, None, "writing the report"))
    write_report(made, order.folder, puzzles, week=week)
    return {"study": order.folder.name}


WORK = Work(make, ORDER, StudyOrder.clear)


@contextmanager
def reading(tell: Tell, order: StudyOrder, bounds: Bounds) -> Iterator[None]:
    """Read an upload within the limits; errors do not reveal its path."""
    tell(Progress(0, None, "reading the games"))
    try:
        check_upload(order.upload, bounds)
        yield
    except BadGameFile as error:
        raise BadGameFile(
            str(error).replace(str(order.upload), "your file"), hint=error.hint.replace(f"{order.upload}, ", "")
        ) from None


def unnamed(order: StudyOrder, notes: Sequence[str]) -> list[str]:
    """Remove the temporary file's name from notes, as it means nothing to the user."""
    return [note.replace(f"{order.upload}, ", "") for note in notes]


def _earlier(folder: Path, player: str) -> Study | None:
    """The player's newest study in the folder or next to it; unreadable ones are skipped."""
    files = folder.parent.glob(f"*/{STUDY}")
    for file in sorted(files, key=lambda each: each.stat().st_mtime, reverse=True)[:MOST_SUMMARIES]:
        try:
            study = Study.load(file)
        except MotifError:
            continue
        if study.profile.player == player:
            return study
    return None


def fetch(tell: Tell, account: Account, order: StudyOrder) -> None:
    """Download the newest games of an account into the upload; only the site is contacted."""
    from motif.download.sites import download
    from motif.download.web import Wanted, Web

    def fetching(news: Progress) -> None:
        tell(Progress(news.done, news.total, f"fetching from {account.site.host}"))

    tell(Progress(0, None, f"asking {account.site.host}"))
    download(account, Wanted(newest=order.newest), order.upload, Web(tell=lambda _: None), fetching)
