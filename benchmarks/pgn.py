"""Compare our PGN reader with python-chess's on one core and one file, with every move replayed.

The headline is our speed divided by that of `chess.pgn.read_game`, which replays the moves while it builds its tree. A
second peer builds no tree and only counts plies, the fastest use of python-chess; our reader keeps tags, evaluations,
clocks, glyphs and comments in both comparisons. The last rows give the peak memory of a separate process that reads a
file, and one that reads a file twenty times larger.

The games are Lichess's if MOTIF_DATA names a folder with some, otherwise random games in the same format.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

os.environ["RAYON_NUM_THREADS"] = "1"  # before the core starts its threads

import chess
import chess.pgn
from harness import IS_SMALL, best_of, report, sized

from motif.board.games import read_games

LARGER = sized(20, 2)
SMALL_FILE_BYTES = sized(4_000_000, 10_000)

TAGS = """\
[Event "Rated Rapid game"]
[Site "https://lichess.org/{number:08d}"]
[Date "2025.05.01"]
[Round "-"]
[White "player{white}"]
[Black "player{black}"]
[Result "*"]
[UTCDate "2025.05.01"]
[UTCTime "00:00:06"]
[WhiteElo "1642"]
[BlackElo "1587"]
[ECO "C46"]
[Opening "Three Knights Opening"]
[TimeControl "600+0"]
[Termination "Normal"]
"""

MEASURE_PEAK = """\
import resource, sys
from pathlib import Path
from motif.board.games import read_games
games = sum(1 for _ in read_games(sys.argv[1]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
status = Path("/proc/self/status")
if status.exists():
    # On Linux ru_maxrss begins with the memory of the parent; this does not.
    peak = int(status.read_text().split("VmHWM:")[1].split()[0])
print(games, peak)
"""


def games_file(folder: Path) -> Path:
    """Write some hundred games with clocks or evaluations after the moves, and return the file."""
    real = Path(os.environ.get("MOTIF_DATA", "")) / "games/lichess_db_2025-05_first438.pgn"
    if real.is_file() and not IS_SMALL:
        return real
    path = folder / "walks.pgn"
    draw = random.Random(2025)
    path.write_text("\n".join(random_walk(number, draw) for number in range(sized(250, 10))))
    return path


def random_walk(number: int, draw: random.Random) -> str:
    """Return a game of random moves, annotated as on Lichess."""
    board = chess.Board()
    words = []
    for ply in range(draw.randrange(30, 100)):
        legal = list(board.legal_moves)
        if not legal:
            break
        dots = "." if board.turn else "..."
        note = f"{{ [%eval {draw.gauss(0, 2):.2f}] [%clk 0:{10 - ply // 12:02d}:{draw.randrange(60):02d}] }}"
        words.append(f"{board.fullmove_number}{dots} {board.san_and_push(draw.choice(legal))} {note}")
    tags = TAGS.format(number=number, white=draw.randrange(500), black=draw.randrange(500))
    return f"{tags}\n{' '.join(words)} *\n"


def ours(path: Path) -> tuple[int, int]:
    """Count games and plies with our reader."""
    games = plies = 0
    for game in read_games(path):
        games += 1
        plies += len(game)
    return games, plies


def python_chess(path: Path) -> tuple[int, int]:
    """Count games and plies with python-chess's reader."""
    games = plies = 0
    with path.open(encoding="utf-8") as handle:
        while (game := chess.pgn.read_game(handle)) is not None:
            games += 1
            plies += game.end().ply()
    return games, plies


class PlyCounter(chess.pgn.BaseVisitor[int]):
    """Replay the main line and keep nothing."""

    def begin_game(self) -> None:
        """Forget the last game."""
        self.plies = 0

    def begin_variation(self) -> chess.pgn.SkipType:
        """Skip it."""
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Count it; the reader plays it."""
        self.plies += 1

    def result(self) -> int:
        """Return the plies of the game."""
        return self.plies


def python_chess_counting(path: Path) -> tuple[int, int]:
    """Count games and plies with python-chess, without a tree."""
    games = plies = 0
    with path.open(encoding="utf-8") as handle:
        while (counted := chess.pgn.read_game(handle, Visitor=PlyCounter)) is not None:
            games += 1
            plies += counted
    return games, plies


def write_copies(path: Path, text: str, copies: int) -> None:
    """Write the same games repeatedly."""
    with path.open("w", encoding="utf-8") as file:
        for _ in range(copies):
            file.write(text)


def peak_memory(path: Path) -> tuple[int, float]:
    """Return the games read and the peak megabytes of a separate process while it read them."""
    printed = subprocess.run(
        [sys.executable, "-c", MEASURE_PEAK, str(path)], check=True, capture_output=True, text=True
    )
    games, kilobytes = map(int, printed.stdout.split())
    # macOS reports bytes.
    return games, kilobytes / 1024 / (1024 if sys.platform == "darwin" else 1)


def compare(path: Path) -> list[dict[str, object]]:
    """Return one row per reader. The readers take turns, so a busy moment of the machine slows all of them."""
    # Our round is a hundred times shorter, so more of them fit into the same time.
    readers = {
        "ours": (ours, 30),
        "python-chess, read_game": (python_chess, 1),
        "python-chess, counting visitor": (python_chess_counting, 1),
    }
    best = dict.fromkeys(readers, float("inf"))
    answers = set()
    for _ in range(sized(4, 1)):
        for name, (reader, rounds) in readers.items():
            answer, seconds = best_of(rounds, partial(reader, path))
            answers.add(answer)
            best[name] = min(best[name], seconds)
    assert len(answers) == 1, answers
    games, plies = answers.pop()
    return [
        {
            "reader": name,
            "games": games,
            "plies": plies,
            "seconds": seconds,
            "plies/s": plies / seconds,
            "over": seconds / best["ours"],
        }
        for name, seconds in best.items()
    ]


def main() -> None:
    """Measure, compare and write the report."""
    with tempfile.TemporaryDirectory() as folder:
        path = games_file(Path(folder))
        rows = compare(path)
        ratio = float(str(rows[1]["over"]))

        text = path.read_text(encoding="utf-8").strip() + "\n\n"
        small, large = Path(folder) / "small.pgn", Path(folder) / "large.pgn"
        copies = SMALL_FILE_BYTES // len(text) + 1
        write_copies(small, text, copies)
        write_copies(large, text, copies * LARGER)
        small_games, small_peak = peak_memory(small)
        large_games, large_peak = peak_memory(large)
        assert large_games == LARGER * small_games
        for file, games, peak in ((small, small_games, small_peak), (large, large_games, large_peak)):
            size = f"{file.stat().st_size / 1e6:.0f} MB"
            rows.append({"reader": f"ours, {size} file", "games": games, "peak MB": peak, "over": peak / small_peak})
        assert large_peak < 1.1 * small_peak, "memory must not grow with the file"
    columns = dict.fromkeys(column for row in rows for column in row)
    report("pgn", ratio, [{column: row.get(column, "") for column in columns} for row in rows])


if __name__ == "__main__":
    main()
