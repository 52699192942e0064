"""Rates beside those of peers, drawn on one axis with their intervals of 95 %."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from motif.study.values import Rate

ENDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Where an axis may end."""
RARE = 0.05
"""An axis that ends here or earlier counts in a thousand; others in a hundred."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A rate on its axis, in hundredths of the axis's length, and in words."""

    at: float
    low: float
    high: float
    words: str
    short: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a plot."""

    label: str
    yours: Bar
    peers: Bar | None


@dataclass(frozen=True, slots=True)
class Plot:
    """Rows on one axis, and its ticks as (place, text)."""

    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, str], ...]


def plot(rates: Iterable[tuple[str, Rate, Rate | None]]) -> Plot:
    """The plot of labelled rates, each beside its peers'."""
    rates = list(rates)
    end = axis_end([rate for _, yours, peers in rates for rate in (yours, peers) if rate is not None])
    whole = 1000 if end <= RARE else 100
    rows = tuple(Row(label, bar(yours, end), bar(peers, end) if peers else None) for label, yours, peers in rates)
    return Plot(rows, tuple((100 * part, f"{end * part * whole:g}") for part in (0.0, 0.5, 1.0)))


def axis_end(rates: Sequence[Rate]) -> float:
    """Where an axis ends that shows these rates: behind every rate and, where it can, every interval.

    >>> axis_end([Rate(3, 1000), Rate(40, 10_000)])
    0.01
    """
    reach = max((rate.interval[1] for rate in rates if rate.count), default=1.0)
    return next(end for end in ENDS if reach <= end)


def bar(rate: Rate, end: float) -> Bar:
    """A rate on an axis from 0 to `end`."""
    at, low, high = (round(min(100.0, 100 * value / end), 2) for value in (rate.value, *rate.interval))
    return Bar(at, low, high, counted(rate, end), short(rate, end))


def counted(rate: Rate, end: float = 1.0) -> str:
    """What a share rests on, and where it lies with a confidence of 95 %, on the scale of its axis.

    >>> counted(Rate(15, 20)), counted(Rate(12, 4000), 0.005)
    ('15 of 20 (53 to 89)', '12 of 4,000 (1.7 to 5.2)')
    """
    if not rate.count:
        return "never"
    low, high = (f"{100 * side:.0f}" if end > RARE else f"{1000 * side:.1f}" for side in rate.interval)
    return f"{rate.hits:,} of {rate.count:,} ({low} to {high})"


def short(rate: Rate, end: float = 1.0) -> str:
    """The share alone.

    >>> short(Rate(15, 20)), short(Rate(12, 4000), 0.005)
    ('75 %', '3.0 in 1,000')
    """
    if not rate.count:
        return "–"
    return f"{100 * rate.value:.0f} %" if end > RARE else f"{1000 * rate.value:.1f} in 1,000"
