"""Our statistics against what SciPy 1.17.1 answers, and against their definitions in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.statistics.elo import Z95
from motif.statistics.intervals import false_discovery_rates, fisher, wilson


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ((8, 10, 1, 6), 0.034965034965034975),
        ((3, 10, 3, 10), 1.0),
        ((0, 25, 7, 30), 0.012400966895972441),
        ((120, 400, 260, 1000), 0.14325378073924827),
        ((1, 1000, 9, 1000), 0.02117752939684125),
        ((50, 50, 47, 50), 0.24242424242424243),
    ],
)
def test_fisher_as_scipy(table: tuple[int, int, int, int], expected: float) -> None:
    assert fisher(*table) == pytest.approx(expected, rel=1e-9)


@given(st.integers(0, 30), st.integers(0, 30), st.data())
def test_fisher_is_the_sum_of_all_tables_as_unlikely(count: int, other_count: int, data: st.DataObject) -> None:
    hits, other_hits = data.draw(st.integers(0, count)), data.draw(st.integers(0, other_count))
    total = hits + other_hits
    ways = [comb(count, some) * comb(other_count, total - some) for some in range(min(count, total) + 1)]
    unlikely = sum(way for way in ways if way <= ways[hits])
    assert fisher(hits, count, other_hits, other_count) == pytest.approx(float(Fraction(unlikely, sum(ways))), rel=1e-9)


def test_false_discoveries_as_scipy() -> None:
    found = false_discovery_rates([0.01, 0.04, 0.03, 0.8, 0.04, 0.0005])
    assert found == pytest.approx([0.03, 0.048, 0.048, 0.8, 0.048, 0.003], rel=1e-12)


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [
        (15, 20, 0.5312991223812561, 0.8881382985923344),
        (0, 30, 0.0, 0.11351339317396875),
        (30, 30, 0.8864866068260312, 1.0),
        (150, 200, 0.6856590168795417, 0.8049183199318249),
        (3, 10_000, 0.00010203219941781012, 0.0008817357722363797),
    ],
)
def test_wilson_as_scipy(hits: int, count: int, low: float, high: float) -> None:
    assert wilson(hits, count) == pytest.approx((low, high), rel=1e-5, abs=1e-15)


@given(st.integers(1, 5_000), st.data())
def test_each_end_of_wilson_is_just_believable(count: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, count))
    for end in wilson(hits, count):
        if 0 < end < 1:
            assert abs(hits / count - end) == pytest.approx(Z95 * sqrt(end * (1 - end) / count), abs=1e-7)
