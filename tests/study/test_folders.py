"""The folder of a study: a safe name, and whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.errors import BadFile
from motif.study.folders import check_folder, folder_name, whole_folder


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("Anna", "study-Anna"),
        ("../../etc/passwd", "study-etc-passwd"),
        ('"; rm -rf ~ #', "study-rm-rf"),
        ("<script>alert(1)</script>", "study-script-alert-1-script"),
        ("\u202eأحمد", "study-أحمد"),
        ("Jørgen Müller", "study-Jørgen-Müller"),
        (". .", "study-player"),
        ("a" * 300, "study-" + "a" * 60),
        ("CON\x00\n", "study-CON"),
    ],
)
def test_no_name_leads_out_of_the_folder(player: str, name: str) -> None:
    assert folder_name(player) == name


def test_a_folder_is_there_when_all_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "study"
    with whole_folder(folder) as fresh:
        (fresh / "study.json").write_text("{}")
        assert not folder.exists()
    assert [path.name for path in folder.iterdir()] == ["study.json"]
    assert [path.name for path in folder.parent.iterdir()] == ["study"]


def test_a_study_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    for content in ("old", "new"):
        with whole_folder(folder) as fresh:
            (fresh / "study.json").write_text(content)
            (fresh / f"{content}.txt").write_text("")
    assert sorted(path.name for path in folder.iterdir()) == ["new.txt", "study.json"]
    assert (folder / "study.json").read_text() == "new"


def fill_the_disk(folder: Path) -> None:
    with whole_folder(folder) as fresh:
        (fresh / "study.json").write_text("half")
        raise OSError(28, "No space left on device")


def test_what_fails_half_way_leaves_the_old_study_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    with whole_folder(folder) as fresh:
        (fresh / "study.json").write_text("old")
    with pytest.raises(BadFile, match="No space left on device"):
        fill_the_disk(folder)
    assert (folder / "study.json").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["study"]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(BadFile, match="holds something that is no study"):
        check_folder(tmp_path)
    assert (tmp_path / "thesis.txt").exists()


def test_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "study").write_text("")
    with pytest.raises(BadFile, match="is a file, not a folder"):
        check_folder(tmp_path / "study")


def test_a_folder_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot write"):
        check_folder(Path("/proc/study/here"))
