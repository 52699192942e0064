"""Draw mistakes at random and print the check of each explanation: does it edit what the sentence names?

A mistake loses .10 of the winning chance or more by the engine evaluations that came with its game. The counts say how
many mistakes with a cause have a check that can be shown; a reader decides whether each one belongs to its sentence.

    python experiments/explanations/reading_checks.py --seed 1 --count 40 > checks.txt
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import chess
from real_blunders import Blunder, read_blunders
from themed_puzzles import Half

from motif.explain.explanation import Check, Explanation, Point, differing
from motif.players.coaches import find_coach
from motif.players.engine_choice import choose_engine

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options


def edited(point: Point, check: Check) -> Iterator[str]:
    """Yield what a check changes on the board, and the side that is to move on it."""
    board, other = chess.Board(([point.fen] + [step.fen for step in point.line])[check.ply]), chess.Board(check.fen)
    for square in differing(board, other):
        before, now = (each.piece_at(square) for each in (board, other))
        yield f"{chess.square_name(square)} {before.symbol() if before else '.'} -> {now.symbol() if now else '.'}"
    if board.turn != other.turn:
        yield "the other side moves"


def described(value: Explanation, counts: Counter[str]) -> Iterator[str]:
    """Yield the sentence of a mistake and each point of it with its check, and count them."""
    yield value.sentence
    for point in value.points:
        counts["points"] += 1
        has_cause = point.motif is not None and point.wins
        if has_cause:
            counts["with a cause"] += 1
            counts[f"with a cause, {'a' if point.check else 'no'} check"] += 1
        line = " ".join(step.san for step in point.line)
        yield f"   {point.side} {point.kind} {point.motif if has_cause else '-'}: {line}"
        if point.check is not None:
            yield f"      {point.check.result}   [{', '.join(edited(point, point.check)) or 'no piece changes'}]"
        else:
            yield "      no check"


def main() -> None:
    """Explain the mistakes that are drawn, and print them."""
    data = Path(os.environ.get("MOTIF_DATA", "data"))
    options = read_options(
        __doc__,
        mistakes=data / "games" / "lichess_mistakes_sample.tsv.zst",
        engine="search",
        count=40,
        seed=1,
    )
    known = [blunder for half in Half for blunder in read_blunders(options.mistakes, half)]
    drawn: list[Blunder] = random.Random(options.seed).sample(known, options.count)
    chosen, counts = choose_engine(options.engine), Counter[str]()
    with find_coach(chosen, advisers=()) as coach:
        for number, blunder in enumerate(drawn, 1):
            board, move = chess.Board(blunder.fen), chess.Move.from_uci(blunder.played)
            value = coach.explain(board, move, chosen.limits.explain)
            if not value.is_mistake:
                counts["not seen"] += 1
                continue
            counts["mistakes"] += 1
            print(f"\n{number} {blunder.fen} {board.san(move)}")
            print("\n".join(f"   {said}" for said in described(value, counts)))
            sys.stdout.flush()
    print(dict(counts), file=sys.stderr)


if __name__ == "__main__":
    main()
