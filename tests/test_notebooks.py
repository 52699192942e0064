"""Test that the notebooks run from the first cell to the last, show their values, and are stored without outputs."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))

PRINTED = {
    "endgames": "Ra7+",
    "patterns": "the knight goes where it attacks the enemy king and an enemy rook",
    "puzzles": "White's pieces are worth 1 at least",
    "search": "Bg5: as in the Sicilian Defence: Najdorf Variation, 2 squares differ",
    "tactics": "87 positions for training",
}


def cells(notebook: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(notebook.read_text())["cells"]
    return found


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_its_values(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    names: dict[str, Any] = {}
    shown = 0
    for cell in cells(notebook):
        if cell["cell_type"] != "code":
            continue
        code = ast.parse("".join(cell["source"]))
        last = code.body[-1]
        if isinstance(last, ast.Expr):
            code.body.pop()
        exec(compile(code, notebook.name, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), notebook.name, "eval"), names)
            show = getattr(value, "_repr_html_", None) or getattr(value, "_repr_svg_", None)
            shown += bool(show and show())
    assert PRINTED[notebook.stem] in capsys.readouterr().out
    assert shown, "a notebook shows a board or a value"


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(notebook: Path) -> None:
    assert cells(notebook)
    assert not any(cell.get("outputs") for cell in cells(notebook))


def test_there_is_a_notebook_for_each_paper() -> None:
    assert [path.stem for path in NOTEBOOKS] == sorted(PRINTED)
