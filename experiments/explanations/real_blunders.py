"""Explain blunders of real games: how many get a causal reason, the cost of an explanation, and sentences to read.

A blunder lowers the winning chance by .20 or more, by the engine evaluations that came with the games. Games are split
in two by a hash of their name, as the puzzles are.

    python experiments/explanations/real_blunders.py --half report --sample 1000
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, cast

import chess
import numpy as np
from recording import record
from themed_puzzles import Half, forgetful

from motif.engines.evaluator import winning_chance
from motif.engines.limits import Limit
from motif.explain.mistakes import explain_mistake
from motif.statistics.intervals import wilson

BLUNDER = 0.20
DEPTH = 8
SENTENCES = 100
LOOKED_AT = (((0, 400), (11, 400), (21, 400)), ((31, 200),), ((41, 300),))
"""Seeds and sizes of the samples whose sentences were read, round after round, while the reasons were improved. Each
round was drawn from games outside the earlier rounds, and its games are excluded from the later ones."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """A move of a game, with the engine's evaluation before and after, in centipawns for the side that moved."""

    game: str
    ply: int
    fen: str
    played: str
    before: float
    after: float

    @property
    def loss(self) -> float:
        """Return the winning chance that the move lost."""
        return winning_chance(self.before) - winning_chance(self.after)


def read_blunders(path: Path, half: Half) -> Iterator[Blunder]:
    """Yield the blunders of one half of the games."""
    with subprocess.Popen(["zstd", "-dc", path], stdout=subprocess.PIPE, text=True) as process:
        for row in csv.DictReader(cast(TextIO, process.stdout), delimiter="\t"):
            if Half.of(row["game_id"]) is not half:
                continue
            sign = 1 if " w " in row["fen_before"] else -1
            before, after = (sign * _centipawns(row[name]) for name in ("eval_before", "eval_after"))
            blunder = Blunder(row["game_id"], int(row["ply"]), row["fen_before"], row["played_uci"], before, after)
            if blunder.loss >= BLUNDER:
                yield blunder


def _centipawns(text: str) -> float:
    if text.startswith("#"):
        return -10_000.0 if text[1:].startswith("-") else 10_000.0
    return 100 * float(text)


def main() -> None:
    """Explain a sample and write the result to this folder."""
    options = _options()
    blunders = list(read_blunders(options.blunders, Half[options.half.upper()]))
    fresh = unread(blunders)
    sample = random.Random(options.seed).sample(fresh, min(options.sample, len(fresh)))
    result = measure(sample, options.engine, options.depth)
    record(f"real blunders, evaluated by {options.engine} at depth {options.depth}", options.half, result)
    print(json.dumps({name: value for name, value in result.items() if name != "sentences"}, indent=1))


def unread(blunders: list[Blunder]) -> list[Blunder]:
    """Return the blunders of games of which no sentence has been read."""
    for samples in LOOKED_AT:
        read = {blunder.game for seed, size in samples for blunder in random.Random(seed).sample(blunders, size)}
        blunders = [blunder for blunder in blunders if blunder.game not in read]
    return blunders


def measure(sample: list[Blunder], engine: str, depth: int) -> dict[str, object]:
    """Explain every blunder of a sample."""
    limit = Limit(depth=depth)
    evaluator = forgetful(engine)
    seconds, motifs, sides, sentences, seen = [], Counter[str](), Counter[str](), [], 0
    for blunder in sample:
        board = chess.Board(blunder.fen)
        start = time.process_time()
        mistake = explain_mistake(board, chess.Move.from_uci(blunder.played), evaluator, limit)
        seconds.append(time.process_time() - start)
        seen += mistake.loss >= BLUNDER / 2
        if not mistake.reasons:
            sides["none"] += 1
            continue
        first = mistake.reasons[0]
        assert first.cause is not None
        motifs[first.cause.witness.motif] += 1
        sides["missed" if first is mistake.missed else "allowed"] += 1
        sentences.append({"game": blunder.game, "ply": blunder.ply, "fen": blunder.fen, "sentence": mistake.sentence})
    explained = len(sentences)
    return {
        "blunders": len(sample),
        "explained": explained,
        "share": round(explained / len(sample), 3),
        "between": [round(end, 3) for end in wilson(explained, len(sample))],
        "half of the loss is seen by the search too": seen,
        "sides": dict(sides),
        "motifs": dict(motifs.most_common()),
        "milliseconds, median": round(1000 * float(np.median(seconds)), 1),
        "milliseconds, p99": round(1000 * float(np.quantile(seconds, 0.99)), 1),
        "sentences": sentences[:SENTENCES],
    }


def _options() -> argparse.Namespace:
    data = Path(os.environ.get("MOTIF_DATA", "data"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blunders", type=Path, default=data / "games" / "lichess_mistakes_sample.tsv.zst")
    parser.add_argument("--half", choices=[half.name.lower() for half in Half], default="tuning")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", "--judge", default="search")
    parser.add_argument("--depth", type=int, default=DEPTH)
    return parser.parse_args()


if __name__ == "__main__":
    main()
