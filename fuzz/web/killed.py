"""Kill the server many times during studies, training and games, and check that the next server has lost nothing.

    python fuzz/web/killed.py --kills 20

Each server lives a random number of seconds. Meanwhile a study is running, exercises are made of another study, moves
are played, cards are answered and games are analysed. Every move, answer, game and job that the server confirmed before
the kill must exist after it. At the end the study has all its games, and the deck the exercises of an undisturbed run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import chess
import httpx
from load import plain

from motif.board.games import read_games
from motif.puzzles.files import SHIPPED_PUZZLES
from motif.puzzles.puzzle import load_puzzles
from motif.runtime.files import SAMPLE_GAMES
from motif.training.deck import Deck
from motif.training.exercise import Exercise, Source
from motif.training.plan import Plan
from motif.web.train import EVERY, TrainOrder, train

RESULT = Path(__file__).parent / "killed.json"
SHORT, LONG = 4, 16
"""Games of the study that exercises are made of, and of the study that is running."""

CARDS = 60
"""Cards in the deck at the start."""

LIFE = (2.0, 6.0)
"""Seconds between the first answer of a server and its kill."""


@dataclass(slots=True)
class Kept:
    """The confirmed moves and answers, and the losses found after a kill."""

    kills_in_a_study: int = 0
    kills_in_training: int = 0
    moves: int = 0
    answers: int = 0
    analyses: list[str] = field(default_factory=list)
    """The analysed games by name; most were being analysed when the server was killed."""
    lost: list[str] = field(default_factory=list)


class Life:
    """One server, using the data of the servers before it."""

    def __init__(self, folder: Path) -> None:
        names = {"XDG_DATA_HOME": folder, "MOTIF_CACHE": folder / "cache", "MOTIF_DECK": folder / "deck.sqlite"}
        called = [sys.executable, "-m", "motif", "web", "--port", "0", "--engine", "search"]
        self.process = subprocess.Popen(
            called,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {name: str(path) for name, path in names.items()},
        )
        assert self.process.stdout is not None
        base = self.process.stdout.readline().split()[-1]
        self.client = httpx.Client(base_url=base, timeout=120, trust_env=False)

    def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """Return the answer to a GET request."""
        return self.client.get(path).raise_for_status().json()

    def post(self, path: str, **asked: Any) -> Any:  # noqa: ANN401 - JSON
        """Return the answer to a POST request."""
        return self.client.post(path, **asked).raise_for_status().json()

    def finished(self, job: str) -> dict[str, Any]:
        """Wait for a job and return it."""
        while True:
            shape: dict[str, Any] = self.get(f"/api/jobs/{job}")
            if shape["state"] not in ("waiting", "running"):
                return shape
            time.sleep(0.5)

    def end(self, how: signal.Signals) -> None:
        """End the server with a signal."""
        self.client.close()
        self.process.send_signal(how)
        self.process.wait()


def main() -> None:
    """Kill servers, check, and write the losses."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--out", type=Path, default=RESULT)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = _measure(Path(folder), given.kills)
    given.out.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


def _measure(folder: Path, kills: int) -> dict[str, Any]:
    games = read_games(SAMPLE_GAMES)
    short, long = ("\n\n".join(map(plain, islice(games, count))) for count in (SHORT, LONG))
    kept, rng = Kept(), random.Random(1)
    _fill(folder / "deck.sqlite")
    life = Life(folder)
    study = life.finished(life.post("/api/studies", content=short)["id"])["study"]
    job = life.post("/api/studies", content=long)["id"]
    training = life.post("/api/training", json={"study": study, "composed": 0})["id"]
    game = life.post("/api/games", json={"player": "greedy", "seed": 1})
    for text in map(plain, islice(games, kills)):
        kept.analyses.append(life.post("/api/analyses", json={"text": text, "side": None})["id"])
        game = _one_life(life, game, rng, kept)
        under_way = {each["id"] for each in life.get("/api/jobs") if each["state"] in ("waiting", "running")}
        kept.kills_in_a_study += job in under_way
        kept.kills_in_training += training in under_way
        life.end(signal.SIGKILL)
        life = Life(folder)
        _look(life, folder, game, {job, training}, kept)
        if training not in under_way:
            # Without the deck's note of the study, existing exercises are checked again.
            with sqlite3.connect(folder / "deck.sqlite") as deck:
                deck.execute("DELETE FROM studies")
            training = life.post("/api/training", json={"study": study, "composed": 0})["id"]
        if job not in under_way:
            job = life.post("/api/studies", content=f"{long}\n\n; again {rng.random()}\n")["id"]
    made = life.finished(job)
    life.finished(training)
    summary = life.get(f"/api/studies/{made['study']}/overview")["summary"]
    life.end(signal.SIGTERM)
    plan = Plan(mistakes=EVERY, composed=0, look=EVERY)
    file = folder / "studies" / study / "study.json"
    train(lambda _: None, TrainOrder(study, file, folder / "undisturbed.sqlite", "search", plan))
    return {
        "kills": kills,
        **asdict(kept) | {"analyses": len(kept.analyses)},
        "games in the last study": summary["games"],
        "games of its player in the file": long.count(f'"{summary["player"]}"'),
        "uploads left": len(list(folder.glob("uploads/*"))),
        "exercises of the study in the deck": _cards(folder / "deck.sqlite") - CARDS,
        "exercises of an undisturbed run": _cards(folder / "undisturbed.sqlite"),
    }


def _one_life(life: Life, game: dict[str, Any], rng: random.Random, kept: Kept) -> dict[str, Any]:
    """Play and answer for a while, and remember what the server confirmed."""
    until = time.monotonic() + rng.uniform(*LIFE)
    while time.monotonic() < until:
        if game["over"]:
            game = life.post("/api/games", json={"player": "greedy", "seed": rng.randrange(1000)})
        move = rng.choice(_legal_moves(game))
        game = life.post(f"/api/games/{game['id']}/move", json={"move": move})
        kept.moves += 1
        question = life.get("/api/training/next")["question"]
        if question is not None:
            shown = life.post(f"/api/training/{question['puzzle']}/answer", json={"move": ""})
            kept.answers += shown["due"] is not None
        time.sleep(0.2)
    return game


def _legal_moves(game: dict[str, Any]) -> list[str]:
    """Return the legal moves of a game's last position in UCI."""
    moves = game["moves"]
    return [move.uci() for move in chess.Board(moves[-1]["fen"] if moves else game["start"]).legal_moves]


def _look(life: Life, folder: Path, game: dict[str, Any], jobs: set[str], kept: Kept) -> None:
    """Record confirmed work that the next server does not know."""
    now = life.get(f"/api/games/{game['id']}")
    if now["moves"] != game["moves"]:
        kept.lost.append(f"moves of a game: {len(game['moves'])} were {len(now['moves'])}")
    with Deck(folder / "deck.sqlite") as deck:
        if len(deck.answers()) < kept.answers:
            kept.lost.append(f"answers: {kept.answers} were {len(deck.answers())}")
    kept_games = {each["id"] for each in life.get("/api/analyses")}
    kept.lost += [f"game {name}" for name in kept.analyses if name not in kept_games]
    known = {each["id"]: each["state"] for each in life.get("/api/jobs")}
    kept.lost += [f"job {name}: {known.get(name, 'gone')}" for name in jobs if known.get(name) in (None, "failed")]


def _fill(path: Path) -> None:
    """Add cards that can be answered from the first server on."""
    with Deck(path) as deck:
        for puzzle in islice(load_puzzles(SHIPPED_PUZZLES), CARDS):
            deck.add(Exercise.of_puzzle(Source.COMPOSED, puzzle, "mate", "So it is.", "shipped"))


def _cards(path: Path) -> int:
    with Deck(path) as deck:
        return len(deck.cards())


if __name__ == "__main__":
    main()
