"""Measure how time and memory grow with the number of games, on simulated games of any number.

The games begin as players rated 1400 to 1599 play (the shipped book) and go on with random legal moves; they have
names, ratings and results. Each work runs as a separate program on each file. The exponents of time and memory are
fitted to all sizes: an exponent of time of 1 means that ten times as many games take ten times as long; it is below 1
where a program spends a fixed time, for example on learning from its sample. "Each million" is the time that a million
more games take, without that fixed time. The ratio is the largest exponent of time.

The last rows build a book in one process and by two workers, each on one thread. The speed-up is what two idle cores
would give: the CPU time of one process, divided by that of the parent plus half of that of the workers. It does not
depend on what else the machine does.

    python benchmarks/scale.py [GAMES GAMES …]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import chess
import numpy as np
from harness import IS_SMALL, measured, report, sized
from numpy.typing import NDArray

from motif._core.board import Positions, encode_move
from motif.openings.book import band_book, key_of, keys_of

BAND = 1400
AT_ONCE = 2_000
"""Games that are simulated together."""

PLIES = (40, 110)
OPENING_PLIES = 14
RESULTS = ("1-0", "0-1", "1/2-1/2")
PIECES = " PNBRQK"

WORK = {
    "read": ("games",),
    "book": ("openings", "build", "--out", "made.book"),
    "patterns": ("lab", "learn", "patterns", "--set", "most=2000", "--set", "pairs=100", "--out", "made.txt"),
    "tactics": ("lab", "learn", "tactics", "--set", "most=2000", "--set", "literals=1", "--out", "made.pl"),
    "peers": ("lab", "learn", "peers", "--set", "most=2", "--set", "engine=search", "--out", "made.tsv"),
}
LEARNING = ("patterns", "tactics", "peers")
ONLY_UP_TO = 300_000
"""Games: larger files are only read and counted, as learning draws its sample in the same way from any number."""

TWO_WORKERS = """
import resource, sys
from pathlib import Path
from motif.openings.building import build_book
from motif.runtime.parallel import Workers
if __name__ == "__main__":
    build_book([sys.argv[1]], Path(sys.argv[2]), workers=Workers(int(sys.argv[3])))
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        print(used.ru_utime + used.ru_stime)
"""


class Openings:
    """The moves of the shipped book that reach positions of the book, by the hash of the position."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}
        book = band_book(BAND)
        boards = [chess.Board()]
        for _ in range(OPENING_PLIES):
            reached: dict[int, chess.Board] = {}
            for key, board in zip(keys_of(boards), boards, strict=True):
                if key in self._known or not (played := book.moves(board) if book else []):
                    continue
                shares = np.cumsum([each.share for each in played])
                self._known[key] = np.array([encode_move(each.move) for each in played]), shares
                for each in played:
                    board.push(each.move)
                    reached[key_of(board)] = board.copy(stack=False)
                    board.pop()
            boards = list(reached.values())

    def choose(self, key: int, random: float) -> int | None:
        """Return the code of a move, or None outside the book."""
        if (known := self._known.get(key)) is None:
            return None
        codes, reached = known
        return int(codes[min(int(np.searchsorted(reached, random)), len(codes) - 1)])


def simulated(count: int, seed: int) -> Iterator[str]:
    """Yield the PGN of games, many at a time."""
    rng, openings = np.random.default_rng(seed), Openings()
    for begin in range(0, count, AT_ONCE):
        games: list[list[str]] = [[] for _ in range(min(AT_ONCE, count - begin))]
        lengths = rng.integers(*PLIES, len(games))
        places = np.arange(len(games))
        positions = Positions([chess.STARTING_FEN]).take(np.zeros(len(games), np.int64))
        for ply in range(PLIES[1]):
            legal = positions.legal_moves()
            widths = np.diff(legal.offsets)
            goes_on = np.flatnonzero((widths > 0) & (lengths[places] > ply))
            if not len(goes_on):
                break
            random = rng.random(len(places))
            codes = legal.codes[
                np.minimum(legal.offsets[:-1] + (random * widths).astype(np.int64), len(legal.codes) - 1)
            ]
            if ply < OPENING_PLIES:
                for place, key in enumerate(positions.hashes().tolist()):
                    known = openings.choose(key, random[place])
                    codes[place] = codes[place] if known is None else known
            places, positions, codes = places[goes_on], positions.take(goes_on), codes[goes_on]
            for game, word in zip(places.tolist(), _words(positions, codes), strict=True):
                games[game].append(f"{ply // 2 + 1}. {word}" if ply % 2 == 0 else word)
            positions = positions.play(codes)
        ratings = rng.normal(1500, 250, (len(games), 2)).clip(600, 2800).astype(int).tolist()
        results = rng.choice(len(RESULTS), len(games), p=(0.49, 0.46, 0.05)).tolist()
        names = rng.integers(0, count, (len(games), 2)).tolist()
        for moves, (white, black), (whites, blacks), number in zip(games, names, ratings, results, strict=True):
            yield (
                f'[Event "Rated simulated game"]\n[White "player {white}"]\n[Black "player {black}"]\n'
                f'[Result "{RESULTS[number]}"]\n[WhiteElo "{whites}"]\n[BlackElo "{blacks}"]\n'
                f'[TimeControl "600+0"]\n\n{" ".join(moves)} {RESULTS[number]}\n\n'
            )


def _words(positions: Positions, codes: NDArray[np.uint16]) -> list[str]:
    """Write moves with their pieces and both squares, as PGN allows."""
    planes = np.frombuffer(positions.to_bytes(), "<u8").reshape(-1, 5)
    froms, tos = codes & 63, codes >> 6 & 63
    low, middle, high = ((planes[:, plane] >> froms.astype(np.uint64)) & np.uint64(1) for plane in range(3))
    kinds = (low + 2 * middle + 4 * high).astype(int).tolist()
    return [_word(*move) for move in zip(kinds, froms.tolist(), tos.tolist(), (codes >> 12).tolist(), strict=True)]


def _word(kind: int, start: int, end: int, promotion: int) -> str:
    if kind == chess.KING and abs(start - end) == 2:
        return "O-O" if end > start else "O-O-O"
    piece = "" if kind == chess.PAWN else PIECES[kind]
    promoted = f"={PIECES[promotion]}" if promotion else ""
    return f"{piece}{chess.SQUARE_NAMES[start]}{chess.SQUARE_NAMES[end]}{promoted}"


def exponent(sizes: Sequence[int], values: Sequence[float]) -> float:
    """Fit the power of the sizes with which the values grow."""
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def measure_growth(work: str, files: dict[int, Path], folder: Path) -> tuple[list[dict[str, Any]], float]:
    """Run a work on each file; return the rows of the table and the exponent of time."""
    sizes = [size for size in files if size <= ONLY_UP_TO or work not in LEARNING]
    made = [str(folder / each) if each.startswith("made") else each for each in WORK[work]]
    force = [] if work == "read" else ["--force"]
    call = [sys.executable, "-m", "motif", *made, "--quiet", *force]
    each = [measured([*call, str(files[size])]) for size in sizes]
    time_exponent, memory_exponent = (exponent(sizes, values) for values in zip(*each, strict=True))
    million = 1e6 * (each[-1][0] - each[0][0]) / (sizes[-1] - sizes[0])
    rows = [row(work, size, seconds, megabytes) for size, (seconds, megabytes) in zip(sizes, each, strict=True)]
    rows[-1] |= {"exponents": f"{time_exponent:.2f}, {memory_exponent:.2f}", "each million": million}
    return rows, time_exponent


def speed_up(file: Path, games: int, folder: Path) -> list[dict[str, Any]]:
    """Build a book in one process and by two workers; return rows with the CPU time that idle cores would wait."""
    script = folder / "two_workers.py"
    script.write_text(TWO_WORKERS)
    waits = []
    for workers in (1, 2):
        call = [sys.executable, str(script), str(file), str(folder / "made.book"), str(workers)]
        environment = os.environ | {"RAYON_NUM_THREADS": "1"}
        printed = subprocess.run(call, check=True, capture_output=True, text=True, env=environment).stdout
        parent, children = map(float, printed.split())
        waits.append(parent + children / workers)
    rows = [row(f"book, {workers} × 1 thread", games, wait, "") for workers, wait in enumerate(waits, start=1)]
    rows[-1]["exponents"] = f"speed-up {waits[0] / waits[1]:.2f}"
    return rows


def row(work: str, games: int, seconds: float, megabytes: float | str) -> dict[str, Any]:
    """Make a row of the table."""
    return {
        "work": work,
        "games": games,
        "CPU seconds": seconds,
        "peak MB": megabytes,
        "exponents": "",
        "each million": "",
    }


def main() -> None:
    """Simulate, measure and report."""
    sizes = tuple(map(int, sys.argv[1:])) or sized((10_000, 100_000), (50, 100))
    rows: list[dict[str, Any]] = []
    exponents = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Evaluated games are cached, and a second run would be quick.
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        files = {size: folder / f"{size}.pgn" for size in sizes}
        for size, file in files.items():
            begin = time.process_time()
            with file.open("w") as text:
                text.writelines(simulated(size, seed=size))
            rows.append(row("simulate", size, time.process_time() - begin, ""))
        for work in WORK:
            if IS_SMALL and work in LEARNING:
                continue
            measured_rows, growth = measure_growth(work, files, folder)
            rows += measured_rows
            exponents.append(growth)
            print(*measured_rows, sep="\n", flush=True)
        rows += speed_up(files[sizes[-1]], sizes[-1], folder)
    report("scale", max(0.0, *exponents), rows)


if __name__ == "__main__":
    main()
