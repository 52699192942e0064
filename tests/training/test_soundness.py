"""Test sound puzzles: a second winning move makes one unsound. The positions are from rapid games on Lichess."""

from __future__ import annotations

from collections.abc import Iterator

import chess
import pytest

from goldens import Golden
from motif.engines.evaluator import Evaluator
from motif.players.names import find_evaluator
from motif.puzzles.mining import sound_puzzle
from motif.puzzles.puzzle import Puzzle
from motif.runtime.files import close

MATE_OR_A_ROOK = "r1b4r/p1Q1p1k1/7q/1p1B1p2/3b1RP1/8/P4R1P/6K1 w - - 2 29"
"""Qxe7+ mates in four; Rxd4 and others win as well."""

MATE_AT_ONCE = "8/2p4p/1p1b2pk/8/QPP2P1K/5rP1/P4n1P/R7 b - - 4 30"
"""Be7 is mate; other moves win as well, but no player would choose them."""


@pytest.fixture
def evaluator(empty_folder: object) -> Iterator[Evaluator]:
    found = find_evaluator("search")
    yield found
    close(found)


def test_next_to_a_long_mate_no_other_move_may_win(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board(MATE_OR_A_ROOK)
    golden(sound_puzzle(board, evaluator))
    composed = sound_puzzle(board, evaluator, may_win_slowly=True)
    assert isinstance(composed, Puzzle)
    assert (composed.key, str(composed.stipulation)) == ("c7e7", "mate in 4")


def test_a_mate_at_once_is_a_puzzle_whatever_else_wins(evaluator: Evaluator) -> None:
    found = sound_puzzle(chess.Board(MATE_AT_ONCE), evaluator)
    assert isinstance(found, Puzzle)
    assert (found.key, str(found.stipulation)) == ("d6e7", "mate in 1")


def test_where_there_is_one_legal_move_there_is_nothing_to_find(evaluator: Evaluator) -> None:
    forced = chess.Board("7k/6Q1/8/8/8/8/8/K7 b - - 0 1")
    assert forced.legal_moves.count() == 1
    assert sound_puzzle(forced, evaluator) == "only one legal move"
