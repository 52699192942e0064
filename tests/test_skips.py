"""Test that missing engines fail tests where everything is expected, and skip them elsewhere."""

from __future__ import annotations

import pytest

from skips import EXPECT_ALL, refuse_wanting


def skipped(reason: str) -> pytest.TestReport:
    where = ("tests/test_engines.py", 7, f"Skipped: {reason}")
    return pytest.TestReport("test_stockfish", where, {}, "skipped", where, "call")


@pytest.mark.parametrize(
    "reason",
    ["Stockfish is not installed", "no browser is installed: apt install chromium", "the page is not built: npm ci"],
)
def test_what_is_missing_fails_where_everything_is_expected(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    report = skipped(reason)
    monkeypatch.delenv(EXPECT_ALL, raising=False)
    refuse_wanting(report)
    assert report.skipped
    monkeypatch.setenv(EXPECT_ALL, "1")
    refuse_wanting(report)
    assert report.failed
    assert reason in str(report.longrepr)


@pytest.mark.parametrize("reason", ["needs the tables under MOTIF_DATA", "sjeng is not installed"])
def test_data_that_does_not_ship_and_engines_of_old_are_missed_nowhere(
    monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    monkeypatch.setenv(EXPECT_ALL, "1")
    report = skipped(reason)
    refuse_wanting(report)
    assert report.skipped
