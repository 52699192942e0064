"""Define the shelves of Motif's knowledge: each entry has a sentence, a board that shows it, and figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

import chess

from motif.board.drawing import Arrow
from motif.web.boards import Shape


class Shelf(StrEnum):
    """The parts of the library."""

    RULES = "rules"
    PATTERNS = "patterns"
    CASES = "cases"
    PROGRAMS = "programs"
    MOTIFS = "motifs"


_DEPTH = re.compile(r",\s*depth=(\d+)")

SETTINGS = frozenset({"decide", "seed", "weights"})
"""The notes on how a library was made, which only its makers need."""


def noted(notes: Mapping[str, str]) -> str:
    """A text that says where a library comes from, without the settings it was made with."""
    parts = [f"{word}: {value}" for word, value in notes.items() if word not in SETTINGS]
    words = "; ".join(parts).replace("learned from:", "learned from").replace("measured on:", "measured on")
    return spoken(words)


def spoken(words: str) -> str:
    """A text without command-line syntax.

    >>> spoken("against stockfish,depth=6, two plies more")
    'against Stockfish at depth 6, two plies more'
    """
    return _DEPTH.sub(r" at depth \1", words).replace("stockfish", "Stockfish")


class FigureShape(Shape):
    """A measured figure: its count, and its 95 % range if it is a share."""

    name: str
    value: float
    n: int | None = None
    interval: list[float] | None = None


class ExampleShape(Shape):
    """A board on which a piece of knowledge applies."""

    fen: str
    move: str | None
    san: str | None
    arrows: list[str]
    """As Lichess writes them."""
    words: str

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move, shown: Iterable[Arrow], words: str) -> ExampleShape:
        """The example of a move, with its arrows, each once."""
        arrows = list(map(str, dict.fromkeys(shown)))
        return cls(fen=board.fen(), move=move.uci(), san=board.san(move), arrows=arrows, words=words)


class PieceShape(Shape):
    """A piece of knowledge."""

    id: str
    title: str
    sentence: str
    text: str
    """The text in its file: a clause, a pattern, a line of moves, a program."""
    figures: list[FigureShape]
    example: ExampleShape | None
