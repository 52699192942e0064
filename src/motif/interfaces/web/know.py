"""Know: the rules, patterns, cases, programs and motifs, to leaf through."""

from __future__ import annotations

from importlib import import_module
from math import ceil
from typing import Annotated

from fastapi import APIRouter, Query

from motif.errors import NothingFound
from motif.interfaces.web.boards import Shape
from motif.interfaces.web.server import Here, Part, part_of_server
from motif.interfaces.web.settings import Settings
from motif.interfaces.web.shelves import PieceShape, Shelf
from motif.interfaces.web.workers import Tell

router = APIRouter(prefix="/knowledge", tags=["know"])


class KnowledgePage(Shape):
    """A page of a shelf; `page` counts from 1."""

    shelf: Shelf
    about: str
    total: int
    page: int
    pages: int
    size: int
    pieces: list[PieceShape]


class PageCache(Part):
    """Pages as they were shown: what ships does not change, and to find a board for every piece takes seconds."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.pages: dict[tuple[Shelf, int, int], KnowledgePage] = {}


Cache = Annotated[PageCache, part_of_server(PageCache)]


@router.get("/{shelf}")
async def knowledge(
    shelf: Shelf,
    server: Here,
    cache: Cache,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
    size: Annotated[int, Query(ge=1, le=100)] = 20,
) -> KnowledgePage:
    """A page of the rules, patterns, cases, programs or motifs, each with a board where it speaks."""
    if (known := cache.pages.get((shelf, page, size))) is not None:
        return known
    made = await server.pool.ask(page_of, shelf, page, size)
    if len(cache.pages) < server.settings.bounds.pages_cached:
        cache.pages[shelf, page, size] = made
    return made


def page_of(_: Tell, shelf: Shelf, page: int, size: int) -> KnowledgePage:
    """One page of a shelf, counted from 1."""
    # Only the workers load what Motif knows, and each keeps what it has read.
    known = import_module(f"motif.interfaces.web.shelves.{shelf}")
    total = known.total()
    pages = max(1, ceil(total / size))
    if page > pages:
        raise NothingFound(f"there is no page {page} of {pages}")
    begin = (page - 1) * size
    return KnowledgePage(
        shelf=shelf,
        about=known.about(),
        total=total,
        page=page,
        pages=pages,
        size=size,
        pieces=known.pieces(begin, min(total, begin + size)),
    )
