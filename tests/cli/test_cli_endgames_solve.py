"""Test the command that solves endgames."""

from __future__ import annotations

import json
import os
from pathlib import Path

import chess
import pytest

from command_line import Motif, caller

data = pytest.mark.skipif("MOTIF_DATA" not in os.environ, reason="needs the tables under MOTIF_DATA")


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys, "endgames", "solve")


def test_every_move_is_shown_with_its_result(motif: Motif) -> None:
    code, printed, _ = motif("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")
    assert code == 0
    assert "White to move: mate in 1\n" in printed
    assert "    mate in 1     Qf8#\n" in printed
    assert "  ? draw          Qc4, Qf7\n" in printed
    assert "  ? throws the result away\n" in printed
    assert printed.endswith("1. Qf8#\n")
    assert "f1→f8" in printed


def test_a_drawn_position_has_no_line_but_moves_that_lose(motif: Motif) -> None:
    code, printed, _ = motif("8/4k3/4P3/5K2/8/8/8/8 b - - 0 1")
    assert code == 0
    assert "Black to move: draw\n" in printed
    assert "    draw          Kd6, Ke8\n" in printed or "    draw          Ke8\n" in printed
    assert "Kd8" in printed.split("? mated in")[1]


def test_the_longest_line_ends_in_mate(motif: Motif) -> None:
    report = json.loads(motif("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "--json")[1])
    assert (report["result"], report["plies"], len(report["line"])) == ("win", 31, 31)
    board = chess.Board(report["fen"])
    for move in report["line"]:
        board.push_uci(move)
    assert board.is_checkmate()
    assert {move["move"] for move in report["moves"]} == {move.uci() for move in chess.Board(report["fen"]).legal_moves}


@pytest.mark.parametrize(
    ("fen", "report"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "Black to move: mated\n"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Black to move: stalemate\n"),
        ("8/8/8/8/8/2k5/8/K7 w - - 0 1", "White to move: draw\n"),
    ],
)
def test_games_that_are_over_and_bare_kings(motif: Motif, fen: str, report: str) -> None:
    code, printed, _ = motif(fen)
    assert (code, report in printed) == (0, True)


def test_an_endgame_at_a_glance(motif: Motif) -> None:
    Path("cache/tables").unlink()  # Nothing is solved yet.
    code, printed, noted = motif("KKR")  # the same as KRK
    assert code == 0
    assert "the longest win: mate in 16, White to move" in printed
    assert "1 table solved in" in noted
    again = motif("krk")
    assert again[1] == printed
    assert "the tables were kept from before" in again[2]


def test_an_endgame_for_machines_counts_every_position(motif: Motif) -> None:
    report = json.loads(motif("KRK", "--json")[1])
    white, black = report["white to move"], report["black to move"]
    assert (white["draws"], white["losses"], black["wins"]) == (0, 0, 0)
    # Counted by hand with python-chess: three pieces on different squares, the side not to move not in check.
    assert sum(white.values()) == 175_168
    assert sum(black.values()) == 223_944
    assert report["longest"]["plies"] == 31
    board = chess.Board(report["longest"]["fen"])
    assert board.is_valid()


def test_where_neither_side_can_win(motif: Motif) -> None:
    assert "neither side can win: there is no mate" in motif("KBK")[1]


@pytest.mark.parametrize(
    ("arguments", "complaint", "hint"),
    [
        (["KXK"], 'no endgame is called "KXK": write the pieces', "there are KQK, KRK, KBK, KNK, KPK, KQQK"),
        (["KQRKQR"], 'no endgame is called "KQRKQR": it has more than four pieces', "there are KQK"),
        (["KK"], "two bare kings", "such as KRK"),
        (["8/8/8/8/8/2k5/8/8 w - - 0 1"], "a king is missing", ""),
        (["8/8/8/3k4/3r4/2P5/1R6/K7 w - - 0 1"], "tables have up to 4 ", "--tables FOLDER uses Syzygy or Gaviota"),
        (["KRK", "--tables", "."], "files answer for positions, not for whole endgames", "leave out --tables"),
        (["8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "--tables", "nowhere"], "there is no folder nowhere", "*.rtbw"),
        (["8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "--tables", "."], "there are no tables in .", "*.rtbw"),
    ],
)
def test_bad_input_is_one_line_and_a_hint(motif: Motif, arguments: list[str], complaint: str, hint: str) -> None:
    code, printed, noted = motif(*arguments)
    assert (code, printed) == (2, "")
    assert complaint in noted
    assert hint in noted


@data
def test_files_of_a_user_answer_instead(motif: Motif) -> None:
    folder = f"{os.environ['MOTIF_DATA']}/tablebases/syzygy"
    code, printed, _ = motif("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "--tables", folder)
    assert code == 0
    assert "White to move: win, by the syzygy files" in printed
    assert "  ? draw  Qc4, Qf7\n" in printed
    report = json.loads(motif("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "--tables", folder, "--json")[1])
    assert (report["best"], report["result"]) == ("f1f8", "win")
    code, _, noted = motif("8/3k4/8/7r/8/8/1R3P2/K7 w - - 0 1", "--tables", folder)
    assert (code, "no table in" in noted) == (2, True)
