"""Load each command only when it is called, and check option values before the command begins.

`motif --help` and `--version` need neither NumPy nor a chessboard, so the modules of commands are imported late. A
group lists its commands by name and summary (`defer`, `group_of`). A command's code is in the module of its name: a
function of that name (`evolve_` if the name is taken), or a Typer group called `commands`. A test checks that the
summary is the same in both places.

Options declared with `experiment(...)` are settings, which few people need: help lists only their names, `--set help`
explains them, and `--set NAME=VALUE` or a file with such lines sets them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException
from typer.main import get_command, get_group

from motif.cli.console import Grid, out, shortened
from motif.errors import BadArgument

CHECKPOINT = "--checkpoint"
OUTPUTS = (
    "--out",
    "--pgn",
    "--save",
    "--csv",
    "--anki",
    CHECKPOINT,
    "--svg",
    "--png",
    "--plot",
    "--table",
    "--histograms",
    "--prolog",
    "--snapshots",
)
"""The options that name a file to write or a folder to fill. A test checks that all other file options are read."""


@dataclass(frozen=True, slots=True)
class Output:
    """A file that an option of the command writes, or a folder that it fills."""

    option: str
    path: Path
    is_folder: bool = False


def check_outputs(outputs: Sequence[Output], others: Iterable[object], *, force: bool) -> None:
    """Raise an error if an output would replace a file or cannot be written; `others` are the values of other
    options."""
    if not outputs:
        return
    from motif.runtime.files import check_writable, refuse_replacing

    inputs = list(_files(others))
    # A run that continues from its checkpoint writes its own results again; it refuses a checkpoint of another run.
    continues = any(output.option == CHECKPOINT and _has_content(output.path) for output in outputs)
    for one, other in combinations(outputs, 2):
        if one.path.absolute() == other.path.absolute() or _is_one_file(one.path, other.path):
            raise BadArgument(f"{one.option} and {other.option} both write {one.path}", hint="name two files")
    for output in outputs:
        option, path = output.option, output.path
        if any(_is_one_file(path, read) for read in inputs):
            raise BadArgument(
                f"{path} is read here, and {option} would replace it", hint="name another file for the result"
            )
        if not path.parent.exists():
            raise BadArgument(
                f"cannot write {path}: there is no folder {path.parent}", hint="make it first, or correct the name"
            )
        if not force and not continues:
            refuse_replacing(path, option)
        if not output.is_folder:
            check_writable(path)


def _has_content(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.is_file() and path.stat().st_size > 0


def _files(value: object) -> Iterator[Path]:
    """Yield the files that an option's value names."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from _files(each)
    elif isinstance(value, Path | str):
        yield Path(value)


def _is_one_file(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return False


LARGEST_NUMBER = 10**15
"""The largest number of any option, small enough for the core's integers."""

SHARERS, MOST_SHARERS = ("--threads", "--workers"), 1024
"""The options for the number of threads or processes, and their maximum."""

Panels = dict[str, dict[str, str]]
"""The commands of a group with their summaries, by the heading under which help lists them."""

Modules = Mapping[str, tuple[str, ...]]
"""The commands in each module that has several, or one with a different name."""

USUAL = "Commands"
"""The usual heading of commands in a group's help."""

FOLDER = "FOLDER"
"""The placeholder for a folder in help."""

FORCE = "force"
"""The key in the context's object that says whether `--force` was given."""


class Deferred(TyperCommand):
    """A placeholder that imports the real command when the user runs it or opens its help."""

    module: ClassVar[str]

    def loaded(self) -> Any:  # noqa: ANN401 - a command of Typer, whose types are private to it
        return _loaded(self.module, self.name or "", self.help)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:  # noqa: ANN401
        """Make the context of the real command, so that Typer runs that."""
        return context_of(self.loaded(), info_name, args, parent, **extra)


@cache
def _loaded(module_name: str, name: str, sentence: str | None) -> Any:  # noqa: ANN401
    return load(module_name, name, sentence)


def load(module_name: str, name: str, sentence: str | None = None, function: str | None = None) -> Any:  # noqa: ANN401
    """Import a command (a function of its module, or a group called `commands`) and hide its settings from help."""
    holder = typer.Typer(rich_markup_mode="markdown")
    module = import_module(module_name)
    if group := getattr(module, "commands", None) if function is None else None:
        holder.add_typer(group, name=name, help=sentence)
    else:
        holder.command(name)(getattr(module, function or f"{name}_", None) or getattr(module, name))
    command = get_group(holder).commands[name]
    hide_as_settings(command, [option for option in command.params if is_setting(option)])
    return command


def context_of(command: Any, name: str | None, words: list[str], parent: Any, **extra: Any) -> Any:  # noqa: ANN401
    """Return the context of a command, with its arguments read and its options checked."""
    if extra.get("resilient_parsing"):
        # The shell asks how a word could end: nothing is refused, since the call is not finished.
        from motif.cli.completion import add_completions

        add_completions(command)
        return command.make_context(name, words, parent, **extra)
    with short_complaints():
        return checked(command.make_context(name, with_settings(command, words), parent, **extra))


@contextmanager
def short_complaints() -> Iterator[None]:
    """Shorten Typer's error messages, which would repeat even a very long bad value in full."""
    try:
        yield
    except TyperException as error:
        error.message = shortened(error.message)
        raise


def checked(context: Any) -> Any:  # noqa: ANN401 - Typer's types are private to it
    """Return a command's context after checking its option values."""
    for option in context.command.params:
        check_value(option.opts[0], context.params.get(option.name))
    written = {option.name: option for option in context.command.params if is_output(option)}
    outputs = [
        Output(option.opts[0], Path(context.params[name]), option.metavar == FOLDER)
        for name, option in written.items()
        if context.params.get(name) is not None
    ]
    others = [value for name, value in context.params.items() if name not in written]
    check_outputs(outputs, others, force=context.find_root().obj is FORCE)
    return context


def check_value(option: str, value: object) -> None:
    """Raise an error for a value that no command accepts for this option."""
    if option == "--cluster" and isinstance(value, str):
        # The packages for a cluster may not be installed, so this module loads only with the option.
        from motif.runtime.parallel import check_address

        check_address(value)
    if not isinstance(value, int | float):
        return
    if isinstance(value, float) and not isfinite(value):
        raise BadArgument(f"{option} {value} is not a finite number", hint="write one such as 2.5")
    if abs(value) > LARGEST_NUMBER:
        raise BadArgument(f"{option} {value} is too large", hint=f"at most {LARGEST_NUMBER:,}")
    if option == "--seed" and value < 0:
        raise BadArgument(f"--seed {value} is below zero", hint="any whole number from 0 on")
    if option in SHARERS and value > MOST_SHARERS:
        raise BadArgument(f"{option} {value} is too large", hint=f"at most {MOST_SHARERS}")


def is_output(option: Any) -> bool:  # noqa: ANN401 - Typer's types are private to it
    """Return whether an option names a file or folder to write that must not exist yet.

    `--out FOLDER` of `motif study` may exist: that command itself replaces an older study of the same player.
    """
    return option.opts[0] in OUTPUTS and (option.opts[0], option.metavar) != ("--out", FOLDER)


_PLAIN_TYPES = {"<int": "NUMBER", "<float": "NUMBER", "<str>": "TEXT", "<path>": "FILE"}
"""The beginning of the type that Typer shows, and what help shows instead."""


def plain_types() -> None:
    """Let help show values as the user types them: NUMBER for Typer's `<int range> [x>=1]`, nothing after a flag."""
    usual = TyperOption.display_type_rich

    def display_type_rich(option: TyperOption, ctx: Any) -> str | None:  # noqa: ANN401 - private to Typer
        shown = "" if option.is_flag else str(usual(option, ctx) or "").removeprefix("<list[").removesuffix("]>")
        return next((plain for typed, plain in _PLAIN_TYPES.items() if shown.startswith(typed)), shown)

    TyperOption.display_type_rich = display_type_rich  # type: ignore[method-assign,assignment]
    # An argument is shown by its name alone.
    TyperArgument.display_type_rich = lambda argument, ctx: ""  # type: ignore[method-assign,assignment]


def defer(app: typer.Typer, package: str, panels: Panels, modules: Modules | None = None) -> None:
    """Add commands that import their module only when they run."""
    module_of = {name: module for module, names in (modules or {}).items() for name in names}
    for panel, sentences in panels.items():
        for name, sentence in sentences.items():
            placeholder = type("Deferred", (Deferred,), {"module": f"{package}.{module_of.get(name, name)}"})
            app.command(name, cls=placeholder, help=sentence, rich_help_panel=panel)(_nothing)


def group_of(
    package: str, panels: Panels, modules: Modules | None = None, cls: type[TyperGroup] | None = None
) -> typer.Typer:
    """Return a group of deferred commands, such as `motif puzzles`."""
    group = typer.Typer(
        cls=cls,
        no_args_is_help=True,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    defer(group, package, panels, modules)
    return group


def _nothing() -> None:
    """Do nothing: the real command always runs instead."""


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
