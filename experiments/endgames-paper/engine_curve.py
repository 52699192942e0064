"""The engine's curve in Figures 1 and 2: the best run of an endgame plays Stockfish as it evolves.

    python experiments/endgames-paper/engine_curve.py FOLDER KIND [NAME …]

Every tenth generation the best program plays 50 games against Stockfish at depth 6, looking one ply ahead as it did
when it evolved. The run is the one that `runs.py` found best against the Master; its generations come from its
checkpoint, or are bred anew, which gives the same ones. Each curve is a file of the folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from runs import MIXED, settings_of

from motif.arena.seeds import seed_of
from motif.endgames import evolve
from motif.endgames.playing.games import PAPER_ENDGAMES
from motif.endgames.playing.matches import EndgameMatch, play_endgames
from motif.players import enter
from motif.store import write_atomically

ENGINE = "stockfish,depth=6"
GAMES = 50


def main() -> None:
    """Play what is missing."""
    folder, kind = Path(sys.argv[1]), sys.argv[2]
    for name in sys.argv[3:] or [*PAPER_ENDGAMES, MIXED]:
        path = folder / f"engine-{kind}-{name}.json"
        if not path.exists():
            runs = [json.loads(run.read_text()) for run in sorted(folder.glob(f"{kind}-{name}-*.json"))]
            best = max(runs, key=lambda run: run["against the Master"]["score"])
            record = {"kind": kind, "endgames": best["endgames"], "seed": best["seed"], "engine": ENGINE}
            record["curve"] = curve(folder, kind, name, best["seed"])
            write_atomically(path, json.dumps(record, indent=1) + "\n")
            print(path.name, [point["score"] for point in record["curve"]], flush=True)


def curve(folder: Path, kind: str, name: str, seed: int) -> list[dict[str, Any]]:
    """The scores of the best programs of every tenth generation."""
    settings = settings_of(kind, name, folder)
    *_, run = evolve(settings, seed, checkpoint=folder / f"{kind}-{name}-{seed}.checkpoint")
    points = []
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "best.program"
        for generation in run.history:
            if generation.number == 1 or generation.number % 10 == 0:
                generation.best.save(path, f"Generation {generation.number}")
                match = EndgameMatch(settings.endgames, GAMES, seed=seed_of(seed, "engine", generation.number))
                *_, (_, score) = play_endgames(enter(f"endgame:{path}"), enter(ENGINE), match)
                points.append({"generation": generation.number} | score.to_json())
    return points


if __name__ == "__main__":
    main()
