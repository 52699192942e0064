"""Test `motif explain`: sentence, drawing, the board without the cause, and clear errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Motif, caller

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"
SCHOLAR = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
SENTENCE = "Nc7+ forks the king on e8 and the rook on a8, winning a rook."
GAME = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Motif:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    return caller(monkeypatch, capsys, "explain")


@pytest.mark.parametrize("move", ["Nc7+", "d5c7"])
def test_a_move_is_explained_in_either_notation(motif: Motif, move: str) -> None:
    code, printed, _ = motif(FORK, move)
    assert code == 0
    assert SENTENCE in printed
    assert "The line: 1. Nc7+ Kd7 2. Nxa8." in printed


def test_without_a_move_the_best_one_is_explained(motif: Motif) -> None:
    assert SENTENCE in motif(FORK)[1]


def test_the_board_without_the_cause_is_drawn(motif: Motif) -> None:
    _, printed, _ = motif(FORK, "Nc7+", "--show-counterfactual")
    boards = [line for line in printed.splitlines() if line.startswith("8")]
    assert boards == ["8[♜]· · ·[♚]· · ·", "8[·]· · · ♚ · · ·"]
    assert "Without the rook on a8, Nc7+ would win " in printed


def test_a_move_without_a_cause_has_no_board_without_it(motif: Motif) -> None:
    assert "There is no checked cause to undo." in motif("start", "e4", "--show-counterfactual")[1]


def test_what_is_wrong_with_the_move_i_wanted_to_play(motif: Motif) -> None:
    _, printed, _ = motif(SCHOLAR, "--why-not", "d3")
    assert "d3 misses Qxf7, mate" in printed
    assert "It also allows Nxh5, which wins the undefended queen" in printed
    assert "The winning chance goes from 100 % to" in printed


def test_a_position_is_a_fen_or_moves_or_a_place_in_a_game(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text(GAME)
    assert motif("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6", "Qxf7")[1] == motif("game.pgn@4.")[1]


def test_a_mistake_in_a_game_is_explained_by_what_it_allows(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text(GAME)
    _, blunder, _ = motif("--game", "game.pgn", "--ply", "6")
    assert motif("game.pgn", "--move", "3...Nf6")[1] == blunder
    assert motif("game.pgn@3...")[1] == motif("game.pgn#1@3...Nf6")[1] == blunder
    assert "Nf6 ignores the threat Qxf7, mate" in blunder
    _, mate, _ = motif("--game", "game.pgn", "--ply", "7")
    assert "Qxf7 is mate" in mate


def test_json_holds_the_sentence_and_the_arrows(motif: Motif) -> None:
    report = json.loads(motif(FORK, "Nc7+", "--json")[1])
    assert report["sentence"] == SENTENCE
    point = report["point"]
    assert list(point)[:3] == ["side", "kind", "motif"]
    assert [step["san"] for step in point["line"]] == ["Nc7+", "Kd7", "Nxa8"]
    assert sorted(point["arrows"]) == ["Gd5c7", "Rc7a8", "Rc7e8"]
    assert (point["check"]["ply"], point["check"]["squares"]) == (0, ["a8"])


def test_json_of_a_mistake_holds_both_sides(motif: Motif) -> None:
    mistake = json.loads(motif(SCHOLAR, "--why-not", "d3", "--json")[1])
    assert (mistake["played"]["san"], mistake["better"]["line"][0]["san"]) == ("d3", "Qxf7#")
    assert (mistake["point"]["side"], mistake["also"]["side"]) == ("missed", "allowed")
    assert mistake["point"]["line"] == mistake["better"]["line"]
    assert mistake["also"]["fen"] == mistake["played"]["fen"]
    assert mistake["verdict"]["judgement"] == "blunder"
    assert mistake["verdict"]["before"] > mistake["verdict"]["after"]


def test_the_picture_is_written(motif: Motif, tmp_path: Path) -> None:
    motif(FORK, "Nc7+", "--svg", "fork.svg")
    assert (tmp_path / "fork.svg").read_text().startswith("<svg")


def test_the_picture_is_written_together_with_json(motif: Motif, tmp_path: Path) -> None:
    json.loads(motif(FORK, "Nc7+", "--json", "--svg", "fork.svg")[1])
    assert (tmp_path / "fork.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([FORK, "Nf9"], "'Nf9' is not a move\nhint: did you mean Nf4"),
        (["7k/5KQ1/8/8/8/8/8/8 b - - 0 1"], "the game is over"),
        (["KK5k/8/8/8/8/8/8/8 w - - 0 1"], "a side has more than one king"),
        ([], "missing argument 'POSITION'"),
        ([FORK, "Nc7+", "--why-not", "Nb6"], "give either MOVE or --why-not MOVE"),
        ([FORK, "--engine", "stranger"], "there is no engine called 'stranger'"),
        ([FORK, "--move", "3."], "--move names a move of a game"),
        (["game.pgn@3.", "--move", "3..."], "both name a move"),
        (["--game", "game.pgn", "--ply", "8"], "the game has no such move"),
        (["--game", "game.pgn", "--number", "2"], "there is no game 2 in game.pgn"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    motif: Motif, tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    (tmp_path / "game.pgn").write_text(GAME)
    code, _, complained = motif(*arguments)
    assert code == 2
    assert complaint in complained
