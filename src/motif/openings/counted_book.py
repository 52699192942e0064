"""Look positions up in a book of the moves of any number of games, which `openings/building.py` makes.

A book is one file: a heading of two lines of text, then a record for each move of each position, sorted by the key of
the position, then the positions themselves in the same order. The file is mapped into memory and bisected, so it opens
at once and answers in less than a millisecond, whatever its size. The core counts and sorts (core/src/books.rs).
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, decode_move
from motif._core.openings import BookBuilder
from motif.errors import BadFile
from motif.openings.book import OpeningLabel, PlayedMove, key_of, shipped_book
from motif.runtime.files import cannot_read, check_regular

KIND = b"# motif book "
VERSION = 1
HEADING_BYTES = BookBuilder.HEADING_BYTES
MOST_HALF_MOVES = 400

NEAR_MARGIN_SQUARES = 2
"""A position is near if its distance is less than the least one plus this, as in the paper on openings."""

MOST_NEAR = 100
"""The nearest positions that are returned; rare positions deep in a book can have thousands at one distance."""

TOO_FAR_SQUARES = 200
"""More than any distance, for positions with the other side to move."""

ROWS_AT_A_TIME = 1 << 12
"""Positions that are compared together; this number stays in the processor's cache."""

_RECORD = np.dtype(
    [
        ("key", "<u8"),
        ("move", "<u2"),
        ("last_year", "<u2"),
        ("games", "<u4"),
        ("white_wins", "<u4"),
        ("draws", "<u4"),
        ("rated", "<u4"),
        ("ratings", "<u8"),
    ]
)
_WORDS = 5
"""A position has five words of 64 bits: four that spell the pieces, and one for all else, as in `Positions`."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a book was made from, and its size."""

    made_from: tuple[str, ...]
    games: int
    half_moves: int
    at_least: int
    moves: int
    positions: int

    def text(self) -> bytes:
        """Return the two lines at the start of the file, filled up with spaces.

        >>> Heading(("club.pgn",), 340, 30, 2, 400, 300).text().decode().split(", ")[:2]
        ['# motif book 1\\n{"made from": ["club.pgn"]', '"games": 340']
        """
        values = {
            "made from": list(self.made_from),
            "games": self.games,
            "half-moves": self.half_moves,
            "at least": self.at_least,
            "moves": self.moves,
            "positions": self.positions,
        }
        begin = KIND + f"{VERSION}\n".encode() + json.dumps(values).encode()
        return begin.ljust(HEADING_BYTES - 1) + b"\n"

    @classmethod
    def parse(cls, text: bytes) -> Heading:
        """Read the heading of a file; raise ValueError, KeyError or TypeError for one that is damaged."""
        values = json.loads(text.split(b"\n")[1])
        names = ("games", "half-moves", "at least", "moves", "positions")
        counts = [values[name] for name in names]
        if any(type(count) is not int or count < 0 for count in counts):
            raise ValueError("a count is no whole number")
        return cls(tuple(map(str, values["made from"])), *counts)

    def bytes_expected(self) -> int:
        """Return the size of the whole file."""
        return HEADING_BYTES + self.moves * _RECORD.itemsize + self.positions * _WORDS * 8


@dataclass(frozen=True, slots=True)
class NearPosition:
    """A position of a book near the one asked about, with the moves played there, most frequent first."""

    position: chess.Board
    distance: int
    moves: tuple[PlayedMove, ...]

    @property
    def games(self) -> int:
        """The games through this position that the book has kept."""
        return self.moves[0].games_here if self.moves else 0


class CountedBook:
    """The moves that games played, by position, read from a file as they are needed."""

    def __init__(self, path: Path) -> None:
        """Open a book; raise BadFile if the file is no book, is cut short or has another version."""
        self.path = path
        self.heading, content = _open(path)
        end = HEADING_BYTES + self.heading.moves * _RECORD.itemsize
        self._records: NDArray[Any] = content[HEADING_BYTES:end].view(_RECORD)
        self._keys: NDArray[np.uint64] = self._records["key"]
        # The positions are rarely needed and may not be aligned to words.
        self._positions: NDArray[Any] = content[end:].view(np.dtype("<u8")).reshape(-1, _WORDS)

    def __len__(self) -> int:
        return self.heading.positions

    def moves(self, board: chess.Board) -> list[PlayedMove]:
        """Return the moves played in this position, the most frequent first; empty if no game reached it."""
        return [each for each in self._moves(key_of(board), board.turn) if board.is_legal(each.move)]

    def name_of(self, board: chess.Board) -> OpeningLabel | None:
        """Return the ECO code and name of a position, which come from the shipped book."""
        return shipped_book().name_of(board)

    @property
    def games_called(self) -> str:
        """The name that sentences give the games of this book."""
        return "games"

    def nearest(self, board: chess.Board, *, turn_counts: bool = True) -> list[NearPosition]:
        """Return the positions on the fewest differing squares, or one more: nearest first, then most games.

        All positions are compared, or with `turn_counts` all with the same side to move. At most MOST_NEAR are
        returned.
        """
        own = np.frombuffer(Positions.from_boards([board]).to_bytes(), np.dtype("<u8"))
        distances = np.empty(len(self), np.uint8)
        for begin in range(0, len(self), ROWS_AT_A_TIME):
            rows = self._positions[begin : begin + ROWS_AT_A_TIME]
            differing = rows[:, 0] ^ own[0]
            for plane in (1, 2, 3):
                differing |= rows[:, plane] ^ own[plane]
            part = distances[begin : begin + ROWS_AT_A_TIME]
            np.bitwise_count(differing, out=part)
            if turn_counts:
                part[(rows[:, 4] ^ own[4]) & np.uint64(1) == 1] = TOO_FAR_SQUARES
        if not len(distances) or distances.min() == TOO_FAR_SQUARES:
            return []
        near = np.flatnonzero(distances < int(distances.min()) + NEAR_MARGIN_SQUARES)
        found = Positions.from_bytes(self._positions[near].tobytes())
        turns, keys = found.turns().tolist(), found.hashes().tolist()
        played = [tuple(self._moves(key, turn)) for key, turn in zip(keys, turns, strict=True)]
        ranked = sorted(
            range(len(near)),
            key=lambda place: (int(distances[near[place]]), -sum(each.games for each in played[place]), keys[place]),
        )
        return [NearPosition(found[place], int(distances[near[place]]), played[place]) for place in ranked[:MOST_NEAR]]

    def records(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return all records, and the position that each belongs to, for writing them in another form."""
        starts = np.flatnonzero(np.diff(self._keys, prepend=~self._keys[:1]))
        owners = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(self._records)))
        return self._records, self._positions[owners]

    def lines(self, count: int) -> list[list[chess.Move]]:
        """Return the most played lines from the start position, the most played first.

        A line that several moves continue is split until there are `count` lines; then each goes on with its most
        frequent move to the end of the book.
        """
        board = chess.Board()
        ends: list[tuple[int, list[chess.Move]]] = [(self.heading.games, [])]
        finished: list[tuple[int, list[chess.Move]]] = []
        while ends and len(ends) + len(finished) < count:
            games, line = ends.pop(0)
            played = self.moves(_after(board, line)) if len(line) < MOST_HALF_MOVES else []
            room = count - len(ends) - len(finished)
            if played:
                ends += [(each.games, [*line, each.move]) for each in played[:room]]
                ends.sort(key=lambda end: -end[0])
            else:
                finished.append((games, line))
        whole = sorted([*ends, *finished], key=lambda end: -end[0])
        return [self._to_the_end(board, line) for _, line in whole if line]

    def _to_the_end(self, start: chess.Board, line: list[chess.Move]) -> list[chess.Move]:
        board, moves = _after(start, line), list(line)
        while len(moves) < self.heading.half_moves and (played := self.moves(board)):
            board.push(played[0].move)
            moves.append(played[0].move)
        return moves

    def _moves(self, key: int, turn: chess.Color) -> list[PlayedMove]:
        begin = bisect_left(self._keys, key)
        end = bisect_right(self._keys, key, begin)
        rows = self._records[begin:end].tolist()
        games_here = sum(row[3] for row in rows)
        ranked = sorted(rows, key=lambda row: (-row[3], row[1]))
        return [_played(row, games_here, turn) for row in ranked if row[3]]


def _played(row: Sequence[int], games_here: int, turn: chess.Color) -> PlayedMove:
    _, code, last_year, games, white_wins, draws, rated, ratings = row
    wins = white_wins if turn else games - white_wins - draws
    return PlayedMove(
        decode_move(code),
        games,
        games_here,
        (wins + draws / 2) / games,
        draws=draws,
        rating=round(ratings / rated) if rated else None,
        last_year=last_year or None,
    )


def _after(start: chess.Board, moves: Sequence[chess.Move]) -> chess.Board:
    board = start.copy(stack=False)
    for move in moves:
        board.push(move)
    return board


def is_counted_book(path: Path) -> bool:
    """Return whether a file begins as a book does, whatever its version."""
    try:
        check_regular(path)
        with path.open("rb") as file:
            return file.read(len(KIND)) == KIND
    except OSError:
        return False


def _open(path: Path) -> tuple[Heading, NDArray[np.uint8]]:
    try:
        check_regular(path)
        with path.open("rb") as file:
            text = file.read(HEADING_BYTES)
        size = path.stat().st_size
    except OSError as error:
        raise cannot_read(path, error) from error
    if not text.startswith(KIND):
        _refuse(path, "it is not a book that motif openings build wrote")
    version = text[len(KIND) :].split(b"\n")[0].decode("ascii", "replace").strip()
    if version != str(VERSION):
        _refuse(path, f"it is a book of version {version[:20]}, and this Motif reads version {VERSION}")
    try:
        heading = Heading.parse(text)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        _refuse(path, "the heading of the book is damaged")
    if size != heading.bytes_expected():
        short = "cut short" if size < heading.bytes_expected() else "damaged"
        _refuse(path, f"the book is {short}: it has {size:,} of {heading.bytes_expected():,} bytes")
    return heading, np.asarray(np.memmap(path, np.uint8, "r"))


def _refuse(path: Path, why: str) -> NoReturn:
    raise BadFile(f"cannot read {path}: {why}", hint=f"make it again: motif openings build GAMES --out {path}")
