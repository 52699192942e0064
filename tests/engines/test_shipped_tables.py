"""Test the shipped results against textbooks, the package's solver, and Syzygy files if there are any."""

from __future__ import annotations

import os
import pickle
import random
import runpy
import time
from contextlib import closing
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.engines.exact import ExactResults, open_tables
from motif.engines.small_tables import FOLDER, Result, ShippedTables, Tablebase
from motif.errors import BadFile

MAKE_TABLES = runpy.run_path(str(Path(__file__).parents[2] / "experiments" / "tables" / "make_tables.py"))
ENDINGS = list(MAKE_TABLES["endings"]())

data = pytest.mark.skipif("MOTIF_DATA" not in os.environ, reason="needs the tables under MOTIF_DATA")


@pytest.fixture(scope="module")
def shipped() -> ShippedTables:
    return ShippedTables()


def some_position(signature: str, rng: random.Random) -> chess.Board:
    """Return a random legal position with these pieces, some with a possible en passant capture."""
    while True:
        board = chess.Board(None)
        split = signature.index("K", 1)
        pieces = [(letter, side < split) for side, letter in enumerate(signature)]
        for (letter, is_white), square in zip(pieces, rng.sample(range(64), len(pieces)), strict=True):
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), is_white))
        board.turn = rng.random() < 0.5
        if rng.random() < 0.5:
            board = board.mirror()
        if board.is_valid():
            moves = list(board.legal_moves)
            # Another move may be a double step that can be captured en passant.
            if moves and rng.random() < 0.3:
                board.push(rng.choice(moves))
            return board


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1", Result.WIN),
        ("8/4k3/8/8/4K3/4P3/8/8 b - - 0 1", Result.DRAW),  # Ke6 keeps the king out
        ("8/8/4k3/8/3K4/4P3/8/8 w - - 0 1", Result.WIN),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Result.DRAW),  # the other king has the opposition
        ("8/4p3/8/4k3/8/8/4K3/8 b - - 0 1", Result.WIN),  # the colours exchanged
        ("7k/8/8/6KP/8/8/8/3B4 w - - 0 1", Result.DRAW),  # the wrong bishop
        ("7k/8/8/6KP/8/8/8/2B5 w - - 0 1", Result.WIN),  # and the right one
        ("Q7/8/8/8/7K/8/1kp5/8 w - - 0 1", Result.DRAW),  # a bishop's pawn on the seventh
        ("Q7/8/8/8/7K/8/1k1p4/8 w - - 0 1", Result.WIN),  # a centre pawn
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", Result.LOSS),  # mate
        ("8/8/8/8/8/1qk5/8/K7 w - - 0 1", Result.DRAW),  # stalemate
        ("8/8/8/3k4/8/8/8/3K4 w - - 0 1", Result.DRAW),
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", None),  # five pieces
        ("8/8/8/8/8/8/4k3/R3K3 w Q - 0 1", None),  # not a legal position
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", None),  # no table knows castling
    ],
)
def test_textbook_results(shipped: ShippedTables, fen: str, result: Result | None) -> None:
    assert shipped.result(chess.Board(fen)) == result


def test_an_en_passant_capture_changes_the_result(shipped: ShippedTables) -> None:
    assert shipped.result(chess.Board("6k1/8/8/8/3pP3/8/8/K7 b - e3 0 1")) == Result.WIN
    assert shipped.result(chess.Board("6k1/8/8/8/3pP3/8/8/K7 b - - 0 1")) == Result.DRAW


@pytest.mark.parametrize("signature", ["KQK", "KRK", "KBK", "KNK", "KPK"])
def test_three_pieces_as_the_solver_says(shipped: ShippedTables, tables: Tablebase, signature: str) -> None:
    rng = random.Random(signature)
    boards = [some_position(signature, rng) for _ in range(500)]
    assert [shipped.result(board) for board in boards] == [exact.result for exact in tables.probe_all(boards)]


def test_the_files_are_what_the_solver_makes(tables: Tablebase) -> None:
    for signature in ("KQK", "KPK"):
        assert MAKE_TABLES["pack"](signature, tables) == (FOLDER / f"{signature}.xz").read_bytes()


def test_all_endings_ship_in_two_megabytes() -> None:
    assert {path.stem for path in FOLDER.glob("*.xz")} == set(ENDINGS)
    assert sum(path.stat().st_size for path in FOLDER.glob("*.xz")) < 2_000_000


@pytest.mark.parametrize(
    "fen",
    ["8/8/8/3k4/8/4p3/8/R3K3 w - - 0 1", "8/5p2/8/k7/8/2P5/8/7K w - - 0 1", "8/8/3k4/8/2PP4/8/8/7K b - - 0 1"],
)
def test_the_first_answer_takes_a_moment(fen: str) -> None:
    start = time.process_time()
    assert ExactResults().moves_that_keep(chess.Board(fen))
    assert time.process_time() - start < 1.0  # measured: 0.02 to 0.05


def test_another_process_reads_the_same_files(shipped: ShippedTables) -> None:
    board = chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1")
    assert pickle.loads(pickle.dumps(shipped)).result(board) == Result.WIN


def test_a_missing_file_is_named(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadFile):
        ShippedTables(tmp_path).result(chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1"))


def test_only_moves_that_keep_the_win() -> None:
    board = chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1")
    assert [board.san(move) for move in ExactResults().moves_that_keep(board) or []] == ["Kd5", "Ke5", "Kf5"]


def test_every_move_keeps_a_lost_result() -> None:
    board = chess.Board("8/8/8/8/8/2k5/7q/1K6 w - - 0 1")
    assert len(ExactResults().moves_that_keep(board) or []) == board.legal_moves.count()


def test_positions_with_more_pieces_have_no_result() -> None:
    assert ExactResults().moves_that_keep(chess.Board("4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1")) is None


@data
@pytest.mark.parametrize("signature", ENDINGS)
def test_results_are_those_of_syzygy(shipped: ShippedTables, signature: str) -> None:
    rng = random.Random(signature)
    with closing(open_tables(Path(os.environ["MOTIF_DATA"]) / "tablebases" / "syzygy")) as syzygy:
        for _ in range(100):
            board = some_position(signature, rng)
            # The fifty-move rule decides none of these endings.
            board.halfmove_clock = 0
            assert shipped.result(board) == syzygy.result(board), board.fen()
