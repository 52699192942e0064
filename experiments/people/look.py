"""What a short search sees in the positions that weights are fitted to: the slow part, kept in a folder.

python experiments/people/look.py GAMES.pgn.zst FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

from drawn_choices import Sizes, drawn, seen

from motif.players.people import sight


def main() -> None:
    """Draw and look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", type=int, default=Sizes().fit)
    given = parser.parse_args()
    for _ in seen(drawn(given.games, Sizes(fit=given.fit), given.seed), sight(), given.folder):
        pass


if __name__ == "__main__":
    main()
