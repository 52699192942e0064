"""Two lists on the same positions: how often each is right with all its words and with fewer, and how far they differ.

    python experiments/tactics-coach/coach_compare.py OLD.pl NEW.pl EVIDENCE.csv --games OTHER.pgn

The positions are those of a file of evidence, valued already, and of games that an engine values here. Ties are shared.
A share has Wilson's interval of its expected hits; the difference is counted position by position, with the interval
of its variance over games.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from coach_goals import matches
from coach_words import FROM_MOVE, what_is_left

from motif.board.games import GameFilter, read_games
from motif.board.limits import Limit
from motif.evidence.engine_answers import Questions, ask_engine
from motif.evidence.examples import Evidence
from motif.evidence.files import read_evidence
from motif.evidence.intervals import Mean, wilson
from motif.players import find_oracle
from motif.store import write_atomically
from motif.tactics.learning.candidates import only_warns
from motif.tactics.learning.listing import CALCULATION
from motif.tactics.library.library import Library


def main() -> None:
    """Compare and write compared.json."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("evidence", type=Path)
    parser.add_argument("--games", type=Path, help="games of other players, valued here")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--per-game", type=int, default=6)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("compared.json"))
    options = parser.parse_args()
    old, new = Library.read(options.old), Library.read(options.new)
    parts = {options.evidence.stem: read_evidence(options.evidence)}
    if options.games:
        parts[options.games.stem] = valued(options)
    result = {
        "seldom right": {"old": seldom_right(old), "new": seldom_right(new)},
        **{name: compared(evidence, old, new) for name, evidence in parts.items()},
    }
    write_atomically(options.out, json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


def valued(options: argparse.Namespace) -> Evidence:
    """Positions of games with the engine's best move."""
    games = read_games(options.games, GameFilter(minimum_plies=2 * FROM_MOVE))
    evidence = Evidence.of_games(games, options.per_game, FROM_MOVE, 0).with_a_choice()
    return ask_engine(evidence, partial(find_oracle, options.engine), Questions(Limit(depth=options.depth)))


def seldom_right(library: Library) -> list[str]:
    """The rules that are right in under a tenth of their suggestions, no warnings and not the calculation."""
    return [
        f"{tactic.sentence()} ({tactic.figures['precision']:.3f})"
        for tactic in library.tactics
        if tactic.figures["precision"] < 0.1 and not only_warns(tactic.rule) and tactic.rule.body != CALCULATION.body
    ]


def compared(evidence: Evidence, old: Library, new: Library) -> dict[str, Any]:
    """For each share of the words what both lists achieve, and what the new one has more."""
    before, after = what_is_left(evidence, old), what_is_left(evidence, new)
    result: dict[str, Any] = {"positions": len(evidence), "judge": evidence.judge}
    for name in before:
        rows: dict[str, Any] = {}
        both = [matches(evidence, left[name][1]) for left in (before, after)]
        for list_name, (rules, _), found in zip(("old", "new"), (before[name], after[name]), both, strict=True):
            rows[list_name] = {"rules": rules} | {
                word: share(hits) for word, hits in zip(("best", "human"), found, strict=True)
            }
        rows["more"] = {
            word: Mean.of(hits - known, evidence.games).to_json()
            for word, known, hits in zip(("best", "human"), *both, strict=True)
        }
        result[name] = rows
    return result


def share(hits: np.ndarray) -> dict[str, float]:
    """A share of positions, ties shared, with Wilson's interval."""
    low, high = wilson(float(hits.sum()), len(hits))
    return {"value": round(float(hits.mean()), 4), "low": round(low, 4), "high": round(high, 4), "n": len(hits)}


if __name__ == "__main__":
    main()
