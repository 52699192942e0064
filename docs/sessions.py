"""Documents are executed: every `console` block in Markdown is a session whose commands are run and compared.

A session is lines `$ command` with what was printed below each; a command whose line ends in a backslash goes on in the
next one. All sessions of one document share a folder, made for them, so that a file written by one command is there for
the next. Only standard output counts.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from textwrap import wrap
from typing import Any
from unittest.mock import patch

import typer
from typer.core import TyperGroup
from typer.main import get_group

from motif.cli.deferred import Deferred
from motif.cli.lab import LabCommand, loaded_topic
from motif.cli.main import main
from motif.engines.cache import default_cache_path

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
    environment = _environment(folder)
    return lambda command: _screen(_run(command, folder, environment))


def in_process(folder: Path) -> Callable[[str], str]:
    """Runs commands in a folder like `shell`, but calls Motif in this process, which saves a second for each."""
    environment = _environment(folder)

    def run(command: str) -> str:
        call = _MOTIF.fullmatch(command.replace("\\\n", " "))
        if not call:
            return _screen(_run(command, folder, environment))
        with chdir(folder), patch.dict(os.environ, environment):
            printed = _call(
                shlex.split(call["words"]),
                Path(call["read"]).read_bytes() if call["read"] else b"",
                are_complaints_output=bool(call["complaints"]),
                may_fail=bool(call["filter"]),
            )
            if call["written"]:
                Path(call["written"]).write_bytes(printed)
                return ""
        return _screen(_run(call["filter"], folder, environment, printed) if call["filter"] else printed)

    return run


_MOTIF = re.compile(
    r"""motif (?P<words>(?:"[^"]*"|'[^']*'|[^"'|<>])*?)"""
    r"""(?:\s+<\s*(?P<read>\S+))?(?:\s+(?P<complaints>2>&1))?(?:\s+>\s*(?P<written>\S+))?(?:\s+\|\s*(?P<filter>.*))?""",
    re.DOTALL,
)
"""A call of Motif: its words, the file that it reads, where its output goes, and what reads that in turn."""


def _call(words: list[str], typed: bytes, *, are_complaints_output: bool, may_fail: bool) -> bytes:
    """What `motif` with these words prints; a call that fails is an error unless a pipe follows, as in a shell."""
    stream = BytesIO()
    output = TextIOWrapper(stream, "utf-8", write_through=True)
    complaints = output if are_complaints_output else TextIOWrapper(BytesIO(), "utf-8", write_through=True)
    given = TextIOWrapper(BytesIO(typed), "utf-8")
    with (
        patch.object(sys, "argv", ["motif", *words]),
        patch.object(sys, "stdin", given),
        # Worker processes would each take a second to start; they change no result.
        patch.object(os, "cpu_count", lambda: 1),
        redirect_stdout(output),
        redirect_stderr(complaints),
    ):
        try:
            main()
            code: object = 0
        except SystemExit as end:
            code = end.code
    if code and not may_fail:
        raise RuntimeError(f"$ motif {shlex.join(words)} ended with {code}\n{stream.getvalue().decode()}")
    return stream.getvalue()


def _environment(folder: Path) -> dict[str, str]:
    # Each page evaluates for itself, but solving an endgame takes seconds, and its table is always the same.
    solved, cache = default_cache_path().parent / "tables", folder / "cache"
    solved.mkdir(parents=True, exist_ok=True)
    cache.mkdir(exist_ok=True)
    (cache / "tables").symlink_to(solved)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    changed = {"PATH": path, "COLUMNS": str(COLUMNS), "NO_COLOR": "1", "MOTIF_CACHE": str(cache)}
    # The same with and without Stockfish.
    return os.environ | changed | {"MOTIF_ENGINE": "search"}


def _run(command: str, folder: Path, environment: dict[str, str], given: bytes = b"") -> bytes:
    """What a command of the shell prints; one that fails is an error."""
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, input=given, capture_output=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"$ {command}\n{done.stdout.decode()}{done.stderr.decode()}")
    return done.stdout


def _screen(printed: bytes) -> str:
    """Output as the screen shows it."""
    return "".join(f"{line}\n" for whole in printed.decode().splitlines() for line in _on_screen(whole.rstrip()))


def _on_screen(line: str) -> list[str]:
    """A line as the screen shows it: what is too long goes on in the next one."""
    return wrap(line, COLUMNS, break_long_words=False, break_on_hyphens=False) if len(line) > COLUMNS else [line]


def verbs(app: typer.Typer) -> list[str]:
    """Every command as a reader types it after `motif`: `match`, `search best`."""
    return [name for _, name, _ in all_commands(app)]


def all_commands(app: typer.Typer) -> Iterator[tuple[str, str, Any]]:
    """Every command: its panel in `motif --help`, its name, and the loaded command."""
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
    if isinstance(loaded, LabCommand):
        yield from ((f"{name} {topic}", loaded_topic(each, topic)) for topic, each in loaded.topics.items())


def help_file(verb: str) -> str:
    """Where the help page of a command is written down."""
    return f"{verb.replace(' ', '-') or 'motif'}.txt"
