"""`motif demo`: study a learner's games without installed engines, make exercises, and study later games for
progress."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import rmtree, which

from motif.cli.console import out, say
from motif.cli.study import study
from motif.cli.train.training import add

FOLDER = Path("out/demo/study")
DECK = Path("out/demo/deck.sqlite")
FIRST, LATER = ["learner"], ["learner", "learner-later"]
FIRST_GAMES, ALL_GAMES = 20, 40
"""How many of the newest games each study uses: half are before the exercises and half after them."""

NEXT = {
    "study lichess:NAME": "your own games, or chesscom:NAME, or a PGN file",
    f"train --deck {DECK}": "what was missed, to be solved",
    "play --level 3": "play, with a reason for every move",
    "--help": "all commands",
}
"""Commands to type next, each with its purpose as a comment so that the whole line can be pasted."""


def demo() -> None:
    """Watch Motif study a learner's games, make exercises, and check later games for progress.

    Example: `motif demo`
    """
    # Files of an earlier demo already contain the later study.
    rmtree(FOLDER, ignore_errors=True)
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    _head(f"study {' '.join(FIRST)} --games {FIRST_GAMES} --engine search --out {FOLDER}")
    study(FIRST, newest=FIRST_GAMES, engine="search", to=FOLDER)
    _head(f"train add {FOLDER} --deck {DECK}")
    add(FOLDER, DECK, composed=1, seconds=5.0)
    _head(f"study {' '.join(LATER)} --games {ALL_GAMES} --engine search --out {FOLDER}")
    study(LATER, newest=ALL_GAMES, engine="search", to=FOLDER)
    say(f"\nOpen {FOLDER / 'report.html'} in a browser. What to type next:")
    for command, what in NEXT.items():
        say(f"  {called()} {command:<36} # {what}")


def _head(command: str) -> None:
    say("")
    out.rule(f"motif {command}", align="left")


def called() -> str:
    """The command that starts Motif: its name if the shell finds it, else its path."""
    here = Path(sys.executable).with_name("motif")
    if which("motif") or not here.exists():
        return "motif"
    return str(here.relative_to(Path.cwd()) if here.is_relative_to(Path.cwd()) else here)
