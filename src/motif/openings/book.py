"""Look up a position in the opening book: the moves that masters played there, their scores, and the opening's name.

Each row of the book is a position, found by the upper bits of its hash, so transpositions share a row. The row lists
the moves played there, how often each was played and its score for the side to move, and the name of the opening, if it
has one. A row for a position of a named line that none of the games reached has no moves. experiments/opening-codes
makes the shipped book.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, decode_move, encode_move
from motif.board.wording import percent
from motif.errors import BadFile
from motif.runtime.files import DATA, cannot_read, write_atomically

HEADER = b"# motif opening-book 1\n"
KEY_BITS = 40
"""The number of hash bits in a key. With 300,000 positions, one lookup in three million finds a wrong row; a key takes
about four bytes of the compressed file."""

MASTER_GAMES = "master games"
"""The name that sentences give the games of the shipped book."""

_COLUMNS = (
    ("steps", "<u8"),  # for each row, the difference of its key from the key before
    ("widths", "<u1"),  # for each row, the number of its moves
    ("labels", "<u2"),  # for each row, twice the number of its name, plus 1 if a named line goes through it
    ("moves", "<u2"),  # for each move, its code
    ("games", "<u4"),  # for each move, the games in which it was played
    ("points", "<u4"),  # for each move, the half points of the side that played it
)
"""The columns of the file in their order, with the types of their numbers."""


class OpeningLabel(NamedTuple):
    """The ECO code and the name of a position."""

    eco: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move played in `games` of the `games_here` through a position, and its mean score; None if that is unknown."""

    move: chess.Move
    games: int
    games_here: int
    score: float | None
    """Mean points for the side that plays the move: 1 for a win, 0.5 for a draw."""
    draws: int | None = None
    rating: int | None = None
    """The mean rating of the players of these games."""
    last_year: int | None = None

    @property
    def share(self) -> float:
        return self.games / self.games_here


class MoveBook(Protocol):
    """What every opening book has: the moves of a position, and the names of positions."""

    @property
    def games_called(self) -> str:
        """The name that sentences give its games."""
        ...

    def moves(self, board: chess.Board) -> list[PlayedMove]:
        """Return the moves of a position, the most frequent first; empty if the book does not have it."""
        ...

    def name_of(self, board: chess.Board) -> OpeningLabel | None:
        """Return the ECO code and name of a position."""
        ...


@dataclass(slots=True)
class BookEntry:
    """A position while a book is made: each move's games and half points, the name, and if a named line visits it."""

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
    >>> [(played.move.uci(), played.games, played.games_here, played.score) for played in book.moves(chess.Board())]
    [('e2e4', 2, 3, 0.75), ('d2d4', 1, 3, 0.5)]
    """

    def __init__(self, columns: Mapping[str, NDArray[Any]], labels: Sequence[OpeningLabel]) -> None:
        self._columns = dict(columns)
        self.labels = labels
        self._keys = np.cumsum(columns["steps"], dtype=np.uint64)
        self._ends = np.cumsum(columns["widths"], dtype=np.int64)

    @property
    def games_called(self) -> str:
        """The name that sentences give the games of this book."""
        return MASTER_GAMES

    @classmethod
    def of(cls, entries: Mapping[int, BookEntry]) -> Book:
        """Build a book from entries, keyed by the full hashes of their positions."""
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
        games_here = sum(games)
        rows = (
            PlayedMove(decode_move(code), count, games_here, half_points / (2 * count))
            for code, count, half_points in zip(codes, games, points, strict=True)
        )
        # If another position has the same key, its moves may be illegal here.
        return [played for played in rows if board.is_legal(played.move)]

    def label(self, key: int) -> OpeningLabel | None:
        """Return the ECO code and name of the position with this hash."""
        number = self._mark(key) // 2
        return self.labels[number - 1] if number else None

    def is_in_line(self, key: int) -> bool:
        """Say whether a named line goes through the position with this hash."""
        return self._mark(key) % 2 == 1

    def name_of(self, board: chess.Board) -> OpeningLabel | None:
        """Return the ECO code and name of a position."""
        return self.label(key_of(board))

    def save(self, path: Path) -> None:
        """Write the book, compressed: a line of JSON with sizes and names, then the columns."""
        sizes = {name: len(self._columns[name]) for name, _ in _COLUMNS}
        head = json.dumps({"sizes": sizes, "labels": self.labels}, ensure_ascii=False)
        content = b"".join([head.encode(), b"\n", *(self._columns[name].tobytes() for name, _ in _COLUMNS)])
        write_atomically(path, HEADER + zlib.compress(content, 9))

    @classmethod
    def load(cls, path: Path) -> Book:
        """Read a book; raise BadFile if the file is truncated or not a book."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise cannot_read(path, error) from error
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
    """Return the shipped book: 17,530 games of ten champions ("masters"), and the named lines of the Encyclopaedia."""
    return Book.load(DATA / "opening_book.bin")


BAND_BOOKS = DATA / "band_books"
"""A book for each band of ratings, named after its lowest rating; made by experiments/opening-bands."""

BAND_WIDTH = 200


def band_of(rating: int) -> int:
    """Return the lowest rating of the band.

    >>> band_of(1580)
    1400
    """
    return rating // BAND_WIDTH * BAND_WIDTH


@cache
def band_book(band: int) -> Book | None:
    """Return what rated players of a band play on Lichess, in positions that at least 50 of their games reached."""
    path = BAND_BOOKS / f"{band}.bin"
    return Book.load(path) if path.exists() else None


def usual_move(board: chess.Board, rating: int) -> str | None:
    """Say what players of a rating play most often here, and how it scores; None if few of them came here.

    >>> usual_move(chess.Board(), 1500)
    'players rated 1400 to 1599 play e4 in 64 % and score 51 %'
    """
    band = band_of(rating)
    book = band_book(band)
    played = book.moves(board) if book else []
    if not played:
        return None
    share, score = percent(played[0].share), percent(played[0].score or 0)
    players = f"players rated {band} to {band + BAND_WIDTH - 1}"
    return f"{players} play {board.san(played[0].move)} in {share} and score {score}"
