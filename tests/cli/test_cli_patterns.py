"""Test the pattern commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Motif, caller
from motif.patterns.library import Library
from motif.patterns.move_pattern import MovePattern

FORK = "hits_from 1 2 3\nhits_from 1 2 4\n1N -(+2.5)-> 2. with 3k 4r"
CHECK = "hits_from 1 2 3\n1N -(+0.5)-> 2. with 3k"
FORK_BOARD = "3r3k/8/8/4N3/8/8/8/4K3 w - - 0 1"


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    Library.of(map(MovePattern.parse, [FORK, CHECK]), {"weights": "logit"}).write(empty_folder / "forks.txt")
    return caller(monkeypatch, capsys, "patterns")


def test_patterns_are_read_in_english(motif: Motif) -> None:
    code, printed, complaints = motif("show", "forks.txt")
    assert (code, complaints) == (0, "")
    assert "+3.00 (+2.50)  the knight goes where it attacks the enemy king and an enemy rook" in printed
    assert "weights: logit" in printed
    code, printed, _ = motif("show", "forks.txt", "--count", "1", "--text")
    assert "hits_from 1 2 3" in printed
    assert "1 more pattern" in printed
    _, printed, _ = motif("show", "forks.txt", "--json")
    first = json.loads(printed)["patterns"][0]
    assert (first["weight"], first["effect"]) == (2.5, 3.0)


def test_a_position_is_explained_and_drawn(motif: Motif, tmp_path: Path) -> None:
    code, printed, _ = motif("show", "forks.txt", "--fen", FORK_BOARD, "--count", "1", "--svg", "fork.svg")
    assert code == 0
    assert "+3.00  Nf7+: the knight goes to f7, from where it attacks the king on h8 and the rook on d8" in printed
    assert (tmp_path / "fork.svg").read_text().startswith("<svg")
    _, printed, _ = motif("show", "forks.txt", "--fen", FORK_BOARD, "--count", "1", "--json")
    assert json.loads(printed)[0]["san"] == "Nf7+"


def test_a_filter_says_what_it_keeps(motif: Motif) -> None:
    code, printed, _ = motif("filter", "forks.txt", FORK_BOARD, "-k", "2")
    assert code == 0
    assert printed.splitlines()[0] == "kept (k=2): Nf7+ Ng6+"
    _, printed, _ = motif("filter", "forks.txt", FORK_BOARD, "--gamma", "1")
    assert printed.splitlines()[1] == "left out: none"
    _, printed, _ = motif("filter", "forks.txt", FORK_BOARD, "--json")
    assert sum(move["kept"] for move in json.loads(printed)) == 5


def test_learn_measure_and_augment(motif: Motif) -> None:
    arguments = ("--most", "150", "--from-move", "8", "--quiet")
    code, printed, _ = motif("learn", "sample", "-o", "mine.txt", "--pairs", "50", "--support", "8", *arguments)
    assert code == 0
    assert "learned from 150 moves are in mine.txt" in printed
    code, printed, _ = motif("augment", "mine.txt", "sample", "-o", "more.txt", *arguments)
    assert code == 0
    assert "still matter" in printed
    rankings = ("--against", "random", "--against", "victims", "--against", "material:1")
    code, printed, _ = motif("evaluate", "mine.txt", "sample", *rankings, *arguments)
    assert code == 0
    assert "all: 150 positions" in printed
    assert "material:1" in printed
    code, printed, _ = motif("evaluate", "mine.txt", "sample", "--learned-from", "sample", "--json", *arguments)
    assert code == 0
    everything, absent, met = json.loads(printed)
    assert (everything["positions"], absent["positions"], met["positions"]) == (150, 0, 150)


def test_a_teacher_is_played_and_his_patterns_are_used(motif: Motif, tmp_path: Path) -> None:
    arguments = ("--teacher", "greedy", "--games", "1", "--together", "1", "--seed", "2", "--quiet")
    snapshots = ("--snapshots", "kept", "--every", "1", "--checkpoint", "run.json")
    code, printed, _ = motif("learn", *arguments, *snapshots, "--weights", "paper", "-o", "taught.txt")
    assert code == 0
    assert "learned in 1 game with greedy" in printed
    assert "with weights by paper are in taught.txt" in printed
    assert (tmp_path / "kept" / "patterns-0001.txt").read_bytes() == (tmp_path / "taught.txt").read_bytes()
    code, printed, _ = motif("learn", *arguments, *snapshots, "-o", "fitted.txt", "--json", "--force")
    assert (code, json.loads(printed)["teacher"]) == (0, "greedy")
    code, printed, _ = motif("show", "taught.txt", "--fen", "start", "--count", "2")
    assert code == 0
    assert "+0.01  a3: the pawn goes to a3" in printed
    code, printed, _ = motif("filter", "taught.txt", "start", "-k", "3")
    assert printed.startswith("kept (k=3): ")
    code, printed, _ = motif("augment", "taught.txt", "sample", "-o", "more.txt", "--most", "30", "--quiet")
    assert "counted on 30 moves; the patterns are in more.txt" in printed
    code, printed, _ = motif("augment", "taught.txt", "sample", "-o", "proved.txt", "--prove", "20", "--quiet")
    assert "kept their promises on 20 positions" in printed
    code, _, complaints = motif("augment", "fitted.txt", "sample", "-o", "none.txt", "--prove", "20", "--quiet")
    assert code == 2
    assert "are by logit and say nothing about material" in complaints
    code, printed, _ = motif("evaluate", "taught.txt", "sample", "--most", "20", "--plot", "curves.svg", "--quiet")
    assert code == 0
    assert (tmp_path / "curves.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("show", "nowhere.txt"), "cannot read nowhere.txt"),
        (("evaluate", "forks.txt", "sample", "--against", "luck"), "there is no ranking 'luck'"),
        (("learn", "sample", "-o", "mine.txt", "--player", "Nobody Atall"), "no move of Nobody Atall in"),
        (
            ("learn", "sample", "--teacher", "greedy", "-o", "mine.txt"),
            "patterns are learned from games or from a --teacher, not both",
        ),
        (("learn", "--teacher", "stranger", "-o", "mine.txt"), "there is no player called 'stranger'"),
        (
            ("learn", "--teacher", "greedy", "-o", "mine.txt", "--snapshots", "kept", "--every", "7"),
            "a snapshot every 7 games does not fit rounds of 5 games",
        ),
        (
            ("learn", "--teacher", "greedy", "-o", "mine.txt", "--plies", "3"),
            "a deeper look of 3 plies is not deeper than one of 3",
        ),
        (
            ("learn", "sample", "-o", "mine.txt", "--weights", "paper", "--player", "Nobody Atall"),
            "no move of Nobody Atall in",
        ),
        (("augment", "forks.txt", "-o", "more.txt"), "it is not clear which games to use"),
        (("filter", "forks.txt", "start", "--gamma", "2"), "a filter cannot keep a share of 2.0"),
    ],
)
def test_mistakes_get_one_line_and_a_hint(motif: Motif, arguments: tuple[str, ...], problem: str) -> None:
    code, printed, complaints = motif(*arguments)
    assert (code, printed) == (2, "")
    assert problem in complaints
