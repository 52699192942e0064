"""A page for each program that ships, to take to the board: three sentences and four diagrams.

The sentences say what the program does and how far to trust it; a diagram shows a board where its move is right by the
tables, or with more than four men by the search (experiments/endgames-paper/pages.py chose them).
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import chess

from motif.board.drawing import Drawing, move_arrow
from motif.endgames.language.program import SHIPPED
from motif.errors import UnknownName

PAGES = SHIPPED / "pages.json"


@dataclass(frozen=True, slots=True)
class Page:
    """What a player takes to the board."""

    name: str
    sentences: tuple[str, ...]
    boards: tuple[tuple[str, str], ...]
    """Positions, and the program's move in each as a score sheet has it."""

    def text(self) -> str:
        """The sentences, and below them the diagrams with their moves."""
        parts = [self.name, *self.sentences]
        for number, (fen, san) in enumerate(self.boards, start=1):
            board = chess.Board(fen)
            drawn = Drawing.of(board, move_arrow(board.parse_san(san))).text()
            side = "White" if board.turn else "Black"
            parts.append(f"{number}. {side} plays {san}\n{drawn}")
        return "\n\n".join(parts)


def page_of(name: str) -> Page:
    """The page of a program that ships."""
    pages = json.loads(PAGES.read_text(encoding="utf-8"))
    if name not in pages:
        raise UnknownName(f"there is no page about {name!r}", hint=f"there are pages about {', '.join(pages)}")
    page = pages[name]
    return Page(name, tuple(page["sentences"]), tuple((fen, san) for fen, san in page["boards"]))
