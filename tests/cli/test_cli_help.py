"""Help begins with what a person needs: verbs in panels, few options before those for experiments, an example each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_group

from motif.cli.deferred import PAPERS, USUAL, Deferred
from motif.cli.main import app
from motif.cli.options import EXPERIMENTS

MOST_OPTIONS = 12


def every_command(group: TyperGroup, path: str = "") -> Iterator[Any]:
    for name, command in group.commands.items():
        loaded = command.loaded() if isinstance(command, Deferred) else command
        if isinstance(loaded, TyperGroup):
            yield pytest.param(loaded, id=f"{path}{name}")
            yield from every_command(loaded, f"{path}{name}-")
        else:
            yield pytest.param(loaded, id=f"{path}{name}")


COMMANDS = [each for each in every_command(get_group(app)) if not isinstance(each.values[0], TyperGroup)]
GROUPS = [each for each in every_command(get_group(app)) if isinstance(each.values[0], TyperGroup)]


def panels_of(group: TyperGroup) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, command in group.commands.items():
        found.setdefault(getattr(command, "rich_help_panel", None) or USUAL, []).append(name)
    return found


def test_the_first_page_goes_from_your_games_to_the_tools() -> None:
    assert panels_of(get_group(app)) == {
        "Your games": ["study", "train", "play", "web"],
        "At the board": ["explain", "advise", "show", "match", "uci"],
        "The five systems": ["tactics", "patterns", "openings", "search", "endgames", "puzzles"],
        "Files and tools": ["games", "positions", "engines", "demo"],
    }


@pytest.mark.parametrize("group", GROUPS)
def test_what_repeats_a_paper_stands_behind_what_a_group_is_for(group: TyperGroup) -> None:
    assert list(panels_of(group)) in ([USUAL], [USUAL, PAPERS])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_shows_few_options_before_those_for_experiments(command: Any) -> None:
    options = [option for option in command.params if option.param_type_name == "option"]
    first = [option for option in options if option.rich_help_panel is None]
    assert len(first) <= MOST_OPTIONS
    assert {option.rich_help_panel for option in options} <= {None, EXPERIMENTS}
    assert first or not options


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_shows_how_it_is_called(command: Any) -> None:
    assert "Example: `motif " in (command.help or "")


SPELLINGS = {
    "fen": {"FEN"},
    "position": {"FEN"},
    "file": {"FILE", "GAME"},
    "files": {"GAMES…", "FILE…"},
}


@pytest.mark.parametrize("command", COMMANDS)
def test_positions_and_files_are_spelled_in_one_way(command: Any) -> None:
    for argument in command.params:
        if argument.param_type_name == "argument" and argument.name in SPELLINGS:
            assert argument.metavar in SPELLINGS[argument.name]
        if argument.metavar == "FEN" and argument.name == "fen":
            assert "or `start`" in argument.help


@pytest.mark.parametrize(
    "page", sorted((Path(__file__).parents[1] / "transcripts" / "help").glob("*.txt")), ids=lambda page: page.stem
)
def test_a_flag_takes_no_value_in_help(page: Path) -> None:
    assert "<bool>" not in page.read_text()
