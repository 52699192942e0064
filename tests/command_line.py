"""The command line in tests: called in this process, in an empty folder, on a wide screen."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from motif.cli import main as command_line

Motif = Callable[..., tuple[int, str, str]]
"""Runs `motif` with arguments: its exit code, standard output and standard error."""


def caller(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *verb: str) -> Motif:
    """A `motif` whose arguments begin with this verb."""

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["motif", *verb, *arguments])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        printed = capsys.readouterr()
        code = ended.value.code
        return (code if isinstance(code, int) else 0), printed.out, printed.err

    return run
