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
    # What ships does not change while it is served, and to find a board for every piece takes seconds.
    if (known := server.leaves.get((shelf, page, size))) is not None:
        return known
    found = await server.hands.ask(leaf, shelf, page, size)
    if len(server.leaves) < server.settings.bounds.leaves_kept:
        server.leaves[shelf, page, size] = found
    return found
