"""Search the positions that weights are fitted to; this is the slow step, and its results are kept in a folder.

python experiments/people/look.py GAMES.pgn.zst FOLDER --workers 2

With --most only the first of the positions for fitting are searched; --cluster names a Dask cluster.
"""

from __future__ import annotations

import sys
from pathlib import Path

from drawn_choices import FITTING, drawn, seen
from sheets import DRAWS

from motif.runtime.parallel import Workers

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options


def main() -> None:
    """Draw positions and search them."""
    given = read_options(
        __doc__, {"games": str, "folder": Path}, seed=1, most=int, workers=1,
        cluster=(str, "the address of a Dask cluster"),
    )  # fmt: skip
    for name, draw in DRAWS.items():
        wanted = drawn(given.games, draw, given.seed)[: given.most if draw is FITTING else None]
        for _ in seen(wanted, given.folder / name, Workers(given.workers, given.cluster)):
            pass


if __name__ == "__main__":
    main()
