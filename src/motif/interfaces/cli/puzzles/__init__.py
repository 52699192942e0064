"""`motif puzzles`: a group of verbs, a file each."""

from __future__ import annotations

import typer

from motif.interfaces.cli.deferred import group_of

VERBS = {
    "compose": "Compose sound puzzles to order: one key, no shorter mate, a quiet key, no idle man, proved by two "
    "solvers.",
    "static": "Compose static puzzles: only White moves, and Black is not in check until it is mated.",
    "prove": "Prove the best values: White's men worth as little as can be, then Black's as much.",
    "sheet": "Print puzzles: a PDF sheet with answer pages, or PGN, EPD, Lichess's CSV, LaTeX, SVG.",
    "solve": "Solve a mate against every defence: keys, threats, defences, duals, set play and tries.",
    "check": "Check puzzles with two solvers that share no line: the core, and exhaustive search in Python.",
    "mine": "Find positions in games where one move wins and no other does.",
}


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    app.add_typer(group_of(__name__, VERBS, "Compose, mine, solve and check chess puzzles."), name="puzzles")
