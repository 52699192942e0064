"""Skip tests that lack an engine or file; if MOTIF_EXPECT_ALL is set, let them fail instead."""

from __future__ import annotations

import os
import re

import pytest

EXPECT_ALL = "MOTIF_EXPECT_ALL"
_WANTING = re.compile(
    "(stockfish|gnuchess|SWI-Prolog|playwright) is not installed|npm ci|no browser|'(distributed|pyarrow)'",
    re.IGNORECASE,
)


def refuse_wanting(report: pytest.TestReport) -> None:
    """Let a test that was skipped for want of an engine, a browser, the page or a package fail, where it is expected.

    Data that cannot be shipped, other systems and other Pythons are no fault of the machine.
    """
    # The report of a skipped test says where and why it was skipped.
    reason = report.longrepr[2] if report.skipped and isinstance(report.longrepr, tuple) else ""
    if os.environ.get(EXPECT_ALL) and _WANTING.search(reason):
        report.outcome = "failed"
        report.longrepr = f"{reason}, and {EXPECT_ALL} says that everything is there"
