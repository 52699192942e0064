"""Start the real server for tests, on a separate port with a separate folder."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import uvicorn
from fastapi import FastAPI

from motif.web import jobs
from motif.web.app import configuration, listen, make_app
from motif.web.server import Server
from motif.web.settings import Settings

GAMES = """[Event "Club"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

[Event "Club"]
[White "Carl"]
[Black "Anna"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


@dataclass(frozen=True)
class Served:
    """A running server, and a client for it."""

    client: httpx.Client
    app: FastAPI

    @property
    def server(self) -> Server:
        """What the routes share."""
        server: Server = self.app.state.server
        return server

    def get(self, path: str, **settings: Any) -> httpx.Response:
        """Ask for something."""
        return self.client.get(path, **settings)

    def post(self, path: str, **settings: Any) -> httpx.Response:
        """Send something."""
        return self.client.post(path, **settings)

    def states(self, path: str, **asked: Any) -> Iterator[dict[str, Any]]:
        """The states that a stream of events reports; `asked` is posted, if it is given."""
        with self.client.stream("POST" if asked else "GET", path, json=asked or None) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))

    def finished(self, job: str) -> dict[str, Any]:
        """The job when it is over."""
        *_, last = self.states(f"/api/jobs/{job}/events")
        return last


@contextmanager
def serving(settings: Settings) -> Iterator[Served]:
    """Serve for as long as it is needed."""
    taken = listen(settings)
    app = make_app(settings)
    server = uvicorn.Server(configuration(settings, app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
    thread.start()
    try:
        host, port = taken.getsockname()[:2]
        with (
            # A job steps back for all else on a machine; a test that waits for one would wait for all of that.
            patch.object(jobs, "NICENESS", 0),
            httpx.Client(base_url=f"http://{host}:{port}", timeout=120, trust_env=False) as client,
        ):
            client.get("/api/advisers", headers={"authorization": f"Bearer {settings.token}"})
            yield Served(client, app)
    finally:
        server.should_exit = True
        thread.join()
        taken.close()


def settings_in(folder: Path) -> Settings:
    """A server that touches nothing outside a folder."""
    page = folder / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><title>Motif</title>")
    deck = folder / "deck.sqlite"
    return Settings(port=0, data=folder, deck=deck, page=page, workers=1, engine="search", is_warmed=False)
