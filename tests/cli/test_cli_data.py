"""Test `motif data`: what it shows, and a backup restored on another computer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Motif, caller


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys)


def test_a_backup_is_brought_to_another_computer(motif: Motif, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    (here / "studies").mkdir(parents=True)
    (here / "studies" / "study.json").write_text("{}")
    monkeypatch.setenv("MOTIF_DECK", str(here / "training.sqlite"))
    assert "studies made on the page" in motif("data")[1]
    backup = str(tmp_path / "backup.zip")
    assert motif("data", "--out", backup)[0] == 0
    assert motif("data", "--out", backup)[0] == 2, "a backup is replaced only with --force"

    monkeypatch.setenv("MOTIF_DECK", str(there / "training.sqlite"))
    assert json.loads(motif("data", "--json")[1])["bytes"] == {}
    assert motif("data", "--restore", backup)[0] == 0
    assert (there / "studies" / "study.json").read_text() == "{}"
    code, _, complaints = motif("data", "--restore", backup)
    assert code == 2
    assert "--force" in complaints
    assert motif("data", "--restore", backup, "--force")[0] == 0
