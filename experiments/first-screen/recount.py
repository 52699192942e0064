"""Recount the first screen of a study from nothing but study.json: points lost, cases, the opponents' points.

python experiments/first-screen/recount.py out/study/study.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def recounted(study: dict[str, Any], leak: dict[str, Any]) -> tuple[int, float, float]:
    """The cases of a leak, and the points of the player and of the opponents in a hundred games."""
    own: list[float] = []
    theirs: list[float] = []
    for game in study["games"]:
        lost = [move["lost"] for move in game["moves"]]
        first = game["start"].split()[1] == "w"
        is_own = [(ply % 2 == 0) == (first == game["is_white"]) for ply in range(len(lost))]
        if leak["kind"] == "oversight":
            own += [lost[each["ply"]] for each in game["faults"] if each["oversight"] == leak["subject"]]
            theirs += [lost[each["ply"]] for each in game["their_oversights"] if each["oversight"] == leak["subject"]]
        elif leak["kind"] in ("missed", "allowed"):
            for into, occasions in ((own, game["occasions"]), (theirs, game["theirs"])):
                into += [each["lost"] for each in occasions
                         if each["motif"] == leak["theme"] and each["outcome"] == leak["kind"]]  # fmt: skip
        elif leak["kind"] == "phase":
            for ply, move in enumerate(game["moves"]):
                if move["phase"] == leak["subject"] and move["lost"] >= 0.1:
                    (own if is_own[ply] else theirs).append(move["lost"])
        elif leak["kind"] == "conversion":
            points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(game["result"])
            for into, players in ((own, True), (theirs, False)):
                white = game["is_white"] == players
                ahead = [move["advantage"] * (1 if white else -1) for move in game["moves"]]
                stood = any(a >= 300 and mine == players for a, mine in zip(ahead, is_own, strict=True))
                if stood and points is not None and (dropped := 1 - (points if white else 1 - points)):
                    into.append(dropped)
    games = len(study["games"])
    return len(own), 100 * sum(own) / games, 100 * sum(theirs) / games


def main() -> None:
    """Print each leak as the study has it and as it is recounted; fail where they differ."""
    study = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    wrong = 0
    for leak in study["profile"]["leaks"]:
        if leak["opponents"] is None:
            print(f"{leak['standing']}: {leak['title']}: compared with others than the opponents, not recounted")
            continue
        said = (leak["cases"], leak["points"], leak["opponents"])
        again = recounted(study, leak)
        same = all(abs(one - other) < 0.01 for one, other in zip(said, again, strict=True))
        wrong += not same
        print(f"{leak['standing']}: {leak['title']}: {said[0]} cases, {said[1]:.1f} and {said[2]:.1f} points; "
              f"recounted {again[0]}, {again[1]:.1f}, {again[2]:.1f}: {'same' if same else 'OTHER'}")  # fmt: skip
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
