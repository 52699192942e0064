"""Count how often each rule is right in games not used for learning, selection or measuring; lowest share first.

    python experiments/tactics-coach/coach_seldom.py OTHER.pgn

A rule that says what to do should be right in a tenth of its suggestions. A warning only excludes moves, so it and the
calculation are right whenever anything is. Shares have Wilson's interval.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

from motif.board.games import GameFilter, read_games
from motif.engines.limits import Limit
from motif.players.names import find_evaluator
from motif.statistics.examples import Evidence, Questions, Reference, ask_engine
from motif.tactics.learning.candidates import is_warning
from motif.tactics.learning.lists import CALCULATION
from motif.tactics.learning.measures import figures
from motif.tactics.library import TacticsLibrary

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

FROM_MOVE = 12
"""The first move, as where the rules were learned."""


def main() -> None:
    """Evaluate the positions, count, write seldom.json and print it."""
    options = read_options(
        __doc__, {"games": Path}, library="shipped", engine="stockfish", depth=8, per_game=6,
        out=Path(__file__).with_name("seldom.json"),
    )  # fmt: skip
    library = TacticsLibrary.shipped() if options.library == "shipped" else TacticsLibrary.read(Path(options.library))
    games = read_games(options.games, GameFilter(minimum_plies=2 * FROM_MOVE))
    drawn = Evidence.of_games(games, options.per_game, FROM_MOVE, 0).with_a_choice()
    evidence = ask_engine(drawn, partial(find_evaluator, options.engine), Questions(Limit(depth=options.depth)))
    rows = counted(library, evidence)
    result: dict[str, Any] = {"positions": len(evidence), "engine": evidence.engine, "rules": rows}
    write_result(options.out, result)
    for row in result["rules"]:
        print(f"{row['right']:.3f} [{row['low']:.3f}, {row['high']:.3f}] of {row['suggestions']:,}: {row['rule']}")


def counted(library: TacticsLibrary, evidence: Evidence) -> list[dict[str, Any]]:
    """Return every rule with the share of its suggestions that are best, lowest share first."""
    rows = []
    for tactic, achieved in zip(
        library.tactics, figures(library.rules, library.vocabulary, evidence, Reference.BEST), strict=True
    ):
        if not achieved["suggestions"]:
            continue
        warns_or_calculates = is_warning(tactic.rule) or tactic.rule.body == CALCULATION.body
        rows.append(
            {
                "rule": tactic.sentence(),
                "right": round(achieved["precision"], 4),
                "low": round(achieved["low"], 4),
                "high": round(achieved["high"], 4),
                "suggestions": int(achieved["suggestions"]),
                "warning or calculation": warns_or_calculates,
            }
        )
    return sorted(rows, key=lambda row: row["right"])


if __name__ == "__main__":
    main()
