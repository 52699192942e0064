"""Measure how long one person waits for explanations of moves and for the first shelf of Know.

    python fuzz/web/answers.py --questions 200 --engine stockfish

The script starts a server on 127.0.0.1 with two warm workers and an empty cache. One client asks about one move after
another: random moves that were played in the games that ship, good and bad, each from another game. The result has the
wall-clock time, the processor time of the server with all its processes (other work on the machine does not change it)
and the load of the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
from processes import processor_seconds

from motif.board.games import read_games
from motif.runtime.files import SAMPLE_GAMES

RESULT = Path(__file__).parent / "answers.json"
FIRST_PLY = 12
SHELVES = 5


def main() -> None:
    """Ask the questions and write the times."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--engine", "--judge", default="stockfish")
    parser.add_argument("--out", type=Path, default=RESULT)
    given = parser.parse_args()
    result = {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "engine": given.engine,
        "processes that waited for a core, before": os.getloadavg()[0],
        "first shelf of Know, seconds after the server began to answer": [_shelf(given.engine) for _ in range(SHELVES)],
        "explanations": _explanations(given.engine, given.questions),
        "processes that waited for a core, after": os.getloadavg()[0],
    }
    given.out.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


class _Server:
    """`motif web` with a temporary data folder."""

    def __init__(self, engine: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        names = ("XDG_DATA_HOME", "XDG_CACHE_HOME", "MOTIF_CACHE", "MOTIF_DECK")
        called = [sys.executable, "-m", "motif", "web", "--port", "0", "--engine", engine, "--workers", "2"]
        self.process = subprocess.Popen(
            called,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {name: str(Path(self._folder.name) / name) for name in names},
        )
        assert self.process.stdout is not None
        self.client = httpx.Client(base_url=self.process.stdout.readline().split()[-1], timeout=120, trust_env=False)

    def __enter__(self) -> _Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait()
        self._folder.cleanup()


def _shelf(engine: str) -> float:
    """Return the seconds until a server that has just started answers with the first page of the first shelf."""
    with _Server(engine) as server:
        server.client.get("/").raise_for_status()
        begun = time.perf_counter()
        server.client.get("/api/knowledge/rules?examples=false").raise_for_status()
        return round(time.perf_counter() - begun, 3)


def _explanations(engine: str, count: int) -> dict[str, Any]:
    clocks, processors = [], []
    with _Server(engine) as server:
        # As when a user has a study open: the workers have started their engine.
        for question in _questions(4, seed=2):
            server.client.post("/api/explain", json=question).raise_for_status()
        for question in _questions(count, seed=1):
            used, begun = processor_seconds(server.process.pid), time.perf_counter()
            server.client.post("/api/explain", json=question).raise_for_status()
            clocks.append(time.perf_counter() - begun)
            processors.append(processor_seconds(server.process.pid) - used)
    return {"n": count, "clock seconds": _spread(clocks), "processor seconds": _spread(processors)}


def _questions(count: int, seed: int) -> list[dict[str, Any]]:
    """Return a random move of each of `count` games, with the moves before it."""
    rng = random.Random(seed)
    games = [game for game in read_games(SAMPLE_GAMES) if len(game.moves) > FIRST_PLY]
    rng.shuffle(games)
    questions = []
    for game in islice(games * 10, count):
        ply = rng.randrange(FIRST_PLY, len(game.moves))
        words = [move.uci() for move in game.moves]
        questions.append({"fen": game.board(0).fen(), "game_moves": words[:ply], "move": words[ply]})
    return questions


def _spread(seconds: list[float]) -> dict[str, float]:
    ranked = sorted(seconds)
    p95 = ranked[min(len(ranked) - 1, int(0.95 * len(ranked)))]
    named = {"median": statistics.median(ranked), "p95": p95, "longest": ranked[-1]}
    return {name: round(value, 3) for name, value in named.items()}


if __name__ == "__main__":
    main()
