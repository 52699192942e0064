"""All that the routes share: the settings, the workers, and what is under way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from motif.interfaces.web.games import WebGames
from motif.interfaces.web.hands import Hands
from motif.interfaces.web.jobs import Jobs
from motif.interfaces.web.settings import Settings
from motif.interfaces.web.shapes.knowledge import KnowledgePage, Shelf
from motif.interfaces.web.sittings import Sittings
from motif.interfaces.web.studies import Studies


@dataclass(eq=False)
class Server:
    """What is made when the server starts, and closed when it ends."""

    settings: Settings
    hands: Hands = field(init=False)
    jobs: Jobs = field(init=False)
    games: WebGames = field(init=False)
    studies: Studies = field(init=False)
    sittings: Sittings = field(init=False)
    leaves: dict[tuple[Shelf, int, int], KnowledgePage] = field(init=False, default_factory=dict)
    """Pages of what Motif knows, as they were shown."""

    def __post_init__(self) -> None:
        bounds = self.settings.bounds
        self.hands = Hands(self.settings.hands, bounds.question_seconds, bounds.questions_waiting)
        self.jobs = Jobs(bounds)
        self.games = WebGames(bounds.games_kept)
        self.studies = Studies(self.settings.studies)
        self.sittings = Sittings(self.settings.deck)

    async def close(self) -> None:
        """Stop all work."""
        await self.jobs.close()
        self.hands.close()


def _server(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


Here = Annotated[Server, Depends(_server)]
"""The server, in the parameters of a route."""
