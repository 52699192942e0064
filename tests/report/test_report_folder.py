"""Test that the folder of a study is written completely or not at all, and no other file is touched."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from goldens import Golden
from motif.errors import BadFile
from motif.puzzles.files import read_puzzles
from motif.puzzles.puzzle import Puzzle
from motif.report.folder import FILES, PUZZLES, REPERTOIRE, check_folder, write_report
from motif.runtime.files import whole_folder
from motif.runtime.parallel import Progress
from motif.study.study import Study
from study.lessons import study

WRITTEN = [name for name in FILES if name != REPERTOIRE]
"""Nothing in these lessons comes up twice."""


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def board_puzzles(count: int) -> list[Puzzle]:
    return [puzzle for puzzle in read_puzzles("shipped") if puzzle.diagram.files == 8][:count]


def test_a_whole_folder(tmp_path: Path) -> None:
    seen: list[Progress] = []
    write_report(study(), tmp_path / "new" / "study", board_puzzles(3), seen.append)
    folder = tmp_path / "new" / "study"
    assert names(folder) == set(WRITTEN)
    assert names(tmp_path / "new") == {"study"}, "nothing is left aside"
    assert (folder / "puzzles.pdf").read_bytes().startswith(b"%PDF")
    assert len((folder / "puzzles.csv").read_text().splitlines()) == 4
    assert (folder / "puzzles.pgn").read_text().count("[FEN ") == 3
    assert Study.load(folder / "study.json") == study()
    assert "3 puzzles" in (folder / "report.html").read_text()
    assert folder.stat().st_mode & 0o777 == 0o777 & ~_umask()
    assert [step.done for step in seen] == [*range(len(WRITTEN)), len(WRITTEN)]


@pytest.mark.parametrize("name", ['#panic("no") $x$ *b* \\\\ "q"', "</script><b>", "../../up", "שלום \u202e"])
def test_a_sheet_for_a_player_of_any_name(tmp_path: Path, name: str) -> None:
    write_report(study(white=name), tmp_path / "study", board_puzzles(1))
    assert names(tmp_path) == {"study"}
    assert (tmp_path / "study" / "puzzles.pdf").read_bytes().startswith(b"%PDF")


def test_without_puzzles_there_are_no_files_of_puzzles(tmp_path: Path) -> None:
    write_report(study(), tmp_path / "study")
    assert names(tmp_path / "study") == set(WRITTEN) - set(PUZZLES)


def test_a_study_replaces_a_study(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    write_report(study(), folder, board_puzzles(1))
    write_report(study(black="Zoe"), folder)
    assert names(folder) == set(WRITTEN) - set(PUZZLES), "of the old one nothing is left"
    assert Study.load(folder / "study.json") == study(black="Zoe")
    assert names(tmp_path) == {"study"}


def test_a_study_of_another_player_stays(golden: Golden, tmp_path: Path) -> None:
    write_report(study(), tmp_path / "study")
    with golden.raises(BadFile) as error:
        write_report(study(white="Zoe"), tmp_path / "study")
    golden(error.value.hint)
    assert Study.load(tmp_path / "study" / "study.json") == study()


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "study").mkdir()
    write_report(study(), tmp_path / "study")
    assert "report.html" in names(tmp_path / "study")


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({"notes.txt": "mine"}, "notes.txt"),
        ({"report.html": "another program's report"}, "report.html"),
        ({"study.json": "{}"}, "study.json"),
        (dict.fromkeys("abcd", ""), "a, b, c …"),
    ],
)
def test_files_of_other_programs_stay(golden: Golden, tmp_path: Path, files: dict[str, str], named: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(BadFile, match=f"holds files that Motif did not write and will not overwrite: {named}") as error:
        write_report(study(), tmp_path)
    golden(error.value.hint)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == files


def test_a_note_next_to_a_study_keeps_the_study(golden: Golden, tmp_path: Path) -> None:
    write_report(study(), tmp_path / "study")
    (tmp_path / "study" / "my notes.txt").write_text("work on forks")
    with golden.raises(BadFile):
        write_report(study(black="Zoe"), tmp_path / "study")
    assert Study.load(tmp_path / "study" / "study.json").games == study().games


def test_a_file_is_no_folder(golden: Golden, tmp_path: Path) -> None:
    (tmp_path / "study").write_text("a file")
    with golden.raises(BadFile):
        write_report(study(), tmp_path / "study")
    with pytest.raises(BadFile, match="cannot write"):
        check_folder(tmp_path / "study" / "inside", "Anna")


def test_a_broken_link_is_refused_before_any_work_and_a_link_to_a_folder_is_followed(
    golden: Golden,
    tmp_path: Path,
) -> None:
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there")
    for name in ("nowhere", "round"):
        with golden.raises(BadFile):
            check_folder(tmp_path / name, "Anna")
    assert check_folder(tmp_path / "link", "Anna") is None


def test_a_read_only_place_is_refused_before_any_work(tmp_path: Path) -> None:
    # Root may write anywhere but here.
    place = Path("/proc/study") if os.geteuid() == 0 else tmp_path / "study"
    if os.geteuid() != 0:
        tmp_path.chmod(0o555)
    with pytest.raises(BadFile, match=f"cannot write {place}: "):
        check_folder(place, "Anna")
    with pytest.raises(BadFile, match="cannot write"):
        write_report(study(), place)


@pytest.mark.parametrize("before", [True, False], ids=["a study was there", "nothing was there"])
def test_a_full_disk_leaves_things_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool) -> None:
    folder = tmp_path / "study"
    if before:
        write_report(study(), folder)
    here = names(tmp_path)
    written = 0

    def full(handle: int) -> None:
        nonlocal written
        written += 1
        if written == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadFile, match=rf"^cannot write {folder}: No space left on device"):
        write_report(study(black="Zoe"), folder)
    assert names(tmp_path) == here
    if before:
        assert Study.load(folder / "study.json").games == study().games


def test_a_folder_that_cannot_move_in_puts_the_old_one_back(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "study"
    write_report(study(), folder)
    rename = Path.rename

    def stuck(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", stuck)
    with golden.raises(BadFile):
        write_report(study(black="Zoe"), folder)
    assert Study.load(folder / "study.json").games == study().games


def test_an_error_of_our_own_passes_through(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadFile), whole_folder(tmp_path / "new"):
        raise BadFile("nothing to see")
    assert names(tmp_path) == set()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def left_by_a_killed_run(folder: Path, *, moving: bool) -> Path:
    aside = folder.parent / f".{folder.name}.abcd1234"
    (aside / "new").mkdir(parents=True)
    (aside / "new" / "report.html").write_text("half a page")
    if moving:
        folder.rename(aside / "old")
    return aside


@pytest.mark.parametrize("moving", [False, True])
def test_the_remains_of_a_killed_run_are_removed(tmp_path: Path, moving: bool) -> None:
    folder = tmp_path / "study"
    write_report(study(), folder)
    left_by_a_killed_run(folder, moving=moving)
    write_report(study(), folder)
    assert [path.name for path in tmp_path.iterdir()] == ["study"]


def test_a_run_that_goes_on_and_a_folder_of_the_users_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    with whole_folder(folder) as new:
        (new / "page").write_text("mine")
        mine = tmp_path / ".study.mynotes1"
        mine.mkdir()
        (mine / "note").write_text("mine, too")
        with whole_folder(folder) as other:
            (other / "page").write_text("the other's")
        assert (new / "page").read_text() == "mine"
    assert (folder / "page").read_text() == "mine"
    assert (mine / "note").read_text() == "mine, too"
