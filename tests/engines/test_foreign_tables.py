"""Test our tables against Syzygy and Gaviota: every class of endgame, every probe position, and a user's files."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.gaviota
import chess.syzygy
import pytest

from goldens import Golden
from motif.engines.exact import GaviotaTables, SyzygyTables, open_tables
from motif.engines.limits import Limit
from motif.engines.small_tables import MOST_PIECES, Tablebase
from motif.errors import BadFile, BadPosition

LIMIT = Limit(depth=1)
FOLDER = Path(os.environ.get("MOTIF_DATA", "")) / "tablebases"
data = pytest.mark.skipif("MOTIF_DATA" not in os.environ, reason="needs the tables under MOTIF_DATA")

THREE_PIECES = ["KQk", "KRk", "KBk", "KNk", "KPk"]
ONE_SIDE = [f"K{one}{two}k" for number, one in enumerate("QRBNP") for two in "QRBNP"[number:]]
BOTH_SIDES = [f"K{one}k{two.lower()}" for number, one in enumerate("QRBNP") for two in "QRBNP"[number:]]


@pytest.fixture(scope="module")
def syzygy() -> Iterator[SyzygyTables]:
    files = open_tables(FOLDER / "syzygy")
    assert isinstance(files, SyzygyTables)
    yield files
    files.close()


@pytest.fixture(scope="module")
def gaviota() -> Iterator[GaviotaTables]:
    files = open_tables(FOLDER / "gaviota")
    assert isinstance(files, GaviotaTables)
    yield files
    files.close()


def random_endgame(rng: random.Random, pieces: str) -> chess.Board:
    while True:
        board = chess.Board(None)
        for symbol, square in zip(pieces, rng.sample(chess.SQUARES, len(pieces)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board


def after_a_double_step(rng: random.Random) -> chess.Board:
    """King and pawn against king and pawn, with a pawn that may be captured en passant."""
    while True:
        mover, file, sideways = rng.choice(chess.COLORS), rng.randrange(8), rng.choice((-1, 1))
        first, fourth = (1, 3) if mover == chess.WHITE else (6, 4)
        if file + sideways not in range(8):
            continue
        board = chess.Board(None)
        board.turn = mover
        for square in rng.sample(chess.SQUARES, 2):
            board.set_piece_at(square, chess.Piece(chess.KING, not board.kings))
        board.set_piece_at(chess.square(file, first), chess.Piece(chess.PAWN, mover))
        board.set_piece_at(chess.square(file + sideways, fourth), chess.Piece(chess.PAWN, not mover))
        step = chess.Move(chess.square(file, first), chess.square(file, fourth))
        if board.is_valid() and board.is_legal(step):
            board.push(step)
            if board.has_legal_en_passant():
                return board


@data
@pytest.mark.parametrize("pieces", [*THREE_PIECES, *ONE_SIDE, *BOTH_SIDES])
def test_results_agree_with_syzygy(tables: Tablebase, pieces: str) -> None:
    rng = random.Random(pieces)
    boards = [random_endgame(rng, pieces) for _ in range(2000)]
    with chess.syzygy.open_tablebase(str(FOLDER / "syzygy")) as files:
        # No endgame of four pieces runs into the fifty-move rule, so a blessed loss or cursed win does not occur.
        expected = [files.probe_wdl(board) / 2 for board in boards]
    assert [exact.result for exact in tables.probe_all(boards)] == expected


@data
def test_results_agree_with_syzygy_where_a_pawn_may_be_captured_en_passant(tables: Tablebase) -> None:
    rng = random.Random(3)
    boards = [after_a_double_step(rng) for _ in range(2000)]
    with chess.syzygy.open_tablebase(str(FOLDER / "syzygy")) as files:
        expected = [files.probe_wdl(board) / 2 for board in boards]
    without = [board.copy(stack=False) for board in boards]
    for board in without:
        board.ep_square = None
    assert [exact.result for exact in tables.probe_all(boards)] == expected
    # The capture matters: many of them are worth something else without it.
    assert sum(one != two for one, two in zip(tables.probe_all(boards), tables.probe_all(without), strict=True)) > 200


@data
@pytest.mark.parametrize("pieces", THREE_PIECES)
def test_distances_agree_with_gaviota(tables: Tablebase, pieces: str) -> None:
    rng = random.Random(pieces)
    boards = [random_endgame(rng, pieces) for _ in range(3000)]
    with chess.gaviota.open_tablebase(str(FOLDER / "gaviota")) as files:
        expected = [abs(files.probe_dtm(board)) for board in boards]
    assert [exact.plies for exact in tables.probe_all(boards)] == expected


def probe_positions(name: str) -> list[tuple[chess.Board, dict[str, float]]]:
    found = []
    for line in (FOLDER / name).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            board = chess.Board(None)
            operations = board.set_epd(line)
            found.append((board, {key: float(str(value)) for key, value in operations.items()}))
    return found


@data
def test_every_probe_position_with_a_result(tables: Tablebase) -> None:
    positions = probe_positions("endgame.epd")
    assert len(positions) == 200
    small = [(board, expected) for board, expected in positions if chess.popcount(board.occupied) <= MOST_PIECES]
    for board, expected in small:
        assert tables.probe(board).result == expected["wdl"] / 2, board.fen()


@data
def test_every_probe_position_with_a_distance(tables: Tablebase) -> None:
    # "dm 28" is mate in 28, "dm -15" being mated in 15, "dm 0" a draw.
    for board, expected in probe_positions("endgame-dm-4.epd"):
        exact = tables.probe(board)
        moves = (exact.plies + 1) // 2 if exact.result > 0 else -(exact.plies // 2)
        assert moves == expected["dm"], board.fen()


@data
def test_positions_with_five_pieces_are_refused(tables: Tablebase) -> None:
    for board, _ in probe_positions("endgame-dm-5.epd"):
        with pytest.raises(BadPosition, match="the tables cover up to 4 pieces"):
            tables.probe(board)


@data
@pytest.mark.parametrize("pieces", ["KRk", "KPk"])
def test_both_kinds_of_files_evaluate_positions(
    tables: Tablebase, syzygy: SyzygyTables, gaviota: GaviotaTables, pieces: str
) -> None:
    rng = random.Random(pieces)
    boards = [random_endgame(rng, pieces) for _ in range(40)]
    for board, theirs, other, ours in zip(
        boards,
        gaviota.evaluate(boards, LIMIT),
        syzygy.evaluate(boards, LIMIT),
        tables.evaluate(boards, LIMIT),
        strict=True,
    ):
        exact = tables.probe(board)
        assert theirs.score == ours.score
        assert gaviota.result(board) == syzygy.result(board) == exact.result
        for answer in (theirs, other):
            if answer.best is not None:
                board.push(answer.best)
                assert tables.probe(board).result == -exact.result
                board.pop()
            else:
                assert board.is_game_over()


@data
def test_a_position_without_a_file_is_refused(syzygy: SyzygyTables, gaviota: GaviotaTables) -> None:
    # A winning capture leads to fewer pieces, so that this position needs no file.
    assert syzygy.result(chess.Board("8/8/8/3k4/3r4/2P5/1R6/K7 w - - 0 1")) == 1
    with pytest.raises(BadPosition, match="did not find wdl table KRPvKR"):
        syzygy.result(chess.Board("8/3k4/8/7r/8/8/1R3P2/K7 w - - 0 1"))
    with pytest.raises(BadPosition):
        gaviota.result(chess.Board("8/8/8/3k4/3r4/8/1R6/K7 w - - 0 1"))


def test_a_folder_without_tables_says_what_it_should_hold(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadFile) as caught:
        open_tables(tmp_path / "nowhere")
    assert "*.rtbw" in caught.value.hint
    with golden.raises(BadFile):
        open_tables(tmp_path)
    (tmp_path / "KQvK.rtbw").write_bytes(b"")
    with golden.raises(BadFile):
        open_tables(tmp_path)
