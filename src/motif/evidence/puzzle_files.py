"""Puzzles of Lichess as evidence: the position after the opponent's first move, and the move that solves it.

The file is Lichess's own (database.lichess.org): FEN, Moves and Themes are read, with the opponent's move first. The
solution counts as the best move and as the one played, and every puzzle as a game of its own.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import numpy as np

from motif.board.positions import Positions, encode_move
from motif.errors import BadFile
from motif.evidence.examples import UNKNOWN_PLAYER, UNKNOWN_SQUARE, Evidence
from motif.store import read_text

JUDGE = "the solution"


@dataclass(frozen=True, slots=True)
class ThemedPuzzle:
    """A puzzle: its name, the board before the opponent's move, all moves beginning with that, and its themes."""

    name: str
    board: chess.Board
    moves: tuple[chess.Move, ...]
    themes: frozenset[str]

    @property
    def start(self) -> chess.Board:
        """The board on which it is to be solved; the opponent's move is on its stack."""
        board = self.board.copy(stack=False)
        board.push(self.moves[0])
        return board

    @property
    def solution(self) -> chess.Move:
        """The first move of the solution."""
        return self.moves[1]


def read_puzzles(path: Path) -> Iterator[ThemedPuzzle]:
    """The puzzles of a file in their order; a bad line is refused with its number."""
    reader = csv.DictReader(io.StringIO(read_text(path)))
    columns = set(reader.fieldnames or ())
    if not {"FEN", "Moves", "Themes"} <= columns:
        raise BadFile(f"{path}, line 1: expected the columns FEN, Moves and Themes of Lichess's puzzles")
    for row in reader:
        try:
            board = chess.Board(row["FEN"])
            moves = tuple(map(chess.Move.from_uci, row["Moves"].split()))
        except ValueError as error:
            raise BadFile(f"{path}, line {reader.line_num}: {error}") from None
        if len(moves) < 2 or not board.is_legal(moves[0]):
            raise BadFile(f"{path}, line {reader.line_num}: {row['Moves']!r} is no puzzle of {row['FEN']}")
        name = row.get("PuzzleId") or f"line {reader.line_num}"
        yield ThemedPuzzle(name, board, moves, frozenset((row["Themes"] or "").split()))


def puzzle_evidence(puzzles: list[ThemedPuzzle]) -> Evidence:
    """Puzzles as positions with their solutions."""
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
        judge=JUDGE,
        captured_on=np.array(captures, np.int8),
    )
