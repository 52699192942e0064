"""Test the differences between operating systems: this one as it is, the others simulated."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from motif.engines.cache import default_cache_path
from motif.runtime import systems
from motif.runtime.files import whole_folder, write_atomically
from motif.training.deck import default_deck_path


def test_the_folders_are_those_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOTIF_CACHE", raising=False)
    monkeypatch.delenv("MOTIF_DECK", raising=False)
    home = Path.home()
    for system, cache, data in (
        (Unix, home / ".cache/motif", home / ".local/share/motif"),
        (MacOS, home / "Library/Caches/motif", home / "Library/Application Support/motif"),
    ):
        for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(platformdirs, "PlatformDirs", system)
        assert default_cache_path() == cache / "cache.sqlite"
        assert default_deck_path() == data / "training.sqlite"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_a_group_is_ended_with_its_children() -> None:
    shell = "sleep 60 & echo $!; wait"
    with subprocess.Popen(["sh", "-c", shell], stdout=subprocess.PIPE, text=True, start_new_session=True) as leader:
        assert leader.stdout is not None
        assert leader.stdout.readline(), "the child is there"
        systems.end_group(leader.pid)
        assert leader.wait(timeout=20) == -signal.SIGKILL
        # The process that wrote to the pipe is gone when it ends.
        assert leader.stdout.read() == ""


def test_on_windows_the_tree_is_ended_and_no_group(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(systems, "is_windows", lambda: True)
    monkeypatch.setattr(subprocess, "run", lambda command, **settings: ran.append(command))
    monkeypatch.setattr(os, "killpg", None)
    systems.end_group(4711)
    assert ran == [["taskkill", "/F", "/T", "/PID", "4711"]]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
@pytest.mark.parametrize("is_dismissed", [True, False])
def test_a_guard_kills_the_group_unless_it_is_dismissed(is_dismissed: bool) -> None:
    shell = "sleep 60 & echo $!; wait"
    with subprocess.Popen(["sh", "-c", shell], stdout=subprocess.PIPE, text=True, start_new_session=True) as leader:
        assert leader.stdout is not None
        assert leader.stdout.readline(), "the child is there"
        line = "\n" if is_dismissed else ""
        subprocess.run(systems.guard_command(leader.pid), input=line, text=True, check=False, timeout=20)
        if is_dismissed:
            assert leader.poll() is None
            systems.end_group(leader.pid)
        assert leader.wait(timeout=20) == -signal.SIGKILL
        assert leader.stdout.read() == "", "the pipe ends when all that could write to it are gone"


def test_a_dismissed_or_killed_guard_does_no_harm() -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as leader:
        guard, killed = systems.ProcessGuard(leader.pid), systems.ProcessGuard(leader.pid)
        assert killed._process is not None
        killed._process.kill()
        for each in (guard, killed):
            each.dismiss()
            each.dismiss()
        assert leader.poll() is None
        leader.kill()


@pytest.mark.parametrize("is_dismissed", [True, False])
def test_on_windows_a_guard_ends_the_tree_by_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_dismissed: bool
) -> None:
    monkeypatch.setattr(systems, "is_windows", lambda: True)
    pretender = tmp_path / "taskkill"
    pretender.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/ran\n')
    pretender.chmod(0o755)
    line = "\n" if is_dismissed else ""
    path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(systems.guard_command(4711), input=line, text=True, check=False, timeout=20, env=path)
    ran = tmp_path / "ran"
    assert (ran.read_text() if ran.exists() else "") == ("" if is_dismissed else "/F /T /PID 4711\n")


def test_where_there_is_no_shell_there_is_no_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "guard_command", lambda leader: ["/nowhere/sh"])
    systems.ProcessGuard(4711).dismiss()


def test_on_windows_files_are_written_though_no_folder_is_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(systems, "is_windows", lambda: True)
    monkeypatch.setattr("motif.runtime.files.fcntl", None)
    with monkeypatch.context() as during:
        during.setattr(os, "open", refuse_folders)
        write_atomically(tmp_path / "game.pgn", "1. e4 *")
        with whole_folder(tmp_path / "study") as new:
            (new / "study.json").write_text("{}")
    assert (tmp_path / "game.pgn").read_text() == "1. e4 *"
    assert (tmp_path / "study" / "study.json").read_text() == "{}"


OPEN = os.open


def refuse_folders(path: str | Path, flags: int, mode: int = 0o777, **more: int) -> int:
    """As Windows does."""
    if Path(path).is_dir():
        raise PermissionError(13, "Permission denied", str(path))
    return OPEN(path, flags, mode, **more)


def test_the_release_is_tested_with_the_plugins_that_the_settings_of_the_tests_name() -> None:
    root = Path(__file__).parents[2]
    settings, workflow = (root / "pyproject.toml").read_text(), (root / ".github/workflows/release.yml").read_text()
    for setting, plugin in (("--reruns", "pytest-rerunfailures"), ("\ntimeout = ", "pytest-timeout")):
        assert setting in settings
        assert plugin in workflow, f"pytest would refuse {setting}"
