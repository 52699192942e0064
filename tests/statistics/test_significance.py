"""Compare our exact test, false discovery rates and intervals with SciPy's, and with their definitions in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from motif.statistics.elo import Z95
from motif.statistics.intervals import false_discovery_rates, fisher_exact, wilson

TABLES = [
    (8, 10, 1, 6),
    (3, 10, 3, 10),
    (0, 25, 7, 30),
    (120, 400, 260, 1000),
    (1, 1000, 9, 1000),
    (50, 50, 47, 50),
    (9, 10, 50, 100),
    (40, 600, 21_000, 450_000),
    (0, 0, 5, 10),
]


@pytest.mark.parametrize("table", TABLES)
def test_fisher_exact_as_scipy(table: tuple[int, int, int, int]) -> None:
    hits, count, other_hits, other_count = table
    expected = scipy.stats.fisher_exact([[hits, count - hits], [other_hits, other_count - other_hits]]).pvalue
    assert fisher_exact(*table) == pytest.approx(expected, rel=1e-9)


@given(st.integers(0, 30), st.integers(0, 30), st.data())
def test_fisher_exact_sums_all_tables_at_most_as_likely(count: int, other_count: int, data: st.DataObject) -> None:
    hits, other_hits = data.draw(st.integers(0, count)), data.draw(st.integers(0, other_count))
    total = hits + other_hits
    ways = [comb(count, some) * comb(other_count, total - some) for some in range(min(count, total) + 1)]
    expected = Fraction(sum(way for way in ways if way <= ways[hits]), sum(ways))
    assert fisher_exact(hits, count, other_hits, other_count) == pytest.approx(float(expected), rel=1e-9)


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=40))
def test_false_discovery_rates_as_scipy(probabilities: list[float]) -> None:
    expected = scipy.stats.false_discovery_control(probabilities)
    assert false_discovery_rates(probabilities) == pytest.approx(expected.tolist(), rel=1e-12, abs=1e-300)


@pytest.mark.parametrize(("hits", "count"), [(15, 20), (0, 30), (30, 30), (150, 200), (3, 10_000)])
def test_wilson_as_scipy(hits: int, count: int) -> None:
    expected = scipy.stats.binomtest(hits, count).proportion_ci(0.95, method="wilson")
    assert wilson(hits, count) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-15)


@given(st.integers(1, 5_000), st.data())
def test_ends_of_wilson_solve_its_equation(count: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, count))
    for end in wilson(hits, count):
        if 0 < end < 1:
            assert abs(hits / count - end) == pytest.approx(Z95 * sqrt(end * (1 - end) / count), abs=1e-7)
