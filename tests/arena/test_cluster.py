"""Test that a match on a Dask cluster of two processes gives the same games as one process."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.partners import leaving_entrants, random_entrants
from goldens import Golden
from motif.arena.game import Conditions
from motif.arena.match import MatchSettings, play_match
from motif.errors import MotifError
from motif.runtime.parallel import Workers

distributed = pytest.importorskip("distributed")

SETTINGS = MatchSettings(games=16, seed=1, conditions=Conditions(maximum_moves=20))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster.scheduler_address


def test_two_processes_of_a_cluster_play_the_same_match(address: str) -> None:
    first, second = random_entrants("ada", "bob")
    assert list(play_match(first, second, SETTINGS, Workers(cluster=address))) == list(
        play_match(first, second, SETTINGS)
    )


@pytest.mark.parametrize("pairs", [3, 8])
def test_every_player_leaves_the_cluster_although_its_workers_stay(tmp_path: Path, address: str, pairs: int) -> None:
    entrants = leaving_entrants(tmp_path)
    match = play_match(*entrants, SETTINGS, Workers(cluster=address))
    for _ in range(pairs):
        next(match)
    match.close()
    assert list(tmp_path.glob("closed-*"))
    while list(tmp_path.glob("alive-*")):
        time.sleep(0.01)  # a pair that was under way when the match was broken off is played to its end


def test_no_cluster_at_this_address(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.runtime.parallel.CLUSTER_TIMEOUT_SECONDS", 0.1)
    first, second = random_entrants("ada", "bob")
    with golden.raises(MotifError):
        next(play_match(first, second, SETTINGS, Workers(cluster="tcp://127.0.0.1:1")))
