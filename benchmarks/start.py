"""Time how long `motif` takes to print its version, its help and the help of a command, before any work begins.

The peer is the smallest command line that could play chess: Typer with one command, python-chess imported, and its help
page printed in the same way. Times are CPU seconds of whole processes, started in turns, the shortest of several
rounds. The headline is the peer's time divided by that of `motif --help`.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import Any

from harness import report, sized

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
COMMANDS = {
    "motif --version": [*MOTIF, "--version"],
    HELP: [*MOTIF, "--help"],
    "motif match --help": [*MOTIF, "match", "--help"],
    "motif tactics --help": [*MOTIF, "tactics", "--help"],
    "a Typer program with python-chess --help": PEER,
}


def seconds(command: list[str]) -> float:
    """Return the CPU time of one process from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Start all commands in turns and report the shortest times."""
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            best[name] = min(best[name], seconds(command))
    *ours, peer = COMMANDS
    rows: list[dict[str, Any]] = [
        {"command": name, "cpu_seconds": best[name], "peer_over_it": best[peer] / best[name]} for name in (*ours, peer)
    ]
    report("start", best[peer] / best[HELP], rows)


if __name__ == "__main__":
    main()
