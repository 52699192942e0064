"""Test files: what is written survives, and damaged files are refused with file and line."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif.errors import BadFile
from motif.runtime.files import (
    MOST_BYTES,
    Checkpoint,
    Format,
    cannot_write,
    check_writable,
    read_text,
    write_atomically,
)

RULES = Format("rules", 2, comment="%")
# Lines as an editor would show them: no line breaks of any kind inside.
lines = st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])))


@given(content=lines)
def test_knowledge_files_round_trip(tmp_path_factory: pytest.TempPathFactory, content: list[str]) -> None:
    path = tmp_path_factory.mktemp("store") / "fork.rules"
    RULES.write(path, content)
    assert RULES.read(path) == [(number, line) for number, line in enumerate(content, start=2) if line.strip()]


def test_a_file_says_what_it_is(golden: Golden, tmp_path: Path) -> None:
    RULES.write(tmp_path / "fork.rules", ["fork(A, B) :- attacks(A, B)."])
    golden((tmp_path / "fork.rules").read_text())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1: expected '% motif rules 2', found an empty file"),
        ('[Event "?"]\n', "line 1: expected '% motif rules 2', found '\\[Event"),
        ("% motif rules 1\n% end of 0 lines\n", "line 1: expected '% motif rules 2', found '% motif rules 1'"),
        ("% motif rules 2\nfork.\n", "line 2: expected '% end of 1 lines' at the end; is the file cut short"),
        ("% motif rules 2\nfork.\n% end of 9 lines\n", "line 3: expected '% end of 1 lines', found '% end of 9 lines'"),
        ("% motif rules 2", "line 1: expected '% end of 0 lines' at the end"),
    ],
)
def test_a_foreign_or_truncated_file_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "fork.rules"
    path.write_text(content)
    with pytest.raises(BadFile, match=message) as caught:
        RULES.read(path)
    assert str(caught.value).startswith(str(path))
    assert caught.value.hint


def test_noise_and_absence_are_refused(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "fork.rules"
    with golden.raises(BadFile):
        RULES.read(path)
    path.write_bytes(b"% motif\xff\xfe")
    with golden.raises(BadFile):
        RULES.read(path)


def test_a_failed_write_leaves_the_old_file_and_no_litter(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "weights.txt"
    write_atomically(path, "old")

    def disk_full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disk_full)
    with golden.raises(BadFile) as caught:
        write_atomically(path, "new")
    golden(caught.value.hint)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["weights.txt"]


def test_written_files_have_the_usual_permissions(tmp_path: Path) -> None:
    write_atomically(tmp_path / "deep" / "weights.txt", b"\x00")
    (tmp_path / "plain").write_text("")
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("deep/weights.txt", "plain")]
    assert modes[0] == modes[1]


def test_a_checkpoint_belongs_to_its_settings(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    run = Checkpoint(path, "match", {"seed": 1, "players": ("random", "greedy")})
    assert run.load() is None
    run.save([1, {"two": [3]}])
    assert run.load() == [1, {"two": [3]}]
    with golden.raises(BadFile):
        Checkpoint(path, "match", {"seed": 2}).load()
    with golden.raises(BadFile):
        Checkpoint(path, "evolution", {}).load()


@pytest.mark.parametrize("content", ["", '{"motif": "checkpoint"', "[]", "null"])
def test_a_damaged_checkpoint_is_refused(golden: Golden, tmp_path: Path, content: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(content)
    with golden.raises(BadFile):
        Checkpoint(path, "match", {}).load()


def test_a_device_is_not_replaced_by_a_file(golden: Golden, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with golden.raises(BadFile):
        check_writable(pipe)
    with golden.raises(BadFile):
        write_atomically(pipe, "text")
    assert pipe.is_fifo()


def test_a_file_beyond_the_largest_size_is_refused(golden: Golden, tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    with large.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with golden.raises(BadFile):
        read_text(large)
    os.truncate(large, 3 << 20)
    assert len(read_text(large)) == 3 << 20
    with golden.raises(BadFile):
        read_text(large, most=2 << 20)


def test_a_pipe_is_not_even_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(BadFile, match=f"cannot read {path}: it is a device or a pipe, not a file"):
            read_text(path)


def test_lines_end_in_any_way(tmp_path: Path) -> None:
    (tmp_path / "windows.txt").write_bytes(b"one\r\ntwo\rthree\n")
    assert read_text(tmp_path / "windows.txt") == "one\ntwo\nthree\n"


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError) as caught:
        (tmp_path / "file").mkdir()
    error = cannot_write(tmp_path / "file" / "study", caught.value)
    assert str(error).endswith("study: its folder cannot be created, because a file has that name")
