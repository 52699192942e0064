"""Test help: it begins with the commands for players, commands and options are few, and each command has an example."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_group

from command_line import every_command
from motif.cli.deferred import SET, SETTINGS, USUAL, Deferred, with_settings
from motif.cli.lab import TOPICS, LabCommand
from motif.cli.main import app

MOST_COMMANDS = 30
MOST_OPTIONS = 200
MOST_OPTIONS_OF_A_COMMAND = 12

EVERY = dict(every_command())


def listed(group: Any = None, path: str = "") -> dict[str, Any]:
    """The commands that help lists, a lab command with all its topics as one."""
    found: dict[str, Any] = {}
    for name, command in (group or get_group(app)).commands.items():
        loaded = command.loaded() if isinstance(command, Deferred) else command
        found |= listed(loaded, f"{path}{name} ") if isinstance(loaded, TyperGroup) else {f"{path}{name}": loaded}
    return found


def options(command: Any) -> list[Any]:
    """The options that help lists."""
    own = [each for each in command.params if each.param_type_name == "option" and each.name != "help"]
    return [option for option in own if not option.hidden]


def panels() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, command in get_group(app).commands.items():
        found.setdefault(getattr(command, "rich_help_panel", None) or USUAL, []).append(name)
    return found


def test_the_first_page_goes_from_the_commands_of_a_player_to_the_lab() -> None:
    assert panels() == {
        "For players": ["review", "study", "train", "play", "explain", "advise", "web", "puzzles", "openings"],
        "Engines, files and matches": ["uci", "match", "show", "games", "data", "engines", "demo"],
        "For research": ["lab"],
    }


def test_there_are_few_commands_with_few_options() -> None:
    commands = listed()
    assert len(commands) <= MOST_COMMANDS
    counts = {name: len(options(command)) for name, command in commands.items()}
    assert sum(counts.values()) <= MOST_OPTIONS
    # The topics of the lab show no more than a command does.
    counts |= {name: len(options(command)) for name, command in EVERY.items()}
    assert {name: count for name, count in counts.items() if count > MOST_OPTIONS_OF_A_COMMAND} == {}


def test_a_setting_is_hidden_and_named_in_the_help_of_set() -> None:
    for name, command in EVERY.items():
        hidden = [option.opts[0].lstrip("-") for option in command.params if option.rich_help_panel == SETTINGS]
        shown = [option.help for option in command.params if option.opts[0] == SET]
        assert bool(hidden) == bool(shown), name
        assert all(setting in shown[0] for setting in hidden), name


def test_every_topic_of_the_lab_is_named_in_the_help_of_its_command() -> None:
    for name, command in listed().items():
        if isinstance(command, LabCommand):
            assert all(f"`{topic}`: " in (command.help or "") for topic in TOPICS[name.removeprefix("lab ")])


def test_every_command_shows_how_it_is_called() -> None:
    assert [name for name, command in EVERY.items() if "Example: `motif " not in (command.help or "")] == []


SPELLINGS = {
    "fen": {"POSITION"},
    "position": {"FEN", "POSITION|FILE"},
    "file": {"FILE", "GAME"},
    "files": {"GAMES…", "FILE…"},
}


def test_positions_and_files_are_spelled_in_one_way() -> None:
    for name, command in EVERY.items():
        for argument in command.params:
            if argument.param_type_name == "argument" and argument.name in SPELLINGS:
                assert argument.metavar in SPELLINGS[argument.name], name
            if argument.metavar == "POSITION":
                assert "`start`" in argument.help, name


@pytest.mark.parametrize("words", [("--set", "fresh"), ("--set", "fresh=yes"), ("--fresh",)], ids=" ".join)
def test_a_setting_may_be_typed_as_an_option(words: tuple[str, ...]) -> None:
    command = EVERY["study"]
    assert command.make_context("study", with_settings(command, ["my.pgn", *words])).params["fresh"] is True


def test_a_flag_takes_no_value_in_help() -> None:
    pages = (Path(__file__).parents[1] / "transcripts" / "help").glob("*.txt")
    assert [page.name for page in pages if "<bool>" in page.read_text()] == []
