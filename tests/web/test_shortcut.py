"""Test the desktop menu entry: this system's as it is, the others simulated."""

from __future__ import annotations

import configparser
import plistlib
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import Motif, caller
from motif.errors import BadFile
from motif.web import shortcut


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="a Linux desktop")
def test_a_linux_desktop_gets_an_entry_that_starts_this_python(motif: Motif, home: Path) -> None:
    code, printed, _ = motif("web", "--install-shortcut")
    assert code == 0
    path = home / "share" / "applications" / "motif.desktop"
    assert path.name in printed
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(path)
    started = shlex.split(entry["Desktop Entry"]["Exec"])
    assert started == [sys.executable, "-m", "motif", "web", "--open"]
    assert Path(entry["Desktop Entry"]["Icon"]).is_file()


@pytest.mark.skipif(sys.platform != "linux", reason="a Linux desktop")
def test_a_folder_that_cannot_be_written_is_a_clear_error(home: Path) -> None:
    (home / "share").write_text("no folder")
    with pytest.raises(BadFile, match="shortcut"):
        shortcut.install_shortcut()


def test_a_mac_gets_an_application(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    path = shortcut.install_shortcut()
    assert path == home / "Applications" / "Motif.app"
    program = (
        path
        / "Contents"
        / "MacOS"
        / plistlib.loads((path / "Contents" / "Info.plist").read_bytes())["CFBundleExecutable"]
    )
    assert shlex.split(program.read_text().splitlines()[1])[1:] == [sys.executable, "-m", "motif", "web", "--open"]
    assert program.stat().st_mode & 0o100


def test_on_windows_the_link_starts_python_without_a_console(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, str]] = []
    monkeypatch.setattr(shortcut, "is_windows", lambda: True)
    monkeypatch.setenv("APPDATA", str(home))
    monkeypatch.setattr(subprocess, "run", lambda command, *, env, check: asked.append(env))
    assert shortcut.install_shortcut().name == "Motif.lnk"
    assert asked[0]["MOTIF_PYTHON"].endswith("pythonw.exe")
