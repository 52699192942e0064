"""Long work: what is under way, how far it has come, and its end."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from motif.interfaces.web.jobs import Job
from motif.interfaces.web.server import Here, Server
from motif.interfaces.web.shapes.jobs import JobShape, JobState

router = APIRouter(prefix="/jobs", tags=["jobs"])

EVENTS = {
    200: {
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "description": "Events `progress`, `finished`, `failed` and `cancelled`; the data of each is the whole job.",
    }
}


@router.get("")
def jobs(server: Here) -> list[JobShape]:
    """Every job, the newest first."""
    return [job.shape for job in server.jobs.all()]


@router.get("/{job}")
def job(job: str, server: Here) -> JobShape:
    """A job as it stands."""
    return server.jobs.find(job).shape


@router.get("/{job}/events", response_class=StreamingResponse, responses=EVENTS)  # type: ignore[arg-type]  # FastAPI's type is too narrow
async def events(job: str, server: Here) -> StreamingResponse:
    """Server-sent events: how the job stands now, then every change, until it is over. Whoever comes back joins in."""
    return StreamingResponse(_stream(server, server.jobs.find(job)), media_type="text/event-stream")


@router.delete("/{job}")
async def cancel(job: str, server: Here) -> JobShape:
    """Stop a job, whatever it does."""
    return server.jobs.cancel(job).shape


async def _stream(server: Server, job: Job) -> AsyncIterator[str]:
    async for shape in server.jobs.follow(job):
        if shape is None:
            yield ": still here\n\n"
            continue
        name = "progress" if not shape.state.is_over else str(JobState(shape.state))
        yield f"event: {name}\ndata: {shape.model_dump_json(by_alias=True)}\n\n"
