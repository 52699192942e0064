"""`motif patterns filter`: which moves of a position patterns keep."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import typer

from motif.interfaces.cli.console import read_board, say, say_json
from motif.interfaces.cli.options import Json, Position
from motif.interfaces.cli.patterns.sources import LibraryName, find_library
from motif.patterns.selection import Best, Selection, Share


def filter_(
    library: LibraryName,
    fen: Position,
    count: Annotated[int, typer.Option("-k", min=1, help="Keep the best so many moves.")] = 5,
    share: Annotated[
        float | None, typer.Option("--gamma", help="Keep this share of the moves instead, from 0 to 1.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say which moves of a position the patterns keep.

    Example: `motif patterns filter shipped start -k 4`
    """
    board = read_board(fen)
    selection: Selection = Best(count) if share is None else Share(share)
    ranked = find_library(library).rank(board)
    keeps = int(selection.of(np.array([len(ranked)]))[0])
    if as_json:
        say_json(
            [{"move": board.san(move), "score": score, "kept": n < keeps} for n, (move, score) in enumerate(ranked)]
        )
        return
    say(f"kept ({selection}): {' '.join(board.san(move) for move, _ in ranked[:keeps])}")
    say(f"left out: {' '.join(board.san(move) for move, _ in ranked[keeps:]) or 'none'}")
