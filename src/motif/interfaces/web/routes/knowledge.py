"""What Motif knows, to leaf through."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from motif.interfaces.web.server import Here
from motif.interfaces.web.shapes.knowledge import KnowledgePage, Shelf
from motif.interfaces.web.tasks.knowing.shelves import leaf

router = APIRouter(prefix="/knowledge", tags=["know"])


@router.get("/{shelf}")
async def knowledge(
    shelf: Shelf,
    server: Here,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
    size: Annotated[int, Query(ge=1, le=100)] = 20,
) -> KnowledgePage:
    """A page of the rules, patterns, cases, programs or motifs, each with a board where it speaks."""
    return await server.hands.ask(leaf, shelf, page, size)
