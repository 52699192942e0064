"""Call the command line in tests: in this process, in an empty folder, on a wide screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from typer.main import get_group

from motif.cli import main as command_line
from motif.cli.deferred import Deferred
from motif.cli.lab import LabCommand, loaded_topic
from motif.cli.old_spellings import respelled

Motif = Callable[..., tuple[int, str, str]]
"""Runs `motif` with arguments: its exit code, standard output and standard error."""


def every_command(group: Any = None, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with the words that call it: those of groups, and the topics of the lab."""
    for name, command in (group or get_group(command_line.app)).commands.items():
        loaded = command.loaded() if isinstance(command, Deferred) else command
        if hasattr(loaded, "commands"):
            yield from every_command(loaded, f"{path}{name} ")
        elif isinstance(loaded, LabCommand):
            yield from ((f"{path}{name} {topic}", loaded_topic(each, topic)) for topic, each in loaded.topics.items())
        else:
            yield f"{path}{name}", loaded


def caller(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *verb: str) -> Motif:
    """A `motif` whose arguments begin with this verb."""

    def run(*arguments: str) -> tuple[int, str, str]:
        # The tests of the lab name its topics as the release before did; another test covers the note about that.
        monkeypatch.setattr(sys, "argv", ["motif", *respelled([*verb, *arguments], lambda news: None)])
        with pytest.raises(SystemExit) as ended:
            command_line.main()
        printed = capsys.readouterr()
        code = ended.value.code
        return (code if isinstance(code, int) else 0), printed.out, printed.err

    return run
