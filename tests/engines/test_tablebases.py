"""Test the endgame tables: known longest mates, textbook positions, and a published table."""

from __future__ import annotations

import os
import pickle
from collections import Counter
from pathlib import Path

import chess
import numpy as np
import pytest

from goldens import Golden
from motif.engines.limits import Limit
from motif.engines.small_tables import ExactValue, Tablebase, mirrors
from motif.errors import BadArgument, BadFile, BadPosition
from motif.runtime.parallel import Progress

LIMIT = Limit(depth=1)
data = pytest.mark.skipif("MOTIF_DATA" not in os.environ, reason="needs the tables under MOTIF_DATA")


def longest_mate(tables: Tablebase, signature: str) -> int:
    return max((value - 1) // 2 for value in set(tables.values(signature)) if value > 1 and value % 2)


@pytest.mark.parametrize(("signature", "moves"), [("KQK", 10), ("KRK", 16), ("KPK", 28)])
def test_the_longest_mates_are_the_known_ones(tables: Tablebase, signature: str, moves: int) -> None:
    assert longest_mate(tables, signature) == moves


@data
@pytest.mark.parametrize(("signature", "moves"), [("KBNK", 33), ("KQKR", 35), ("KRKN", 40), ("KRKB", 29), ("KBBK", 19)])
def test_the_longest_mates_with_four_pieces(tables: Tablebase, signature: str, moves: int) -> None:
    assert longest_mate(tables, signature) == moves


@pytest.mark.parametrize(
    ("fen", "truth"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mated"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw"),  # stalemate
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "mate in 1"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "mate in 1"),
        ("8/8/8/8/8/6k1/8/r5K1 w - - 0 1", "mated"),  # the same with colours exchanged
        ("8/8/4k3/8/4PK2/8/8/8 w - - 0 1", "draw"),  # without the opposition
        ("8/8/4k3/8/4PK2/8/8/8 b - - 0 1", "draw"),
        ("7k/5K2/7P/8/8/8/8/8 b - - 0 1", "draw"),  # a rook's pawn and the right corner
        ("8/8/8/8/8/2k5/8/1K6 w - - 0 1", "draw"),  # bare kings
    ],
)
def test_textbook_positions(tables: Tablebase, fen: str, truth: str) -> None:
    assert str(tables.probe(chess.Board(fen))) == truth


def test_the_pawn_wins_with_the_king_in_front_of_it(tables: Tablebase) -> None:
    for turn in "wb":
        assert tables.probe(chess.Board(f"4k3/8/4K3/4P3/8/8/8/8 {turn} - - 0 1")).result == (1 if turn == "w" else -1)


def test_play_by_tables_mates_as_fast_as_they_say(tables: Tablebase) -> None:
    board = chess.Board("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    plies = tables.probe(board).plies
    for left in range(plies, 0, -1):
        assert tables.probe(board).plies == left
        (evaluation,) = tables.evaluate([board], LIMIT)
        assert evaluation.best is not None
        board.push(evaluation.best)
    assert board.is_checkmate()


def test_positions_outside_the_tables_are_refused(golden: Golden, tables: Tablebase) -> None:
    with golden.raises(BadPosition):
        tables.probe(chess.Board())
    with golden.raises(BadPosition):
        tables.probe(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    with golden.raises(BadArgument):
        tables.prepare("KRRKR")
    with golden.raises(BadArgument):
        tables.prepare("KXK")


def test_indices_are_the_positions_of_their_values(golden: Golden, tables: Tablebase) -> None:
    values = np.frombuffer(tables.values("KRK"), np.uint8)
    places = np.flatnonzero(values == 2)  # mated
    for image in mirrors("KRK"):
        mates = tables.positions("KRK", places, image)
        assert all(board.is_checkmate() for board in mates)
    with golden.raises(BadArgument):
        tables.positions("KRK", np.array([0]))  # all three pieces on a1
    with golden.raises(BadArgument):
        tables.positions("KPK", np.array([0]), 56)


def test_missing_tables_are_named_in_the_order_of_solving(tmp_path: Path) -> None:
    tables = Tablebase(tmp_path)
    assert tables.missing("KKP") == ["KBK", "KNK", "KQK", "KRK", "KPK"]
    tables.prepare("KQK")
    assert Tablebase(tmp_path).missing("KPK") == ["KBK", "KNK", "KRK", "KPK"]
    assert tables.missing("KQK") == []


def test_tables_are_kept_on_disk_and_damage_is_noticed(golden: Golden, tmp_path: Path) -> None:
    reports: list[Progress] = []
    Tablebase(tmp_path, reports.append).prepare("KPK")
    assert [news.words for news in reports] == [f"solving {name}" for name in ("KBK", "KNK", "KQK", "KRK", "KPK")]
    again = pickle.loads(pickle.dumps(Tablebase(tmp_path)))
    assert again.probe(chess.Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")) == ExactValue(1, 1)
    path = tmp_path / "KQK.table"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with golden.raises(BadFile) as caught:
        Tablebase(tmp_path).prepare("KQK")
    assert caught.value.hint == "delete it, and Motif will solve it again"
    path.write_bytes(b"noise")
    with golden.raises(BadFile):
        Tablebase(tmp_path).prepare("KQK")


@data
def test_every_row_of_the_king_and_rook_table(tables: Tablebase) -> None:
    # Michie and Bain's table: Black to move, and how many moves White needs, as a word.
    words = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    rows = (Path(os.environ["MOTIF_DATA"]) / "endgame" / "krkopt.data").read_text().split()
    boards, expected = [], []
    for row in rows:
        *squares, depth = row.split(",")
        board = chess.Board(None)
        for symbol, file, rank in zip("KRk", squares[::2], squares[1::2], strict=True):
            board.set_piece_at(chess.parse_square(file + rank), chess.Piece.from_symbol(symbol))
        board.turn = chess.BLACK
        boards.append(board)
        expected.append(ExactValue(0, 0) if depth == "draw" else ExactValue(-1, 2 * words.split().index(depth)))
    assert len(boards) == 28_056
    assert Counter(tables.probe_all(boards)) == Counter(expected)
    assert tables.probe_all(boards) == expected


def test_a_table_that_cannot_be_written_is_used_from_memory(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("where the folder of tables should be")
    reports: list[str] = []
    tablebase = Tablebase(tmp_path / "a file" / "tables", lambda news: reports.append(news.words))
    assert tablebase.probe(chess.Board("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")).result == 1
    assert any(words.startswith("KRK is not saved: cannot write") for words in reports)
