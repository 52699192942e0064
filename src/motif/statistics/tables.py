"""Show the scores of several policies: as a Markdown, CSV or JSON table, and as histograms of many rules.

A histogram shows the values of one measure, with those of the baselines as vertical lines.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motif.board.wording import listed
from motif.errors import BadArgument
from motif.runtime.files import new_figure, save_figure, write_atomically
from motif.statistics.examples import Reference
from motif.statistics.intervals import Estimate
from motif.statistics.metrics import HitRate, Scores

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
