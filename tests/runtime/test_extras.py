"""Test optional packages: what needs one says so and how to install it; a study works without."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from motif.errors import MissingExtra
from motif.puzzles.files import SHIPPED_PUZZLES, write_puzzles
from motif.puzzles.puzzle import load_puzzles
from motif.runtime.files import new_figure
from motif.runtime.systems import PACKAGES

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_every_extra_installs_the_package_that_it_is_for() -> None:
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert PACKAGES.keys() == extras.keys() - {"dev"}
    for extra, package in PACKAGES.items():
        assert any(requirement.startswith(f"{package}>=") for requirement in extras[extra])


def test_a_sheet_without_typst_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    puzzles = load_puzzles(SHIPPED_PUZZLES)[:1]
    with pytest.raises(MissingExtra) as refused:
        write_puzzles(puzzles, tmp_path / "sheet.pdf")
    assert refused.value.hint == 'pip install "motif-chess[pdf]"'
    write_puzzles(puzzles, tmp_path / "sheet.pgn")
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pgn"]


def test_a_plot_without_matplotlib_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra) as refused:
        new_figure(4, 3)
    assert refused.value.hint == 'pip install "motif-chess[plots]"'
