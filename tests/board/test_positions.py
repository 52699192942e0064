"""Test batches of positions against python-chess, and that impossible positions are refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import chess
import chess.polyglot
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif._core.board import Positions, decode_move, encode_move
from motif.board.positions import load_positions, save_positions
from motif.errors import BadArgument, BadFile, BadPosition, IllegalMove
from walks import random_positions

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SCANDINAVIAN = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.fixture(scope="module")
def boards() -> list[chess.Board]:
    return random_positions(1_000, seed=1)


@pytest.fixture(scope="module")
def positions(boards: list[chess.Board]) -> Positions:
    return Positions.from_boards(boards)


def test_fens_survive(boards: list[chess.Board], positions: Positions) -> None:
    fens = [board.fen() for board in boards]
    assert positions.fens() == fens
    assert Positions(fens[:500]).fens() == fens[:500]
    assert positions.epds() == [board.epd() for board in boards]


def test_legal_moves_agree_with_python_chess(boards: list[chess.Board], positions: Positions) -> None:
    legal = positions.legal_moves()
    assert len(legal) == len(boards)
    for board, start, end in zip(boards, legal.offsets, legal.offsets[1:], strict=False):
        assert [*legal.codes[start:end]] == sorted(encode_move(move) for move in board.legal_moves), board.fen()


def test_attackers_pins_and_checks_agree_with_python_chess(boards: list[chess.Board], positions: Positions) -> None:
    attackers = {color: positions.attackers(color) for color in chess.COLORS}
    pinned, checkers = positions.pinned(), positions.checkers()
    for index, board in enumerate(boards):
        for square in chess.SQUARES:
            for color in chess.COLORS:
                assert attackers[color][index, square] == board.attackers_mask(color, square)
        pinned_pieces = [s for s in board.piece_map() if board.is_pinned(board.color_at(s) or chess.BLACK, s)]
        assert chess.SquareSet(int(pinned[index])) == chess.SquareSet(pinned_pieces), board.fen()
        assert checkers[index] == board.checkers_mask()


def test_checks_given_and_successors_agree_with_python_chess(boards: list[chess.Board]) -> None:
    some = boards[::20]
    positions = Positions.from_boards(some)
    legal, after, check = positions.legal_moves(), positions.successors(), positions.gives_check()
    row = 0
    for board, moves in zip(some, legal, strict=True):
        for move in moves:
            assert check[row] == board.gives_check(move)
            board.push(move)
            assert after[row].fen() == board.fen()
            board.pop()
            row += 1
    assert row == len(after)


def test_hashes_are_polyglot_keys(boards: list[chess.Board], positions: Positions) -> None:
    assert positions.hashes().tolist() == [chess.polyglot.zobrist_hash(board) for board in boards]


def test_material_counts_the_pieces(boards: list[chess.Board], positions: Positions) -> None:
    counted = [[len(b.pieces(kind, side)) for side in (True, False) for kind in chess.PIECE_TYPES] for b in boards]
    assert np.array_equal(positions.material(), np.array(counted))


def test_turns(boards: list[chess.Board], positions: Positions) -> None:
    assert positions.turns().tolist() == [board.turn for board in boards]


def test_a_column_slices_and_joins_like_a_list(golden: Golden) -> None:
    column = Positions([chess.STARTING_FEN, KIWIPETE, SCANDINAVIAN])
    assert column[1].fen() == KIWIPETE
    assert column[-1].fen() == SCANDINAVIAN
    assert column[::-1].fens() == column.fens()[::-1]
    assert (column[:1] + column[1:]) == column
    assert column != column[::-1]
    assert column.take(np.array([2, 0])).fens() == [SCANDINAVIAN, chess.STARTING_FEN]
    assert [board.fen() for board in column] == column.fens()
    assert len(Positions()) == 0
    with golden.raises(IndexError):
        column[3]


def test_a_million_positions_fit_in_forty_megabytes() -> None:
    assert len(Positions([KIWIPETE] * 1000).to_bytes()) == 40_000


def test_repr_rebuilds_a_short_column_and_counts_a_long_one() -> None:
    short = Positions([KIWIPETE, SCANDINAVIAN])
    assert eval(repr(short)) == short
    assert repr(short + short) == f"<Positions: 4 from '{KIWIPETE}' on>"


@given(st.integers(0, 63), st.integers(0, 63), st.sampled_from([None, 2, 3, 4, 5]))
def test_move_codes_round_trip(start: int, end: int, promotion: int | None) -> None:
    move = chess.Move(start, end, promotion)
    assert decode_move(encode_move(move)) == move


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 60))
def test_pickles_and_bytes_round_trip(seed: int, count: int) -> None:
    column = Positions.from_boards(random_positions(count, seed))
    assert pickle.loads(pickle.dumps(column)) == column
    assert Positions.from_bytes(column.to_bytes()) == column


def test_playing_a_move_in_every_position(golden: Golden) -> None:
    column = Positions([chess.STARTING_FEN, SCANDINAVIAN])
    codes = np.array([encode_move(chess.Move.from_uci(uci)) for uci in ("g1f3", "e4d5")], dtype=np.uint16)
    assert column.play(codes)[1].piece_at(chess.D5) == chess.Piece.from_symbol("P")
    with pytest.raises(IllegalMove, match=f"illegal move e4d5 in {chess.STARTING_FEN}"):
        column[:1].play(codes[1:])
    with golden.raises(BadArgument):
        column.play(codes[:1])


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "a side has more than one king"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "expected 8 ranks"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "a king is missing"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", "Chess960 castling is not supported"),
        ("4k3/8/8/8/8/8/4P3/4K3[Q] w - - 0 1", "belong to a variant"),
        ("Mate in two, please", "expected 8 ranks"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(fen: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason) as caught:
        Positions([chess.STARTING_FEN, fen])
    assert fen in str(caught.value)


def test_a_board_that_is_no_position_is_refused_with_its_fen(golden: Golden) -> None:
    with golden.raises(BadPosition):
        Positions.from_boards([chess.Board("4k3/8/8/8/8/8/8/8 w - - 0 1")])


def test_a_counter_beyond_all_numbers_is_cut_and_counts_on() -> None:
    far = chess.Board(f"4k3/8/8/8/8/8/4P3/4K3 b - - {'9' * 30} {'9' * 30}")
    (board,) = Positions.from_boards([far])
    assert (board.halfmove_clock, board.fullmove_number) == (65_535, 65_535)
    board.push_san("Kd7")
    assert len(Positions.from_boards([board])) == 1


def test_a_column_survives_its_file(tmp_path: Path) -> None:
    column = Positions.from_boards(random_positions(100, seed=3))
    save_positions(column, tmp_path / "walk.positions")
    assert load_positions(tmp_path / "walk.positions") == column


def test_bad_position_files_are_refused(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "walk.positions"
    with golden.raises(BadFile):
        load_positions(path)
    path.write_bytes(b"\x00noise")
    with golden.raises(BadFile):
        load_positions(path)
    save_positions(Positions([KIWIPETE, SCANDINAVIAN]), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    with golden.raises(BadFile):
        load_positions(path)
    path.write_bytes(whole[:-40] + bytes(40))
    with golden.raises(BadFile):
        load_positions(path)
    with golden.raises(BadFile):
        Positions.from_bytes(bytes(39))


def test_columns_are_joined_in_their_order() -> None:
    column = Positions([chess.STARTING_FEN, KIWIPETE, SCANDINAVIAN])
    assert Positions.concatenate([column[2:], Positions(), column[:2]]).fens() == [SCANDINAVIAN, *column.fens()[:2]]
    with pytest.raises(TypeError):
        Positions.concatenate([chess.Board()])  # type: ignore[list-item]  # on purpose


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")
def test_one_game_wakes_no_other_thread() -> None:
    """Thousands of games in turn, each handed to other threads and waited for, stand still on a busy machine."""
    story = (
        "import os, chess\n"
        "from motif.board.positions import Positions\n"
        "few, many = (Positions.from_boards([chess.Board()] * count) for count in (200, 300))\n"
        "threads = lambda: len(os.listdir('/proc/self/task'))\n"
        "few[:1].material()  # whatever else starts with the first question\n"
        "before = threads()\n"
        "few.material(), few.turns(), few.legal_moves(), few.hashes()\n"
        "after_few = threads()\n"
        "many.material()\n"
        "print(after_few - before, threads() > before)"
    )
    result = subprocess.run([sys.executable, "-c", story], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["0", "True"], result.stdout
