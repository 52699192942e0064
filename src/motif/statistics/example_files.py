"""Read and write examples as CSV, and read Lichess puzzles as examples.

Any program can write such a CSV file: it needs only the columns `fen` and `uci`, and can have more.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import chess
import numpy as np

from motif._core.board import Positions, decode_move, encode_move
from motif.errors import BadFile, BadPosition
from motif.runtime.files import read_text, write_atomically
from motif.statistics.examples import UNKNOWN_PLAYER, UNKNOWN_SQUARE, UNRATED, Evidence

COLUMNS = ("fen", "uci", "white", "black", "game", "rating", "captured_on", "best", "values", "judge")
HIGHEST_RATING = 10_000

_RATING = re.compile("[0-9]{1,5}")
_VALUE = re.compile("-?[0-9]{1,9}")


def write_evidence(evidence: Evidence, path: Path) -> None:
    """Write examples to a file; a failure leaves no partial file."""
    legal = evidence.positions.legal_moves()
    ratings = evidence.ratings_of_movers()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for place, fen in enumerate(evidence.positions.fens()):
        game = int(evidence.games[place])
        best = "" if evidence.best is None else decode_move(int(evidence.best[place])).uci()
        values = ""
        if evidence.values is not None:
            rows = range(legal.offsets[place], legal.offsets[place + 1])
            values = " ".join(f"{decode_move(int(legal.codes[row])).uci()}:{evidence.values[row]}" for row in rows)
        played = decode_move(int(evidence.played[place])).uci()
        square = UNKNOWN_SQUARE if evidence.captured_on is None else int(evidence.captured_on[place])
        captured_on = "" if square == UNKNOWN_SQUARE else chess.square_name(square)
        rating = "" if ratings[place] == UNRATED else ratings[place]
        about = (*evidence.players[game], game, rating, captured_on, best, values, evidence.engine)
        writer.writerow([fen, played, *about])
    write_atomically(path, text.getvalue())


def read_evidence(path: Path) -> Evidence:
    """Read examples from a file; raise BadFile with the line number for a bad line.

    Best moves and values are kept only if every row has them.
    """
    reader = csv.DictReader(io.StringIO(read_text(path)))
    columns = reader.fieldnames or ()
    if not {"fen", "uci"} <= set(columns):
        raise BadFile(
            f"{path}, line 1: expected the columns fen and uci, found {', '.join(columns) or 'nothing'}",
            hint="to write such a file, run: motif games GAMES --out positions.csv",
        )
    boards, played, best, values, captured_on, ratings = [], [], [], [], [], []
    owners: list[int] = []
    games: dict[str, int] = {}
    players: list[tuple[str, str]] = []
    engine = ""
    for row in reader:
        where = _Place(path, reader.line_num)
        board = where.board(row)
        legal = sorted(board.legal_moves, key=encode_move)
        boards.append(board)
        played.append(where.move(row, "uci", legal))
        captured_on.append(where.square(row, "captured_on"))
        ratings.append(where.rating(row))
        if row.get("best"):
            best.append(where.move(row, "best", legal))
        if row.get("values"):
            values.append(where.values(row, legal))
        engine = row.get(COLUMNS[-1]) or engine
        game = row.get("game") or f"row {len(owners)}"
        if game not in games:
            games[game] = len(games)
            players.append((row.get("white") or UNKNOWN_PLAYER, row.get("black") or UNKNOWN_PLAYER))
        owners.append(games[game])
    return Evidence(
        Positions.from_boards(boards),
        np.array(played, np.uint16),
        np.array(owners, np.int64),
        tuple(players),
        np.array(best, np.uint16) if boards and len(best) == len(boards) else None,
        np.concatenate(values, dtype=np.int32) if boards and len(values) == len(boards) else None,
        engine,
        np.array(captured_on, np.int8),
        np.array(ratings, np.int16),
    )


class _Place:
    """A line of a file; error messages give its number."""

    def __init__(self, path: Path, line: int) -> None:
        self._path = path
        self._line = line

    def board(self, row: Mapping[str, str]) -> chess.Board:
        try:
            board = Positions([row["fen"] or ""])[0]
        except BadPosition as error:
            self._refuse(str(error))
        if not any(board.legal_moves):
            self._refuse(f"there are no legal moves in {row['fen']}")
        return board

    def move(self, row: Mapping[str, str], column: str, legal: list[chess.Move]) -> int:
        text = row[column] or ""
        try:
            move = chess.Move.from_uci(text)
        except ValueError:
            self._refuse(f"{column}: {text!r} is not a move; write one such as e2e4 or e7e8q")
        if move not in legal:
            self._refuse(f"{column}: {text} is not legal in {row['fen']}")
        return encode_move(move)

    def square(self, row: Mapping[str, str], column: str) -> int:
        text = row.get(column) or ""
        if text and text not in chess.SQUARE_NAMES:
            self._refuse(f"{column}: {text!r} is not a square; write one such as e4, or leave the field empty")
        return chess.parse_square(text) if text else UNKNOWN_SQUARE

    def rating(self, row: Mapping[str, str]) -> int:
        text = row.get("rating") or ""
        if text and not (_RATING.fullmatch(text) and int(text) < HIGHEST_RATING):
            self._refuse(f"rating: {text!r} is not a rating; write one such as 1850, or leave the field empty")
        return int(text) if text else UNRATED

    def values(self, row: Mapping[str, str], legal: list[chess.Move]) -> list[int]:
        worth = {}
        for word in row["values"].split():
            move, _, value = word.partition(":")
            if not _VALUE.fullmatch(value):
                self._refuse(f"values: cannot read {word!r}; write a value such as e2e4:35")
            worth[move] = int(value)
        names = [move.uci() for move in legal]
        if worth.keys() != set(names):
            odd = sorted(worth.keys() ^ set(names))
            self._refuse(f"values: expected one for each legal move; missing or not legal: {', '.join(odd[:5])}")
        return [worth[name] for name in names]

    def _refuse(self, problem: str) -> NoReturn:
        raise BadFile(f"{self._path}, line {self._line}: {problem}")


SOLUTION = "the solution"
"""What `Evidence.engine` says if the best moves come from puzzles, not from an engine."""


@dataclass(frozen=True, slots=True)
class ThemedPuzzle:
    """A puzzle: name, the board before the opponent's move, the moves (the opponent's and the solution), and themes."""

    name: str
    board: chess.Board
    moves: tuple[chess.Move, ...]
    themes: frozenset[str]

    @property
    def start(self) -> chess.Board:
        """The board to solve; the opponent's move is on its stack."""
        board = self.board.copy(stack=False)
        board.push(self.moves[0])
        return board

    @property
    def solution(self) -> chess.Move:
        return self.moves[1]


def read_puzzles(path: Path) -> Iterator[ThemedPuzzle]:
    """Yield the puzzles of a file in order; raise BadFile with the line number for a bad line."""
    reader = csv.DictReader(io.StringIO(read_text(path)))
    columns = set(reader.fieldnames or ())
    if not {"FEN", "Moves", "Themes"} <= columns:
        raise BadFile(f"{path}, line 1: expected the columns FEN, Moves and Themes, as in Lichess's puzzle file")
    for row in reader:
        try:
            board = chess.Board(row["FEN"])
            moves = tuple(map(chess.Move.from_uci, row["Moves"].split()))
        except ValueError as error:
            raise BadFile(f"{path}, line {reader.line_num}: {error}") from None
        if len(moves) < 2 or not board.is_legal(moves[0]):
            raise BadFile(f"{path}, line {reader.line_num}: {row['Moves']!r} cannot be a puzzle in {row['FEN']}")
        name = row.get("PuzzleId") or f"line {reader.line_num}"
        yield ThemedPuzzle(name, board, moves, frozenset((row["Themes"] or "").split()))


def puzzle_evidence(puzzles: list[ThemedPuzzle]) -> Evidence:
    """Return puzzles as examples whose reference moves are the solutions."""
    solutions = np.array([encode_move(puzzle.solution) for puzzle in puzzles], np.uint16)
    captures = [
        puzzle.moves[0].to_square if puzzle.board.is_capture(puzzle.moves[0]) else UNKNOWN_SQUARE for puzzle in puzzles
    ]
    return Evidence(
        Positions.from_boards([puzzle.start for puzzle in puzzles]),
        solutions,
        np.arange(len(puzzles)),
        ((UNKNOWN_PLAYER, UNKNOWN_PLAYER),) * len(puzzles),
        best=solutions,
        engine=SOLUTION,
        captured_on=np.array(captures, np.int8),
    )
