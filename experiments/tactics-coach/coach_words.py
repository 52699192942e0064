"""Measure how much of the shipped list is knowledge, and how much is a search of captures behind a word.

    python experiments/tactics-coach/coach_words.py GAMES.pgn --engine stockfish --depth 8 --per-game 6

`settles_…` counts captures for four half-moves, `nets_…` and `exchange_…` one exchange; `safe`, `hanging` and similar
words also weigh an exchange on one square. So the list is measured as it is, without its calculation, without every
word that searches, and without every word that weighs an exchange. Tied moves share a hit, as in coach_goals.py.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from coach_goals import achieved

from motif.board.games import GameFilter, read_games
from motif.engines.limits import Limit
from motif.players.names import find_evaluator
from motif.statistics.examples import Evidence, Questions, ask_engine
from motif.statistics.metrics import Mask
from motif.tactics.learning.lists import CALCULATION
from motif.tactics.library import TacticsLibrary, narrowed, read_of
from motif.tactics.rule import Coverage

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

SEARCHES = ("settles_at_least", "settles_most", "settles_alone")
"""Words that search captures for four half-moves."""

EXCHANGES = (
    "nets_at_least", "nets_most", "nets_alone", "exchange_at_least", "threatens_at_least", "threatens", "hanging",
    "secure", "safe", "leaves_nothing_hanging", "trapped", "allows_no_fork",
)  # fmt: skip
"""Words that weigh an exchange on a square."""

FROM_MOVE = 12


def main() -> None:
    """Measure and write words.json."""
    options = read_options(
        __doc__, {"games": Path}, engine="stockfish", depth=8, per_game=6, most=(10_000, "positions at most"), seed=0,
        out=Path(__file__).with_name("words.json"), library=(Path, "another list instead of the shipped one"),
    )  # fmt: skip
    library = TacticsLibrary.read(options.library) if options.library else TacticsLibrary.shipped()
    games = list(read_games(options.games, GameFilter(minimum_plies=2 * FROM_MOVE)))
    evidence = Evidence.of_games(games, options.per_game, FROM_MOVE, options.seed).with_a_choice()
    evidence = evidence.take(np.arange(min(options.most, len(evidence))))
    evidence = ask_engine(evidence, partial(find_evaluator, options.engine), Questions(Limit(depth=options.depth)))
    result = {"positions": len(evidence), "games": len(games), "engine": evidence.engine} | policies(evidence, library)
    write_result(options.out, result, show=True)


def policies(evidence: Evidence, library: TacticsLibrary) -> dict[str, Any]:
    """Return the results of a list with all of its words, and with fewer and fewer."""
    left = what_is_left(evidence, library)
    return {name: {"rules": rules} | achieved(evidence, mask) for name, (rules, mask) in left.items()}


def what_is_left(evidence: Evidence, library: TacticsLibrary) -> dict[str, tuple[int, Mask]]:
    """Return, for each set of words, the number of rules in it and the rows they leave."""
    coverage = Coverage.of(evidence, library.vocabulary)
    covered = coverage.rows(library.rules)
    vocabularies = [{literal.relation for literal in rule.body} for rule in library.rules]
    is_calculation = [rule.body == CALCULATION.body for rule in library.rules]
    kept = {
        "knowledge alone": [not calculates for calculates in is_calculation],
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


if __name__ == "__main__":
    main()
