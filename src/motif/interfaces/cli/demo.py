"""`motif demo`: the main job on the games that ship, without any engine, and what to do next."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import which

from motif.interfaces.cli.console import out, say
from motif.interfaces.cli.study import study

PLAYER = "Stockfish 15.1, skill 1, depth 4"
GAMES = 40
"""Half of those that ship, so that it takes a minute or two on any machine."""

FOLDER = Path("out/study")
NEXT = {
    "study lichess:NAME": "your own games, or chesscom:NAME, or a PGN file",
    f"train add {FOLDER}": "what was missed becomes exercises",
    "train": "and is trained",
    "play --level 3": "play, with a reason for every move",
    "--help": "all that there is",
}
"""Each can be pasted as it is, the reason behind it too."""


def demo() -> None:
    """Study a player of the games that ship: what they miss and why, as a report, with puzzles to train.

    Example: `motif demo`
    """
    out.rule(f'motif study sample --player "{PLAYER}" --games {GAMES} --engine search --out {FOLDER}', align="left")
    FOLDER.parent.mkdir(exist_ok=True)
    study(["sample"], player=PLAYER, newest=GAMES, engine="search", to=FOLDER)
    say(f"\nOpen {FOLDER / 'report.html'} in a browser. What to type next:")
    for command, what in NEXT.items():
        say(f"  {called()} {command:<36} # {what}")


def called() -> str:
    """How the program is called from here: by its name where a shell finds it, else by its path."""
    here = Path(sys.executable).with_name("motif")
    if which("motif") or not here.exists():
        return "motif"
    return str(here.relative_to(Path.cwd()) if here.is_relative_to(Path.cwd()) else here)
