"""Compare two lists of rules on the same positions: how often each finds the best move, with all words and with fewer.

    python experiments/tactics-coach/coach_compare.py OLD.pl NEW.pl EVIDENCE.csv --games OTHER.pgn

The positions come from a file of evidence that is already evaluated, and from games that an engine evaluates here. Tied
moves share a hit. A share has Wilson's interval of its expected hits. The difference is counted position by position,
with the interval of its variance over games.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from coach_goals import matches
from coach_words import FROM_MOVE, what_is_left

from motif.board.games import GameFilter, read_games
from motif.engines.limits import Limit
from motif.players.names import find_evaluator
from motif.statistics.examples import Evidence, Questions, ask_engine, read_evidence
from motif.statistics.intervals import Mean
from motif.tactics.learning.candidates import is_warning
from motif.tactics.learning.lists import CALCULATION
from motif.tactics.library import TacticsLibrary

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share, write_result


def main() -> None:
    """Compare the lists and write compared.json."""
    options = read_options(
        __doc__, {"old": Path, "new": Path, "evidence": Path}, games=(Path, "games of other players, evaluated here"),
        engine="stockfish", depth=8, per_game=6, out=Path(__file__).with_name("compared.json"),
    )  # fmt: skip
    old, new = TacticsLibrary.read(options.old), TacticsLibrary.read(options.new)
    parts = {options.evidence.stem: read_evidence(options.evidence)}
    if options.games:
        parts[options.games.stem] = valued(options)
    result = {
        "seldom right": {"old": seldom_right(old), "new": seldom_right(new)},
        **{name: compared(evidence, old, new) for name, evidence in parts.items()},
    }
    write_result(options.out, result, show=True)


def valued(options: argparse.Namespace) -> Evidence:
    """Return positions of games with the engine's best move."""
    games = read_games(options.games, GameFilter(minimum_plies=2 * FROM_MOVE))
    evidence = Evidence.of_games(games, options.per_game, FROM_MOVE, 0).with_a_choice()
    return ask_engine(evidence, partial(find_evaluator, options.engine), Questions(Limit(depth=options.depth)))


def seldom_right(library: TacticsLibrary) -> list[str]:
    """Return the rules that are right in under a tenth of their suggestions, without warnings and the calculation."""
    return [
        f"{tactic.sentence()} ({tactic.figures['precision']:.3f})"
        for tactic in library.tactics
        if tactic.figures["precision"] < 0.1 and not is_warning(tactic.rule) and tactic.rule.body != CALCULATION.body
    ]


def compared(evidence: Evidence, old: TacticsLibrary, new: TacticsLibrary) -> dict[str, Any]:
    """Return, for each set of words, the results of both lists and the difference."""
    before, after = what_is_left(evidence, old), what_is_left(evidence, new)
    result: dict[str, Any] = {"positions": len(evidence), "engine": evidence.engine}
    for name in before:
        rows: dict[str, Any] = {}
        both = [matches(evidence, left[name][1]) for left in (before, after)]
        for list_name, (rules, _), found in zip(("old", "new"), (before[name], after[name]), both, strict=True):
            rows[list_name] = {"rules": rules} | {
                word: row(hits) for word, hits in zip(("best", "human"), found, strict=True)
            }
        rows["more"] = {
            word: Mean.of(hits - known, evidence.games).to_json()
            for word, known, hits in zip(("best", "human"), *both, strict=True)
        }
        result[name] = rows
    return result


def row(hits: np.ndarray) -> dict[str, float]:
    """Return a share of positions with Wilson's interval; tied moves share a hit."""
    return {**dict(zip(("value", "low", "high"), share(float(hits.sum()), len(hits)), strict=True)), "n": len(hits)}


if __name__ == "__main__":
    main()
