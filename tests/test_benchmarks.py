"""Test that every benchmark runs in its small form and ends with its headline."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from motif.web.settings import PAGE

FOLDER = Path(__file__).parents[1] / "benchmarks"
BENCHMARKS = [file for file in sorted(FOLDER.glob("*.py")) if "__main__" in file.read_text()]


def test_make_bench_has_all_benchmarks() -> None:
    assert len(BENCHMARKS) >= 14


@pytest.mark.parametrize("file", BENCHMARKS, ids=lambda file: file.stem)
def test_a_benchmark_runs_and_ends_with_its_headline(file: Path, tmp_path: Path) -> None:
    if file.stem == "rules" and shutil.which("swipl") is None:
        pytest.skip("SWI-Prolog is not installed")
    if file.stem == "page" and (shutil.which("chromium") is None or not (PAGE / "index.html").is_file()):
        pytest.skip("chromium is not installed, or the page is not built")
    before = {kept: kept.stat().st_mtime_ns for kept in (FOLDER / "results").iterdir()}
    run = [sys.executable, str(file), "--small"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *_, last = done.stdout.splitlines()
    assert re.fullmatch(rf"{file.stem} ratio (\d[\d.e+]*|nan)|none: .* a minute, median [\d.]+", last)
    # A small run writes no figures.
    assert before == {kept: kept.stat().st_mtime_ns for kept in (FOLDER / "results").iterdir()}
