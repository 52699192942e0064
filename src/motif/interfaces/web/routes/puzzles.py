"""Puzzles to order."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from motif.errors import NothingFound
from motif.interfaces.web.server import Here
from motif.interfaces.web.shapes.jobs import JobKind, JobShape
from motif.interfaces.web.shapes.puzzles import PuzzleChoices, PuzzleOrder
from motif.interfaces.web.tasks import composing

router = APIRouter(prefix="/puzzles", tags=["compose"])

TITLE = "Chess puzzles"


@router.get("/choices")
def choices() -> PuzzleChoices:
    """The themes and tactics that can be ordered by name."""
    return composing.choices()


@router.post("", status_code=202)
async def order(wanted: PuzzleOrder, server: Here) -> JobShape:
    """Compose puzzles to order, as a job: its events carry them as they are found."""
    composing.check_order(wanted)
    title = f"{wanted.count} x {wanted.tactic or f'mate in {wanted.mate_in}'}"
    return server.jobs.start(JobKind.PUZZLES, title, _nothing, composing.order_puzzles, wanted).shape


@router.get("/{job}.pdf", response_class=Response)
async def pdf(job: str, server: Here) -> Response:
    """The puzzles of a job as a sheet with their answers."""
    puzzles = [puzzle.text for puzzle in server.jobs.find(job).shape.puzzles]
    if not puzzles:
        raise NothingFound("this job has found no puzzle")
    content = await server.hands.ask(composing.pdf, puzzles, TITLE)
    headers = {"content-disposition": 'attachment; filename="motif-puzzles.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


def _nothing() -> None:
    """There is nothing to tidy up."""
