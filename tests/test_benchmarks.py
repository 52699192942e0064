"""Test that every benchmark runs in its small form and ends with its headline."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import sys
from pathlib import Path

import pytest

from browsers import CHROMIUM
from motif.web.settings import PAGE

FOLDER = Path(__file__).parents[1] / "benchmarks"
BENCHMARKS = [file for file in sorted(FOLDER.glob("*.py")) if "__main__" in file.read_text()]


def test_make_bench_has_all_benchmarks() -> None:
    assert len(BENCHMARKS) >= 14


@pytest.mark.parametrize("file", BENCHMARKS, ids=lambda file: file.stem)
def test_a_benchmark_runs_and_ends_with_its_headline(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if file.stem == "rules" and shutil.which("swipl") is None:
        pytest.skip("SWI-Prolog is not installed")
    if file.stem == "page" and (CHROMIUM is None or not (PAGE / "index.html").is_file()):
        pytest.skip("chromium is not installed, or the page is not built")
    before = {kept: kept.stat().st_mtime_ns for kept in (FOLDER / "results").iterdir()}
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.setattr(sys, "argv", [str(file), "--small"])
    # The first import reads `--small`.
    monkeypatch.delitem(sys.modules, "harness", raising=False)
    # Benchmarks set it for themselves.
    monkeypatch.setenv("RAYON_NUM_THREADS", str(os.cpu_count()))
    runpy.run_path(str(file), run_name="__main__")
    *_, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"{file.stem} ratio (\d[\d.e+]*|nan)|none: .* a minute, median [\d.]+", last)
    # A small run writes no figures.
    assert before == {kept: kept.stat().st_mtime_ns for kept in (FOLDER / "results").iterdir()}
