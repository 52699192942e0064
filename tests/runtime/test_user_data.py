"""Test the backup of a user's data and restoring it; other files and paths outside the folder are refused."""

from __future__ import annotations

import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from motif.errors import BadFile
from motif.runtime.user_data import FORMAT, SEAL, back_up, kept_in, restore


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "studies" / "anna").mkdir(parents=True)
    (folder / "studies" / "anna" / "study.json").write_text("{}")
    (folder / ".unfinished").write_text("half a file")
    with closing(sqlite3.connect(folder / "training.sqlite")) as deck:
        deck.execute("CREATE TABLE exercises (position TEXT)")
        deck.execute("INSERT INTO exercises VALUES ('a fork')")
        deck.commit()
    return folder


def exercises(folder: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(folder / "training.sqlite")) as deck:
        return deck.execute("SELECT position FROM exercises").fetchall()


def test_a_backup_comes_back_elsewhere(data: Path, tmp_path: Path) -> None:
    backup, other = tmp_path / "backup.zip", tmp_path / "other" / "data"
    assert back_up(data, backup) == 2
    assert restore(backup, other) == 2
    assert exercises(other) == [("a fork",)]
    assert (other / "studies" / "anna" / "study.json").read_text() == "{}"
    assert not (other / ".unfinished").exists()


def test_a_deck_in_use_is_copied_whole(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data / "training.sqlite")) as deck:
        deck.execute("PRAGMA journal_mode=WAL")
        deck.execute("INSERT INTO exercises VALUES ('a pin')")
        deck.commit()
        # Committed, but so far only in the journal next to the deck.
        back_up(data, tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "other")
    assert exercises(tmp_path / "other") == [("a fork",), ("a pin",)]


def test_data_is_replaced_only_when_asked_for(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backup.zip")
    (data / "studies" / "anna" / "study.json").write_text("newer")
    with pytest.raises(BadFile, match="there is data") as refusal:
        restore(tmp_path / "backup.zip", data)
    assert "--force" in refusal.value.hint
    restore(tmp_path / "backup.zip", data, is_replacing=True)
    assert (data / "studies" / "anna" / "study.json").read_text() == "{}"


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        ({}, "not a backup"),
        ({SEAL: "2"}, "format 2"),
        ({SEAL: FORMAT, "../evil": ""}, "not a backup"),
        ({SEAL: FORMAT, "/etc/evil": ""}, "not a backup"),
        ({SEAL: FORMAT, "..\\evil": ""}, "not a backup"),
        ({SEAL: FORMAT, "C:evil": ""}, "not a backup"),
    ],
)
def test_what_is_no_backup_is_refused(names: dict[str, str], complaint: str, data: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    with zipfile.ZipFile(bad, "w") as archive:
        for name, text in names.items():
            archive.writestr(name, text)
    with pytest.raises(BadFile, match=complaint):
        restore(bad, data, is_replacing=True)
    assert exercises(data) == [("a fork",)]


@pytest.mark.parametrize("cut", [0, 10, 100, 400])
def test_a_backup_that_is_cut_off_changes_nothing(cut: int, data: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.zip"
    back_up(data, backup)
    backup.write_bytes(backup.read_bytes()[:cut])
    with pytest.raises(BadFile, match="not a backup"):
        restore(backup, data, is_replacing=True)
    assert exercises(data) == [("a fork",)]


def test_the_largest_comes_first(data: Path) -> None:
    assert [kept.path.name for kept in kept_in(data)] == ["training.sqlite", "studies"]
    assert kept_in(data / "nothing") == []
