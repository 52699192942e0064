"""Test the commands of `motif openings`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Motif, caller

NAJDORF_WITH_H3 = "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N4P/PPP2PP1/R1BQKB1R b KQkq - 0 6"
FAR_AWAY = "8/8/4k3/8/8/4K3/8/8 w - - 0 1"
GAMES = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 c5 2. Nf3 d6 *\n\n[White "Ben"]\n[Black "Anna"]\n\n1. e4 e5 2. Ke3 *\n'


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys, "openings")


def test_a_game_is_named_by_its_moves_with_numbers_or_without(motif: Motif) -> None:
    assert motif("name", "1. c4 Nf6 2. d4 g6 3.Nc3 d5")[1] == "D80 Grünfeld Defence\n"
    assert motif("name", "c4 Nf6 d4 g6 Nc3 d5 Nb1")[1] == "D80 Grünfeld Defence, left after 6 plies\n"
    assert json.loads(motif("name", "e4 c5", "--json")[1]) == {"eco": "B20", "name": "Sicilian Defence", "ply": 2}


def test_a_position_without_a_name_is_said_to_have_none(motif: Motif) -> None:
    assert motif("name", FAR_AWAY) == (0, "", "no line of the case base leads here\n")
    assert motif("name", FAR_AWAY, "--json")[1] == "null\n"


def test_every_game_of_a_file_is_named_and_bad_ones_are_reported(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "two.pgn").write_text(GAMES)
    code, printed, complaints = motif("name", "two.pgn")
    assert code == 0
    assert "B50 Sicilian Defence: Modern Variations" in printed
    assert "Ke3" in complaints
    (row,) = json.loads(motif("name", "two.pgn", "--json")[1])
    assert (row["white"], row["eco"], row["ply"]) == ("Anna", "B50", 4)


def test_the_openings_that_cost_a_player_most_come_first(motif: Motif, tmp_path: Path) -> None:
    lost, won = GAMES.replace(" *", " 0-1"), GAMES.replace("Ke3 *", "Nf3 0-1").replace("d6 *", "d6 1-0")
    (tmp_path / "two.pgn").write_text(lost.replace("2. Ke3", "2. Nf3") + "\n" + won)
    rows = json.loads(motif("two.pgn", "--player", "Anna", "--json")[1])
    assert [(row["opening"], row["colour"], row["games"], row["points"]) for row in rows] == [
        ("Sicilian Defence", "white", 2, 1.0),
        ("King's Knight Opening", "black", 2, 2.0),
    ]
    assert "Sicilian Defence White 2 1 50 %" in " ".join(motif("two.pgn", "--player", "Anna")[1].split())
    assert "did you mean Anna" in motif("two.pgn", "--player", "Ana")[2]
    assert "--player is about the games of a file" in motif("e4", "--player", "Anna")[2]


def test_the_nearest_case_advises_with_the_difference_on_the_board(motif: Motif) -> None:
    _, printed, _ = motif("advise", NAJDORF_WITH_H3.replace("PPP2PP1", "1PP2PP1").replace("2N4P", "P1N4P"))
    assert "as in the Sicilian Defence: Najdorf Variation" in printed
    assert "master games here" in motif("advise", NAJDORF_WITH_H3)[1]
    said = json.loads(motif("advise", NAJDORF_WITH_H3.replace("2N4P", "2N4p").replace("p2p1n2", "p2p1n2"), "--json")[1])
    assert all(advice["weight"] > 0 for advice in said)


def test_far_from_all_cases_there_is_no_advice_but_still_a_nearest_case(motif: Motif, tmp_path: Path) -> None:
    code, _, complaints = motif("advise", FAR_AWAY)
    assert code == 0
    assert complaints.startswith("no master was here and no case is near")
    _, printed, _ = motif("nearest", FAR_AWAY, "--count", "1", "--svg", "near.svg")
    assert "squares differ" in printed
    assert (tmp_path / "near.svg").exists()
    (row,) = json.loads(motif("nearest", NAJDORF_WITH_H3, "--count", "1", "--json")[1])
    assert row["differing"] == []


def test_lines_are_listed_by_words(motif: Motif) -> None:
    _, printed, _ = motif("list", "najdorf", "english")
    assert "English Attack" in printed
    assert "2 lines of 756" in printed
    assert {row["eco"] for row in json.loads(motif("list", "marshall attack", "--json")[1])} == {"C89"}


def test_a_table_of_lines_is_a_book(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "table.tsv").write_text("eco\tname\tpgn\nC50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\n")
    assert motif("name", "e4 e5 Nf3 Nc6 Bc4", "--book", "table.tsv")[1] == "C50 Italian Game\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["name", "e4 Ke3"], "after 1. e4: Ke3 is not legal here"),
        (["name", "missing.pgn"], "cannot read missing.pgn"),
        (["name", "e4", "--book", "missing.tsv"], "cannot read missing.tsv"),
        (["name", "e4", "--book", "bad.tsv"], "bad.tsv, line 2: illegal move e5"),
        (["nearest", "nonsense/fen"], "bad position"),
    ],
)
def test_wrong_arguments_get_one_line(motif: Motif, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "bad.tsv").write_text("eco\tname\tpgn\nC20\tx\t1. e5\n")
    code, printed, complaints = motif(*arguments)
    assert (code, printed) == (2, "")
    assert complaints.startswith("error: ")
    assert message in complaints
