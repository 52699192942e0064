"""Know: the rules, patterns, cases, programs and motifs, to leaf through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import ceil
from typing import Annotated

from fastapi import APIRouter, Query

from motif.errors import NothingFound
from motif.interfaces.web.boards import Shape
from motif.interfaces.web.journal import Journal
from motif.interfaces.web.server import Here, Part, part_of_server
from motif.interfaces.web.settings import Settings
from motif.interfaces.web.shelves import PieceShape, Shelf
from motif.interfaces.web.workers import Tell

router = APIRouter(prefix="/knowledge", tags=["know"])

MOST_SEARCHED = 1_000
"""Patterns are tens of thousands, and to put one into words takes a millisecond; those that tell most come first."""


class KnowledgePage(Shape):
    """A page of a shelf; `page` counts from 1, `total` counts what was searched for."""

    shelf: Shelf
    about: str
    total: int
    searched: int
    """Among how many pieces the words were looked for."""
    page: int
    pages: int
    size: int
    pieces: list[PieceShape]


@dataclass(frozen=True, slots=True)
class PageOrder:
    """A page of a shelf, or of what is found on it by some words."""

    shelf: Shelf
    page: int
    size: int
    search: str
    examples: bool


class PageCache(Part):
    """Pages as they were shown: what ships does not change, and to find a board for every piece takes seconds."""

    def __init__(self, settings: Settings, journal: Journal | None = None) -> None:
        super().__init__(settings, journal)
        self.pages: dict[PageOrder, KnowledgePage] = {}


Cache = Annotated[PageCache, part_of_server(PageCache)]


@router.get("/{shelf}")
async def knowledge(
    shelf: Shelf,
    server: Here,
    cache: Cache,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
    size: Annotated[int, Query(ge=1, le=100)] = 20,
    search: Annotated[str, Query(max_length=100, description="Words that must all be there.")] = "",
    *,
    examples: Annotated[bool, Query(description="With the boards, which take longer to find.")] = True,
) -> KnowledgePage:
    """A page of the rules, patterns, cases, programs or motifs, each with a board where it speaks."""
    order = PageOrder(shelf, page, size, " ".join(search.casefold().split()), examples)
    if (known := cache.pages.get(order)) is not None:
        return known
    made = await server.pool.ask(page_of, order)
    if len(cache.pages) < server.settings.bounds.pages_cached:
        cache.pages[order] = made
    return made


def page_of(_: Tell, order: PageOrder) -> KnowledgePage:
    """One page of a shelf, counted from 1."""
    # Only the workers load what Motif knows, and each keeps what it has read.
    known = import_module(f"motif.interfaces.web.shelves.{order.shelf}")
    everything: Sequence[int] = range(known.total())
    searched = everything[:MOST_SEARCHED] if order.search else everything
    numbers = [number for number in searched if _has(known.words(number), order.search)] if order.search else everything
    pages = max(1, ceil(len(numbers) / order.size))
    if order.page > pages:
        raise NothingFound(f"there is no page {order.page} of {pages}")
    begin = (order.page - 1) * order.size
    return KnowledgePage(
        shelf=order.shelf,
        about=known.about(),
        total=len(numbers),
        searched=len(searched),
        page=order.page,
        pages=pages,
        size=order.size,
        pieces=known.pieces(numbers[begin : begin + order.size], with_examples=order.examples),
    )


def _has(text: str, search: str) -> bool:
    words = text.casefold()
    return all(word in words for word in search.split())


def warm(_: Tell) -> None:
    """Load the shelf that is shown first."""
    page_of(_, PageOrder(Shelf.RULES, 1, 20, "", examples=False))
