"""Measure the cost of one decision of a person: milliseconds of CPU, alone and among many, the least of three times.

python experiments/people/cost.py GAMES.pgn.zst

`PYTHONPATH` can name an older version, so that both are measured in the same hour.
"""

from __future__ import annotations

import sys
from itertools import islice
from time import process_time

from motif.board.games import read_games
from motif.players.human import shipped_model
from motif.players.human_model import HumanPolicy

BOARDS, TIMES = 144, 3


def main() -> None:
    """Measure."""
    games = islice((game for game in read_games(sys.argv[1]) if len(game) > 60), BOARDS)
    boards = [game.board(8 + number % 50) for number, game in enumerate(games)]
    people = HumanPolicy(1500, shipped_model())
    people.policies(boards[:2])
    alone, many = [], []
    for _ in range(TIMES):
        begun = process_time()
        for board in boards:
            people.policies([board])
        between = process_time()
        people.policies(boards)
        alone.append(between - begun)
        many.append(process_time() - between)
    print(f"alone {1000 * min(alone) / len(boards):.1f} ms, among many {1000 * min(many) / len(boards):.1f} ms")


if __name__ == "__main__":
    main()
