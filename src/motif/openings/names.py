"""Name the opening of a game or position, and describe a book move in one clause.

Each position has at most one name, whatever the order of the moves that led to it. The clause about a move says how
often masters played it in this position, with what score, and which opening it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import chess

from motif._core.board import Game
from motif.board.wording import counted, percent
from motif.openings.book import MASTER_GAMES, Book, MoveBook, OpeningLabel, PlayedMove, keys_of, shipped_book
from motif.openings.cases import Case, CaseBase, shipped_cases

_NAMED_AFTER_A_PERSON = re.compile(r"(?!King|Queen|Bishop)\w+'s ")


@dataclass(frozen=True, slots=True)
class OpeningName:
    """The name of an opening, and the number of plies for which the game followed a named line."""

    eco: str
    name: str
    ply: int

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


@lru_cache(maxsize=8)
def openings_of(base: CaseBase) -> Openings:
    """Return the opening names of a case base, from a cache after the first call."""
    return Openings(base)


@cache
def shipped_openings() -> Openings:
    """Return the opening names of the shipped cases and of the shipped book, which adds many more."""
    return Openings(shipped_cases(), shipped_book())


class Openings:
    """The opening names of a case base and, if given, of a book.

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
        """Return the opening of the game that led to this board, or of the bare position if it has no history."""
        game = board.copy()
        positions = [game.copy(stack=False)]
        while game.move_stack:
            game.pop()
            positions.append(game.copy(stack=False))
        return self._last_named(keys_of(reversed(positions)))

    def name_at(self, line: int, ply: int) -> str | None:
        """Return the name of the position after `ply` moves of a line of the case base."""
        case = self._named.get(self._keys[line][ply - 1])
        return case.name if case else None

    def name_of_game(self, game: Game) -> OpeningName | None:
        return self._last_named(game.positions(range(len(game) + 1)).hashes().tolist())

    def _last_named(self, keys: list[int]) -> OpeningName | None:
        """Return the name of the last position that has one, given the positions of a game by their hashes."""
        by_line = next((ply for ply in reversed(range(len(keys))) if self._is_in_line(keys[ply])), None)
        for label_of in [self._book.label] if self._book else [_labels(self._ends), _labels(self._named)]:
            for ply in reversed(range(len(keys))):
                if label := label_of(keys[ply]):
                    return OpeningName(label.eco, label.name, ply if by_line is None else by_line)
        return None

    def _is_in_line(self, key: int) -> bool:
        return self._book.is_in_line(key) if self._book else key in self._named


def named_positions(base: CaseBase) -> tuple[dict[int, Case], dict[int, Case]]:
    """Return two maps by position: to the line that ends there, and to the longest line that ends there or earlier.

    With the lines 1. e4 e5 (King's Pawn Game) and 1. e4 e5 2. Nf3 Nc6 3. Bb5 (Ruy Lopez), no line ends after 2. Nf3;
    the second map has the King's Pawn Game there, which is the last name on the way to the Ruy Lopez.
    """
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


def _labels(cases: Mapping[int, Case]) -> Callable[[int], OpeningLabel | None]:
    return lambda key: OpeningLabel(case.eco, case.name) if (case := cases.get(key)) else None


def family_of(name: str) -> str:
    """Return the name of an opening without its variation.

    >>> family_of("Sicilian Defence: Alapin Variation, Barmen Defence"), family_of("Ware Opening")
    ('Sicilian Defence', 'Ware Opening')
    """
    return name.partition(":")[0].partition(",")[0].strip()


def with_the(name: str) -> str:
    """Return the name of an opening for use within a sentence, with "the" unless it is named after a person.

    >>> with_the("King's Indian Defence"), with_the("Anderssen's Opening")
    ("the King's Indian Defence", "Anderssen's Opening")
    """
    return name if _NAMED_AFTER_A_PERSON.match(name) else f"the {name}"


def _keys(base: CaseBase) -> list[list[int]]:
    return [base.core.positions(line).hashes().tolist() for line in range(len(base))]


FEWEST_GAMES = 20
"""Shares and scores of fewer master games are never given: they say little about a move."""


RARE = 0.05
"""A move with a smaller share of the master games is rare."""


def theory(board: chess.Board, book: Book | None = None) -> list[PlayedMove]:
    """Return the moves that masters played in a position, the most frequent first; empty if no game reached it."""
    return (book or shipped_book()).moves(board)


def theory_of(board: chess.Board, move: chess.Move, book: Book | None = None) -> str | None:
    """Describe the book's statistics for a move; None if no master played it.

    >>> theory_of(chess.Board(), chess.Move.from_uci("e2e4"))
    "e4 is played in 52 % of 17,530 master games here and scores 58 %; it leads to the King's Pawn Game"
    >>> theory_of(chess.Board(), chess.Move.from_uci("h2h4")) is None
    True
    """
    book = book or shipped_book()
    played = next((played for played in book.moves(board) if played.move == move), None)
    return clause(board, played, book) if played else None


def book_sentence(board: chess.Board, move: chess.Move, book: Book | None = None) -> str | None:
    """Return the opening that a move leads to and how often masters play it, as a sentence; None if there is neither.

    >>> book_sentence(chess.Board(), chess.Move.from_uci("c2c4"))
    'This is the English Opening, played in 6 % of 17,530 master games here.'
    """
    book = book or shipped_book()
    played = next((played for played in book.moves(board) if played.move == move), None)
    if played is None:
        return None
    name, share = _new_name(board, played, book), _share(played)
    if name and share:
        return f"This is {with_the(name)}, played in {share}."
    if name:
        return f"This is {with_the(name)}."
    if share is None:
        return None
    return f"Masters rarely play it ({share})." if played.share < RARE else f"It is played in {share}."


def clause(board: chess.Board, played: PlayedMove, book: MoveBook) -> str:
    """Describe one move of the book: how often it was played, its score, and the opening it leads to if that is new."""
    name = _new_name(board, played, book)
    said = f"{board.san(played.move)} {_statistics(played, book.games_called)}"
    return f"{said}; it leads to {with_the(name)}" if name else said


def _new_name(board: chess.Board, played: PlayedMove, book: MoveBook) -> str | None:
    """The opening that a move leads to, if the position before it has another name."""
    before, after = book.name_of(board), board.copy(stack=False)
    after.push(played.move)
    name = book.name_of(after)
    is_new = name is not None and (before is None or name.name != before.name)
    return name.name if name and is_new else None


def _statistics(played: PlayedMove, games_called: str) -> str:
    if played.score is None:
        return f"has {percent(played.share, strict_ends=True)} of the weight in the book"
    share = _share(played, games_called)
    if share is None:
        by_masters = games_called == MASTER_GAMES
        return "was played by masters here" if by_masters else f"was played in {counted(played.games, 'game')} here"
    score = f" and scores {percent(played.score)}" if played.games >= FEWEST_GAMES else ""
    return f"is played in {share}{score}"


def _share(played: PlayedMove, games_called: str = MASTER_GAMES) -> str | None:
    """How often a move is played, as words; None if too few games reached the position."""
    if played.games_here < FEWEST_GAMES:
        return None
    part = "all" if played.games == played.games_here else f"{percent(played.share, strict_ends=True)} of"
    return f"{part} {played.games_here:,} {games_called} here"
