"""Measure how time and memory grow with the number of games, on simulated games of any number.

The games begin as players rated 1400 to 1599 play (the shipped book) and go on with random legal moves; they have
names, ratings and results. Each work runs as a separate program on the smaller and the larger file. An exponent of time
of 1 means that ten times as many games take ten times as long; it is below 1 where a program spends a fixed time, for
example on learning from its sample. The ratio is the largest exponent.

    python benchmarks/scale.py [GAMES GAMES]
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import numpy as np
from harness import IS_SMALL, measured, report, sized
from numpy.typing import NDArray

from motif._core.board import Positions, encode_move
from motif.openings.book import band_book

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
}
LEARNING = ("patterns", "tactics")


class Openings:
    """The moves of the shipped book with their probabilities, by the hash of the position."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[NDArray[np.int64], NDArray[np.float64]] | None] = {}

    def choose(self, positions: Positions, place: int, key: int, random: float) -> int | None:
        """Return the code of a move, or None outside the book."""
        if key not in self._known:
            book = band_book(BAND)
            played = book.moves(positions[place]) if book else []
            self._known[key] = (
                (np.array([encode_move(each.move) for each in played]), np.cumsum([each.share for each in played]))
                if played
                else None
            )
        if (known := self._known[key]) is None:
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
                    known = openings.choose(positions, place, key, random[place])
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


def main() -> None:
    """Simulate, measure and report."""
    sizes = tuple(map(int, sys.argv[1:3])) or sized((10_000, 100_000), (50, 100))
    rows: list[dict[str, Any]] = []
    exponents = []
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / f"{size}.pgn" for size in sizes]
        for size, file in zip(sizes, files, strict=True):
            begin = time.process_time()
            with file.open("w") as text:
                text.writelines(simulated(size, seed=size))
            seconds = time.process_time() - begin
            rows.append({"work": "simulate", "games": size, "CPU seconds": seconds, "peak MB": "", "exponents": ""})
        for work, arguments in WORK.items():
            if IS_SMALL and work in LEARNING:
                continue
            made = [str(Path(name) / each) if each.startswith("made") else each for each in arguments]
            call = [sys.executable, "-m", "motif", *made, "--quiet"]
            each = [measured([*call, *([] if work == "read" else ["--force"]), str(file)]) for file in files]
            growth = [
                math.log(large / small) / math.log(sizes[1] / sizes[0]) for small, large in zip(*each, strict=True)
            ]
            exponents.append(growth[0])
            for size, (seconds, megabytes) in zip(sizes, each, strict=True):
                said = f"{growth[0]:.2f}, {growth[1]:.2f}" if size == sizes[1] else ""
                row = {"work": work, "games": size, "CPU seconds": seconds, "peak MB": megabytes, "exponents": said}
                rows.append(row)
    report("scale", max(0.0, *exponents), rows)


if __name__ == "__main__":
    main()
