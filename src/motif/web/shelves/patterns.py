"""List the patterns of moves, the most informative first, each on a position of the sample games that it fits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, decode_move
from motif.board.games import read_games, sample_positions
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.library import Library
from motif.patterns.move_pattern import MovePattern
from motif.patterns.sentences import arrows, sentence
from motif.runtime.files import SAMPLE_GAMES
from motif.web.shelves.shelf import ExampleShape, FigureShape, PieceShape, noted

PER_GAME = 3
"""Positions of each sample game among which a pattern looks for its example."""


def total() -> int:
    """How many patterns there are."""
    return len(_library())


def about() -> str:
    """Where they come from."""
    return noted(_library().notes)


@cache
def words(number: int) -> str:
    """What a pattern is searched by."""
    return sentence(MovePattern.parse(_texts()[number]))


def pieces(numbers: Sequence[int], *, with_examples: bool = True) -> list[PieceShape]:
    """Some patterns, the most informative first."""
    parsed = [(number, MovePattern.parse(_texts()[number])) for number in numbers]
    return [_piece(number, pattern, with_examples=with_examples) for number, pattern in parsed]


def _piece(number: int, pattern: MovePattern, *, with_examples: bool) -> PieceShape:
    words = sentence(pattern)
    return PieceShape(
        id=str(number + 1),
        title=f"pattern {number + 1}",
        sentence=f"{words[0].upper()}{words[1:]}.",
        text=str(pattern),
        figures=[FigureShape(name="weight (logarithm of odds)", value=pattern.weight)],
        example=_example(number, pattern) if with_examples else None,
    )


def _example(number: int, pattern: MovePattern) -> ExampleShape | None:
    rows = np.flatnonzero(_fitting() == number)
    if not len(rows):
        return None
    row = int(np.searchsorted(_starts(), rows[0], side="right")) - 1
    column, legal = _positions(), _positions().legal_moves()
    place = int(np.searchsorted(legal.offsets, row, side="right")) - 1
    board, move = column[place], decode_move(int(legal.codes[row]))
    squares = next(pattern.embeddings(BoardPattern.full(board), board, move), None)
    if squares is None:
        return None
    words = _words(pattern, board, move, squares)
    return ExampleShape.of(board, move, arrows(pattern, board, squares), words)


def _words(pattern: MovePattern, board: chess.Board, move: chess.Move, squares: dict[int, chess.Square]) -> str:
    speaks = "for" if pattern.weight > 0 else "against"
    return f"Speaks {speaks} {board.san(move)}: {sentence(pattern, board, squares)}."


@cache
def _library() -> Library:
    return Library.shipped()


@cache
def _texts() -> list[str]:
    """The text of each pattern in the file; parsing all of them would take seconds."""
    texts, lines = [], list[str]()
    for line in _library().text.splitlines():
        lines.append(line)
        if line[:1].isdigit():
            texts.append("\n".join(lines))
            lines = []
    return texts


@cache
def _positions() -> Positions:
    return sample_positions(read_games(SAMPLE_GAMES), PER_GAME, from_move=6).positions


@cache
def _matches() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    starts, numbers = _library().index.design(_positions()).matches()
    return np.asarray(starts, np.int64), np.asarray(numbers, np.int64)


def _starts() -> NDArray[np.int64]:
    return _matches()[0]


def _fitting() -> NDArray[np.int64]:
    return _matches()[1]
