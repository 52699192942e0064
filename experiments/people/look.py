"""What a short search sees in the positions that weights are fitted to: the slow part, kept in a folder.

python experiments/people/look.py GAMES.pgn.zst FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

from drawn_choices import drawn, seen
from sheets import DRAWS

from motif.players.people import sight


def main() -> None:
    """Draw and look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name, draw in DRAWS.items():
        for _ in seen(drawn(given.games, draw, given.seed), sight(), given.folder / name):
            pass


if __name__ == "__main__":
    main()
