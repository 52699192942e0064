"""Studies: an upload becomes a job, a finished one can be read."""

from __future__ import annotations

import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse

from motif.errors import BadGameFile
from motif.interfaces.web.problems import TooLarge
from motif.interfaces.web.server import Here
from motif.interfaces.web.shapes.jobs import JobKind, JobShape
from motif.interfaces.web.shapes.studies import StudyGame, StudySummary
from motif.interfaces.web.tasks.studying import StudyOrder
from motif.interfaces.web.tasks.studying import study as study_task
from motif.study.folders import folder_name
from motif.study.report.folder import STUDY
from motif.study.study import Study

router = APIRouter(prefix="/studies", tags=["study"])

COMPRESSED = (b"\x28\xb5\x2f\xfd", b"\x1f\x8b")
UPLOAD = {
    "requestBody": {
        "required": True,
        "description": "The games, as PGN text.",
        "content": {"application/x-chess-pgn": {"schema": {"type": "string"}}},
    }
}


@router.post("", status_code=202, openapi_extra=UPLOAD)
async def upload(
    request: Request,
    server: Here,
    player: Annotated[str | None, Query(max_length=200, description="Whose games; else whoever has most.")] = None,
    newest: Annotated[int | None, Query(ge=1, description="Only so many games, the latest by date.")] = None,
) -> JobShape:
    """Study the games of the body, which is PGN text. The job's `study` is the id of what is made."""
    server.jobs.check_room()
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
        job = server.jobs.start(
            JobKind.STUDY, player or "your games", lambda: file.unlink(missing_ok=True), study_task, order, bounds
        )
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return job.shape


@router.get("")
def studies(server: Here) -> list[StudySummary]:
    """All finished studies, the newest first."""
    return server.studies.summaries()


@router.get("/{study}", response_model=Study)
def study(study: str, server: Here) -> FileResponse:
    """The whole study, the very file study.json."""
    return FileResponse(server.studies.file(study, STUDY), media_type="application/json")


@router.get("/{study}/summary")
def summary(study: str, server: Here) -> StudySummary:
    """The study as the list has it, with the files that can be had."""
    return server.studies.summary(study)


@router.get("/{study}/games/{number}")
def game(study: str, number: int, server: Here) -> StudyGame:
    """One game: boards, curve, and every mistake with its reason, arrows, better line and counterfactual board."""
    return server.studies.game(study, number)


@router.get("/{study}/files/{name}", response_class=FileResponse)
def file(study: str, name: str, server: Here) -> FileResponse:
    """A file of the study to keep: report.html, annotated.pgn, puzzles.pdf …"""
    path = server.studies.file(study, name)
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
