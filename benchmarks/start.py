"""Time what a user waits for at the command line: the start, a help page, an explanation, a review and a study.

The peer is the smallest command line that could play chess: Typer with one command, python-chess imported, and its help
page printed in the same way. Times are CPU seconds of whole processes on all cores, each with an empty cache, but with
compiled modules, as pip installs them; what takes less than a second is started several times in turns, and the
shortest time counts. The headline is the peer's time divided by that of `motif --help`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness import IS_SMALL, report, sized

ROUNDS = sized(7, 1)
MOTIF = [sys.executable, "-m", "motif"]
PEER = [
    sys.executable,
    "-c",
    """
import chess, typer
app = typer.Typer(rich_markup_mode="markdown")
@app.command()
def legal(fen: str = chess.STARTING_FEN) -> None:
    "Count the legal moves of a position."
    print(chess.Board(fen).legal_moves.count())
app(["--help"])
""",
]
HELP = "motif --help"
SHORT = {
    "motif --version": 0.25,
    HELP: 0.25,
    "motif study --help": 0.5,
    "motif explain start e4 --engine search --depth 3": 0.7,
}
"""Commands that take less than a second or two, and their goals in CPU seconds."""
LONG = {
    "motif review sample#2 --engine search --out game.html": "10",
    "motif study sample --games 20 --engine search": "180 for 200 games",
}
"""Work on games with evaluations. The goals come from 5 seconds for a game and 90 for 200 games on two cores."""

COMPILED = TemporaryDirectory()
"""Compiled modules, shared by all processes: a checkout may have none, which would add a third to every start."""


def seconds(command: list[str]) -> float:
    """Return the CPU time of one process and its own processes, from its start to its end, in an empty folder."""
    with TemporaryDirectory() as folder:
        places = dict.fromkeys(("HOME", "XDG_DATA_HOME", "MOTIF_CACHE"), folder)
        python_path = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path if entry)
        environment = os.environ | places | {"PYTHONPATH": python_path, "PYTHONPYCACHEPREFIX": COMPILED.name}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            command, check=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Run all commands and report the shortest times."""
    commands = {name: [*MOTIF, *name.split()[1:]] for name in SHORT}
    best = dict.fromkeys(commands, float("inf"))
    peer = float("inf")
    for _ in range(ROUNDS):
        best = {name: min(best[name], seconds(command)) for name, command in commands.items()}
        peer = min(peer, seconds(PEER))
    if not IS_SMALL:
        best |= {name: seconds([*MOTIF, *name.split()[1:]]) for name in LONG}
    goals = {name: f"{goal:g}" for name, goal in SHORT.items()} | LONG
    rows: list[dict[str, Any]] = [
        {"command": name, "CPU seconds": round(took, 2), "goal": goals[name]} for name, took in best.items()
    ]
    rows.append({"command": "a Typer program with python-chess --help", "CPU seconds": round(peer, 2), "goal": ""})
    report("start", peer / best[HELP], rows)


if __name__ == "__main__":
    main()
