"""Define Motif's long commands as small runs that can be killed, each in its own folder, started by a fork.

A run is the real command line in a separate process. The parent imports everything before it forks, so a run takes as
long as its work and not as long as the start of Python.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path

import chess

from motif.board.games import read_games
from motif.cli import main as command_line
from motif.runtime.files import SAMPLE_GAMES

GAMES = "games.pgn"
STUDY = "study"
PRINTED = "printed.txt"


@dataclass(frozen=True, slots=True)
class Run:
    """A command, the commands it needs first, and the files that are its result."""

    arguments: tuple[str, ...]
    results: tuple[str, ...] = (PRINTED,)
    first: tuple[tuple[str, ...], ...] = ()
    """Commands that must run before it."""
    growing: tuple[str, ...] = ()
    """Results that grow while the command runs, so an incomplete one is no half-written file."""
    others: tuple[str, ...] = field(default=())
    """Other files that it keeps."""


_STUDY = ("study", GAMES, "--engine", "search", "--depth", "1", "--games", "2", "--workers", "1", "--out", STUDY)

RUNS = {
    "tactics learn": Run(
        (
            "tactics",
            "learn",
            GAMES,
            "--out",
            "t.pl",
            "--literals",
            "2",
            "--support",
            "3",
            "--checkpoint",
            "t.json",
            "--seed",
            "1",
        ),
        ("t.pl",),
        others=("t.json",),
    ),
    "endgames evolve": Run(
        (
            *("endgames", "evolve", "KRKR", "--generations", "6", "--population", "12", "--test", "20"),
            *("--out", "e.program", "--checkpoint", "e.json", "--seed", "1"),
        ),
        ("e.program",),
        others=("e.json",),
    ),
    "search evolve": Run(
        ("search", "evolve", "--generations", "4", "--depth", "1", "--checkpoint", "s.json", "--seed", "1"),
        others=("s.json",),
    ),
    "puzzles compose": Run(
        ("puzzles", "compose", "--board", "4x4", "--count", "2", "--seed", "3", "--out", "p.txt"),
        ("p.txt",),
        growing=("p.txt",),
    ),
    "match": Run(
        (
            "match",
            "greedy",
            "random",
            "--games",
            "12",
            "--moves",
            "40",
            "--checkpoint",
            "m.json",
            "--pgn",
            "m.pgn",
            "--seed",
            "1",
        ),
        (PRINTED, "m.pgn"),
        growing=("m.pgn",),
        others=("m.json",),
    ),
    "patterns learn": Run(
        ("patterns", "learn", GAMES, "--out", "p.txt", "--most", "600", "--pairs", "300", "--support", "8"), ("p.txt",)
    ),
    "study": Run(_STUDY, (STUDY,)),
    "train add": Run(
        ("train", "add", STUDY, "--deck", "d.sqlite", "--composed", "0", "--mistakes", "6"),
        ("d.sqlite",),
        first=(_STUDY,),
        growing=("d.sqlite",),
    ),
}

ON_A_CLUSTER = Run(
    ("match", "greedy", "random", "--games", "16", "--moves", "60", "--checkpoint", "c.json", "--seed", "1"),
    others=("c.json",),
)


def prepare(folder: Path, run: Run) -> None:
    """Put the files that a run needs into an empty folder."""
    folder.mkdir(parents=True, exist_ok=True)
    # Also in a separate process: reading games starts threads of the core, and a fork does not copy threads.
    writer = os.fork()
    if not writer:
        with (folder / GAMES).open("w") as file:
            for game in islice(read_games(SAMPLE_GAMES), 40):
                file.write(_text(game.players, str(game.result), game.moves))
        os._exit(0)
    os.waitpid(writer, 0)
    for arguments in run.first:
        if finished(begin(folder, arguments)):
            raise RuntimeError(f"motif {' '.join(arguments)} failed: {(folder / 'errors.txt').read_text()}")


def _text(players: tuple[str, str], result: str, moves: Iterable[chess.Move]) -> str:
    line = chess.Board().variation_san(moves)
    return f'[White "{players[0]}"]\n[Black "{players[1]}"]\n[Result "{result}"]\n\n{line} {result}\n\n'


def begin(folder: Path, arguments: tuple[str, ...], limit: Callable[[], None] | None = None) -> int:
    """Start a command in a separate process and process group; return its number."""
    pid = os.fork()
    if pid:
        return pid
    os.setsid()
    os.chdir(folder)
    for stream, name in ((1, PRINTED), (2, "errors.txt")):
        handle = os.open(folder.parent / f"{folder.name}-{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(handle, stream)
    if limit:
        limit()
    # Keep away from the user's cache and deck, and keep the runs independent of each other.
    os.environ |= {"MOTIF_CACHE": str(folder.parent / f"{folder.name}-cache"), "COLUMNS": "100", "NO_COLOR": "1"}
    os.environ |= {"HOME": str(folder.parent), "XDG_DATA_HOME": str(folder.parent / f"{folder.name}-data")}
    sys.argv = ["motif", *arguments]
    code = 1
    try:
        command_line.main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def finished(pid: int) -> int:
    """Wait for a run and return its exit code."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def killed_after(pid: int, seconds: float) -> bool:
    """Kill a run and all its processes after `seconds`, unless it has ended by then."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if os.waitpid(pid, os.WNOHANG)[0]:
            return False
        time.sleep(0.002)
    if os.waitpid(pid, os.WNOHANG)[0]:
        return False
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return True


def digest(folder: Path, run: Run) -> str:
    """Return the results of a run as a hash; of a deck its content counts, because its bytes hold times."""
    parts = []
    for name in run.results:
        path = folder.parent / f"{folder.name}-{PRINTED}" if name == PRINTED else folder / name
        parts += [name, *(f"{each} {content}" for each, content in _contents(path))]
    return sha256("\n".join(parts).encode()).hexdigest()


def _contents(path: Path) -> list[tuple[str, str]]:
    if path.is_dir():
        return [pair for each in sorted(path.iterdir()) for pair in _contents(each)]
    if path.suffix == ".sqlite":
        with sqlite3.connect(path) as deck:
            tables = [name for (name,) in deck.execute("select name from sqlite_master where type = 'table'")]
            counts = [deck.execute(f"select count(*) from {name}").fetchone()[0] for name in sorted(tables)]
        return [(path.name, str(counts))]
    # The file with the printed output is named after its run.
    return [(path.suffix, sha256(path.read_bytes()).hexdigest())]


def left_over(folder: Path, run: Run) -> list[str]:
    """Return files that are neither input nor result: locks and incomplete files."""
    known = {GAMES, *run.results, *run.others} | ({STUDY} if run.first else set())
    unknown = [path.name for path in folder.iterdir() if path.name not in known]
    inside = [path.name for path in folder.rglob("*") if path.name.startswith(".") or "lock" in path.suffix]
    return sorted({*unknown, *inside})
