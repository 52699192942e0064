"""All that the routes share: the settings, the workers, and what each feature holds while the server runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request

from motif.interfaces.web.journal import Journal
from motif.interfaces.web.pool import WorkerPool
from motif.interfaces.web.settings import Settings


class Part:
    """What a feature holds while the server runs: games, jobs, questions that were asked."""

    def __init__(self, settings: Settings, journal: Journal | None = None) -> None:
        self.settings = settings
        self.journal = journal or Journal()

    async def close(self) -> None:
        """End what is under way."""


P = TypeVar("P", bound=Part)


@dataclass(eq=False)
class Server:
    """What is made when the server starts, and closed when it ends."""

    settings: Settings
    pool: WorkerPool = field(init=False)
    journal: Journal = field(init=False)
    _parts: dict[type[Part], Part] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        bounds = self.settings.bounds
        self.journal = Journal(self.settings.journal)
        self.pool = WorkerPool(self.settings.workers, bounds.question_seconds, bounds.questions_waiting)

    def part(self, kind: type[P]) -> P:
        """What a feature holds, made when it is first asked for."""
        if kind not in self._parts:
            self._parts[kind] = kind(self.settings, self.journal)
        part = self._parts[kind]
        assert isinstance(part, kind)
        return part

    async def close(self) -> None:
        """Stop all work."""
        for part in self._parts.values():
            await part.close()
        self.pool.close()
        self.journal.close()


async def _server(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


Here = Annotated[Server, Depends(_server)]
"""The server, in the parameters of a route."""


def part_of_server(kind: type[Part]) -> Any:  # noqa: ANN401 - as FastAPI types it
    """A part of the server, in the parameters of a route."""

    # On the event loop, so that no part is made twice.
    async def find(server: Here) -> Part:
        return server.part(kind)

    return Depends(find)
