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

from motif.board.games import GameFilter, read_games
from motif.engines.limits import Limit
from motif.players.names import find_evaluator
from motif.statistics.examples import Evidence, Questions, ask_engine, read_evidence
from motif.statistics.intervals import Mean
from motif.statistics.metrics import Mask
from motif.tactics.coverage import Coverage
from motif.tactics.learning.candidates import is_warning
from motif.tactics.learning.lists import CALCULATION
from motif.tactics.library import TacticsLibrary, narrowed, read_of

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share, write_result

SEARCHES = ("settles_at_least", "settles_most", "settles_alone")
"""Words that search captures for four half-moves."""

EXCHANGES = (
    "nets_at_least", "nets_most", "nets_alone", "exchange_at_least", "threatens_at_least", "threatens", "hanging",
    "secure", "safe", "leaves_nothing_hanging", "trapped", "allows_no_fork",
)  # fmt: skip
"""Words that weigh an exchange on a square."""

FROM_MOVE = 12


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


def what_is_left(evidence: Evidence, library: TacticsLibrary) -> dict[str, tuple[int, Mask]]:
    """Return, for each set of words, the number of rules in it and the rows they leave."""
    coverage = Coverage.of(evidence, library.vocabulary)
    covered = coverage.rows(library.rules)
    vocabularies = [{literal.relation for literal in rule.body} for rule in library.rules]
    kept = {
        "knowledge alone": [rule.body != CALCULATION.body for rule in library.rules],
        "without any search of captures": [not own & set(SEARCHES) for own in vocabularies],
        "without any exchange": [not own & {*SEARCHES, *EXCHANGES} for own in vocabularies],
    }
    left = {"the list": (len(covered), narrowed(read_of(library, covered), coverage.offsets))}
    for name, chosen in kept.items():
        rows = [own for own, stays in zip(covered, chosen, strict=True) if stays]
        left[name] = (len(rows), narrowed(rows, coverage.offsets))
    left["the calculation alone"] = (1, narrowed(coverage.rows([CALCULATION]), coverage.offsets))
    left["random"] = (0, np.ones(int(coverage.offsets[-1]), np.bool_))
    return left


def row(hits: np.ndarray) -> dict[str, float]:
    """Return a share of positions with Wilson's interval; tied moves share a hit."""
    return {**dict(zip(("value", "low", "high"), share(float(hits.sum()), len(hits)), strict=True)), "n": len(hits)}


if __name__ == "__main__":
    main()
