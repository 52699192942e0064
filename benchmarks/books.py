"""Compare how fast `motif openings build` and `polyglot make-book` make a book of the same games.

Both count the first 30 half-moves of every game and run as separate programs; the ratio is the CPU time of polyglot
divided by ours. Polyglot reads only plain PGN. The other rows give our peak memory, the sizes of the books, and the
time of one position in a book that is open.

The games are Lichess's if MOTIF_DATA names a folder with some, otherwise those that ship. Without polyglot the ratio
is nan.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import chess
from harness import IS_SMALL, measured, report, sized

from motif.openings.building import USUAL_HALF_MOVES
from motif.openings.counted_book import CountedBook
from motif.runtime.files import SAMPLE_GAMES

LOOKUPS = sized(2000, 20)
POLYGLOT = shutil.which("polyglot") or shutil.which("polyglot", path="/usr/games")


def plain_games(folder: Path) -> Path:
    """Write the games as plain PGN."""
    real = Path(os.environ.get("MOTIF_DATA", "")) / "games/lichess_rapid_main.pgn.zst"
    path = folder / "games.pgn"
    if real.is_file() and not IS_SMALL:
        subprocess.run(["zstd", "-dqf", str(real), "-o", str(path)], check=True)
    else:
        path.write_bytes(gzip.decompress(SAMPLE_GAMES.read_bytes()))
    return path


def main() -> None:
    """Make both books and report."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games, ours, theirs = plain_games(folder), folder / "ours.book", folder / "theirs.bin"
        build = [sys.executable, "-m", "motif", "openings", "build", str(games), "--quiet", "--out", str(ours)]
        seconds, megabytes = measured([*build, "--plies", str(USUAL_HALF_MOVES)])
        rows: list[dict[str, Any]] = [
            {"book": "motif", "CPU seconds": seconds, "peak MB": megabytes, "file MB": ours.stat().st_size / 1e6}
        ]
        ratio = float("nan")
        if POLYGLOT is None:
            print("polyglot is not installed, so there is nothing to compare with: apt install polyglot")
        else:
            make = [POLYGLOT, "make-book", "-pgn", str(games), "-bin", str(theirs)]
            polyglot, peak = measured([*make, "-max-ply", str(USUAL_HALF_MOVES)])
            size = theirs.stat().st_size / 1e6
            rows.append({"book": "polyglot", "CPU seconds": polyglot, "peak MB": peak, "file MB": size})
            ratio = polyglot / seconds
        book, board = CountedBook(ours), chess.Board()
        begin = time.process_time()
        for _ in range(LOOKUPS):
            book.moves(board)
        each = (time.process_time() - begin) / LOOKUPS
        rows.append({"book": "one position, motif", "CPU seconds": each, "peak MB": "", "file MB": ""})
        report("books", ratio, rows)


if __name__ == "__main__":
    main()
