"""Compare the motifs found in given lines with Lichess's labels, theme by theme, and check motifs beyond the labels.

A theme is precise if what is found is labelled, and complete if what is labelled is found. King forks, relative pins
and overloaded defenders have no labels. They are counted separately, with the share of lines that later capture one of
the named pieces: if that share were low, the motif would be decoration.

    python experiments/explanations/given_lines.py --half report
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from recording import record
from themed_puzzles import THEMES, Half, ThemedPuzzle, default_file, forgetful, line_evaluator, read_puzzles

from motif.engines.limits import Limit
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import ChanceFunction, Line, Witness
from motif.statistics.intervals import wilson

DEPTH = 8
WORST = 20


def themes_of(line: Line) -> frozenset[str]:
    """Return the themes that Lichess would give the line, as far as Motif has a motif for them."""
    return frozenset(
        motif.theme for motif in MOTIFS.values() if motif.theme and not motif.is_wider and motif.shown(line)
    )


def main() -> None:
    """Measure one half and write the result to this folder."""
    options = _options()
    puzzles = read_puzzles(options.puzzles, Half[options.half.upper()])
    random.Random(0).shuffle(puzzles)
    puzzles = puzzles[: options.sample]
    result = measure(puzzles, line_evaluator(forgetful(options.engine), Limit(depth=options.depth)))
    record("given lines", options.half, result)
    print(json.dumps({name: result[name] for name in ("puzzles", "milliseconds", "wider")}))
    for theme, row in result["themes"].items():
        print(f"{theme:20} P {row['precision']:.3f} R {row['recall']:.3f} n {row['labels']}")


def measure(puzzles: list[ThemedPuzzle], evaluate: ChanceFunction) -> dict[str, Any]:
    """Return all figures about some puzzles; the engine evaluates only zugzwangs."""
    lines = [puzzle.line() for puzzle in puzzles]
    start = time.process_time()
    for line in lines:
        themes_of(line)
    milliseconds = 1000 * (time.process_time() - start) / max(1, len(puzzles))
    judged = [puzzle.line(evaluate) for puzzle in puzzles]
    found = [themes_of(line) for line in judged]
    return {
        "puzzles": len(puzzles),
        "milliseconds": round(milliseconds, 3),
        "themes": {theme: _compared(theme, puzzles, found) for theme in sorted(THEMES)},
        "wider": {motif.name: _wider(motif.name, lines) for motif in MOTIFS.values() if motif.is_wider},
        "for comparison": {name: _wider(name, lines) for name in ("fork", "pin")},
        "confusion": _confusion(puzzles, found),
        "worst": [
            {
                "puzzle": puzzle.name,
                "fen": puzzle.fen,
                "line": puzzle.san(),
                "labelled only": sorted(puzzle.themes - themes),
                "found only": sorted(themes - puzzle.themes),
            }
            for puzzle, themes in sorted(
                zip(puzzles, found, strict=True), key=lambda pair: -len(pair[0].themes ^ (pair[1] & LABELLED))
            )[:WORST]
        ],
    }


LABELLED = THEMES - {"epauletteMate", "operaMate", "pillsburysMate", "cornerMate"}
"""The themes that occur in this file of puzzles; it is older than the other themes."""


def _compared(theme: str, puzzles: list[ThemedPuzzle], found: list[frozenset[str]]) -> dict[str, object]:
    both = sum(theme in puzzle.themes and theme in themes for puzzle, themes in zip(puzzles, found, strict=True))
    labels = sum(theme in puzzle.themes for puzzle in puzzles)
    claims = sum(theme in themes for themes in found)
    return {
        "labels": labels,
        "found": claims,
        "precision": round(both / claims, 4) if claims else 0.0,
        "precision between": [round(end, 4) for end in wilson(both, claims)] if claims else None,
        "recall": round(both / labels, 4) if labels else 0.0,
        "recall between": [round(end, 4) for end in wilson(both, labels)] if labels else None,
    }


def _wider(name: str, lines: list[Line]) -> dict[str, object]:
    shown = [(line, list(MOTIFS[name].find(line))) for line in lines]
    shown = [(line, witnesses) for line, witnesses in shown if witnesses]
    paid = sum(any(_pays(line, witness) for witness in witnesses) for line, witnesses in shown)
    return {
        "puzzles": len(shown),
        "one of the named pieces is taken later": paid,
        "share": round(paid / len(shown), 3) if shown else None,
        "between": [round(end, 3) for end in wilson(paid, len(shown))] if shown else None,
    }


def _pays(line: Line, witness: Witness) -> bool:
    """Return whether the winner later captures one of the pieces that a witness names, even after it has moved."""
    squares = set(witness.against)
    for ply in range(witness.ply + 1, len(line.moves)):
        move = line.moves[ply]
        if ply % 2 and move.from_square in squares:
            squares = squares - {move.from_square} | {move.to_square}
        elif (
            not ply % 2 and move.to_square in squares and line.boards[ply].color_at(move.to_square) == (not line.winner)
        ):
            return True
    return False


def _confusion(puzzles: list[ThemedPuzzle], found: list[frozenset[str]]) -> dict[str, dict[str, int]]:
    """Return for each missed theme the unlabelled themes that were found instead."""
    table: dict[str, Counter[str]] = {}
    for puzzle, themes in zip(puzzles, found, strict=True):
        for missed in puzzle.themes - themes:
            table.setdefault(missed, Counter()).update(sorted((themes & LABELLED) - puzzle.themes) or ["nothing"])
    return {theme: dict(instead.most_common()) for theme, instead in sorted(table.items())}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=Path, default=default_file())
    parser.add_argument("--half", choices=[half.name.lower() for half in Half], default="tuning")
    parser.add_argument("--sample", type=int, default=None)
    parser.add_argument("--engine", "--judge", default="search", help="the engine that evaluates a pass")
    parser.add_argument("--depth", type=int, default=DEPTH)
    return parser.parse_args()


if __name__ == "__main__":
    main()
