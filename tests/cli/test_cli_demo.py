"""Test that the commands `motif demo` suggests can be pasted and run."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from typer.main import get_group

from command_line import caller
from motif.cli import demo
from motif.cli.main import app


def test_every_next_step_is_a_command_with_a_comment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path
) -> None:
    for verb in ("review", "study", "add"):
        monkeypatch.setattr(demo, verb, lambda *arguments, **settings: None)
    monkeypatch.setattr(demo, "which", lambda name: "/usr/bin/motif")
    code, printed, _ = caller(monkeypatch, capsys, "demo")()
    assert code == 0
    steps = [shlex.split(line, comments=True) for line in printed.splitlines() if line.startswith("  ")]
    assert len(steps) == len(demo.NEXT)
    for name, verb, *_ in steps:
        assert name == "motif"
        assert verb in (*get_group(app).commands, "--help")


def test_the_program_is_called_by_its_path_where_no_shell_finds_it(
    monkeypatch: pytest.MonkeyPatch, empty_folder: Path
) -> None:
    here = empty_folder / ".venv" / "bin"
    here.mkdir(parents=True)
    (here / "motif").touch()
    monkeypatch.setattr(sys, "executable", str(here / "python"))
    monkeypatch.setattr(demo, "which", lambda name: None)
    assert demo.called() == ".venv/bin/motif"
    monkeypatch.setattr(demo, "which", lambda name: "/usr/bin/motif")
    assert demo.called() == "motif"
