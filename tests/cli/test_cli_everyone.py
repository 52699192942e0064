"""Test `motif study CLUB.pgn --everyone`, the study of a class."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Motif, caller
from motif.study import review
from motif.study.study import Study

QUICK = ("--engine", "search", "--depth", "2", "--workers", "1")
MATE = "1. f3 e5 2. g4 Qh4# 0-1"


def club(*pairs: tuple[str, str]) -> str:
    return "".join(
        f'[White "{white}"]\n[Black "{black}"]\n[Round "{number}"]\n[Date "2026.01.{number:02}"]\n[Result "0-1"]\n\n'
        f"{MATE}\n\n"
        for number, (white, black) in enumerate(pairs, start=1)
    )


@pytest.fixture
def study(empty_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Motif:
    pairs = [("Anna", "Bert")] * 10 + [("Carl", "Anna")]
    (empty_folder / "club.pgn").write_text(club(*pairs))
    (empty_folder / "names.txt").write_text("Carl\n\nanna\n")
    return caller(monkeypatch, capsys, "study")


def test_everyone_with_ten_games_has_a_folder_and_the_class_a_page(study: Motif, empty_folder: Path) -> None:
    code, out, err = study("club.pgn", "--everyone", *QUICK)
    assert code == 0
    assert "2 players, 11 games" in err
    assert "with fewer than 10 games, and left out: 1" in err
    assert "The class is in class-club: open group.html there" in out
    folder = empty_folder / "class-club"
    assert sorted(path.name for path in folder.iterdir()) == ["group.html", "study-Anna", "study-Bert"]
    anna = Study.load(folder / "study-Anna" / "study.json")
    assert (anna.profile.player, anna.profile.games) == ("Anna", 11)
    assert (folder / "study-Anna" / "puzzles.pdf").exists(), "a sheet of exercises"
    assert "study-Bert/report.html" in (folder / "group.html").read_text()


def test_named_players_are_a_class_and_machines_get_their_profiles(study: Motif) -> None:
    code, out, _ = study("club.pgn", "--players", "names.txt", "--json", *QUICK)
    assert code == 0
    assert [(profile["player"], profile["games"]) for profile in json.loads(out)] == [("Carl", 1), ("Anna", 11)]


def test_a_second_run_evaluates_nothing(study: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    assert study("club.pgn", "--everyone", *QUICK)[0] == 0
    monkeypatch.setattr(review, "review_sides", None)
    assert study("club.pgn", "--everyone", *QUICK)[0] == 0


def test_a_class_that_is_stopped_says_how_it_goes_on(study: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("motif.cli.study_steps.evaluate_class", stopped)
    code, _, err = study("club.pgn", "--everyone", *QUICK)
    assert code == 130
    assert "the games evaluated so far are kept, and the same command goes on from there" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("club.pgn", "--everyone", "--player", "Anna"), "--player asks for one player"),
        (("club.pgn", "--players", "missing.txt"), "missing.txt"),
        (("club.pgn", "--players", "empty.txt"), "empty.txt names no player"),
        (("club.pgn", "--players", "wrong.txt"), "did you mean Anna?"),
        (("few.pgn", "--everyone"), "no player has 10 games here"),
        (("club.pgn", "--everyone", "--out", "."), "holds files that Motif did not write"),
    ],
)
def test_what_is_no_class_is_refused_before_the_work(
    study: Motif, empty_folder: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    Path("empty.txt").write_text("\n")
    Path("wrong.txt").write_text("Ana\n")
    Path("few.pgn").write_text(club(("Anna", "Bert")))
    code, out, err = study(*arguments, *QUICK)
    assert (code, out) == (2, "")
    assert complaint in err
    assert not list(empty_folder.glob("class-*"))
