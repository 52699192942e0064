"""Test that commands are loaded only when called, with the summaries of the list and only what they need."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from motif.cli.deferred import Deferred
from motif.cli.main import app

LARGE = ("asyncio", "chess", "clingo", "deap", "fastapi", "matplotlib", "multiprocessing", "numpy", "typst")


def deferred(group: TyperGroup, path: str = "motif") -> Iterator[tuple[str, Deferred]]:
    for name, command in group.commands.items():
        if isinstance(command, Deferred):
            yield f"{path} {name}", command
            loaded = command.loaded()
            if isinstance(loaded, TyperGroup):
                yield from deferred(loaded, f"{path} {name}")


def test_the_sentence_in_the_list_is_that_of_the_command() -> None:
    for path, command in deferred(get_group(app)):
        own: TyperCommand | TyperGroup = command.loaded()
        first, *_ = (own.help or "").split("\n\n")
        assert " ".join(first.split()) == command.help, path


MATE_IN_ONE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


@pytest.mark.parametrize(
    ("arguments", "packages", "most_modules"),
    [
        (["--version"], {*LARGE, "pydantic"}, 12),
        (["--help"], {*LARGE, "pydantic"}, 12),
        # Typer reads the arguments of a group or a command with pydantic, where it is installed.
        (["lab", "--help"], {*LARGE}, 15),
        (["puzzles", "--help"], {*LARGE}, 12),
        (["study", "--help"], {*LARGE}, 15),
        (
            ["explain", MATE_IN_ONE, "Qxf7", "--depth", "3"],
            {"clingo", "deap", "fastapi", "matplotlib", "typst"},
            105,
        ),
    ],
    ids=lambda value: " ".join(value)[:20] if isinstance(value, list) else "",
)
def test_a_command_loads_only_what_it_needs(arguments: list[str], packages: set[str], most_modules: int) -> None:
    program = (
        "import json, sys\n"
        "from motif.__main__ import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    sys.stderr.write(json.dumps(list(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stderr.splitlines()[-1])
    assert done.stdout
    assert packages & set(loaded) == set()
    assert len([name for name in loaded if name.startswith("motif.")]) <= most_modules
