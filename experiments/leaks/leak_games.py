"""Play games of synthetic players: twenty without a leak, some that are blind to a motif, and others as peers.

    python experiments/leaks/leak_games.py --out out/leaks

Each game has its own seed, so an interrupted run continues where it stopped.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import chess
from synthetic import Synthetic, play

BLIND_TO = ("fork", "hanging piece", "pin")
PLAYERS = 20


def main() -> None:
    """Play the games that are missing."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, default=Path("out/leaks"))
    parser.add_argument("--games", type=int, default=24, help="of each player without a leak")
    parser.add_argument("--blind", type=int, default=50, help="games of each blind player")
    parser.add_argument("--peers", type=int, default=150, help="games that peers are counted from")
    parser.add_argument("--seed", type=int, default=2, help="other games, from other starts")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for motif in BLIND_TO:
        name = f"blind to {motif}"
        pairs = [(name, f"partner {number}", motif) for number in range(given.blind)]
        some(given.out / f"{name}.pgn", pairs, given.seed)
    unknown = [(f"peer {2 * n}", f"peer {2 * n + 1}", None) for n in range(given.peers)]
    some(given.out / "peers.pgn", unknown, given.seed)
    tables = [(n, (n + step) % PLAYERS) for step in range(1, given.games // 2 + 1) for n in range(PLAYERS)]
    some(given.out / "players.pgn", [(f"player {a + 1}", f"player {b + 1}", None) for a, b in tables], given.seed)


def some(path: Path, pairs: Sequence[tuple[str, str, str | None]], own_seed: int) -> None:
    """Play games of pairs and append them one by one; if a motif is named, the first of a pair is blind to it."""
    done = path.read_text().count("[Event ") if path.exists() else 0
    for number, (first, second, blind) in enumerate(pairs[done:], start=done):
        seed = random.Random(f"{own_seed} {path.stem} {number}").getrandbits(32)
        one, other = Synthetic(first, seed, blind), Synthetic(second, seed + 1)
        white, black = (one, other) if number % 2 == 0 else (other, one)
        game = play(white, black, start_of(seed), number + 1)
        with path.open("a") as file:
            print(game, file=file, end="\n\n")


def start_of(seed: int) -> chess.Board:
    """Return the start position after four random plies."""
    rng = random.Random(seed)
    board = chess.Board()
    for _ in range(4):
        board.push(rng.choice(sorted(board.legal_moves, key=chess.Move.uci)))
    return board


if __name__ == "__main__":
    main()
