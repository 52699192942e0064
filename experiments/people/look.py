"""Search the positions that weights are fitted to; this is the slow step, and its results are kept in a folder.

python experiments/people/look.py GAMES.pgn.zst FOLDER --workers 2

With --most only the first of the positions for fitting are searched; --cluster names a Dask cluster.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from drawn_choices import FITTING, drawn, seen
from sheets import DRAWS

from motif.runtime.parallel import Workers


def main() -> None:
    """Draw positions and search them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--cluster", help="the address of a Dask cluster")
    given = parser.parse_args()
    for name, draw in DRAWS.items():
        wanted = drawn(given.games, draw, given.seed)[: given.most if draw is FITTING else None]
        for _ in seen(wanted, given.folder / name, Workers(given.workers, given.cluster)):
            pass


if __name__ == "__main__":
    main()
