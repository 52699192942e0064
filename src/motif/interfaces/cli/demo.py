"""`motif demo`: the main job on the games that ship, without any engine, and what to do next."""

from __future__ import annotations

from pathlib import Path

from motif.interfaces.cli.console import out, say
from motif.interfaces.cli.study import study

PLAYER = "Stockfish 15.1, skill 1, depth 4"
FOLDER = Path("out/study")


def demo() -> None:
    """Study a player of the games that ship: what they miss and why, as a report, with puzzles to train.

    Example: `motif demo`
    """
    out.rule(f'motif study sample --player "{PLAYER}" --engine search --out {FOLDER}', align="left")
    FOLDER.parent.mkdir(exist_ok=True)
    study(["sample"], player=PLAYER, engine="search", to=FOLDER)
    say("\nNext:")
    say(f"  open {FOLDER / 'report.html'} in a browser")
    say("  motif study lichess:YOUR-NAME                   your own games, from Lichess or chess.com")
    say(f"  motif train add {FOLDER}, then motif train      train what was missed")
    say("  motif play --level 3                            play, with a reason for every move")
    say("  motif --help                                    all that there is")
