"""Test that a study names the leak of a blind player first, and no leak for twenty players without one.

    python experiments/leaks/leak_games.py --out out/leaks
    python experiments/leaks/leak_test.py --games out/leaks

Peers are the same engine without blindness. A false alarm is a finding for a player without a leak.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from leak_games import BLIND_TO, PLAYERS

from motif.report.make import StudyOptions, make_study
from motif.runtime.parallel import Workers
from motif.study.engine import StudyCache, StudyEngine
from motif.study.gathering import gather
from motif.study.profile import Profile

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share, write_result


def main() -> None:
    """Study all players and write result.json."""
    given = read_options(__doc__, games=Path("out/leaks"), out=Path(__file__).with_name("result.json"), workers=1)
    how = StudyOptions(
        StudyEngine.find("search", fresh=True),
        Workers(given.workers),
        cache=StudyCache(given.games / "judged"),
        against=(str(given.games / "peers.pgn"),),
    )
    result: dict[str, object] = {"engine": str(how.engine)}
    for motif in BLIND_TO:
        path = given.games / f"blind to {motif}.pgn"
        profile = make_study(gather([str(path)], path.stem), how).profile
        first = profile.work_on[0] if profile.work_on else None
        result[path.stem] = {**findings(profile), "named first": first is not None and first.motif == motif}
        print(path.stem, json.dumps(result[path.stem], indent=1), flush=True)
    players = dict(unleaky(given.games / "players.pgn", how))
    alarmed = sum(bool(each["work on"]) for each in players.values())
    result["without a leak"] = {
        "players": len(players),
        "with an alarm": alarmed,
        "interval": share(alarmed, len(players), 3)[1:],
        "alarms": sum(len(each["work on"]) for each in players.values()),
        "claims tested": sum(each["tested"] for each in players.values()),
        "each": players,
    }
    write_result(given.out, result)


def unleaky(path: Path, how: StudyOptions) -> Iterator[tuple[str, dict[str, Any]]]:
    """Study every player without a leak."""
    for number in range(1, PLAYERS + 1):
        name = f"player {number}"
        found = findings(make_study(gather([str(path)], name), how).profile)
        print(name, found, flush=True)
        yield name, found


def findings(profile: Profile) -> dict[str, Any]:
    """Return what a study says about a player."""
    return {
        "games": profile.games,
        "moves": profile.moves,
        "tested": len(profile.findings),
        "work on": [
            f"{each.kind}: {each.subject} {each.own} chance={each.chance:.3f}"
            for each in profile.work_on
            if each.is_weakness
        ],
        "strengths": [each.subject for each in profile.strengths],
    }


if __name__ == "__main__":
    main()
