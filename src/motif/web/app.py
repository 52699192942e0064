"""Assemble the web server and run it: the guard, the routes, the page, an address, and the end on Ctrl-C."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from threading import Timer

import uvicorn
from fastapi import APIRouter, FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from motif import __version__
from motif.errors import BadArgument, BadFile
from motif.web import analyses, classes, compose, explain, guard, jobs, know, play, positions, study, train
from motif.web.guard import LOOPBACK_NAMES, Guard
from motif.web.jobs import JobKind, Jobs
from motif.web.server import Engines, Server
from motif.web.settings import Bounds, Settings

# Jobs of the previous server: finished ones can still be viewed, interrupted ones are started again.

WORKS = {
    JobKind.STUDY: study.WORK,
    JobKind.CLASS: classes.WORK,
    JobKind.TRAINING: train.WORK,
    JobKind.PUZZLES: compose.WORK,
}


def resume_jobs(server: Server) -> None:
    """Restart the jobs that the previous server did not finish, and delete uploads that belong to no job."""
    if not server.journal.is_kept:
        return
    for kept in server.journal.jobs():
        server.part(Jobs).take_up(kept, WORKS)
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


# Limits on connections: a client must finish sending its headers in time, and only a limited number may connect.


def protocol_of(bounds: Bounds) -> type[asyncio.Protocol]:
    """The HTTP protocol class of a server with these bounds."""
    silent: dict[Bounded, None] = {}

    class Bounded(H11Protocol):
        """A connection with a time limit for receiving the headers."""

        _clock: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._await_headers()
            if len(self.connections) > bounds.connections:
                # It is lost a moment later, and must not be chosen again until then.
                oldest = next(iter(silent))
                oldest._hear()
                oldest.transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._hear()
            elif self.conn.trailing_data[0]:
                # A second request on the same connection has begun.
                self._await_headers()

        def connection_lost(self, exc: Exception | None) -> None:
            self._hear()
            super().connection_lost(exc)

        def _await_headers(self) -> None:
            if self._clock is None:
                silent[self] = None
                self._clock = self.loop.call_later(bounds.header_seconds, self._give_up)

        def _hear(self) -> None:
            silent.pop(self, None)
            if self._clock is not None:
                self._clock.cancel()
                self._clock = None

        def _give_up(self) -> None:
            self.transport.abort()

    return Bounded


INDEX = "index.html"

SECONDS_TO_END = 2
"""Seconds to wait for open streams when the server ends; they would never end by themselves."""

SECONDS_TO_OPEN = 0.5

MANIFEST_BYTES = 65_536

SECONDS_TO_ASK = 1.0
"""Seconds to wait for another server on this computer to say whether it is Motif."""

BACKLOG = 32
"""Connections that may wait to be accepted."""

EVERYWHERE = {"0.0.0.0": ("203.0.113.1", socket.AF_INET), "::": ("2001:db8::1", socket.AF_INET6)}
"""Addresses that mean every address of this computer, with a documentation address that is used to find the one by
which other computers reach it."""


def check_page(settings: Settings) -> None:
    """Raise an error if the page was never built."""
    if not (settings.page / INDEX).is_file():
        raise BadFile("the page is not built", hint="run `make web` in a clone of motif; it needs Node.js")


def serve(settings: Settings, say: Callable[[str], None], *, is_opened: bool = False) -> None:
    """Serve until Ctrl-C."""
    serve_at(listen(settings), settings, say, is_opened=is_opened)


def serve_once(settings: Settings, say: Callable[[str], None], *, is_opened: bool = False) -> None:
    """Serve at the usual port, or at a free one if another program has it; if Motif has it, open its page instead."""
    if is_motif(settings):
        say(f"Motif is running already, at {address(settings)}")
        if is_opened:
            webbrowser.open(address(settings))
        return
    try:
        taken = listen(settings)
    except BadArgument:
        taken = listen(replace(settings, port=0))
    serve_at(taken, settings, say, is_opened=is_opened)


def is_motif(settings: Settings) -> bool:
    """Whether another Motif already serves its page at the address."""
    connection = http.client.HTTPConnection(settings.host, settings.port, timeout=SECONDS_TO_ASK)
    try:
        with suppress(OSError, http.client.HTTPException, ValueError):
            connection.request("GET", "/manifest.json")
            manifest = json.loads(connection.getresponse().read(MANIFEST_BYTES))
            return isinstance(manifest, dict) and manifest.get("name") == "Motif"
    finally:
        connection.close()
    return False


def serve_at(taken: socket.socket, settings: Settings, say: Callable[[str], None], *, is_opened: bool) -> None:
    """Serve on a socket that is listening, until Ctrl-C."""
    port = taken.getsockname()[1]
    settings = replace(settings, port=port)
    say(f"Motif is at {address(settings)}")
    if settings.token is None:
        say("Ctrl-C ends it. Only this machine can reach it.")
    else:
        say("Ctrl-C ends it. Anyone with this link can use it; it is not encrypted, so keep to a network you trust.")
    if is_opened:
        Timer(SECONDS_TO_OPEN, webbrowser.open, [address(settings)]).start()
    uvicorn.Server(configuration(settings, make_app(settings))).run(sockets=[taken])


def configuration(settings: Settings, app: FastAPI) -> uvicorn.Config:
    """The server's configuration for uvicorn."""
    return uvicorn.Config(
        app,
        http=protocol_of(settings.bounds),
        log_level="warning",
        backlog=BACKLOG,
        # No trusted proxy is in front of this server, so forwarding headers say nothing reliable about the client.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )


def listen(settings: Settings) -> socket.socket:
    """Bind the socket now, so that a second server fails at once and early requests wait in the backlog."""
    if settings.token is None and settings.host not in LOOPBACK_NAMES:
        raise BadArgument(f"other machines can reach {settings.host}, and the server has no token to ask them for")
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        taken = socket.socket(family, kind, protocol)
        try:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(where)
            taken.listen()
        except OSError:
            taken.close()
            raise
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        is_unknown = isinstance(error, (socket.gaierror, UnicodeError))
        raise BadArgument(
            f"cannot listen at {settings.host}, port {settings.port}: {why}",
            hint="is the name of --host right?"
            if is_unknown
            else "choose another with --port; 0 takes any that is free",
        ) from error
    return taken


def address(settings: Settings) -> str:
    """The link to open."""
    called = own_address(settings.host) if settings.host in EVERYWHERE else settings.host
    host = f"[{called}]" if ":" in called else called
    token = f"/?token={settings.token}" if settings.token else ""
    return f"http://{host}:{settings.port}{token}"


def own_address(host: str) -> str:
    """The address by which other computers reach this one; finding it sends nothing."""
    elsewhere, family = EVERYWHERE[host]
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((elsewhere, 9))
        except OSError:
            # Without a network, only this machine can connect.
            return "::1" if family is socket.AF_INET6 else "127.0.0.1"
        name: str = asked.getsockname()[0]
        return name
