"""`motif puzzles`: list its commands; each is imported when it runs."""

from __future__ import annotations

from motif.cli.deferred import USUAL, group_of

PANELS = {
    USUAL: {
        "sheet": "Print puzzles by theme: a PDF sheet with answer pages, or PGN, EPD, Lichess's CSV, LaTeX, SVG.",
        "compose": "Compose sound puzzles to order, each with one solution that two solvers prove.",
        "solve": "Solve a mate against every defence, or check all puzzles of a file.",
        "mine": "Find positions in games where one move wins and no other does.",
    },
}


MODULES = {"compose": ("compose",), "check": ("solve", "sheet", "mine")}

commands = group_of(__name__, PANELS, MODULES)
