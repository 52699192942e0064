"""Test that the advisers `tablebase` and `technique` answer without solving a table first."""

from __future__ import annotations

import os
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.engines.small_tables import Tablebase
from motif.errors import BadFile
from motif.players.endgames import TableAdviser
from motif.players.names import find_adviser
from motif.runtime.parallel import Progress


def refuse(progress: Progress) -> None:
    raise AssertionError(progress)


def test_the_tablebase_adviser_solves_nothing(tmp_path: Path) -> None:
    adviser = TableAdviser(Tablebase(tmp_path, refuse))
    board = chess.Board("8/8/8/3k4/8/4p3/8/R3K3 w - - 0 1")
    advice = adviser.advise(board)
    assert [str(piece.because) for piece in advice] == [
        "Ra2 wins; one of 13 moves that do (tablebase)",
        "Ra3 wins; one of 13 moves that do (tablebase)",
        "Ra4 wins; one of 13 moves that do (tablebase)",
    ]


def test_where_a_table_was_solved_it_counts_the_moves_to_mate(tmp_path: Path) -> None:
    tables = Tablebase(tmp_path)
    tables.prepare("KQK")
    (first, *_) = TableAdviser(tables).advise(chess.Board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"))
    assert "mates" in first.because.english


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"])
def test_tables_have_nothing_to_say_about_other_positions(tmp_path: Path, fen: str) -> None:
    assert not TableAdviser(Tablebase(tmp_path, refuse)).advise(chess.Board(fen))


def test_castling_rights_do_not_matter_if_every_move_gives_them_up(tmp_path: Path) -> None:
    (first, *_) = TableAdviser(Tablebase(tmp_path, refuse)).advise(chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))
    assert "wins; one of 16" in first.because.english


def test_technique_is_found_by_name() -> None:
    board = chess.Board("4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1")
    (advice, *_) = find_adviser("technique").advise(board)
    assert board.san(advice.move) == "Rb6"
    assert advice.because.source == "technique"


def test_technique_refuses_a_folder_without_tables(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadFile):
        find_adviser(f"technique:{tmp_path}")


@pytest.mark.skipif("MOTIF_DATA" not in os.environ, reason="needs the tables under MOTIF_DATA")
def test_technique_takes_a_folder_of_syzygy() -> None:
    adviser = find_adviser(f"technique:{os.environ['MOTIF_DATA']}/tablebases/syzygy")
    assert "opposition" in adviser.advise(chess.Board("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1"))[0].because.english
