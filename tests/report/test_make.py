"""Test a whole study of a few games: comparison with a file or the opponents, and the expected time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from motif.engines.limits import Limit
from motif.errors import BadFile
from motif.report import make
from motif.report.make import StudyOptions, expected_seconds, make_peers, make_puzzles, make_study, study_so_far
from motif.report.study_text import study_text
from motif.runtime.parallel import Workers
from motif.study import peers
from motif.study.causes import Cause
from motif.study.engine import StudyCache, StudyEngine
from motif.study.gathering import gather
from motif.study.review import new_games, review_games
from study.test_first_look import by, exchange

QUICK = StudyEngine("search", Limit(depth=2), Limit(depth=2))
GAMES = "".join(
    f'[White "Anna"]\n[Black "Bert"]\n[Round "{number}"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
    for number in range(1, 5)
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "fools.pgn"
    path.write_text(GAMES)
    return str(path)


def test_a_few_games_are_begun_without_a_word(file: str, tmp_path: Path) -> None:
    assert expected_seconds(gather([file]).games, StudyOptions(QUICK, cache=StudyCache(tmp_path / "kept"))) == 0.0


def test_of_many_games_some_are_timed_and_kept(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "LEAST_GAMES_TIMED", 1)
    how = StudyOptions(QUICK, cache=StudyCache(tmp_path / "kept"))
    own = gather([file]).games
    assert expected_seconds(own, how) > 0
    assert len(new_games(own, QUICK, how.cache)) == 3


def test_a_table_of_games_counts_both_sides_and_says_where_they_come_from(file: str, tmp_path: Path) -> None:
    how = StudyOptions(QUICK, cache=StudyCache(tmp_path / "kept"), peers=tmp_path / "club.tsv")
    games = len(gather([file], "Bert").games)
    assert make_peers([file, file], how, 1_000, 0).startswith(f"{games} games; ")
    made = make_study(gather([file], "Bert"), how)
    assert made.profile.peers == "players in club.tsv"
    assert made.profile.blunders.hits == 0
    assert made.profile.phases[0].peers is not None
    assert made.profile.phases[0].peers.count == 16


def test_without_players_in_the_table_only_the_opponents_are_compared(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "shipped_peers", lambda rating, *, from_file, speed: None)
    made = make_study(gather([file], "Anna"), StudyOptions(QUICK, cache=StudyCache(tmp_path / "kept")))
    assert made.profile.peers == ""
    assert made.profile.phases[0].peers is None
    assert made.profile.score == 0.0
    assert made.profile.blunders.hits == 4


def test_puzzles_are_made_once(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    how = StudyOptions(QUICK, cache=StudyCache(tmp_path / "kept"))
    made = make_study(gather([file], "Anna"), how)
    puzzles = make_puzzles(made, how, 2)
    assert [puzzle.key for puzzle in puzzles] == ["d8h4"]
    shared = replace(how, workers=Workers(2), cache=StudyCache(tmp_path / "other"))
    assert make_puzzles(made, shared, 2) == puzzles
    monkeypatch.setattr(make, "puzzles_of", None)
    assert make_puzzles(made, how, 2) == puzzles


def test_a_missing_table_of_players_is_reported_before_any_game_is_evaluated(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "TABLE", tmp_path / "peers.tsv")
    monkeypatch.setattr(make, "review_games", None)
    peers.shipped_table.cache_clear()
    with pytest.raises(BadFile, match=r"peers\.tsv"):
        make_study(gather([file], "Anna"), StudyOptions(QUICK, cache=StudyCache(tmp_path / "kept")))


def test_after_an_interruption_the_other_games_count_by_their_evaluations(tmp_path: Path) -> None:
    path = tmp_path / "exchanges.pgn"
    path.write_text("".join(exchange(number, by(2, 3, 18 + number % 2)) for number in range(1, 16)))
    gathered = gather([str(path)], "Anna")
    how = StudyOptions(QUICK, cache=StudyCache(tmp_path / "kept"))
    assert study_so_far(gathered, how) is None, "nothing was explained yet"
    list(review_games(gathered.games[:2], QUICK, how.cache))
    made = study_so_far(gathered, how)
    assert made is not None
    assert made.profile.games == len(made.games) == 15
    expected = (
        "Explained so far: 2 of 15 games, the costliest first. The mistakes of the 13 other games count as “other”."
    )
    assert made.profile.sample[0] == expected
    whole = make_study(gathered, how)
    assert made.profile.cost == pytest.approx(whole.profile.cost, abs=0.01), "every mistake counts"
    assert made.profile.shares[-1].cause == Cause.OTHER
    assert made.profile.shares[-1].cost > 0.8 * made.profile.cost
    text = study_text(made)
    assert "Explained so far: 2 of 15 games" in text
    assert study_text(whole) != text
