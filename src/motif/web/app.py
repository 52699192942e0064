"""Assemble the web server: the guard that checks requests, the routes of the API, and the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from fastapi.staticfiles import StaticFiles
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware

from motif import __version__
from motif.errors import MotifError
from motif.web import analyses, classes, compose, explain, guard, jobs, know, play, positions, study, train
from motif.web.guard import Guard
from motif.web.jobs import Job, JobKind, Jobs, JobShape, JobState
from motif.web.server import Engines, Server
from motif.web.settings import Settings

# Jobs of the previous server: finished ones can still be viewed, interrupted ones are started again.

RESUME: dict[JobKind, Callable[[Server, Jobs, JobShape, str], Job]] = {
    JobKind.STUDY: study.resume,
    JobKind.CLASS: classes.resume,
    JobKind.TRAINING: train.resume,
    JobKind.PUZZLES: compose.resume,
}


def resume_jobs(server: Server) -> None:
    """Restart the jobs that the previous server did not finish, and delete uploads that belong to no job."""
    if not server.journal.is_kept:
        return
    queue = server.part(Jobs)
    for kept in server.journal.jobs():
        try:
            shape = JobShape.model_validate_json(kept.shape)
        except ValidationError:
            # Another version wrote it.
            continue
        if kept.order is None:
            queue.remember(shape)
            continue
        try:
            queue.keep(RESUME[shape.kind](server, queue, shape, kept.order), kept.order)
        except (MotifError, ValidationError) as error:
            failed = {"state": JobState.FAILED, "error": str(error).partition("\n")[0]}
            queue.give_up(shape.model_copy(update=failed))
    study.clear_uploads(server.settings, [kept.order for kept in server.journal.jobs() if kept.order])


ABOUT = "Everything Motif knows, for a page on your own machine: study, explain, train, play, compose, know."

SMALL = 1_000
"""Responses with fewer bytes are not compressed."""


async def warm(server: Server) -> None:
    """Load what the first requests need before they arrive."""
    engine = await run_in_threadpool(lambda: server.part(Engines).own)
    await server.pool.warm(explain.warm, engine.name)
    await server.pool.warm(know.warm)


async def keep_warm(server: Server) -> None:
    """Warm the workers, then replace them after each quiet period, which frees the memory that requests used."""
    while True:
        await warm(server)
        await server.pool.quiet(server.settings.bounds.quiet_seconds)
        server.pool.renew()


def make_app(settings: Settings | None = None) -> FastAPI:
    """The app for these settings; its workers start with it and end with it."""
    settings = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        server = app.state.server = Server(settings)
        resume_jobs(server)
        warming = asyncio.create_task(keep_warm(server)) if settings.is_warmed else None
        yield
        if warming is not None:
            warming.cancel()
        await server.close()

    # FastAPI's own documentation pages load scripts from other sites.
    app = FastAPI(
        title="Motif",
        version=__version__,
        description=ABOUT,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=guard.RESPONSES,
    )
    api = APIRouter(prefix="/api")
    for module in (analyses, explain, study, classes, positions, jobs, train, play, compose, know):
        api.include_router(module.router)
    app.include_router(api)
    app.include_router(know.reference_router)
    guard.join(app)
    if settings.page.is_dir():
        app.mount("/", StaticFiles(directory=settings.page, html=True))
    # Streams of events are passed on as they come.
    app.add_middleware(GZipMiddleware, minimum_size=SMALL)
    app.add_middleware(Guard, settings=settings)
    return app
