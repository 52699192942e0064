"""Test that the golden texts belong to existing tests, and that the comparison can fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import goldens
from goldens import FOLDER, TESTS, Golden, golden_file, read, without_paths, write


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.txt")), ids=lambda file: str(file.relative_to(FOLDER)))
def test_every_kept_text_belongs_to_a_test(file: Path) -> None:
    module = (TESTS / file.relative_to(FOLDER)).with_suffix(".py").read_text(encoding="utf-8")
    tests = set(re.findall(r"def (test_\w+)\(", module))
    assert {re.match(r"\w+", key)[0] for key in read(file)} - tests == set()  # type: ignore[index]


def test_texts_read_back(tmp_path: Path) -> None:
    texts = {"test_a": "One line.", "test_a 2": "Two\n\nlines", "test_b[x-1]": "", "test_c": "  indented"}
    write(tmp_path / "golden.txt", texts)
    assert read(tmp_path / "golden.txt") == texts


def test_another_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goldens, "FOLDER", tmp_path)
    module = TESTS / "board" / "test_games.py"
    Golden(module, "test_x", is_rewritten=True)("The knight forks king and queen.")
    Golden(module, "test_x", is_rewritten=False)("The knight forks king and queen.")
    with pytest.raises(AssertionError):
        Golden(module, "test_x", is_rewritten=False)("The knight forks king and rook.")
    with pytest.raises(AssertionError, match="make goldens"):
        Golden(module, "test_y", is_rewritten=False)("The knight forks king and queen.")
    assert golden_file(module).exists()


def test_temporary_folders_have_no_name(tmp_path: Path) -> None:
    assert without_paths(f"cannot read {tmp_path}/games.pgn") == "cannot read FOLDER/games.pgn"
