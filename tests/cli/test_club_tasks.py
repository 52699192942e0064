"""Test twenty questions of club players, each answered by one command that `motif --help` leads to."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path

import pytest

from command_line import Motif, caller
from trained import STUDY

GAMES = """[White "Anna"]
[Black "Bert"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Carl"]
[Black "Anna"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""
MATE_IN_TWO = "7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1"

TASKS = (
    ("What should I work on?", "study mine.pgn --engine search --depth 3 --set workers=1", "your mistakes"),
    ("Which openings do I lose with?", "openings mine.pgn --player Anna", "0 %"),
    ("What was wrong with my game?", "review mine.pgn#2 --player Anna --engine search --depth 3", "3...Nf6??"),
    ("Why was 3...Nf6 bad in my second game?", "explain mine.pgn#2 --move 3...Nf6 --engine search", "Qxf7"),
    ("Make a page of my game to share.", "review mine.pgn#2 --engine search --depth 3 --out game.html", "game.html"),
    ("What is the best move here?", f"advise '{MATE_IN_TWO}' --engine search", "because"),
    ("Why not take the rook?", "explain 'k7/8/8/8/8/8/r7/K7 w - - 0 1' Kxa2 --engine search", "Kxa2"),
    ("What would players of 1500 play?", "advise '1. e4 e5' --people 1500", "of players at 1500"),
    ("Give me two fork puzzles as PDF.", "puzzles sheet --theme fork --count 2 --out forks.pdf", "forks.pdf"),
    ("Is there a mate in two?", f"puzzles solve '{MATE_IN_TWO}' --moves 2", "is sound"),
    ("What is this opening called?", "openings '1. e4 c5 2. Nf3 d6'", "Sicilian Defence"),
    ("What do masters play next?", "openings --next '1. e4 e5 2. Nf3 Nc6'", "Bb5"),
    ("Let me play against people of level 3.", "play --level 3", "8 "),
    ("What shall I train this week?", "train plan my-study", "positions, the easiest first"),
    ("Put my exercises into Anki.", "train export --anki cards.csv --deck deck.sqlite", "cards.csv"),
    ("How does my training go?", "train stats --deck deck.sqlite", "cards"),
    ("Draw this position as a picture.", f"show '{MATE_IN_TWO}' --svg board.svg", "8 "),
    ("How many games are in my file?", "games mine.pgn", "games"),
    ("Which of two engines is stronger?", "match greedy random --games 2", "points"),
    ("Which engines do I have?", "engines", "what it is"),
)
"""The question, the command, and a part of the answer."""


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    Path("mine.pgn").write_text(GAMES)
    Path("my-study").mkdir()
    STUDY.save(Path("my-study/study.json"))
    monkeypatch.setenv("XDG_DATA_HOME", str(empty_folder / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    run = caller(monkeypatch, capsys)
    run("train", "add", "my-study", "--deck", "deck.sqlite", "-q")
    return run


@pytest.mark.parametrize(("question", "command", "answer"), TASKS, ids=[question for question, *_ in TASKS])
def test_a_question_is_answered_by_one_command(motif: Motif, question: str, command: str, answer: str) -> None:
    code, printed, complaints = motif(*shlex.split(command))
    assert code == 0, f"{question}: {complaints}"
    assert answer in printed + complaints
    written = [word for word in shlex.split(command) if word.endswith((".html", ".pdf", ".svg", ".csv"))]
    assert all(Path(name).stat().st_size for name in written)
