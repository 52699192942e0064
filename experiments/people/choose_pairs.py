"""Choose pairs of terms, or of a term and a circumstance, that say more together than each alone.

python experiments/people/choose_pairs.py GAMES.pgn.zst FOLDER

Each round fits the weights of all terms so far, computes for every pair by how much its weight would raise the
likelihood of the moves played (the square of the slope over the curvature there), and takes the best ones. The script
uses only the moves that weights are fitted to, and prints after each round how well the players reserved for choosing
are predicted. Writes pairs.txt in this folder, the best of the first round first.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
from choices import Choices, Smoothness, fit_choices
from numpy.typing import NDArray
from player_parts import Part
from sheets import PAIRS, Sheet, gathered

from motif.players.human_boards import Floats, Ints
from motif.players.human_terms import BOTH, MoveInputs, position_terms, terms

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options

LIKELY = 0.002
"""Moves with a lower probability by the terms alone are left out while pairs are chosen."""
LOOKED_AT = 20_000
OFTEN_FIRST, OFTEN_SECOND = 5, 6
"""How often a name may be taken in a round, as the first or the second of a pair."""
DOUBT = 5.0
"""Added to the curvature, so that rare pairs do not look large."""
BANDS = (1100, 2200)


class Pairs:
    """A sheet of terms and circumstances, the pairs taken so far, and the weights of terms and pairs."""

    def __init__(self, names: list[str], alone: int, fitted: Choices, smoothness: Smoothness) -> None:
        self.names, self.alone, self.smoothness = names, alone, smoothness
        self.taken: list[tuple[int, int]] = []
        self.weights = fit_choices(self._with_pairs(fitted), smoothness)
        self.fitted = _likely(fitted, self._with_pairs(fitted).log_shares(self.weights))

    def _with_pairs(self, sheet: Choices) -> Choices:
        both = [sheet.terms[:, one] * sheet.terms[:, other] for one, other in self.taken]
        columns = np.ascontiguousarray(np.column_stack([sheet.terms[:, : self.alone], *both]))
        return Choices(columns, sheet.offsets, sheet.played, sheet.near)

    def fit(self, rounds: int) -> None:
        """Fit all weights, with those of new pairs starting from zero."""
        start = np.zeros((self.alone + len(self.taken), self.weights.shape[1]))
        start[: len(self.weights)] = self.weights
        by = Smoothness(self.smoothness.ridge, self.smoothness.smooth, rounds)
        self.weights = fit_choices(self._with_pairs(self.fitted), by, start)

    def log_likelihood(self, sheet: Sheet) -> float:
        """Return the mean log-likelihood of these choices within the bands."""
        inside = np.array([BANDS[0] <= choice.rating < BANDS[1] for choice in sheet.choices])
        logs = self._with_pairs(sheet.sheet).log_shares(self.weights)
        return float(logs[sheet.sheet.played][inside].mean())

    def merits(self) -> Floats:
        """Return (names, names): what each pair promises; only above the diagonal."""
        logs = self._with_pairs(self.fitted).log_shares(self.weights)
        offsets = self.fitted.offsets[: LOOKED_AT + 1]
        columns, shares = self.fitted.terms[: offsets[-1]], np.exp(logs[: offsets[-1]])
        left = -shares
        left[self.fitted.played[: len(offsets) - 1]] += 1
        weigh, stakes = (each.astype(np.float32)[:, None] for each in (shares, left))
        slope, curve = (np.zeros((len(self.names), len(self.names))) for _ in range(2))
        for begin, end in pairwise(offsets):
            rows = columns[begin:end]
            curve -= ((rows * weigh[begin:end]).T @ rows) ** 2
            slope += (rows * stakes[begin:end]).T @ rows
            curve += (rows**2 * weigh[begin:end]).T @ rows**2
        merits = slope**2 / (np.maximum(curve, 0) + DOUBT)
        merits[self.alone :, self.alone :] = 0
        return np.triu(merits, 1)

    def take(self, count: int) -> None:
        """Take the best new pairs, with no name too often."""
        merits, used = self.merits(), Counter[int]()
        goal = len(self.taken) + count
        for place in np.argsort(-merits, axis=None, kind="stable"):
            one, other = divmod(int(place), len(self.names))
            if (one, other) in self.taken or used[one] >= OFTEN_FIRST or used[other] >= OFTEN_SECOND:
                continue
            self.taken.append((one, other))
            used.update((one, other))
            if len(self.taken) == goal:
                return

    def words(self) -> list[str]:
        """Return the names of the pairs."""
        return [BOTH.join((self.names[one], self.names[other])) for one, other in self.taken]


def _likely(sheet: Choices, logs: Floats) -> Choices:
    keep: NDArray[np.bool_] = np.exp(logs) > LIKELY
    keep[sheet.played] = True
    before: Ints = np.concatenate([[0], np.cumsum(keep)])
    return Choices(sheet.terms[keep], before[sheet.offsets], before[sheet.played], sheet.near)


def all_columns(outlook: MoveInputs) -> tuple[list[str], Floats]:
    """Return terms, then circumstances."""
    names, true = terms(outlook)
    known = (outlook.log_shares != 0).astype(np.float64)
    words, columns = zip(*position_terms(outlook.features, outlook.values[:, 2], known), strict=True)
    return [*names, *words], np.column_stack([true, *columns])


def main() -> None:
    """Gather, choose and write."""
    given = read_options(__doc__, {"games": str, "folder": Path}, seed=1, most=int, rounds=2, each=40)
    alone: list[int] = []

    def columns(outlook: MoveInputs) -> tuple[list[str], Floats]:
        alone[:] = [len(terms(outlook)[0])]
        return all_columns(outlook)

    names, sheets = gathered(given.games, given.folder, given.seed, given.most, columns)
    choose(names, alone[0], sheets, given.rounds, given.each)


def choose(names: list[str], alone: int, sheets: dict[Part, Sheet], rounds: int, each: int) -> None:
    """Choose round by round, and write the pairs taken."""
    pairs = Pairs(names, alone, sheets[Part.FIT].sheet, Smoothness(rounds=60))
    for number in range(rounds):
        pairs.take(each)
        pairs.fit(18)
        PAIRS.write_text("\n".join(pairs.words()) + "\n")
        print(number, len(pairs.taken), f"{pairs.log_likelihood(sheets[Part.VALIDATION]):.4f}", flush=True)


if __name__ == "__main__":
    main()
