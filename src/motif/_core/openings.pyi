"""Suggest opening moves from known lines, found by the boards that are nearest."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import ClassVar, final

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import GameBatch, GameReader, Positions

__all__ = [
    "BookBuilder",
    "Cases",
]

@final
class Cases:
    """Opening lines and the distinct boards along them, without the start position.

    A board is its pieces and their squares: neither the side to move nor castling rights count. The distance of
    two boards is the number of squares on which they differ. A ply counts the moves played, from 1.
    """

    def __new__(cls, lines: Sequence[Sequence[str]], /) -> Cases:
        """Play lines given in SAN; raises IllegalMove naming the move and the FEN."""

    def __len__(self) -> int:
        """How many lines there are."""

    @property
    def distinct_boards(self) -> int:
        """How many different boards the lines have."""

    def moves(self, line: int, /) -> list[chess.Move]:
        """The moves of a line."""

    def positions(self, line: int, /) -> Positions:
        """The positions after each move of a line."""

    def nearest(self, positions: Positions, /) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int32]]:
        """For each position, the smallest distance m and the distinct boards at a distance below m + 2.

        The second array has the index of each position's first board in the third, and at the end the number of boards.
        Without any lines the distance is 64.
        """

    def retrieve(self, board: chess.Board, longest_first: bool, /) -> NDArray[np.int32]:
        """(matches, 3): line, ply and distance of every occurrence of one of the nearest boards.

        The longest lines come first, or else the lines in their order.
        """

@final
class BookBuilder:
    """Counts the moves of games by position, in memory that does not grow with the games."""

    HEADING_BYTES: ClassVar[int]
    """The space that a new book has for its heading."""

    def __new__(cls, folder: str | PathLike[str], half_moves: int, /) -> BookBuilder:
        """Count this many half-moves of each game; the folder is for files that the caller removes at the end."""

    @property
    def games(self) -> int:
        """How many games were counted: those that have a result and began from the start position."""

    def add(self, reader: GameReader, /) -> GameBatch | None:
        """Count the next games of a reader without passing them to Python; None after the last."""

    def finish(self) -> list[Path]:
        """Write the counts to the folder and return the files; raises OSError if the disk is full."""

    @staticmethod
    def merge(
        runs: Sequence[str | PathLike[str]], folder: str | PathLike[str], path: str | PathLike[str], at_least: int, /
    ) -> tuple[int, int]:
        """Merge the files of any number of builders into a book of the moves played in at least `at_least` games.

        Returns the numbers of moves and positions. The folder is for more files that the caller removes, and the
        heading of the book stays empty. Raises OSError if the disk is full; Ctrl-C stops writing.
        """
