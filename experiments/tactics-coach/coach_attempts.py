"""Ways to make a list that were not tried before, each measured on positions that are spent already.

    .venv/bin/python experiments/tactics-coach/coach_attempts.py FOLDER

FOLDER holds what coach_evidence.py and the searches of coach_library.py left there. The lists are made of `seen` and of
one half of `judged` and measured on the other half of it, by game and by turns, so that every figure is of positions
the list was not made of; nothing here is chosen by or ships. A list is climbed from the one that ships.

match       best and played moves alone, as the shipped list was made
values      and what each move loses, by the half of `judged` whose moves are all valued
heavy       the same, and these positions count for four times all others
masters     and with the rules of the families of masters among the candidates
beam        as values, from a start of the best four lists instead of the shipped one
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from coach_goals import achieved
from coach_masters import THEMES

from motif.evidence import Evidence, read_evidence
from motif.evidence.examples import Rows
from motif.evidence.metrics import Mask
from motif.progress import Progress
from motif.store import write_atomically
from motif.tactics import FULL, Family, Library, Listing, Rule
from motif.tactics.learning.listing import CALCULATION, covered_in, ground_of, improved
from motif.tactics.learning.narrowing import Climb, Ground
from motif.tactics.library.decision import narrowed

WEIGHT, HEAVY = 0.5, 4.0
"""What the positions with values count beside all others, and where they count most."""


def main() -> None:
    """Make every list on either half, measure it on the other, write what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=3_000)
    parser.add_argument("--candidates", type=int, default=300, help="of the games, the most certain first")
    options = parser.parse_args()
    seen, judged = (read_evidence(options.folder / f"{part}.csv") for part in ("seen", "judged"))
    rules, masters = candidates(options.folder, options.candidates)
    parts = [Family("seen", seen, weight=1.0), Family("judged", judged, weight=WEIGHT)]
    covered = covered_in(rules, parts)
    print(f"{len(rules)} candidates, {masters} of masters", flush=True)
    attempts = {"shipped": Attempt(), "match": Attempt(), "values": Attempt(True), "masters": Attempt(True, True)}
    attempts |= {"beam": Attempt(True, is_beam=True), "heavy": Attempt(True, is_heavy=True)}
    path = Path(__file__).with_name("attempts.json")
    told: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    for name, attempt in attempts.items():
        if name in told:
            continue
        steps = 0 if name == "shipped" else options.steps
        told[name] = attempt.measured(rules, masters, covered, parts, steps)
        print(name, json.dumps(told[name]), flush=True)
        write_atomically(path, json.dumps(told, indent=2) + "\n")


def candidates(folder: Path, most: int) -> tuple[list[Rule], int]:
    """The calculation, the rules that ship, some of the games, last those of masters, and how many these are."""
    shipped = [rule for rule in Library.shipped().rules if rule.body != CALCULATION.body]
    games = Library.read(folder / "candidates-games.pl").rules[:most]
    of_masters = []
    for theme in THEMES:
        found = Library.read(folder / f"candidates-{theme.name.replace(' ', '-')}.pl").rules
        of_masters += [rule for rule in found if theme.holds(rule)]
    rules: dict[str, Rule] = {}
    for rule in (CALCULATION, *shipped, *games):
        rules.setdefault(str(rule.canonical(FULL).named("")), rule)
    known = len(rules)
    for rule in of_masters:
        rules.setdefault(str(rule.canonical(FULL).named("")), rule)
    return list(rules.values()), len(rules) - known


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to make a list: whether values count, masters' rules are candidates, and how wide it starts."""

    is_valued: bool = False
    with_masters: bool = False
    is_beam: bool = False
    is_heavy: bool = False

    def measured(
        self, rules: list[Rule], masters: int, covered: list[Rows], parts: list[Family], steps: int
    ) -> dict[str, Any]:
        """What lists made on either half of the last part achieve on the other."""
        judged = parts[-1].evidence
        used = len(rules) - (0 if self.with_masters else masters)
        known = parts if self.is_valued else [replace(part, evidence=_without_values(part.evidence)) for part in parts]
        if self.is_heavy:
            known = [known[0], replace(known[1], weight=HEAVY)]
        ground = ground_of(known)
        is_odd = np.concatenate([np.zeros(len(parts[0].evidence), np.bool_), judged.games % 2 == 1])
        is_even = np.concatenate([np.zeros(len(parts[0].evidence), np.bool_), judged.games % 2 == 0])
        left = {which: np.zeros(len(judged.positions.legal_moves().codes), np.bool_) for which in ("with", "alone")}
        sizes = []
        for is_apart in (is_odd, is_even):
            order = self._listed(rules, covered[:used], replace(ground, weights=ground.weights * ~is_apart), steps)
            sizes.append(len(order) - 1)
            rows = np.repeat(is_apart[len(parts[0].evidence) :], np.diff(judged.positions.legal_moves().offsets))
            for which, numbers in (("with", order), ("alone", [number for number in order if number])):
                left[which] |= rows & _left(covered, numbers, parts)
        calculation = achieved(judged, _left(covered, [0], parts))
        found = {which: _means(achieved(judged, mask)) for which, mask in left.items()}
        over = found["with"]["best"][0] - calculation["best"]["mean"]
        return {"rules": sizes, "positions": len(judged), **found, "over the calculation": round(over, 4)}

    def _listed(self, rules: list[Rule], covered: list[Rows], ground: Ground, steps: int) -> list[int]:
        bodies = [rule.body for rule in rules]
        shipped = [bodies.index(rule.body) for rule in Library.shipped().rules]
        if not steps:
            return shipped
        listing = Listing(climb=Climb(60, steps, width=4 if self.is_beam else 1))
        return improved(ground, covered, listing, 0, _tell, () if self.is_beam else shipped)


def _left(covered: list[Rows], order: list[int], parts: list[Family]) -> Mask:
    """The rows of the last part that a list leaves."""
    legal = parts[-1].evidence.positions.legal_moves()
    start = sum(len(part.evidence.positions.legal_moves().codes) for part in parts[:-1])
    return narrowed([covered[number][covered[number] >= start] - start for number in order], legal.offsets)


def _means(figures: dict[str, Any]) -> dict[str, tuple[float, float]]:
    return {name: (each["mean"], each["error"]) for name, each in figures.items() if "mean" in each}


def _without_values(evidence: Evidence) -> Evidence:
    return replace(evidence, values=None)


def _tell(state: Progress) -> None:
    print(f"  {state.done:,} of {state.total:,}: {state.words}", flush=True)


if __name__ == "__main__":
    main()
