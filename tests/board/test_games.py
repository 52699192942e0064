"""Test that games are read as they were played and annotated; python-chess reads the same text for comparison."""

from __future__ import annotations

import gzip
import io
import math
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif._core.board import Game
from motif.board.games import Report, boards_of, read_games
from motif.errors import BadGameFile

OPERA = """\
[Event "A night at the opera"]
[Site "Paris"]
[Date "1858.??.??"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[WhiteElo "2690"]
[BlackElo "?"]
[ECO "C41"]

{ The box was loud. } 1. e4 e5 2. Nf3 d6 3. d4 Bg4 { [%eval 0.88] } (3... exd4 4. Nxd4 (4. Qxd4 Nc6) 4... Nf6)
4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 $2 {A natural move,
and a bad one. [%cal Gc4f7,Rf3b3]} 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 { [%clk 0:12:03.5] } b5?!
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 ; all pieces at home are pinned {
% an escape that { no reader sees
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! {[%csl Gb8] A queen for mate.} { [%eval #1] } 16... Nxb8
17. Rd8# 1-0
"""
DATA = os.environ.get("MOTIF_DATA")


def read_one(text: str) -> Game:
    return Game.parse(text)


def with_python_chess(text: str) -> list[chess.pgn.Game]:
    handle = io.StringIO(text)
    return list(iter(lambda: chess.pgn.read_game(handle), None))


def agree(ours: Game, theirs: chess.pgn.Game) -> None:
    """Compare all that both readers know about a game."""
    nodes = list(theirs.mainline())
    assert ours.moves == [node.move for node in nodes]
    assert {**theirs.headers, **ours.tags} == dict(theirs.headers)
    assert ours.result == theirs.headers["Result"]
    assert ours.evals == [node.eval() for node in nodes]
    assert ours.nags == [node.nags for node in nodes]
    for clock, node in zip(ours.clocks, nodes, strict=True):
        expected = node.clock()
        assert math.isnan(clock) if expected is None else clock == pytest.approx(expected)
    for arrows, node in zip(ours.arrows, nodes, strict=True):
        assert sorted(arrows) == sorted(arrow.pgn() for arrow in node.arrows())
        node.set_arrows([])
        node.set_eval(None)
        node.set_clock(None)
    assert ours.comments == [" ".join(re.findall(r"[^ \t\n\r\f]+", node.comment)) for node in nodes]


def test_morphy_wins_at_the_opera(golden: Golden) -> None:
    game = read_one(OPERA)
    agree(game, with_python_chess(OPERA)[0])
    assert len(game) == 33
    assert game.players == ("Morphy, Paul", "Duke Karl / Count Isouard")
    assert game.ratings == (2690, None)
    assert game.introduction == "The box was loud."
    golden(game.comments[11])
    assert game.arrows[11] == ["Gc4f7", "Rf3b3"]
    assert game.clocks[16] == 723.5
    assert game.evals[30] == chess.engine.PovScore(chess.engine.Mate(1), chess.WHITE)
    assert game.board().is_checkmate()


def test_boards_carry_the_moves_so_far(golden: Golden) -> None:
    game = read_one(OPERA)
    before_the_sacrifice = game.board(30)
    assert before_the_sacrifice.fullmove_number == 16
    assert before_the_sacrifice.move_stack == game.moves[:30]
    assert before_the_sacrifice.san(game.moves[30]) == "Qb8+"
    with golden.raises(IndexError):
        game.board(34)


def test_positions_stand_before_each_move(golden: Golden) -> None:
    game = read_one(OPERA)
    positions = game.positions()
    assert positions.fens() == [game.board(ply).fen() for ply in range(33)]
    assert positions.play(game.move_codes).fens()[-1] == game.board().fen()
    assert game.positions([0, 33]).fens() == [chess.STARTING_FEN, game.board().fen()]
    with golden.raises(IndexError):
        game.positions([40])


def test_a_game_is_a_value() -> None:
    game = read_one(OPERA)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.number == game.number
    assert hash(again) == hash(game)
    assert Game.parse(str(game)) == game
    assert game != read_one("1. e4 *")
    assert repr(game) == "<Game 1: Morphy, Paul - Duke Karl / Count Isouard, 1-0, 33 plies>"
    assert repr(read_one("*")) == "<Game 1: ? - ?, *, 0 plies>"
    assert read_one("*"), "a game without moves is still a game"


def test_evals_as_numbers_from_whites_side() -> None:
    game = read_one("1. f3 {[%eval -0.5]} e5 {[%eval #-2]} 2. g4 Qh4# {[%eval #0]} 0-1")
    centipawns = game.centipawns(mate=1000)
    assert list(centipawns[:2]) == [-50, -998]
    assert math.isnan(centipawns[2])
    assert centipawns[3] == -1000
    evaluator = list(with_python_chess(str(game))[0].mainline())
    assert [node.eval() for node in evaluator] == game.evals


def test_a_study_begins_from_its_own_position() -> None:
    lucena = '[SetUp "1"]\n[FEN "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 60"]\n\n60. Rd1+ Ke7 61. Rd4 *\n'
    game = read_one(lucena)
    agree(game, with_python_chess(lucena)[0])
    assert game.start_fen == "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 60"
    assert game.first_ply_of_move(61) == 2
    assert game.first_ply_of_move(12) == 0
    assert game.first_ply_of_move(100) == 80


def test_black_may_begin() -> None:
    game = read_one('[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 3 40"]\n\n40... Kd7 41. a8=Q *')
    assert [game.first_ply_of_move(number) for number in (40, 41, 42)] == [0, 1, 3]
    assert str(game).endswith("40... Kd7 41. a8=Q *\n")


def test_games_come_in_the_order_of_their_files(tmp_path: Path) -> None:
    first, second = tmp_path / "first.pgn", tmp_path / "second.pgn"
    first.write_text(OPERA + "\n" + "1. d4 d5 *\n\n" * 3)
    second.write_text("1. c4 *\n")
    report = Report()
    games = list(read_games([first, str(second)], report=report))
    assert [game.number for game in games] == [1, 2, 3, 4, 1]
    assert games[1].offset == len(OPERA) + 1
    assert (report.games, report.bad_games) == (5, [])
    assert report.bytes_read == report.bytes_total == first.stat().st_size + second.stat().st_size


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff", "\n\n", "% exported by hand\n; twice\n"])
def test_bytes_around_the_games_do_not_matter(tmp_path: Path, start: str, ending: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes((start + (OPERA + "\n") * 2).replace("\n", ending).encode())
    report = Report()
    games = list(read_games(path, report=report))
    assert games == [read_one(OPERA)] * 2
    assert report.bad_games == []


def test_two_games_with_nothing_between_them(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Event "A"]\n\n1. e4 1-0\n[Event "B"]\n[Result "0-1"]\n\n1. d4\n[Event "C"]\n\n1. c4 *\n')
    games = list(read_games(path))
    assert [(game.tags["Event"], game.result) for game in games] == [("A", "1-0"), ("B", "0-1"), ("C", "*")]


@pytest.mark.parametrize("pieces", [1, 2])
@pytest.mark.parametrize("name", ["games.pgn.gz", "games.pgn.zst", "misnamed.pgn"])
def test_compressed_files_are_known_by_their_first_bytes(tmp_path: Path, name: str, pieces: int) -> None:
    path = tmp_path / name
    path.write_bytes(packed(OPERA, "zst" if name.endswith("zst") else "gz") * pieces)
    assert list(read_games(path)) == [read_one(OPERA)] * pieces


def packed(text: str, kind: str) -> bytes:
    if kind == "gz":
        return gzip.compress((text + "\n").encode())
    # Python 3.11 has no zstd module: a frame with one stored block, as RFC 8878 describes it.
    data = (text + "\n").encode()
    block = (len(data) << 3 | 1).to_bytes(3, "little") + data
    return b"\x28\xb5\x2f\xfd" + b"\xa0" + len(data).to_bytes(4, "little") + block


def test_standard_input() -> None:
    code = "from motif.board.games import read_games\nprint([len(game) for game in read_games('-')])"
    run = [sys.executable, "-c", code]
    answer = subprocess.run(run, input=packed(OPERA, "gz"), capture_output=True, check=True)
    assert answer.stdout.split() == [b"[33]"]


def test_players_in_any_alphabet(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes('[White "Ботвинник"]\n\n1. e4 {Ж} *\n\n'.encode() + b'[White "M\xfcller"]\n\n1. e4 {\xe4} *\n')
    games = list(read_games(path))
    assert [game.players[0] for game in games] == ["Ботвинник", "Müller"]
    assert [game.comments[0] for game in games] == ["Ж", "ä"]


def test_parse_reads_exactly_one_game(golden: Golden) -> None:
    with golden.raises(BadGameFile):
        Game.parse("1. e4 *\n\n1. d4 *")
    with golden.raises(BadGameFile):
        Game.parse(" ")


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 d5 2. ed5 Nf6 3. Nf3 Nd5 4. Bc4 Nb6 5. 0-0 Nc4 6. Re1 Nd2 7. Nbxd2 1/2-1/2",
        "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. hxg8Q a5 6. Qxf8+ 1-0",
    ],
    ids=["captures and castling", "a promotion without its sign"],
)
def test_forgiving_as_python_chess_is(text: str) -> None:
    assert read_one(text).moves == list(with_python_chess(text)[0].mainline_moves())


@st.composite
def annotated_games(draw: st.DrawFn) -> str:
    """Return a random game with notes, written by python-chess."""
    game = chess.pgn.Game()
    game.headers["White"] = draw(st.sampled_from(["Anna", "Bélá", "O'Kelly"]))
    node: chess.pgn.GameNode = game
    board = game.board()
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=40)):
        legal = list(board.legal_moves)
        if not legal:
            break
        node = node.add_variation(legal[choice % len(legal)])
        board.push(node.move)
        if choice % 3 == 0:
            node.comment = draw(st.text(st.characters(codec="utf-8", exclude_characters="{}%[]"), max_size=20))
        if choice % 5 == 0:
            node.nags.add(choice % 140)
        if choice % 4 == 0:
            node.set_eval(chess.engine.PovScore(chess.engine.Cp(choice - 5000), chess.WHITE))
        if choice % 7 == 0:
            node.set_clock(choice / 10)
        if choice % 11 == 0 and len(legal) > 1:
            node.parent.add_variation(legal[(choice + 1) % len(legal)]).comment = "a side line"
    return str(game)


@given(annotated_games())
@settings(max_examples=40, deadline=None)
def test_random_games_are_read_as_python_chess_reads_them(text: str) -> None:
    game = read_one(text)
    agree(game, with_python_chess(text)[0])
    assert Game.parse(str(game)) == game
    agree(game, with_python_chess(str(game))[0])


@pytest.mark.skipif(DATA is None, reason="MOTIF_DATA is not set")
@pytest.mark.parametrize("name", ["games/lichess_db_2025-05_first438.pgn", "gm_games/Morphy.pgn.zst"])
def test_real_games_are_read_as_python_chess_reads_them(name: str) -> None:
    path = Path(DATA or "") / name
    report = Report()
    games = list(read_games(path, report=report))
    assert report.bad_games == []
    raw = path.read_bytes()
    if path.suffix == ".zst":
        raw = subprocess.run(["zstd", "-dc", str(path)], capture_output=True, check=True).stdout
    for ours, theirs in zip(games, with_python_chess(raw.decode()), strict=True):
        agree(ours, theirs)


def test_the_positions_of_a_game_come_with_the_moves_that_led_there_or_without() -> None:
    game = Game.parse("1. f3 e5 2. g4 Qh4# 0-1")
    whole, bare = boards_of(game), boards_of(game, with_moves=False)
    assert [board.fen() for board in whole] == [board.fen() for board in bare]
    assert [len(board.move_stack) for board in whole] == [0, 1, 2, 3, 4]
    assert not any(board.move_stack for board in bare)
