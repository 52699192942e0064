"""A page of a shelf; a worker keeps what it has read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil

from motif.errors import NothingFound
from motif.interfaces.web.shapes.knowledge import KnowledgePage, PieceShape, Shelf
from motif.interfaces.web.tasks.knowing import cases, motifs, patterns, programs, rules
from motif.interfaces.web.workers import Tell


@dataclass(frozen=True, slots=True)
class Filled:
    """A shelf: how many pieces there are, what they are about, and how some of them are made, from one place on."""

    total: int
    about: str
    pieces: Callable[[int, int], Sequence[PieceShape]]


def leaf(_: Tell, shelf: Shelf, page: int, size: int) -> KnowledgePage:
    """One page of a shelf, counted from 1."""
    filled = _filled(shelf)
    pages = max(1, ceil(filled.total / size))
    if page > pages:
        raise NothingFound(f"there is no page {page} of {pages}")
    begin = (page - 1) * size
    return KnowledgePage(
        shelf=shelf,
        about=filled.about,
        total=filled.total,
        page=page,
        pages=pages,
        size=size,
        pieces=list(filled.pieces(begin, min(filled.total, begin + size))),
    )


@cache
def _filled(shelf: Shelf) -> Filled:
    module = {
        Shelf.RULES: rules,
        Shelf.PATTERNS: patterns,
        Shelf.CASES: cases,
        Shelf.PROGRAMS: programs,
        Shelf.MOTIFS: motifs,
    }[shelf]
    return Filled(module.total(), module.about(), module.pieces)
