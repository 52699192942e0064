"""Kill worker processes at random moments while they read shares of games: the results must not change.

In turns a book is built and a sample is drawn, by two workers, from the games that ship, in small shares. Once or twice
during each run a random worker is killed. The result must equal that of one process.

    python fuzz/trust/kill_workers.py [RUNS]
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from multiprocessing import active_children
from pathlib import Path
from random import Random
from threading import Event, Thread

from motif.board import shares
from motif.board.games import Draw, draw_from_files
from motif.board.shares import shares_of
from motif.openings.building import build_book
from motif.runtime.files import SAMPLE_GAMES
from motif.runtime.parallel import Workers

RECORD = Path(__file__).with_name("kill_workers.json")
SHARE_BYTES = 20_000
LONGEST_WAIT_SECONDS = 2.0
SEED = 52

Work = Callable[[Path, Workers], str]


def book(games: Path, workers: Workers) -> str:
    """Build a book; return its hash."""
    to = games.with_suffix(".book")
    build_book([games], to, at_least=1, workers=workers)
    content = to.read_bytes()
    to.unlink()
    return sha256(content).hexdigest()


def sample(games: Path, workers: Workers) -> str:
    """Draw positions; return their hash."""
    drawn = draw_from_files([games], Draw(from_move=1, per_game=20, most=2_000, seed=1), workers=workers)
    return sha256(drawn.positions.to_bytes() + drawn.moves.tobytes() + drawn.games.tobytes()).hexdigest()


class Killer(Thread):
    """Kills random workers of this process after random times."""

    def __init__(self, random: Random, most: int) -> None:
        super().__init__(daemon=True)
        self._random, self._most = random, most
        self.kills = 0
        self.over = Event()

    def run(self) -> None:
        while self.kills < self._most and not self.over.is_set():
            if not (workers := active_children()):
                time.sleep(0.01)
                continue
            time.sleep(self._random.uniform(0, LONGEST_WAIT_SECONDS))
            victim = self._random.choice(workers)
            if victim.is_alive() and not self.over.is_set():
                victim.kill()
                self.kills += 1


def main() -> None:
    """Kill, compare, and record the counts."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    random = Random(SEED)
    shares.SHARE_BYTES = SHARE_BYTES
    counts = {"runs": 0, "kills": 0, "equal": 0, "left over": 0}
    with tempfile.TemporaryDirectory() as name:
        games = Path(name) / "games.pgn"
        games.write_bytes(gzip.decompress(SAMPLE_GAMES.read_bytes()))
        print(f"{len(shares_of([games]))} shares")
        works: list[Work] = [book, sample]
        right = [work(games, Workers(1)) for work in works]
        for run in range(runs):
            killer = Killer(random, 1 + run % 4 // 2)
            killer.start()
            result = works[run % 2](games, Workers(2))
            killer.over.set()
            killer.join()
            counts["runs"] += 1
            counts["kills"] += killer.kills
            counts["equal"] += result == right[run % 2]
            counts["left over"] += len(list(Path(name).iterdir())) - 1
            print(counts, flush=True)
    if runs >= 20:
        RECORD.write_text(json.dumps(counts | {"seed": SEED}, indent=2) + "\n")
    assert counts["equal"] == counts["runs"]
    assert counts["left over"] == 0


if __name__ == "__main__":
    main()
