"""Test reading positions and moves copied from a table or an annotated game."""

from __future__ import annotations

import chess
import pytest

from motif.board.moves import read_board, read_move
from motif.errors import BadPosition, IllegalMove

FEN = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


@pytest.mark.parametrize("copied", [FEN, FEN.replace(" ", "\t"), f"  {FEN}\n", FEN.replace(" ", "  ")])
def test_the_fields_of_a_position_may_stand_apart_in_any_way(copied: str) -> None:
    assert read_board(copied).fen() == FEN


def test_fields_that_run_together_are_no_position() -> None:
    with pytest.raises(BadPosition):
        read_board(FEN.replace(" ", ""))


@pytest.mark.parametrize("copied", ["Nf3", "Nf3!?", "Nf3!!", " Nf3 ", "g1f3?"])
def test_a_move_may_keep_its_annotators_marks(copied: str) -> None:
    assert read_move(chess.Board(), copied) == chess.Move.from_uci("g1f3")


@pytest.mark.parametrize("copied", ["!?", "Nf4!?", "--", "N!f3"])
def test_marks_make_no_move_of_what_is_none(copied: str) -> None:
    with pytest.raises(IllegalMove):
        read_move(chess.Board(), copied)
