"""Evidence as CSV that a person can read and any program can write: `fen,uci`, and more columns if they are known.

white, black    who played the game
game            which rows come from the same game; without it every row is a game of its own
rating          that of the player to move, empty when it is not known
captured_on     the square on which the move before captured, empty when it did not
best            the engine's best move
values          what every legal move is worth to the mover in centipawns: `e2e4:35 g1f3:20 …`
judge           who says so
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import chess
import numpy as np

from motif.board.positions import Positions, decode_move, encode_move
from motif.errors import BadFile, BadPosition
from motif.evidence.examples import UNKNOWN_PLAYER, UNKNOWN_SQUARE, UNRATED, Evidence
from motif.store import read_text, write_atomically

COLUMNS = ("fen", "uci", "white", "black", "game", "rating", "captured_on", "best", "values", "judge")
HIGHEST_RATING = 10_000

_RATING = re.compile("[0-9]{1,5}")
_VALUE = re.compile("-?[0-9]{1,9}")


def write_evidence(evidence: Evidence, path: Path) -> None:
    """Write evidence to a file, whole or not at all."""
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
        about = (*evidence.players[game], game, rating, captured_on, best, values, evidence.judge)
        writer.writerow([fen, played, *about])
    write_atomically(path, text.getvalue())


def read_evidence(path: Path) -> Evidence:
    """Read evidence from a file; a bad line is refused with its number and the reason.

    Best moves and values count only when every row has them.
    """
    reader = csv.DictReader(io.StringIO(read_text(path)))
    columns = reader.fieldnames or ()
    if not {"fen", "uci"} <= set(columns):
        raise BadFile(
            f"{path}, line 1: expected the columns fen and uci, found {', '.join(columns) or 'nothing'}",
            hint="motif positions GAMES --out positions.csv writes such a file",
        )
    boards, played, best, values, captured_on, ratings = [], [], [], [], [], []
    owners: list[int] = []
    games: dict[str, int] = {}
    players: list[tuple[str, str]] = []
    judge = ""
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
        judge = row.get("judge") or judge
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
        judge,
        np.array(captured_on, np.int8),
        np.array(ratings, np.int16),
    )


class _Place:
    """A line of a file, which refuses what it cannot read by its number."""

    def __init__(self, path: Path, line: int) -> None:
        self._path = path
        self._line = line

    def board(self, row: Mapping[str, str]) -> chess.Board:
        try:
            board = Positions([row["fen"] or ""])[0]
        except BadPosition as error:
            self._refuse(str(error))
        if not any(board.legal_moves):
            self._refuse(f"there is nothing to play in {row['fen']}")
        return board

    def move(self, row: Mapping[str, str], column: str, legal: list[chess.Move]) -> int:
        text = row[column] or ""
        try:
            move = chess.Move.from_uci(text)
        except ValueError:
            self._refuse(f"{column}: {text!r} is no move; write it as e2e4 or e7e8q")
        if move not in legal:
            self._refuse(f"{column}: {text} is not legal in {row['fen']}")
        return encode_move(move)

    def square(self, row: Mapping[str, str], column: str) -> int:
        text = row.get(column) or ""
        if text and text not in chess.SQUARE_NAMES:
            self._refuse(f"{column}: {text!r} is no square; write it as e4, or leave it empty")
        return chess.parse_square(text) if text else UNKNOWN_SQUARE

    def rating(self, row: Mapping[str, str]) -> int:
        text = row.get("rating") or ""
        if text and not (_RATING.fullmatch(text) and int(text) < HIGHEST_RATING):
            self._refuse(f"rating: {text!r} is none; write it as 1850, or leave it empty")
        return int(text) if text else UNRATED

    def values(self, row: Mapping[str, str], legal: list[chess.Move]) -> list[int]:
        worth = {}
        for word in row["values"].split():
            move, _, value = word.partition(":")
            if not _VALUE.fullmatch(value):
                self._refuse(f"values: cannot read {word!r}; write it as e2e4:35")
            worth[move] = int(value)
        names = [move.uci() for move in legal]
        if worth.keys() != set(names):
            odd = sorted(worth.keys() ^ set(names))
            self._refuse(f"values: expected one for each of {len(names)} legal moves; {', '.join(odd[:5])} differ")
        return [worth[name] for name in names]

    def _refuse(self, problem: str) -> NoReturn:
        raise BadFile(f"{self._path}, line {self._line}: {problem}")
