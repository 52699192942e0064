"""Documents are executed: every `console` block in Markdown is a session whose commands are run and compared.

A session is lines `$ command` with what was printed below each; a command whose line ends in a backslash goes on in the
next one. All sessions of one document share a folder, made for them, so that a file written by one command is there for
the next. Only standard output counts.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from motif.cli.deferred import Deferred

ROOT = Path(__file__).parents[1]
COLUMNS = 100
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def executed(page: str, run: Callable[[str], str]) -> str:
    """The page with the output of every command as `run` gives it now."""

    def rerun(block: re.Match[str]) -> str:
        session = _COMMAND.sub(lambda found: f"$ {found[1]}\n{run(found[1])}", block[1])
        return f"```console\n{session}```"

    return _BLOCK.sub(rerun, page)


def commands(page: str) -> list[str]:
    """The commands of all sessions of a page."""
    return [found[1] for block in _BLOCK.finditer(page) for found in _COMMAND.finditer(block[1])]


def shell(folder: Path) -> Callable[[str], str]:
    """Runs commands in a folder, as a reader would who has installed Motif, on a screen of a hundred columns."""
    here = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {
        "PATH": here,
        "COLUMNS": str(COLUMNS),
        "NO_COLOR": "1",
        "MOTIF_CACHE": str(folder / "cache"),
    }

    def run(command: str) -> str:
        done = subprocess.run(
            command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"$ {command}\n{done.stdout}{done.stderr}")
        return "".join(f"{line}\n" for printed in done.stdout.splitlines() for line in _on_screen(printed.rstrip()))

    return run


def _on_screen(line: str) -> list[str]:
    """A line as the screen shows it: what is too long goes on in the next one."""
    return wrap(line, COLUMNS, break_long_words=False, break_on_hyphens=False) if len(line) > COLUMNS else [line]


def verbs(app: typer.Typer) -> list[str]:
    """Every command as a reader types it after `motif`: `match`, `search best`."""
    return [name for _, name, _ in all_commands(app)]


def all_commands(app: typer.Typer) -> Iterator[tuple[str, str, Any]]:
    """Every command: the panel of `motif --help` that it stands in, its name, and itself, loaded."""
    for name, command in get_group(app).commands.items():
        panel = command.rich_help_panel  # type: ignore[attr-defined]
        for verb, loaded in _unfolded(name, command):
            yield panel if isinstance(panel, str) else "Commands", verb, loaded


def _unfolded(name: str, command: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - Typer's types are private to it
    loaded = command.loaded() if isinstance(command, Deferred) else command
    if isinstance(loaded, TyperGroup):
        for verb, each in loaded.commands.items():
            yield from _unfolded(f"{name} {verb}", each)
    else:
        yield name, loaded


def help_file(verb: str) -> str:
    """Where the help page of a command is written down."""
    return f"{verb.replace(' ', '-') or 'motif'}.txt"
