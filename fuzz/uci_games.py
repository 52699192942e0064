"""Play games by UCI as a chess program does: clocks, increments and three lines of play; count what goes wrong.

The client is python-chess. A game is lost by the first move that is illegal, late or missing; every line that
python-chess cannot read, and every line on standard error, counts as a warning. The opponent is Stockfish.

    python fuzz/uci_games.py --games 50 --seconds 2 --increment 0.02
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import chess
import chess.engine

from motif.engines.process import find_engine

MOST_PLIES = 400
STARTS = ("", "e2e4", "d2d4", "c2c4", "g1f3", "e2e4 c7c5", "e2e4 e7e5", "d2d4 g8f6", "d2d4 d7d5", "e2e4 e7e6")
"""The moves that are played first; every start is used with both colours."""


class Warnings(logging.Handler):
    """Count what python-chess complains about."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a complaint."""
        self.lines.append(record.getMessage())


def play(
    motif: chess.engine.SimpleEngine,
    rival: chess.engine.SimpleEngine,
    start: str,
    options: argparse.Namespace,
    *,
    is_white: bool,
) -> tuple[str, int, float]:
    """Play a game; return how it ended for Motif, its length in plies, and the least time that Motif had left."""
    board = chess.Board()
    for move in start.split():
        board.push_uci(move)
    clocks = {chess.WHITE: options.seconds, chess.BLACK: options.seconds}
    least = options.seconds
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
        turn = board.turn
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=options.increment,
            black_inc=options.increment,
        )
        began = monotonic()
        if turn == is_white:
            with motif.analysis(board, limit, multipv=options.lines, game=game) as analysis:
                best = analysis.wait().move
            used = monotonic() - began
            clocks[turn] -= used
            least = min(least, clocks[turn])
            if best is None or best not in board.legal_moves:
                return "illegal", board.ply(), least
            if clocks[turn] < 0:
                return "forfeit", board.ply(), least
        else:
            best = rival.play(board, chess.engine.Limit(nodes=options.rival_nodes), game=game).move
        clocks[turn] += options.increment
        assert best is not None
        board.push(best)
    outcome = board.outcome(claim_draw=True)
    if outcome is None or outcome.winner is None:
        return "draw", board.ply(), least
    return ("win" if outcome.winner == is_white else "loss"), board.ply(), least


def _added(before: dict[str, Any] | None, record: dict[str, Any]) -> dict[str, Any]:
    """The counts of two runs with the same settings."""
    if before is None:
        return record
    return record | {
        "games": before["games"] + record["games"],
        "results": dict(Counter(before["results"]) + Counter(record["results"])),
        "plies": before["plies"] + record["plies"],
        "least_seconds_left": min(before["least_seconds_left"], record["least_seconds_left"]),
        "warnings": before["warnings"] + record["warnings"],
    }


def main() -> int:
    """Play the games, print the counts, and write them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="begin with this game; --out adds to the counts there")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--increment", type=float, default=0.1)
    parser.add_argument("--lines", type=int, default=3)
    parser.add_argument("--rival-nodes", type=int, default=300)
    parser.add_argument("--player", default="openings+pruning")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    warnings = Warnings()
    logging.getLogger("chess.engine").addHandler(warnings)
    results: Counter[str] = Counter()
    plies, least = 0, options.seconds
    with TemporaryDirectory() as folder, (Path(folder) / "errors").open("w+") as errors:
        command = [sys.executable, "-m", "motif", "uci", "--player", options.player]
        motif = chess.engine.SimpleEngine.popen_uci(command, timeout=60, stderr=errors)
        rival = chess.engine.SimpleEngine.popen_uci(str(find_engine("stockfish").path))
        rival.configure({"Skill Level": 0})
        for number in range(options.first, options.first + options.games):
            start = STARTS[number // 2 % len(STARTS)]
            ended, length, left = play(motif, rival, start, options, is_white=number % 2 == 0)
            results[ended] += 1
            plies, least = plies + length, min(least, left)
            print(f"{number + 1}: {ended} after {length} plies, {left:.2f} s left at least", flush=True)
        motif.quit()
        rival.quit()
        errors.seek(0)
        complaints = errors.read().splitlines()
    record = {
        "games": options.games,
        "clock": f"{options.seconds:g}+{options.increment:g}",
        "lines": options.lines,
        "player": options.player,
        "results": dict(results),
        "plies": plies,
        "least_seconds_left": round(least, 2),
        "warnings": len(warnings.lines) + len(complaints),
    }
    print(json.dumps(record, indent=2))
    for line in [*warnings.lines, *complaints][:10]:
        print(line)
    if options.out:
        before = json.loads(options.out.read_text()) if options.first else None
        options.out.write_text(json.dumps(_added(before, record), indent=2) + "\n")
    return 1 if record["warnings"] or results["forfeit"] or results["illegal"] else 0


if __name__ == "__main__":
    sys.exit(main())
