"""`motif demo`: review one game of a learner, study her games, and train a position that she missed."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import rmtree, which

from motif.cli.console import out, say
from motif.cli.options import EngineOptions
from motif.cli.review import review
from motif.cli.study import study
from motif.cli.train import add, practise

FOLDER = Path("out/demo/study")
DECK = Path("out/demo/deck.sqlite")
PLAYER, GAME, GAMES = "Ada Learner", "learner#38", "learner"
NEWEST = 20
"""How many of her games the demo studies: the fewest from which a study draws conclusions."""

NEXT = {
    "study lichess:NAME": "your own games; or chesscom:NAME, or a PGN file",
    f"train --deck {DECK}": "the positions that Ada missed",
    "web": "all of it in the browser",
}
"""Commands to type next, each with its purpose as a comment so that the whole line can be pasted."""


def demo() -> None:
    """Watch Motif review a learner's game, say what costs her points, and train what she missed.

    At a terminal you solve one of her positions. The report is out/demo/study/report.html.

    Example: `motif demo`
    """
    rmtree(FOLDER.parent, ignore_errors=True)
    FOLDER.parent.mkdir(parents=True)
    _head(f'review {GAME} --player "{PLAYER}"')
    review(GAME, player=PLAYER, by=EngineOptions("search"))
    _head(f"study {GAMES} --games {NEWEST} --out {FOLDER}")
    study([GAMES], newest=NEWEST, engine="search", to=FOLDER)
    _head(f"train {FOLDER} --deck {DECK} --count 1")
    add(FOLDER, DECK, composed=1, seconds=5.0)
    if sys.stdin.isatty():
        practise(deck=DECK, count=1)
    say("\nWhat to type next:")
    for command, what in NEXT.items():
        say(f"  {called()} {command:<34} # {what}")


def _head(command: str) -> None:
    say("")
    out.rule(f"motif {command}", align="left")


def called() -> str:
    """The command that starts Motif: its name if the shell finds it, else its path."""
    here = Path(sys.executable).with_name("motif")
    if which("motif") or not here.exists():
        return "motif"
    return str(here.relative_to(Path.cwd()) if here.is_relative_to(Path.cwd()) else here)
