"""What an opening is called, by position: however the moves came about, the board has one name.

The name of a game is that of its last position that has one. In the book every position of a master's game may have
one; a case base alone names the positions where its lines end, and those inside a line, for a game that passed no end,
by the longest line that ends at or before them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import chess

from motif.board.games import Game
from motif.openings.book import Book, Label, keys_of, shipped_book
from motif.openings.case_files import shipped_cases
from motif.openings.cases import Case, CaseBase

_OF_A_PERSON = re.compile(r"(?!King|Queen|Bishop)\w+'s ")


@dataclass(frozen=True, slots=True)
class OpeningName:
    """The name of an opening, and how many plies of the game went by named lines."""

    eco: str
    name: str
    ply: int

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


@lru_cache(maxsize=8)
def openings_of(base: CaseBase) -> Openings:
    """The names of a base, gathered once."""
    return Openings(base)


@cache
def shipped_openings() -> Openings:
    """The names of all that ships: the cases, and the book, which knows many more."""
    return Openings(shipped_cases(), shipped_book())


class Openings:
    """The names of a case base, and of a book where one is given.

    >>> board = chess.Board()
    >>> for move in "c4 Nf6 d4 g6 Nc3 d5".split():
    ...     _ = board.push_san(move)
    >>> print(Openings(shipped_cases()).name_of(board))
    D80 Grünfeld Defence
    """

    def __init__(self, base: CaseBase, book: Book | None = None) -> None:
        self._book = book
        self._keys = _keys(base)
        self._ends, self._named = named_positions(base)

    def name_of(self, board: chess.Board) -> OpeningName | None:
        """The name of the game that led to this board, or of the position alone if it has no history."""
        game = board.copy()
        positions = [game.copy(stack=False)]
        while game.move_stack:
            game.pop()
            positions.append(game.copy(stack=False))
        return self._last_named(keys_of(reversed(positions)))

    def name_at(self, line: int, ply: int) -> str | None:
        """The name of the position after some moves of a line of the base."""
        case = self._named.get(self._keys[line][ply - 1])
        return case.name if case else None

    def name_of_game(self, game: Game) -> OpeningName | None:
        """The name of a game that was read from a file."""
        return self._last_named(game.positions(range(len(game) + 1)).hashes().tolist())

    def _last_named(self, keys: list[int]) -> OpeningName | None:
        by_line = next((ply for ply in reversed(range(len(keys))) if self._is_in_line(keys[ply])), None)
        for label_of in [self._book.label] if self._book else [_labels(self._ends), _labels(self._named)]:
            for ply in reversed(range(len(keys))):
                if label := label_of(keys[ply]):
                    return OpeningName(label.eco, label.name, ply if by_line is None else by_line)
        return None

    def _is_in_line(self, key: int) -> bool:
        return self._book.is_in_line(key) if self._book else key in self._named


def named_positions(base: CaseBase) -> tuple[dict[int, Case], dict[int, Case]]:
    """By position: the line that ends there; and, along all lines, the longest one that ends at or before it."""
    keys = _keys(base)
    ends = {line[-1]: case for line, case in zip(keys, base.cases, strict=True)}
    inside = dict(ends)
    for line in keys:
        current: Case | None = None
        for key in line:
            current = ends.get(key, current)
            known = inside.get(key)
            if current and (known is None or (key not in ends and len(current) > len(known))):
                inside[key] = current
    return ends, inside


def _labels(cases: Mapping[int, Case]) -> Callable[[int], Label | None]:
    return lambda key: Label(case.eco, case.name) if (case := cases.get(key)) else None


def family_of(name: str) -> str:
    """An opening without its variation.

    >>> family_of("Sicilian Defence: Alapin Variation, Barmen Defence"), family_of("Ware Opening")
    ('Sicilian Defence', 'Ware Opening')
    """
    return name.partition(":")[0].partition(",")[0].strip()


def with_the(name: str) -> str:
    """The name of an opening inside a sentence.

    >>> with_the("King's Indian Defence"), with_the("Anderssen's Opening")
    ("the King's Indian Defence", "Anderssen's Opening")
    """
    return name if _OF_A_PERSON.match(name) else f"the {name}"


def _keys(base: CaseBase) -> list[list[int]]:
    return [base.core.positions(line).hashes().tolist() for line in range(len(base))]
