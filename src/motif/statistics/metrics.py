"""Measure how good suggested moves are: coverage, divergence, regret and four kinds of accuracy.

A policy gives each legal move a of a position s a probability p(a|s); it is applicable where these sum to 1 and makes
no suggestion where all are 0. A row is a position with one of its legal moves; it has one p and one q. With P the
positions, P_A those where the policy is applicable and q the engine's value for the mover:

coverage      |P_A| / |P|                                                            (equations 2 and 3)
divergence    mean over P_A of the sum over a of p(a|s) * |q(s, a) - q(s, played)|   (equations 4 to 7)
regret        mean over P_A of the sum over a of p(a|s) * (max q(s, .) - q(s, a))
any hit           share of P_A where the reference move is suggested at all; suggesting every legal move scores 1
per suggestion    share of all suggestions that are the reference move
expected          mean over P_A of p(reference|s)
first choice      share of P_A where the first choice is the reference move

The engine's evaluator gives mates a large fixed value and draws 0; here every value is limited to ±LARGEST_VALUE_CP, so
that one mate does not outweigh a hundred positions. The intervals of shares are Wilson's, with positions of one game
treated as dependent: a policy that was right in three of three cases need not always be right. The intervals of
divergence and regret are the central 95 % of bootstrap samples, drawn by game. The equations are those of Krishnan &
Martens 2022, whose released code measures accuracy as "any hit".
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from motif.board.wording import listed
from motif.errors import BadArgument
from motif.runtime.files import new_figure, save_figure, write_atomically
from motif.statistics.examples import Evidence, Reference, Values, rows_of_moves
from motif.statistics.intervals import BOOTSTRAP_SAMPLES, Bootstrap, Estimate, Floats, Ratio

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Mask = NDArray[np.bool_]

LARGEST_VALUE_CP = 1_500
"""Greater values, as of mates, count as this much."""

NO_ROW = -1
"""The first choice of a policy that makes no suggestion."""


class HitRate(StrEnum):
    """The four ways to count a hit."""

    ANY_HIT = "any hit"
    PER_SUGGESTION = "per suggestion"
    EXPECTED = "expected"
    FIRST_CHOICE = "first choice"


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """The suggestions of one source: the probability of every row, and the row of the first choice in each position."""

    name: str
    probabilities: Floats
    first: NDArray[np.int64]

    @classmethod
    def uniform(cls, name: str, suggested: Mask, offsets: NDArray[np.int64], seed: int = 0) -> Policy:
        """Return the policy that plays each suggested move with equal probability; its first choice is random."""
        counts = np.add.reduceat(suggested.astype(np.int64), offsets[:-1])
        shares = np.repeat(1 / np.maximum(1, counts), np.diff(offsets))
        order = np.where(suggested, np.random.default_rng(seed).random(len(suggested)), -1.0)
        return cls(name, np.where(suggested, shares, 0.0), first_rows(order, offsets))

    @classmethod
    def of_rows(cls, name: str, chosen: NDArray[np.int64], rows: int) -> Policy:
        """Return the policy that suggests the chosen row of each position, or nothing where it is NO_ROW."""
        probabilities = np.zeros(rows)
        probabilities[chosen[chosen != NO_ROW]] = 1.0
        return cls(name, probabilities, chosen)


def first_rows(order: Floats, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the row with the highest number in each position, the first one on ties; NO_ROW if all are below 0."""
    chosen = np.full(len(offsets) - 1, NO_ROW, np.int64)
    for place in range(len(chosen)):
        within = order[offsets[place] : offsets[place + 1]]
        if len(within) and within.max() >= 0:
            chosen[place] = offsets[place] + int(within.argmax())
    return chosen


@dataclass(frozen=True, slots=True)
class Scores:
    """The measures of a policy; a number that needs an engine or an applicable position is None without one."""

    name: str
    positions: int
    coverage: Estimate
    divergence: Estimate | None
    regret: Estimate | None
    accuracies: dict[Reference, dict[HitRate, Estimate | None]]


class PolicyMeter:
    """Measures policies on the same examples and the same bootstrap samples, so that they can be compared."""

    def __init__(self, evidence: Evidence, seed: int = 0, samples: int = BOOTSTRAP_SAMPLES) -> None:
        if not len(evidence):
            raise BadArgument("there are no positions to measure", hint="give more games, or a less strict filter")
        self.evidence = evidence
        legal = evidence.positions.legal_moves()
        self.offsets = legal.offsets
        self.rows = len(legal.codes)
        references = [Reference.PLAYED, *([Reference.BEST] if evidence.best is not None else [])]
        self._reference_rows = {reference: rows_of_moves(legal, evidence.moves(reference)) for reference in references}
        self._differences, self._losses = self._by_row(evidence.values)
        self._bootstrap = Bootstrap(evidence.games, seed, samples)

    def measure(self, policy: Policy) -> Scores:
        """Return the measures of a policy."""
        applicable = self._applicable(policy)
        divergence, regret = None, None
        if self._differences is not None and self._losses is not None:
            costs = (self._sums(policy.probabilities * by_row) for by_row in (self._differences, self._losses))
            divergence, regret = self._bootstrap.estimates([(cost, applicable) for cost in costs])
        coverage = self._share((applicable, np.ones(len(applicable))))
        assert coverage is not None  # there is at least one position
        accuracies = {
            reference: {
                accuracy: self._share(ratio) for accuracy, ratio in self._accuracies(policy, applicable, rows).items()
            }
            for reference, rows in self._reference_rows.items()
        }
        return Scores(policy.name, len(applicable), coverage, divergence, regret, accuracies)

    def divergence(self, policy: Policy, values: Values) -> Estimate | None:
        """Return the divergence according to another engine, given its values of the rows."""
        differences, _ = self._by_row(values)
        assert differences is not None
        (estimate,) = self._bootstrap.estimates(
            [(self._sums(policy.probabilities * differences), self._applicable(policy))]
        )
        return estimate

    def _share(self, ratio: Ratio) -> Estimate | None:
        return Estimate.share(ratio, self.evidence.games)

    def _applicable(self, policy: Policy) -> Floats:
        return (self._sums(policy.probabilities) > 0).astype(np.float64)

    def _accuracies(self, policy: Policy, applicable: Floats, rows: NDArray[np.int64]) -> dict[HitRate, Ratio]:
        chance = policy.probabilities[rows]
        hit = (chance > 0).astype(np.float64)
        suggestions = self._sums((policy.probabilities > 0).astype(np.float64))
        return {
            HitRate.ANY_HIT: (hit, applicable),
            HitRate.PER_SUGGESTION: (hit, suggestions),
            HitRate.EXPECTED: (chance, applicable),
            HitRate.FIRST_CHOICE: ((policy.first == rows).astype(np.float64), applicable),
        }

    def _by_row(self, values: Values | None) -> tuple[Floats | None, Floats | None]:
        """Return for each row how far its value is from that of the move played, and how far it is below the best."""
        if values is None:
            return None, None
        capped = np.clip(values, -LARGEST_VALUE_CP, LARGEST_VALUE_CP).astype(np.float64)
        counts = np.diff(self.offsets)
        played = np.repeat(capped[self._reference_rows[Reference.PLAYED]], counts)
        best = np.repeat(np.maximum.reduceat(capped, self.offsets[:-1]), counts)
        return np.abs(capped - played), best - capped

    def _sums(self, per_row: Floats) -> Floats:
        # Every position of the examples has a legal move, so no two offsets are equal.
        return np.asarray(np.add.reduceat(per_row, self.offsets[:-1]))


Column = tuple[str, Callable[[Scores], Estimate | None]]

BARS = 20
"""The number of bars of a histogram."""

_COLOURS = ("#d55e00", "#009e73", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


def columns(references: Sequence[Reference]) -> list[Column]:
    """Return the columns of the table, with the accuracies for each reference."""
    return [
        ("coverage", lambda scores: scores.coverage),
        *(
            (f"{accuracy}, {reference}", _accuracy_getter(reference, accuracy))
            for reference in references
            for accuracy in HitRate
        ),
        ("divergence", lambda scores: scores.divergence),
        ("regret", lambda scores: scores.regret),
    ]


def _accuracy_getter(reference: Reference, accuracy: HitRate) -> Callable[[Scores], Estimate | None]:
    return lambda scores: scores.accuracies[reference][accuracy]


def as_markdown(scores: Sequence[Scores]) -> str:
    """Return a Markdown table of the scores, each number with its 95 % interval."""
    wanted = columns(_references(scores))
    lines = ["| | " + " | ".join(name for name, _ in wanted) + " |", "|---" * (len(wanted) + 1) + "|"]
    for row in scores:
        cells = [str(estimate) if (estimate := get(row)) else "–" for _, get in wanted]
        lines.append(f"| {row.name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def as_csv(scores: Sequence[Scores]) -> str:
    """Return CSV with three columns for each number: its value and the two ends of its interval."""
    wanted = columns(_references(scores))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["name", "positions", *(f"{name}{end}" for name, _ in wanted for end in ("", " low", " high"))])
    for row in scores:
        cells: list[object] = [row.name, row.positions]
        for _, get in wanted:
            estimate = get(row)
            cells += [estimate.value, estimate.low, estimate.high] if estimate else ["", "", ""]
        writer.writerow(cells)
    return text.getvalue()


def as_json(scores: Sequence[Scores]) -> str:
    """Return JSON: a list of objects, each number as [value, low, high] or null."""
    return json.dumps([as_object(row) for row in scores], indent=2, ensure_ascii=False) + "\n"


def as_object(scores: Scores) -> dict[str, Any]:
    """Return one row of the table as a JSON value."""
    numbers: dict[str, Any] = {"name": scores.name, "positions": scores.positions}
    for name, get in columns(_references([scores])):
        estimate = get(scores)
        numbers[name] = [estimate.value, estimate.low, estimate.high] if estimate else None
    return numbers


_FORMATS: dict[str, Callable[[Sequence[Scores]], str]] = {".md": as_markdown, ".csv": as_csv, ".json": as_json}


def write_table(scores: Sequence[Scores], path: Path) -> None:
    """Write the table in the format that the file's suffix names."""
    check_format(path)
    write_atomically(path, _FORMATS[path.suffix](scores))


def check_format(path: Path) -> None:
    """Raise BadArgument if the file's suffix does not name a table format."""
    if path.suffix not in _FORMATS:
        hint = f"give a file name that ends in {listed(list(_FORMATS), 'or')}"
        raise BadArgument(f"cannot write a table as {path.name}", hint=hint)


def _references(scores: Sequence[Scores]) -> list[Reference]:
    return list(scores[0].accuracies) if scores else []


@dataclass(frozen=True, slots=True)
class Histogram:
    """One histogram: a measure's values for many rules and for each baseline, and the labels of both axes."""

    title: str
    x_label: str
    values: Sequence[float]
    baselines: Mapping[str, float]
    y_label: str


def draw_histograms(histograms: Sequence[Histogram], path: Path) -> None:
    """Draw the histograms, two in a row, and write them to a PNG, SVG or PDF file."""
    rows = (len(histograms) + 1) // 2
    figure = new_figure(11, 3.6 * rows + 0.6)
    names = list(dict.fromkeys(name for histogram in histograms for name in histogram.baselines))
    colours = {name: _COLOURS[place % len(_COLOURS)] for place, name in enumerate(names)}
    for place, histogram in enumerate(histograms, start=1):
        _draw(figure.add_subplot(rows, 2, place), histogram, colours)
    lines = {line.get_label(): line for axes in figure.axes for line in axes.get_lines()}
    if lines:
        figure.legend(
            lines.values(), [str(name) for name in lines], loc="outside lower center", ncols=4, fontsize="small"
        )
    save_figure(figure, path, dpi=120)


def _draw(axes: Axes, histogram: Histogram, colours: Mapping[str, str]) -> None:
    everything = [*histogram.values, *histogram.baselines.values()]
    low, high = min([0.0, *everything]), max([0.0, *everything])
    axes.hist(histogram.values, bins=BARS, range=(low, high or 1.0), color="#999999", edgecolor="white")
    for name, value in histogram.baselines.items():
        axes.axvline(value, color=colours[name], label=name, linewidth=1.6, linestyle="--")
    axes.set_title(histogram.title)
    axes.set_xlabel(histogram.x_label)
    axes.set_ylabel(histogram.y_label)
