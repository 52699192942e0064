"""Hold what the routes share: the settings, the workers, and the state of each feature while the server runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request

from motif.study.engine import KeptEngines, StudyEngine, engine_name_of, engine_text_of, spoken
from motif.study.study import Study
from motif.web.boards import Shape
from motif.web.journal import Journal
from motif.web.pool import WorkerPool
from motif.web.settings import Settings


class Part:
    """The state that a feature keeps while the server runs: games, jobs, open questions."""

    def __init__(self, settings: Settings, journal: Journal | None = None) -> None:
        self.settings = settings
        self.journal = journal or Journal()

    async def close(self) -> None:
        """Stop the running work."""


P = TypeVar("P", bound=Part)


@dataclass(eq=False)
class Server:
    """The objects made when the server starts and closed when it ends."""

    settings: Settings
    pool: WorkerPool = field(init=False)
    journal: Journal = field(init=False)
    _parts: dict[type[Part], Part] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        bounds = self.settings.bounds
        self.journal = Journal(self.settings.journal)
        self.pool = WorkerPool(self.settings.workers, bounds.question_seconds, bounds.questions_waiting)

    def part(self, kind: type[P]) -> P:
        """The state of a feature, created at its first use."""
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
"""The type of a route's parameter that receives the server."""


def part_of_server(kind: type[Part]) -> Any:  # noqa: ANN401 - as FastAPI types it
    """Declare a part of the server as a parameter of a route."""

    # On the event loop, so that no part is made twice.
    async def find(server: Here) -> Part:
        return server.part(kind)

    return Depends(find)


# Engines: a study's explanations and training use the engine that the study was made with, found by its name.


class EngineShape(Shape):
    """The engine in use: its name, and a sentence for the page."""

    name: str
    sentence: str


class Engines(Part):
    """The server's engine and those of studies, each tried once."""

    @cached_property
    def own(self) -> StudyEngine:
        """The engine for new studies."""
        return StudyEngine.find(self.settings.engine)

    @cached_property
    def kept(self) -> KeptEngines:
        """The engines of studies and cards."""
        return KeptEngines(self.own)

    def of(self, study: Study) -> StudyEngine | None:
        """A study's engine; None if it is missing, or a program that this server was not started with."""
        return self.kept.named(engine_name_of(study.games))

    def by(self, study: Study) -> StudyEngine:
        """A study's engine, or else the server's."""
        return self.of(study) or self.own

    def shape(self, study: Study | None) -> EngineShape:
        """The engine in use, and how it relates to the one that evaluated the study."""
        engine = self.own if study is None else self.by(study)
        here = spoken(engine.name)
        sentence = f"Evaluated by {here}."
        if study is not None:
            studied = engine_text_of(study.games)
            if self.of(study) is None:
                sentence = f"The study was evaluated by {studied}, which is not here; here {here} evaluates."
            elif studied == here:
                sentence = f"Evaluated by {here}, as in the study."
            else:
                sentence = f"The study was evaluated by {studied}; here {here} evaluates."
        return EngineShape(name=engine.name, sentence=sentence)


EnginesHere = Annotated[Engines, part_of_server(Engines)]
"""The engines, as a parameter of a route."""
