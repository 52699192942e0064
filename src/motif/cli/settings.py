"""Implement settings: options that few people need, set by `--set NAME=VALUE` or by a file with such lines.

Options declared with `experiment(...)` are settings: help lists only their names, and `--set help` explains them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from motif.cli.console import Grid, out
from motif.errors import BadArgument

SETTINGS = "Settings"
"""The help panel that marks options as settings."""

SET = "--set"


def hide_as_settings(command: Any, settings: Sequence[Any]) -> None:  # noqa: ANN401 - a command of Typer
    """Hide these options from help and let `--set` change them."""
    if not settings:
        return
    for option in settings:
        option.hidden = True
        option.rich_help_panel = SETTINGS
    names = ", ".join(setting_name(option) for option in settings)

    def settable(rarely_used: list[str] | None = None) -> None:
        """Never called: it only declares the option."""

    kind = typer.Option(SET, metavar="NAME=VALUE", help=f"Set one of: {names}. `--set help` explains them.")
    settable.__annotations__["rarely_used"] = Annotated[list[str] | None, kind]
    holder = typer.Typer(add_completion=False)
    holder.command()(settable)
    option = get_command(holder).params[0]
    option.expose_value = False
    command.params.append(option)


def setting_name(option: Any) -> str:  # noqa: ANN401 - an option of Typer
    """The name of an option in `--set`: without the dashes."""
    return str(option.opts[0]).lstrip("-")


def settings_of(command: Any) -> dict[str, Any]:  # noqa: ANN401 - a command of Typer
    """The settings of a command by name."""
    return {setting_name(option): option for option in command.params if is_setting(option)}


def is_setting(option: Any) -> bool:  # noqa: ANN401 - an option of Typer
    """Whether an option is a setting."""
    return option.param_type_name == "option" and getattr(option, "rich_help_panel", None) == SETTINGS


def with_settings(command: Any, arguments: Sequence[str]) -> list[str]:  # noqa: ANN401 - a command of Typer
    """Replace each `--set NAME=VALUE` by the option that it sets."""
    settings = settings_of(command)
    found: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if settings and argument == SET:
            found += _setting(settings, next(rest, "help"))
        elif settings and argument.startswith(f"{SET}="):
            found += _setting(settings, argument.removeprefix(f"{SET}="))
        else:
            found.append(argument)
    return found


def _setting(settings: Mapping[str, Any], text: str) -> list[str]:
    if text == "help":
        _explain(settings)
        raise typer.Exit
    name, equals, value = text.partition("=")
    name = name.strip().replace("_", "-")
    if not equals and name not in settings and Path(text).is_file():
        from motif.runtime.files import read_text

        lines = (line.strip() for line in read_text(Path(text)).splitlines())
        return [word for line in lines if line and not line.startswith("#") for word in _setting(settings, line)]
    option = settings.get(name)
    if option is None:
        raise BadArgument(f"there is no setting {name!r}", hint=did_you_mean(name, settings))
    if not option.is_flag:
        if not equals:
            raise BadArgument(f"the setting {name} needs a value", hint=f"write {SET} {name}=VALUE")
        first = str(option.opts[0])
        return [f"{first}={value.strip()}"] if first.startswith("--") else [first, value.strip()]
    if value.strip() in ("", "yes", "true", "on", "1"):
        return [option.opts[0]]
    if value.strip() in ("no", "false", "off", "0"):
        return []
    raise BadArgument(f"the setting {name} is yes or no, not {value.strip()!r}", hint=f"write {SET} {name}=yes")


def _explain(settings: Mapping[str, Any]) -> None:
    table = Grid("setting", "by default", "what it does")
    for name, option in settings.items():
        usual = option.default
        shown = "" if callable(usual) or usual is None or usual is False else str(getattr(usual, "value", usual))
        table.add_row(name, shown, str(option.help or ""))
    out.print(table)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint with the known word nearest to the typed one, or all known words.

    >>> did_you_mean("frok", ["fork", "pin"]), did_you_mean("x", ["fork", "pin"])
    ('did you mean fork?', 'there are fork and pin')
    """
    from difflib import get_close_matches

    words = list(dict.fromkeys(known))
    near = get_close_matches(word.casefold(), words, 1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    return f"there are {', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else f"there is {''.join(words)}"
