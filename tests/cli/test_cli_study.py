"""Test `motif study`, and its messages after wrong calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from command_line import Motif, caller
from motif._core.board import Game
from motif.engines.evaluator import Evaluator
from motif.study import review
from motif.study.engine import StudyEngine
from motif.study.games import StudiedGame
from motif.study.study import Study

GAMES = """[White "Anna"]
[Black "Bert"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Carl"]
[Black "Anna"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""
QUICK = ("--engine", "search", "--depth", "3", "--workers", "1")


@pytest.fixture
def study(empty_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Motif:
    (empty_folder / "games.pgn").write_text(GAMES)
    return caller(monkeypatch, capsys, "study")


def test_a_study_is_made_and_said_where(study: Motif, empty_folder: Path) -> None:
    code, out, err = study("games.pgn", *QUICK)
    assert code == 0
    assert "2 games of Anna, who played most of them; --player names another" in err
    assert out.startswith("Anna · 2 games · scored 0 % · accuracy")
    assert "2 games are too few for a profile: here are your mistakes, the worst first." in out
    assert "The report is study-Anna/report.html." in out
    made = Study.load(empty_folder / "study-Anna" / "study.json")
    assert made.profile.player == "Anna"
    assert [fault.ply for fault in made.games[0].faults] == [2]


def test_a_second_run_says_the_same(study: Motif, empty_folder: Path) -> None:
    study("games.pgn", *QUICK, "--out", "first")
    study("games.pgn", *QUICK, "--out", "second")
    first, second = ((empty_folder / name / "study.json").read_text() for name in ("first", "second"))
    assert first == second


def test_machines_get_the_profile_as_json(study: Motif) -> None:
    _, out, _ = study("games.pgn", *QUICK, "--player", "ANNA", "--json")
    assert json.loads(out)["player"] == "Anna"


def test_an_interrupted_table_of_peers_says_that_the_same_command_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("motif.cli.lab.peers.make_peers", interrupted)
    arguments = ("sample", "--out", str(tmp_path / "peers.tsv"))
    code, _, complaints = caller(monkeypatch, capsys, "lab", "learn", "peers")(*arguments)
    assert code == 130
    assert "the same command goes on from there" in complaints
    assert not (tmp_path / "peers.tsv").exists()


def test_a_table_of_ones_own_can_be_the_peers(
    study: Motif, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    motif = caller(monkeypatch, capsys, "lab", "learn", "peers")
    code, out, _ = motif("games.pgn", "--out", "club.tsv", "--set", "engine=search,depth=1")
    assert (code, out.split(" of both players in ")[1].split(" games")[0]) == (0, "2")
    _, out, _ = study("games.pgn", *QUICK, "--peers", "club.tsv", "--json")
    assert json.loads(out)["peers"] == "players in club.tsv"


def test_a_name_of_five_thousand_letters_is_cut_short(study: Motif, empty_folder: Path) -> None:
    name = "A" * 5000
    Path("long.pgn").write_text(f'[White "{name}"]\n[Black "Ben"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n')
    code, out, err = study("long.pgn", "--workers", "1", "--engine", "search", "--depth", "1")
    assert code == 0
    assert len(err) < 1500
    assert name not in out


def test_a_game_from_a_move_beyond_all_numbers_is_studied_as_any_other(study: Motif, empty_folder: Path) -> None:
    fen = f"r3k3/5p2/8/3N4/8/8/PP3P2/4K3 w q - 0 {'9' * 30}"
    Path("far.pgn").write_text(f'[White "Anna"]\n[Black "Ben"]\n[FEN "{fen}"]\n\n1. Nc7+ Kd7 2. Nxa8 1-0\n')
    code, out, _ = study("far.pgn", "--workers", "1", "--engine", "search", "--depth", "1")
    assert (code, "Anna · 1 game · " in out) == (0, True)


def test_a_time_control_of_five_thousand_digits_is_none(study: Motif, empty_folder: Path) -> None:
    digits = "9" * 5000
    tags = f'[White "Anna"]\n[Black "Ben"]\n[TimeControl "{digits}+{digits}"]\n[WhiteElo "{digits}"]\n'
    Path("slow.pgn").write_text(f"{tags}\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n")
    code, out, _ = study("slow.pgn", "--workers", "1", "--engine", "search", "--depth", "1")
    assert (code, "Anna · 1 rapid game" in out or "Anna · 1 game" in out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("games.pgn", "--player", "Ana"), "did you mean Anna?"),
        (("games.pgn", "--engine", "sherlock"), "there is no engine called 'sherlock'"),
        (("games.pgn", "--depth", "deep"), "--depth needs a whole number"),
        (("nothing.pgn",), "nothing.pgn"),
        (("games.pgn", "--peers", "nothing.tsv"), "nothing.tsv"),
        (("games.pgn", "--out", "games.pgn"), "games.pgn is a file, not a folder"),
        (("games.pgn", "--out", "/proc/study"), "cannot write /proc/study"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_a_line(
    study: Motif, empty_folder: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    code, out, err = study(*arguments, "--workers", "1")
    assert code == 2
    assert complaint in err
    assert "Traceback" not in err
    assert not out
    assert not list(empty_folder.glob("*study-*"))


def test_a_name_that_would_lead_elsewhere_stays_here(study: Motif, empty_folder: Path) -> None:
    evil = "../<b>Möller</b>"
    (empty_folder / "games.pgn").write_text(GAMES.replace("Anna", evil))
    code, out, _ = study("games.pgn", *QUICK)
    assert code == 0
    assert evil in out
    assert (empty_folder / "study-b-Möller-b" / "study.json").exists()


def test_a_days_work_is_not_begun_unasked(study: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.cli.study_steps.expected_seconds", lambda games, how, watch: 7_300.0)
    code, _, err = study("games.pgn", *QUICK)
    assert code == 2
    assert "evaluating the other games of 2 takes about 2.0 hours" in err
    assert "hint: --yes begins all the same" in err
    assert study("games.pgn", *QUICK, "--yes")[0] == 0


def month(number: int, moves: str) -> str:
    """Twenty-two games of Anna with the same moves, one a day."""
    tags = '[White "Anna"]\n[Black "Bert {1}"]\n[Date "2026.{0:02}.{1:02}"]\n[Result "*"]\n\n{2}\n\n'
    return "".join(tags.format(number, day, moves) for day in range(1, 23))


@pytest.mark.parametrize(
    ("moves", "change"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", ("fixed. 0 in 22 games", "better. 0 in 22 games")),
        ("1. f3 e5 2. g4 Qh4# *", ("not yet. ",)),
    ],
)
def test_the_study_of_a_month_later_finds_the_first_by_itself_and_says_what_became_of_it(
    study: Motif, empty_folder: Path, moves: str, change: tuple[str, ...]
) -> None:
    games = empty_folder / "months.pgn"
    games.write_text(month(1, "1. f3 e5 2. g4 Qh4# *"))
    _, out, _ = study("months.pgn", *QUICK)
    assert "Since the last study" not in out
    games.write_text(games.read_text() + month(2, moves))
    code, out, _ = study("months.pgn", *QUICK)
    assert code == 0
    assert "Since the last study (22 new games)" in out
    said = " ".join(out.split())
    assert any(f": {words}" in said for words in change)
    assert "before (until 2026-01-22)." in said
    # A finding that got better is no longer something to work on.
    assert ("Work on" in out) is (change == ("not yet. ",))
    # The third run has nothing new to say, and says again what the second did.
    _, again, _ = study("months.pgn", *QUICK)
    assert again == out


def test_ctrl_c_ends_with_the_games_that_were_done(study: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    review_as_before = review.review_sides
    done: list[Game] = []

    def review_sides(game: Game, sides: Sequence[bool], evaluator: Evaluator, engine: StudyEngine) -> list[StudiedGame]:
        done.append(game)
        if len(done) == 2:
            raise KeyboardInterrupt
        return review_as_before(game, sides, evaluator, engine)

    monkeypatch.setattr(review, "review_sides", review_sides)
    code, out, err = study("games.pgn", *QUICK, "--player", "Anna")
    assert code == 130
    assert "stopped; the games evaluated so far are kept, and the same command goes on from there" in err
    assert out.startswith("Anna · 1 game ")
    assert "Explained so far: 1 of 2 games." in out.replace("\n", " ")
    assert not Path("study-Anna").exists(), "a study that goes on is not written"
