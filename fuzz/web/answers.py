"""How long one person waits: explanations of moves by the judge of a study, and the first shelf of Know.

    python fuzz/web/answers.py --questions 200 --judge stockfish

A server of its own on 127.0.0.1 with two workers that were warmed, an empty cache, and one client that asks about one
move after the other: moves that were played in the games that ship, each of another position, good and bad as they
come. Beside the clock stands the processor's time of the server and all its processes, which a machine that has other
work does not change; and how busy the machine was.
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
from motif.board.shipped import SAMPLE_GAMES

RESULT = Path(__file__).parent / "answers.json"
FIRST_PLY = 12
SHELVES = 5


def main() -> None:
    """Ask, and write down how long it took."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--judge", default="stockfish")
    parser.add_argument("--out", type=Path, default=RESULT)
    given = parser.parse_args()
    result = {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "judge": given.judge,
        "processes that waited for a core, before": os.getloadavg()[0],
        "first shelf of Know, seconds after the server began to answer": [_shelf(given.judge) for _ in range(SHELVES)],
        "explanations": _explanations(given.judge, given.questions),
        "processes that waited for a core, after": os.getloadavg()[0],
    }
    given.out.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


class _Server:
    """`motif web` with a data folder of its own."""

    def __init__(self, judge: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        names = ("XDG_DATA_HOME", "XDG_CACHE_HOME", "MOTIF_CACHE", "MOTIF_DECK")
        called = [sys.executable, "-m", "motif", "web", "--port", "0", "--engine", judge, "--workers", "2"]
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


def _shelf(judge: str) -> float:
    """Seconds until the first page of the first shelf is there, asked of a server that has just begun."""
    with _Server(judge) as server:
        server.client.get("/").raise_for_status()
        begun = time.perf_counter()
        server.client.get("/api/knowledge/rules?examples=false").raise_for_status()
        return round(time.perf_counter() - begun, 3)


def _explanations(judge: str, count: int) -> dict[str, Any]:
    clocks, processors = [], []
    with _Server(judge) as server:
        # As the page of a study stands before somebody asks: the workers know their judge.
        for question in _questions(4, seed=2):
            server.client.post("/api/explain", json=question).raise_for_status()
        for question in _questions(count, seed=1):
            used, begun = processor_seconds(server.process.pid), time.perf_counter()
            server.client.post("/api/explain", json=question).raise_for_status()
            clocks.append(time.perf_counter() - begun)
            processors.append(processor_seconds(server.process.pid) - used)
    return {"n": count, "clock seconds": _spread(clocks), "processor seconds": _spread(processors)}


def _questions(count: int, seed: int) -> list[dict[str, Any]]:
    """A move of each of so many games, drawn by lot, with the moves before it."""
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
