"""Summarise a match: read the output of `motif match … --json`, and write the standing without the games.

motif match motif base --games 200 --time 0.1 --seed 1 --set sprt=0,50 --json > match.json
python experiments/motif-player/summary.py match.json base-seconds "motif match motif base …"
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from motif.arena.match import MatchStanding
from motif.statistics.elo import Sprt

HERE = Path(__file__).parent


def summary(match: dict[str, Any], command: str) -> dict[str, Any]:
    """Return the players, the standing, the sequential test and how the games ended."""
    first = match["players"][0] if match["players"][0]["name"].partition(",")[0] == "motif" else match["players"][1]
    standing = MatchStanding(first["wins"], first["draws"], first["losses"], tuple(first["pairs"]))
    plies = [len(game["moves"]) for game in match["games"]]
    return {
        "command": command,
        "standing of motif": str(standing),
        "pairs with 0, 1/2, 1, 3/2 and 2 points": first["pairs"],
        "sprt 0 to 50": str(Sprt(0, 50).state(standing.pairs)),
        "endings": dict(Counter(game["ending"].partition(" ")[2] for game in match["games"]).most_common()),
        "mean plies": round(sum(plies) / len(plies), 1),
    }


def main() -> None:
    """Summarise one match."""
    match, name, command = sys.argv[1:]
    found = summary(json.loads(Path(match).read_text()), command)
    (HERE / f"{name}.json").write_text(json.dumps(found, indent=2) + "\n")
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
