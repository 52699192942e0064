"""Look up a position in the opening book: the moves that masters played there, their scores, and the opening's name.

Each row of the book is a position, found by the upper bits of its hash, so transpositions share a row. The row has the
moves played in the position, how often, and their score for the side to move; and the opening's name, if there is one.
A row for a named line that no master in these games played has no moves. experiments/opening-codes makes the shipped
book.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game, Positions, decode_move, encode_move
from motif.board.wording import percent
from motif.errors import BadFile
from motif.openings.cases import Case, CaseBase, shipped_cases
from motif.runtime.files import DATA, write_atomically

HEADER = b"# motif opening-book 1\n"
KEY_BITS = 40
"""Bits of the hash in a key: among 300,000 positions, one lookup in three million finds a wrong row. Each key costs
three bytes."""

_COLUMNS = (
    ("steps", "<u8"),
    ("widths", "<u1"),
    ("labels", "<u2"),
    ("moves", "<u2"),
    ("games", "<u4"),
    ("points", "<u4"),
)


class OpeningLabel(NamedTuple):
    """The ECO code and the name of a position."""

    eco: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that masters played in `games` of the `of` games through a position, and its mean score."""

    move: chess.Move
    games: int
    of: int
    score: float
    """Mean points for the side that plays the move: 1 for a win, 0.5 for a draw."""

    @property
    def share(self) -> float:
        """The share of the games in which the move was played."""
        return self.games / self.of


@dataclass(slots=True)
class BookEntry:
    """A position of a book in the making: games and half points of each move, the name, whether a line goes through."""

    moves: dict[chess.Move, list[int]] = field(default_factory=dict)
    label: OpeningLabel | None = None
    is_in_line: bool = False

    def count(self, move: chess.Move, half_points: int) -> None:
        """Add one game with this move."""
        row = self.moves.setdefault(move, [0, 0])
        row[0] += 1
        row[1] += half_points


class Book:
    """Positions with their names and the moves that masters played there.

    >>> entry = BookEntry(label=OpeningLabel("A00", "The Start"))
    >>> entry.count(chess.Move.from_uci("e2e4"), 2)
    >>> entry.count(chess.Move.from_uci("d2d4"), 1)
    >>> entry.count(chess.Move.from_uci("e2e4"), 1)
    >>> book = Book.of({key_of(chess.Board()): entry})
    >>> [(played.move.uci(), played.games, played.of, played.score) for played in book.moves(chess.Board())]
    [('e2e4', 2, 3, 0.75), ('d2d4', 1, 3, 0.5)]
    """

    def __init__(self, columns: Mapping[str, NDArray[Any]], labels: Sequence[OpeningLabel]) -> None:
        self._columns = dict(columns)
        self.labels = labels
        self._keys = np.cumsum(columns["steps"], dtype=np.uint64)
        self._ends = np.cumsum(columns["widths"], dtype=np.int64)

    @classmethod
    def of(cls, entries: Mapping[int, BookEntry]) -> Book:
        """Build a book of the entries by the full hashes of their positions."""
        rows = sorted(((key >> (64 - KEY_BITS), entry) for key, entry in entries.items()), key=lambda row: row[0])
        labels = sorted({entry.label for _, entry in rows if entry.label})
        # Number 0 means no name; the lowest bit of a mark is set if a named line goes through the position.
        numbers = {label: number for number, label in enumerate(labels, start=1)}
        ranked = [
            sorted(entry.moves.items(), key=lambda item: (-item[1][0], -item[1][1], item[0].uci())) for _, entry in rows
        ]
        played = [(encode_move(move), *counts) for row in ranked for move, counts in row]
        keys = np.array([key for key, _ in rows], np.uint64)
        marks = [(numbers[entry.label] if entry.label else 0) * 2 + entry.is_in_line for _, entry in rows]
        moves, games, points = (np.array(column) for column in zip(*played, strict=True)) if played else [[]] * 3
        columns = {
            "steps": np.diff(keys, prepend=np.uint64(0)),
            "widths": [len(row) for row in ranked],
            "labels": marks,
            "moves": moves,
            "games": games,
            "points": points,
        }
        return cls({name: np.asarray(columns[name], kind) for name, kind in _COLUMNS}, labels)

    def __len__(self) -> int:
        return len(self._keys)

    def moves(self, board: chess.Board) -> list[PlayedMove]:
        """Return the moves played in this position, the most frequent first; empty if no game reached it."""
        row = self._row(key_of(board))
        if row is None:
            return []
        part = slice(int(self._ends[row - 1]) if row else 0, int(self._ends[row]))
        codes, games, points = (self._columns[name][part].tolist() for name in ("moves", "games", "points"))
        of = sum(games)
        rows = (
            PlayedMove(decode_move(code), count, of, half_points / (2 * count))
            for code, count, half_points in zip(codes, games, points, strict=True)
        )
        # Another position with the same key has moves that are illegal here.
        return [played for played in rows if board.is_legal(played.move)]

    def label(self, key: int) -> OpeningLabel | None:
        """Return the name of the position with this hash."""
        number = self._mark(key) // 2
        return self.labels[number - 1] if number else None

    def is_in_line(self, key: int) -> bool:
        """Say whether a named line goes through the position with this hash."""
        return self._mark(key) % 2 == 1

    def name_of(self, board: chess.Board) -> OpeningLabel | None:
        """Return the name of a position."""
        return self.label(key_of(board))

    def save(self, path: Path) -> None:
        """Write the book, compressed: one line of JSON with sizes and names, then the columns."""
        sizes = {name: len(self._columns[name]) for name, _ in _COLUMNS}
        head = json.dumps({"sizes": sizes, "labels": self.labels}, ensure_ascii=False)
        content = b"".join([head.encode(), b"\n", *(self._columns[name].tobytes() for name, _ in _COLUMNS)])
        write_atomically(path, HEADER + zlib.compress(content, 9))

    @classmethod
    def load(cls, path: Path) -> Book:
        """Read a book; raise BadFile for any other file and for a truncated one."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise BadFile(f"cannot read {path}: {error.strerror}") from error
        try:
            if not content.startswith(HEADER):
                raise ValueError("another header")
            head, _, body = zlib.decompress(content[len(HEADER) :]).partition(b"\n")
            heading = json.loads(head)
            columns, begin = {}, 0
            for name, kind in _COLUMNS:
                columns[name] = np.frombuffer(body, kind, heading["sizes"][name], begin)
                begin += columns[name].nbytes
            return cls(columns, [OpeningLabel(*label) for label in heading["labels"]])
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise BadFile(f"{path} is not a Motif opening book, or it is cut short") from error

    def _mark(self, key: int) -> int:
        row = self._row(key)
        return 0 if row is None else int(self._columns["labels"][row])

    def _row(self, key: int) -> int | None:
        short = np.uint64(key >> (64 - KEY_BITS))
        row = int(np.searchsorted(self._keys, short))
        return row if row < len(self) and self._keys[row] == short else None


def key_of(board: chess.Board) -> int:
    """Return the hash of a position."""
    return keys_of([board])[0]


def keys_of(boards: Iterable[chess.Board]) -> list[int]:
    """Return the hashes of positions."""
    hashes: list[int] = Positions.from_boards(boards).hashes().tolist()
    return hashes


@cache
def shipped_book() -> Book:
    """Return the shipped book: games of ten champions, and named lines of all five volumes of the Encyclopaedia."""
    return Book.load(DATA / "opening_book.bin")


# Names of openings: each position has one name, whatever the order of the moves.

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
    """Return the opening names of a case base; they are collected once."""
    return Openings(base)


@cache
def shipped_openings() -> Openings:
    """Return the opening names of the shipped cases and of the shipped book, which has many more."""
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
        """Return the opening of a game read from a file."""
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
    """Return, by position, the line that ends there; and the longest of the lines that end there or on the way."""
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
    """Return the name of an opening as it is written within a sentence.

    >>> with_the("King's Indian Defence"), with_the("Anderssen's Opening")
    ("the King's Indian Defence", "Anderssen's Opening")
    """
    return name if _NAMED_AFTER_A_PERSON.match(name) else f"the {name}"


def _keys(base: CaseBase) -> list[list[int]]:
    return [base.core.positions(line).hashes().tolist() for line in range(len(base))]


# One clause about a move: how often masters played it here, its score, and the opening it leads to.

FEWEST_GAMES_FOR_PERCENT = 20
"""A move played in this many games or fewer is described by counts, not by a percentage."""

_RESULTS = {1.0: "won", 0.5: "drew", 0.0: "lost"}


def theory(board: chess.Board, book: Book | None = None) -> list[PlayedMove]:
    """Return the moves that masters played in a position, the most frequent first; empty if none reached it."""
    return (book or shipped_book()).moves(board)


def theory_of(board: chess.Board, move: chess.Move, book: Book | None = None) -> str | None:
    """Describe the book's statistics of a move; None if no master played it.

    >>> theory_of(chess.Board(), chess.Move.from_uci("e2e4"))
    "e4 is played in 52 % of 17,530 master games here and scores 58 %; it leads to the King's Pawn Game"
    >>> theory_of(chess.Board(), chess.Move.from_uci("h2h4")) is None
    True
    """
    book = book or shipped_book()
    played = next((played for played in book.moves(board) if played.move == move), None)
    return clause(board, played, book) if played else None


def clause(board: chess.Board, played: PlayedMove, book: Book) -> str:
    """Describe one move of the book: how often it was played, its score, and the opening it leads to if that is new."""
    statistics = f"{board.san(played.move)} {_statistics(played)}"
    before, after = book.name_of(board), board.copy(stack=False)
    after.push(played.move)
    name = book.name_of(after)
    is_new = name is not None and (before is None or name.name != before.name)
    return f"{statistics}; it leads to {with_the(name.name)}" if name and is_new else statistics


def _statistics(played: PlayedMove) -> str:
    where = f"{played.of:,} master games here"
    if played.of == 1:
        return f"was played in the only master game here and {_RESULTS[played.score]}"
    if played.games == 1:
        return f"was played in one of {where} and {_RESULTS[played.score]}"
    score = percent(played.score)
    if played.games <= FEWEST_GAMES_FOR_PERCENT:
        part = f"all {where}" if played.games == played.of else f"{played.games} of {where}"
        return f"was played in {'both master games here' if played.of == 2 else part} and scored {score}"
    part = "all" if played.games == played.of else f"{percent(played.share, strict_ends=True)} of"
    return f"is played in {part} {where} and scores {score}"
