"""Test round robins: the pairings, the table, and resuming from a checkpoint with the same result."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from arena.partners import random_entrants
from arena.test_match import pair
from goldens import Golden
from motif.arena.game import Conditions, Entrant, PairRecord
from motif.arena.match import CrossTable, TournamentSettings, play_tournament
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile

SETTINGS = TournamentSettings(pairs=4, seed=5, conditions=Conditions(maximum_moves=10))
NAMES = ("ada", "bob", "cy")


def pgn(pairs: Iterable[PairRecord]) -> str:
    return "".join(game.to_pgn() for pair in pairs for game in pair.games)


def test_everybody_meets_everybody_once_a_round_from_the_same_start() -> None:
    pairs = list(play_tournament(random_entrants(*NAMES), SETTINGS))
    assert [(pair.first, pair.second) for pair in pairs] == [("ada", "bob"), ("ada", "cy"), ("bob", "cy")] * 4
    for number in range(0, 12, 3):
        assert len({pair.games[0].start for pair in pairs[number : number + 3]}) == 1


def test_a_tournament_of_one_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        play_tournament(random_entrants("ada"), SETTINGS)


def test_a_tournament_without_pairs_is_refused() -> None:
    with pytest.raises(BadArgument, match="at least one pair for every two players, not 0"):
        TournamentSettings(pairs=0)


def test_the_table_of_a_small_tournament() -> None:
    table = CrossTable.of([pair("ada", "bob", 1), pair("ada", "cy", 2), pair("bob", "cy", 3)])
    assert [(row.name, row.total.points, row.total.games) for row in table.rows()] == [
        ("bob", 3.0, 4),
        ("ada", 1.5, 4),
        ("cy", 1.5, 4),
    ]
    assert table.standings["bob", "ada"].points == 1.5


def test_an_empty_table_is_empty() -> None:
    assert CrossTable().rows() == []


def test_a_broken_off_tournament_goes_on_to_the_same_end(tmp_path: Path) -> None:
    entrants, path = random_entrants(*NAMES), tmp_path / "cup.json"
    whole = list(play_tournament(entrants, SETTINGS))
    begun = play_tournament(entrants, SETTINGS, checkpoint=path)
    assert list(islice(begun, 5)) == whole[:5]
    begun.close()
    assert len(json.loads(path.read_text())["state"]) == 5
    assert list(play_tournament(entrants, SETTINGS, checkpoint=path)) == whole


def test_a_finished_tournament_can_be_made_longer_or_looked_at(tmp_path: Path) -> None:
    entrants, path = random_entrants(*NAMES), tmp_path / "cup.json"
    longer = replace(SETTINGS, pairs=6)
    list(play_tournament(entrants, SETTINGS, checkpoint=path))
    assert list(play_tournament(entrants, longer, checkpoint=path)) == list(play_tournament(entrants, longer))
    before = path.read_bytes()
    assert len(list(play_tournament(entrants, SETTINGS, checkpoint=path))) == 12
    assert path.read_bytes() == before


def test_a_checkpoint_of_another_tournament_is_refused_at_once(golden: Golden, tmp_path: Path) -> None:
    entrants, path = random_entrants(*NAMES), tmp_path / "cup.json"
    next(play_tournament(entrants, SETTINGS, checkpoint=path))
    with golden.raises(BadFile):
        play_tournament(entrants, replace(SETTINGS, seed=6), checkpoint=path)
    deeper = [Entrant(entrant.name, entrant.make, Limit(depth=2)) for entrant in entrants]
    with pytest.raises(BadFile, match="entrants was"):
        play_tournament(deeper, SETTINGS, checkpoint=path)


def test_a_checkpoint_that_holds_no_games_is_refused(golden: Golden, tmp_path: Path) -> None:
    entrants, path = random_entrants(*NAMES), tmp_path / "cup.json"
    next(play_tournament(entrants, SETTINGS, checkpoint=path))
    content = json.loads(path.read_text())
    path.write_text(json.dumps({**content, "state": [{"number": 1}]}))
    with golden.raises(BadFile):
        play_tournament(entrants, SETTINGS, checkpoint=path)
    path.write_text(json.dumps({"motif": "checkpoint", "kind": "tournament"}))
    with golden.raises(BadFile):
        play_tournament(entrants, SETTINGS, checkpoint=path)


PLAY_FOR_EVER = """
import sys
from dataclasses import replace
from pathlib import Path
sys.path[:0] = sys.argv[3:]
from arena.partners import random_entrants
from arena.test_tournament import NAMES, SETTINGS
from motif.arena.match import play_tournament
from motif.runtime.parallel import Workers

if __name__ == "__main__":
    endless = replace(SETTINGS, pairs=10**6)
    for pair in play_tournament(random_entrants(*NAMES), endless, Workers(int(sys.argv[2])), Path(sys.argv[1])):
        pass
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_after_kill_nine_the_tournament_goes_on_to_the_same_bytes(tmp_path: Path, workers: int) -> None:
    path, script = tmp_path / "cup.json", tmp_path / "play.py"
    script.write_text(PLAY_FOR_EVER)
    process = subprocess.Popen([sys.executable, script, path, str(workers), *sys.path], start_new_session=True)
    try:
        while not path.exists() or len(json.loads(path.read_text())["state"]) < 4:
            assert process.poll() is None, "the tournament ended before it was killed"
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    longer = replace(SETTINGS, pairs=len(json.loads(path.read_text())["state"]) // len(NAMES) + 2)
    resumed = pgn(play_tournament(random_entrants(*NAMES), longer, checkpoint=path))
    assert resumed == pgn(play_tournament(random_entrants(*NAMES), longer))
    while group_lives(process.pid):
        time.sleep(0.01)


def group_lives(group: int) -> bool:
    """Whether a worker of a killed parent is still there; the test's timeout says if it never leaves."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
