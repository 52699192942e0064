"""Draw mistakes at random and print all that we say about each next to Stockfish, for reading as a coach would.

A mistake loses .10 of the winning chance or more by Stockfish at depth 16, which is printed with its three best lines.

    python experiments/explanations/reading_mistakes.py --seed 1 --drawn mistakes-1.jsonl > sentences.txt

The file is drawn if it does not exist. `--engine` names another engine for our sentences.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
from reading_good_moves import FIRST_LOOK, Reference, positions

from motif.engines.evaluator import winning_chance
from motif.explain.explanation import Explanation
from motif.players.coaches import find_coach
from motif.players.engines import choose_engine

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options

MISTAKES = 40
LEAST_LOST = 0.10

Row = dict[str, Any]


def draw(path: Path, seed: int, count: int) -> Iterator[Row]:
    """Yield mistakes with the reference's lines."""
    reference = Reference()
    for board, played in positions(path, seed):
        if board.is_game_over() or not count:
            continue
        after = board.copy(stack=False)
        after.push(played)
        if after.is_game_over() or lost(reference, board, after, FIRST_LOOK) < LEAST_LOST:
            continue
        if lost(reference, board, after) < LEAST_LOST:
            continue
        lead = board.copy()
        last = lead.pop()
        row: Row = {"before": lead.fen(), "lead": last.uci(), "move": played.uci()}
        yield row | {"best": reference.lines(board, 3), "after": reference.lines(after, 1)}
        count -= 1
        if not count:
            break
    reference.close()


def lost(reference: Reference, board: chess.Board, after: chess.Board, *depth: int) -> float:
    """Return the winning chance that a move lost."""
    (best,), (answer,) = reference.lines(board, 1, *depth), reference.lines(after, 1, *depth)
    return winning_chance(best["score"]) - winning_chance(-answer["score"])


def described(value: Explanation) -> Iterator[str]:
    """Yield the lines that a user may see about a move."""
    verdict = value.verdict
    yield f"{verdict.judgement} {verdict.before:.2f} -> {verdict.after:.2f}  {value.sentence}"
    for point in value.points:
        line = " ".join(step.san for step in point.line)
        yield f"   {point.side} {point.kind} {point.motif}: {line}  | {point.check.result if point.check else '-'}"
    if value.better is not None:
        better = " ".join(step.san for step in value.better.line)
        yield f"   better {value.better.kind}: {value.better.reason}  | {better}"


def main() -> None:
    """Draw the mistakes unless that is done, explain them, and print both."""
    data = Path(os.environ.get("MOTIF_DATA", "data"))
    options = read_options(
        __doc__,
        games=data / "games" / "lichess_rapid_main.pgn.zst",
        drawn={"type": Path, "required": True},
        engine="stockfish",
        count=MISTAKES,
        seed=1,
    )
    if not options.drawn.exists():
        with options.drawn.open("w", encoding="utf-8") as file:
            for drawn in draw(options.games, options.seed, options.count):
                print(json.dumps(drawn), file=file, flush=True)
    chosen, spent = choose_engine(options.engine), []
    for number, line in enumerate(options.drawn.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        board = chess.Board(row["before"])
        board.push_uci(row["lead"])
        move = chess.Move.from_uci(row["move"])
        with find_coach(chosen, advisers=()) as coach:
            start = time.process_time()
            value = coach.explain(board, move, chosen.limits.explain)
            spent.append(time.process_time() - start)
        print(f"\n{number} {board.fen()} {row['lead']} -> {board.san(move)}")
        print("\n".join(f"   {said}" for said in described(value)))
        for best in row["best"]:
            print(f"      best  {best['score']:+} {best['line']}")
        for after in row["after"]:
            print(f"      after {-after['score']:+} {after['line']}")
        sys.stdout.flush()
    print(f"median {sorted(spent)[len(spent) // 2]:.2f} CPU s, most {max(spent):.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
