"""Test the shipped table of players, and reading another one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from goldens import Golden
from motif.board.games import Speed
from motif.board.material import Phase
from motif.errors import BadFile
from motif.motifs.catalogue import MOTIFS
from motif.study.games import Rate, usual_speed
from motif.study.peers import FORMAT, FRESH, FROM_FILE, TABLE, Peers, Subject, load_peers, save_peers, shipped_peers
from study.test_subjects import studied


def test_the_table_that_ships_has_motifs_and_phases_for_both_engines() -> None:
    table = load_peers(TABLE)
    assert {engine for engine, _ in table} == {FROM_FILE, FRESH}
    for rates in table.values():
        assert {which for subject, which in rates if subject is Subject.MISTAKES} <= set(Phase)
        assert {which for subject, which in rates if subject in (Subject.MISSED, Subject.ALLOWED)} <= set(MOTIFS)
        assert all(rate.hits <= rate.count for rate in rates.values())


def test_people_of_a_rating_are_found_and_named(golden: Golden) -> None:
    peers = shipped_peers(1500, from_file=True)
    assert peers is not None
    golden(peers.words)
    assert peers.moves > 1000


def test_without_a_rating_everybody_is_a_peer(golden: Golden) -> None:
    peers = shipped_peers(None, from_file=False)
    assert peers is not None
    golden(peers.words)


@pytest.mark.parametrize(
    ("speed", "words"),
    [
        (Speed.BLITZ, ", who had more time to think"),
        (Speed.RAPID, ""),
        (None, ""),
        (Speed.CLASSICAL, ", who had less time to think"),
    ],
)
def test_who_plays_faster_or_slower_is_not_compared_with_players_of_rapid_games(
    speed: Speed | None, words: str
) -> None:
    peers = shipped_peers(1500, from_file=True, speed=speed)
    assert peers is not None
    assert peers.words == f"rapid players on Lichess rated 1400 to 1599, evaluated by Stockfish{words}"
    assert peers.is_alike is not bool(words)


def test_the_speed_of_most_games_is_theirs() -> None:
    controls = ("180+2", "180+2", "600+0", "40/7200:3600", "-", "?")
    games = [replace(studied(number), time_control=each) for number, each in enumerate(controls, start=1)]
    assert [game.speed for game in games] == [
        Speed.BLITZ, Speed.BLITZ, Speed.RAPID, Speed.CLASSICAL, None, None,
    ]  # fmt: skip
    assert usual_speed(games) is Speed.BLITZ
    assert usual_speed(games[4:]) is None


def test_what_peers_never_allowed_is_none_of_their_moves() -> None:
    peers = Peers("two moves", {(Subject.BLUNDERS, "all"): Rate(1, 2)})
    assert peers.rate((Subject.ALLOWED, "fork")) == Rate(0, 2)
    assert peers.rate((Subject.MISSED, "fork")) is None


def test_a_table_comes_back(tmp_path: Path) -> None:
    table = {(FROM_FILE, "all"): {(Subject.MISSED, "fork"): Rate(3, 10), (Subject.BLUNDERS, "all"): Rate(1, 90)}}
    save_peers(tmp_path / "peers.tsv", table)
    assert load_peers(tmp_path / "peers.tsv") == table


def test_a_line_that_is_wrong_is_named(tmp_path: Path) -> None:
    path = tmp_path / "peers.tsv"
    FORMAT.write(path, ["file\tall\tguessed\tfork\t3\t10"])
    with pytest.raises(BadFile, match="line 2: expected"):
        load_peers(path)


def test_a_missing_table_is_named(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadFile):
        load_peers(tmp_path / "peers.tsv")
