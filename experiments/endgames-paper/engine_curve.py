"""Measure the engine's curve in Figures 1 and 2: the best run of an endgame plays Stockfish as it evolves.

    python experiments/endgames-paper/engine_curve.py FILE KIND [NAME …]

Every tenth generation the best program plays 50 games against Stockfish at depth 6, looking one ply ahead as it did
when it evolved. The run is the best against the Master by `runs.py`; its generations come from its checkpoint, or are
bred again, with the same result. Each curve is a line of the file.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from records import MIXED, Run, add_record, endgame_of, read_records
from runs import checkpoint_of, settings_of

from motif.endgames.games import PAPER_ENDGAMES, EndgameMatch, play_endgames
from motif.endgames.learning.evolution import evolve
from motif.players.names import enter
from motif.runtime.parallel import seed_of

ENGINE = "stockfish,depth=6"
GAMES = 50


def main() -> None:
    """Play the missing curves."""
    path, kind = Path(sys.argv[1]), sys.argv[2]
    for name in sys.argv[3:] or [*PAPER_ENDGAMES, MIXED]:
        records = read_records(path)
        if f"engine-{kind}-{name}" not in records:
            runs = [run for run in records.values() if run["kind"] == kind and endgame_of(run) == name]
            best = max(runs, key=lambda run: float(run["against the Master"]["score"]))
            record: Run = {"kind": kind, "endgames": best["endgames"], "seed": best["seed"], "engine": ENGINE}
            record["curve"] = curve(path, kind, name, best["seed"])
            print(add_record(path, record), [point["score"] for point in record["curve"]], flush=True)


def curve(path: Path, kind: str, name: str, seed: int) -> list[dict[str, Any]]:
    """Return the scores of the best programs of every tenth generation."""
    settings = settings_of(kind, name, path)
    *_, run = evolve(settings, seed, checkpoint=checkpoint_of(path, kind, name, seed))
    points = []
    with TemporaryDirectory() as scratch:
        best = Path(scratch) / "best.program"
        for generation in run.history:
            if generation.number == 1 or generation.number % 10 == 0:
                generation.best.save(best, f"Generation {generation.number}")
                match = EndgameMatch(settings.endgames, GAMES, seed=seed_of(seed, "engine", generation.number))
                *_, (_, score) = play_endgames(enter(f"endgame:{best}"), enter(ENGINE), match)
                points.append({"generation": generation.number} | score.to_json())
    return points


if __name__ == "__main__":
    main()
