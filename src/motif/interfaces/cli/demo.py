"""`motif demo`: what Motif does, on the games that ship, in under a minute."""

from __future__ import annotations

from pathlib import Path

import typer

from motif.board.shipped import SAMPLE_GAMES
from motif.interfaces.cli.advise import advise
from motif.interfaces.cli.console import out, say
from motif.interfaces.cli.games import games
from motif.interfaces.cli.match import match
from motif.interfaces.cli.puzzles.compose import compose
from motif.interfaces.cli.tactics.learn import learn
from motif.puzzles.recipe import Replies

# Round 143.1 of the sample games: White castled here and missed what could be won.
MISSED = "rnbqkb1r/5ppp/p7/1p1pp3/4n3/1NPB4/PPQ2PPP/RNB1K2R w KQkq - 0 10"


TACTICS = Path("out/tactics.pl")
SHEET = Path("out/puzzles.pdf")


def demo() -> None:
    """Run the main jobs: a summary of games, advice with arrows, a match, tactics from games, a sheet of puzzles.

    Example: `motif demo`
    """
    _step("What is in a game file: motif games sample")
    games([str(SAMPLE_GAMES)])
    _step(f'What to play, and why: motif advise "{MISSED}"')
    advise(MISSED)
    _step("Who is stronger: motif match greedy random --games 20 --seed 1")
    match(["greedy", "random"], games=20, seed=1)
    _step(f"Tactics from games: motif tactics learn sample --engine search:4 --literals 2 --per-game 2 --out {TACTICS}")
    learn(["sample"], engine="search:4", literals=2, per_game=2, to=TACTICS)
    _step(f"Puzzles to order: motif puzzles compose --board 4x4 --replies only --count 6 --seed 1 --out {SHEET}")
    compose(board="4x4", replies=Replies.ONLY, count=6, seed=1, to=SHEET)
    say("\nNext: motif --help, or motif games with a file of your own.")


def _step(title: str) -> None:
    out.rule(title, align="left")


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    app.command()(demo)
