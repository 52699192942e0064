"""Fixtures and options that all tests share."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from browsers import launched_browser
from goldens import Golden
from skips import refuse_wanting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A worker of pytest-xdist calls its screen 80 columns wide, and a console that is made then stays so for every test.
for measure in ("COLUMNS", "LINES"):
    os.environ.pop(measure, None)

# A job in the background starts with Ctrl-C ignored, and so would every program that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Six thousand tests are no garbage: to look through them again and again takes a sixth of the time of collecting them.
gc.disable()

# Stockfish may be installed or not: unless a test names an engine, Motif's own search evaluates.
os.environ["MOTIF_ENGINE"] = "search"

# No property fails because a machine is busy. Each is tried on a few examples in every run and on others in the next:
# many runs see more than one long one, and fuzz/ goes deep.
settings.register_profile(
    "patient", settings.default, deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option behind `make goldens`."""
    parser.addoption(
        "--rewrite-goldens", action="store_true", help="keep the texts of today; run with --numprocesses 0"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares texts with those in tests/transcripts/golden, or rewrites them."""
    return Golden(request.path, request.node.name, request.config.getoption("--rewrite-goldens"))


def pytest_xdist_auto_num_workers() -> int | None:
    """As many workers as cores, threads of a core counted singly: each worker collects all tests again."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else os.cpu_count()


LONGEST = {"test_docs.py", "test_experiments.py", "test_benchmarks.py", "test_notebooks.py", "web_page"}
"""Files and folders."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first, or one worker would do the last of them alone."""
    items.sort(key=lambda item: LONGEST.isdisjoint(item.path.parts))


def pytest_collection_finish() -> None:
    """Look for garbage again, but not among the tests."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What became of a test."""
    report = yield
    refuse_wanting(report)
    return report


@pytest.fixture(scope="session")
def solved_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the endgame tables of all tests and workers: one with four pieces takes seconds to solve."""
    run = tmp_path_factory.getbasetemp()
    folder = (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "solved" / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, solved_tables: Path) -> Path:
    """Where a command is called that finds and leaves nothing elsewhere, on a screen of known width."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "tables").symlink_to(solved_tables)
    return tmp_path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium; closed with the module, for playwright keeps an event loop that others must not meet."""
    with launched_browser() as launched:
        yield launched
