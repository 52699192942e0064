"""Verbs are loaded when they are called: their sentences are true, and a list of them loads nothing large."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from motif.cli.deferred import Deferred
from motif.cli.main import app

LARGE = ("chess", "clingo", "deap", "matplotlib", "numpy", "typst")


def deferred(group: TyperGroup, path: str = "motif") -> Iterator[tuple[str, Deferred]]:
    for name, command in group.commands.items():
        if isinstance(command, Deferred):
            yield f"{path} {name}", command
            loaded = command.loaded()
            if isinstance(loaded, TyperGroup):
                yield from deferred(loaded, f"{path} {name}")


@pytest.mark.parametrize(
    ("path", "command"), list(deferred(get_group(app))), ids=lambda part: str(part).replace(" ", "-")
)
def test_the_sentence_in_the_list_is_that_of_the_verb(path: str, command: Deferred) -> None:
    own: TyperCommand | TyperGroup = command.loaded()
    first, *_ = (own.help or "").split("\n\n")
    assert " ".join(first.split()) == command.help, path


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["tactics", "--help"], ["puzzles", "--help"]])
def test_who_asks_what_there_is_waits_for_no_large_package(arguments: list[str]) -> None:
    program = (
        "import sys\n"
        "from motif.__main__ import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        f"    loaded = sorted(set({LARGE}) & set(sys.modules))\n"
        "    sys.stderr.write(','.join(loaded))\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    assert (done.stdout != "", done.stderr) == (True, "")
