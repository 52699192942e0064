"""Test `motif review`: one game on the screen, as a page, as PGN and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Motif, caller
from goldens import Golden

RETI = """[Event "Vienna"]
[Date "1910.??.??"]
[White "Réti"]
[Black "Tartakower"]
[Result "1-0"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4
9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0
"""


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    (empty_folder / "reti.pgn").write_text(RETI)
    return caller(monkeypatch, capsys, "review")


def test_the_screen_of_a_famous_miniature(motif: Motif, golden: Golden) -> None:
    code, printed, notes = motif("reti.pgn")
    assert code == 0
    golden(printed)
    golden(notes)


def test_one_move_is_shown(motif: Motif, golden: Golden) -> None:
    code, printed, notes = motif("reti.pgn", "--move", "8...Nxe4")
    assert (code, printed.splitlines()[0].split()[0]) == (0, "8...Nxe4??")
    golden(printed)
    _, printed, notes = motif("reti.pgn", "--move", "9.")
    assert printed.strip() == "9.Qd8+! was no mistake."
    assert "`motif explain reti.pgn --move 9.` says what it does." in notes


def test_a_page_and_a_game_are_written(motif: Motif, empty_folder: Path) -> None:
    assert motif("reti.pgn", "--out", "reti.html", "--quiet")[0] == 0
    assert (empty_folder / "reti.html").read_text().startswith("<!doctype html>")
    assert motif("reti.pgn#1", "--out", "marked.pgn", "--side", "black")[0] == 0
    assert "8... Nxe4 $4" in (empty_folder / "marked.pgn").read_text()
    assert motif("reti.pgn", "--out", "marked.pgn")[0] == 2, "a file that is there is not replaced"


def test_json_is_the_whole_review(motif: Motif) -> None:
    code, printed, _ = motif("reti.pgn", "--json", "--depth", "4", "--player", "tartakower")
    review = json.loads(printed)
    assert (code, len(review["marks"]), review["game"]["is_white"]) == (0, 21, False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("reti.pgn#2",),
        ("rety.pgn",),
        ("reti.pgn", "--out", "reti.txt"),
        ("reti.pgn", "--player", "Tartakover"),
        ("reti.pgn", "--move", "12."),
        ("reti.pgn", "--engine", "stokfish"),
        ("empty.pgn",),
    ],
    ids=" ".join,
)
def test_a_slip_is_answered_in_a_line_that_says_what_to_type(
    motif: Motif, empty_folder: Path, golden: Golden, arguments: tuple[str, ...]
) -> None:
    (empty_folder / "empty.pgn").write_text('[Result "*"]\n\n*\n')
    code, printed, complaint = motif(*arguments)
    assert (code, printed) == (2, "")
    golden(complaint)
