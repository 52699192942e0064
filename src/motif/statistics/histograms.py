"""Draw histograms of a measure over many rules, with the values of the baselines as vertical lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from motif.runtime.files import new_figure, save_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BARS = 20
"""The number of bars of a histogram."""
_COLOURS = ("#d55e00", "#009e73", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


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
