"""`motif puzzles`: its commands, each imported when it runs."""

from __future__ import annotations

from motif.cli.deferred import PAPERS, USUAL, group_of

PANELS = {
    USUAL: {
        "compose": "Compose sound puzzles to order: one key, no shorter mate, a quiet key, no idle man, proved by two "
        "solvers.",
        "sheet": "Print puzzles: a PDF sheet with answer pages, or PGN, EPD, Lichess's CSV, LaTeX, SVG.",
        "solve": "Solve a mate against every defence: keys, threats, defences, duals, set play and tries.",
        "check": "Check puzzles with two solvers that share no line: the core, and exhaustive search in Python.",
        "mine": "Find positions in games where one move wins and no other does.",
    },
    PAPERS: {
        "static": "Compose static puzzles: only White moves, and Black is not in check until it is mated.",
        "prove": "Prove the best values: White's men worth as little as can be, then Black's as much.",
    },
}


MODULES = {"compose": ("compose", "static", "prove"), "check": ("check", "solve", "sheet", "mine")}

commands = group_of(__name__, PANELS, MODULES)
