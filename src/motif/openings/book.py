"""What masters played in a position, what it scored, and what the position is called: one table by position.

Each row is a position, by the upper bits of its hash, so that the order of moves does not matter. It has the moves that
were played there, how often, and with what score for the mover; and its name, if it has one. A row may have a name and
no moves, for a line that no master in these games went into. experiments/opening-codes makes the table that ships.
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
from motif.errors import BadFile
from motif.openings.cases import Case, CaseBase, shipped_cases
from motif.runtime.files import DATA, write_atomically

HEADER = b"# motif opening-book 1\n"
KEY_BITS = 40
"""Of a hash: 300,000 positions meet a stranger once in three million times, and each key costs three bytes."""

_COLUMNS = (
    ("steps", "<u8"),
    ("widths", "<u1"),
    ("labels", "<u2"),
    ("moves", "<u2"),
    ("games", "<u4"),
    ("points", "<u4"),
)


class Label(NamedTuple):
    """What a position is called."""

    eco: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that masters played: in how many of all the games through the position, and its points for the mover."""

    move: chess.Move
    games: int
    of: int
    score: float
    """1 for a win of the mover, a half for a draw."""

    @property
    def share(self) -> float:
        """How large a part of the games went this way."""
        return self.games / self.of


@dataclass(slots=True)
class Entry:
    """A position while a book is made: moves with their games and half points, its name, whether a line has it."""

    moves: dict[chess.Move, list[int]] = field(default_factory=dict)
    label: Label | None = None
    is_in_line: bool = False

    def count(self, move: chess.Move, half_points: int) -> None:
        """Add a game."""
        row = self.moves.setdefault(move, [0, 0])
        row[0] += 1
        row[1] += half_points


class Book:
    """Positions with the moves played there and their names.

    >>> entry = Entry(label=Label("A00", "The Start"))
    >>> entry.count(chess.Move.from_uci("e2e4"), 2)
    >>> entry.count(chess.Move.from_uci("d2d4"), 1)
    >>> entry.count(chess.Move.from_uci("e2e4"), 1)
    >>> book = Book.of({key_of(chess.Board()): entry})
    >>> [(played.move.uci(), played.games, played.of, played.score) for played in book.moves(chess.Board())]
    [('e2e4', 2, 3, 0.75), ('d2d4', 1, 3, 0.5)]
    """

    def __init__(self, columns: Mapping[str, NDArray[Any]], labels: Sequence[Label]) -> None:
        self._columns = dict(columns)
        self.labels = labels
        self._keys = np.cumsum(columns["steps"], dtype=np.uint64)
        self._ends = np.cumsum(columns["widths"], dtype=np.int64)

    @classmethod
    def of(cls, entries: Mapping[int, Entry]) -> Book:
        """A book of positions by their whole hashes."""
        rows = sorted(((key >> (64 - KEY_BITS), entry) for key, entry in entries.items()), key=lambda row: row[0])
        labels = sorted({entry.label for _, entry in rows if entry.label})
        # Number 0 is for no name; the lowest bit says whether a named line goes through the position.
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
        """What was played here, the most played first; nothing where nobody was."""
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
        # A stranger that shares the bits of a key is known by its moves.
        return [played for played in rows if board.is_legal(played.move)]

    def label(self, key: int) -> Label | None:
        """What the position with this hash is called."""
        number = self._mark(key) // 2
        return self.labels[number - 1] if number else None

    def is_in_line(self, key: int) -> bool:
        """Whether a named line goes through the position with this hash."""
        return self._mark(key) % 2 == 1

    def name_of(self, board: chess.Board) -> Label | None:
        """What a position is called."""
        return self.label(key_of(board))

    def save(self, path: Path) -> None:
        """Write the table: a line of JSON with its sizes and names, and the columns, compressed."""
        sizes = {name: len(self._columns[name]) for name, _ in _COLUMNS}
        head = json.dumps({"sizes": sizes, "labels": self.labels}, ensure_ascii=False)
        content = b"".join([head.encode(), b"\n", *(self._columns[name].tobytes() for name, _ in _COLUMNS)])
        write_atomically(path, HEADER + zlib.compress(content, 9))

    @classmethod
    def load(cls, path: Path) -> Book:
        """Read a table; raises BadFile for any other file, and for a part of one."""
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
            return cls(columns, [Label(*label) for label in heading["labels"]])
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise BadFile(f"{path} is no motif opening book, or a part of one") from error

    def _mark(self, key: int) -> int:
        row = self._row(key)
        return 0 if row is None else int(self._columns["labels"][row])

    def _row(self, key: int) -> int | None:
        short = np.uint64(key >> (64 - KEY_BITS))
        row = int(np.searchsorted(self._keys, short))
        return row if row < len(self) and self._keys[row] == short else None


def key_of(board: chess.Board) -> int:
    """The hash of a position."""
    return keys_of([board])[0]


def keys_of(boards: Iterable[chess.Board]) -> list[int]:
    """The hashes of positions."""
    hashes: list[int] = Positions.from_boards(boards).hashes().tolist()
    return hashes


@cache
def shipped_book() -> Book:
    """The book that ships: games of ten champions, and named lines of all five volumes of the Encyclopaedia."""
    return Book.load(DATA / "opening_book.bin")


# What an opening is called, by position: however the moves came about, the board has one name.

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


# What theory says of a move, in one clause: how often masters played it here, what it scored, what it leads to.

FEW = 20

_RESULTS = {1.0: "won", 0.5: "drew", 0.0: "lost"}


def theory(board: chess.Board, book: Book | None = None) -> list[PlayedMove]:
    """What masters played in a position, the most played first; nothing where none of them was."""
    return (book or shipped_book()).moves(board)


def theory_of(board: chess.Board, move: chess.Move, book: Book | None = None) -> str | None:
    """What the book says of a move; None where nobody played it.

    >>> theory_of(chess.Board(), chess.Move.from_uci("e2e4"))
    "e4 is played in 52 % of 17,530 master games here and scores 58 %; it leads to the King's Pawn Game"
    >>> theory_of(chess.Board(), chess.Move.from_uci("h2h4")) is None
    True
    """
    book = book or shipped_book()
    played = next((played for played in book.moves(board) if played.move == move), None)
    return clause(board, played, book) if played else None


def clause(board: chess.Board, played: PlayedMove, book: Book) -> str:
    """What the book says of one of its moves."""
    said = f"{board.san(played.move)} {_played(played)}"
    before, after = book.name_of(board), board.copy(stack=False)
    after.push(played.move)
    name = book.name_of(after)
    return f"{said}; it leads to {with_the(name.name)}" if name and (not before or name.name != before.name) else said


def _played(played: PlayedMove) -> str:
    where = f"{played.of:,} master games here"
    if played.of == 1:
        return f"was played in the only master game here and {_RESULTS[played.score]}"
    if played.games == 1:
        return f"was played in one of {where} and {_RESULTS[played.score]}"
    score = f"{100 * played.score:.0f} %"
    if played.games <= FEW:
        part = f"all {where}" if played.games == played.of else f"{played.games} of {where}"
        return f"was played in {'both master games here' if played.of == 2 else part} and scored {score}"
    return f"is played in {_percent(played)} {where} and scores {score}"


def _percent(played: PlayedMove) -> str:
    if played.games == played.of:
        return "all"
    # 99.6 % is not all of them, and 0.4 % not none.
    percent = round(100 * played.share)
    named = {0: "less than 1 %", 100: "more than 99 %"}
    return f"{named.get(percent, f'{percent} %')} of"
