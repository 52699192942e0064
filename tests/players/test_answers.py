"""Test reply lifts: they read back, are seen from the mover's side, and are 0 without earlier moves."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif._core.board import encode_move
from motif.errors import BadFile
from motif.players.human_boards import BoardFeatures
from motif.players.human_model import ReplyLifts

PINNING = ReplyLifts({"bg4": {"Ph2h3": 203, "Pa2a3": -50}, "xne5": {"Nf3e5": 235}}, {"pg3": {"Bf1g2": 127}})


def played(*moves: str) -> chess.Board:
    """A board after these moves of a game."""
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return board


def lift(board: chess.Board, uci: str) -> tuple[float, float]:
    """How much more often a move is made after the other side's last move, and after the own."""
    features = BoardFeatures([board])
    row = features.codes.tolist().index(encode_move(chess.Move.from_uci(uci)))
    answered, followed_up = PINNING.lifts(features)
    return float(answered[row]), float(followed_up[row])


def test_h3_answers_a_bishop_that_pins() -> None:
    pinned = played("e2e4", "d7d6", "g1f3", "c8g4")
    assert lift(pinned, "h2h3") == (2.03, 0.0)
    assert lift(pinned, "a2a3") == (-0.5, 0.0)
    assert lift(pinned, "b2b3") == (0.0, 0.0)
    assert lift(played("e2e4", "d7d6", "g1f3", "g8f6"), "h2h3") == (0.0, 0.0), "after another move nothing is said"


def test_black_sees_the_same_from_the_other_side() -> None:
    assert lift(played("d2d3", "g8f6", "c1g5"), "h7h6") == (2.03, 0.0)
    assert lift(played("d2d3", "g8f6", "c1g5"), "a7a6") == (-0.5, 0.0)
    assert lift(played("d2d4", "g7g6", "e2e4"), "f8g7") == (0.0, 1.27)


def test_a_capture_is_another_move_than_a_step() -> None:
    stepped = played("e2e4", "d7d6", "g1f3", "b8d7", "d2d3", "d7e5")
    took = played("d2d4", "b8c6", "g1f3", "e7e5", "d4e5", "c6e5")
    assert lift(stepped, "f3e5") == (0.0, 0.0)
    assert lift(took, "f3e5") == (2.35, 0.0)


def test_a_captured_piece_has_no_follow_up() -> None:
    going_on = played("g2g3", "e7e5")
    assert lift(going_on, "f1g2") == (0.0, 1.27)
    assert lift(chess.Board(going_on.fen()), "f1g2") == (0.0, 0.0), "the moves before are not known"
    taken = chess.Board("4k3/8/8/8/7b/8/6P1/K4B2 w - - 0 1")
    for move in ("g2g3", "h4g3"):
        taken.push_uci(move)
    assert lift(taken, "f1g2") == (0.0, 0.0)


def test_the_counts_read_back(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    PINNING.write(path, ["a note"])
    assert ReplyLifts.read(path) == PINNING


@pytest.mark.parametrize("line", ["answer bg9 Ph2h3:1", "answer bg4 Ph2h3:much", "answer zg4 Ph2h3:1", "go on pg3 B:1"])
def test_damaged_counts_are_refused_with_their_line(golden: Golden, tmp_path: Path, line: str) -> None:
    path = tmp_path / "answers.txt"
    path.write_text(f"# motif answers 1\n{line}\n# end of 1 lines\n")
    with golden.raises(BadFile):
        ReplyLifts.read(path)
