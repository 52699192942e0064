"""Test that Motif opens what its version 0.1.0 wrote, and refuses clearly what it can no longer read.

`written_by_0_1_0.zip` was made by that version's commands (commit a4d4380b): a deck with one answer, a study, learned
knowledge, a book of lines, puzzles and cached evaluations. It was run with the core of a later day.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from zipfile import ZipFile

import pytest

from command_line import Motif, caller

WRITTEN = Path(__file__).with_name("written_by_0_1_0.zip")
MOST_BYTES = 50_000


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    with ZipFile(WRITTEN) as old:
        old.extractall(empty_folder)
    monkeypatch.setenv("MOTIF_CACHE", str(empty_folder / "cache"))
    return caller(monkeypatch, capsys)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("train stats --deck deck.sqlite", "2 cards: 1 new"),
        ("lab read tactics tactics.pl", "count_the_captures"),
        ("lab read patterns patterns.txt --set count=1", "learned from: 100 moves of 340 games"),
        ("lab read endgame rooks.program", "Advantage"),
        ("lab read evaluation start --set settings=weights=weights.tsv", "together"),
        ("openings --next e4 --book lines.tsv", "Anna against Bert"),
        ("puzzles solve study/puzzles.txt --engine search", "2 puzzles, 2 sound"),
        ("explain start e4 --engine search --depth 3", "King's Pawn Game"),
    ],
)
def test_what_the_first_version_wrote_still_opens(motif: Motif, command: str, answer: str) -> None:
    code, printed, complaints = motif(*command.split())
    assert code == 0, complaints
    assert answer in printed


def test_a_study_of_the_first_version_is_made_again(motif: Motif) -> None:
    code, printed, complaints = motif("train", "plan", "study", "--deck", "deck.sqlite")
    assert (code, printed) == (2, "")
    assert "was written by an earlier version of Motif" in complaints
    assert "hint: make the study again: motif study GAMES" in complaints


def test_a_deck_of_a_later_version_is_refused(motif: Motif, empty_folder: Path) -> None:
    with sqlite3.connect(empty_folder / "deck.sqlite") as deck:
        deck.execute("PRAGMA user_version = 99")
    deck.close()
    code, printed, complaints = motif("train", "stats", "--deck", "deck.sqlite")
    assert (code, printed) == (2, "")
    assert "is a deck of version 99" in complaints
    assert "hint: install the newest Motif" in complaints


def test_the_old_files_stay_small() -> None:
    assert WRITTEN.stat().st_size < MOST_BYTES
