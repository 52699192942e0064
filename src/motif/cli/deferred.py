"""Load each command only when it is called, and check option values before the command begins.

`motif --help` and `--version` need neither NumPy nor a chessboard, so the modules of commands are imported late: a
table names the function of each command (`Lazy`, `Group`). A test checks that the summary is the same in both places.

Options declared with `experiment(...)` are settings, which few people need: help lists only their names, `--set help`
explains them, and `--set NAME=VALUE` or a file with such lines sets them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass
from functools import cache, wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException
from typer.main import get_command, get_group

from motif.cli.console import Grid, out, shortened
from motif.errors import BadArgument, nearest

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


def check_outputs(outputs: Mapping[str, Path], folders: Container[str], others: Iterable[object], force: bool) -> None:
    """Raise an error if an output would replace a file or cannot be written.

    `outputs` are the paths by option; the options in `folders` fill a folder. `others` are the values of all others.
    """
    if not outputs:
        return
    from motif.runtime.files import check_writable, is_filled, refuse_replacing

    inputs = list(_files(others))
    # A run that continues from its checkpoint writes its own results again; it refuses a checkpoint of another run.
    continues = CHECKPOINT in outputs and is_filled(outputs[CHECKPOINT])
    for (option, path), (other, path_too) in combinations(outputs.items(), 2):
        if path.absolute() == path_too.absolute() or _is_one_file(path, path_too):
            raise BadArgument(f"{option} and {other} both write {path}", hint="name two files")
    for option, path in outputs.items():
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
        if option not in folders:
            check_writable(path)


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

USUAL = "Commands"

FOLDER = "FOLDER"

FORCE = "force"
"""The key in the context's object that says whether `--force` was given."""


@dataclass(frozen=True, slots=True, eq=False)
class Lazy:
    """A command whose function (or Typer group) is imported when it runs, as `module.function` below `motif.cli`."""

    function: str
    sentence: str


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A group of commands, such as `motif puzzles`; without a command's name `usual` runs."""

    sentence: str
    commands: dict[str, Lazy | Group]
    usual: str = ""

    def app(self) -> typer.Typer:
        group = typer.Typer(
            cls=type("UsualGroup", (UsualGroup,), {"usual": self.usual}),
            no_args_is_help=True,
            rich_markup_mode="markdown",
            context_settings={"help_option_names": ["-h", "--help"]},
        )
        defer(group, {USUAL: self.commands})
        return group


class UsualGroup(TyperGroup):
    """A group in which one command need not be named."""

    usual: ClassVar[str]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - Typer's own context
        """Put the usual command in front unless the user names one or asks for help."""
        if self.usual and (not args or args[0] not in {*self.commands, "-h", "--help"}):
            args = [self.usual, *args]
        return super().parse_args(ctx, args)


class Deferred(TyperCommand):
    """A placeholder that imports the real command when the user runs it or opens its help."""

    lazy: ClassVar[Lazy | Group]

    def loaded(self) -> Any:  # noqa: ANN401 - a command of Typer, whose types are private to it
        return load(self.lazy, self.name or "")

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:  # noqa: ANN401
        """Make the context of the real command, so that Typer runs that."""
        return context_of(self.loaded(), info_name, args, parent, **extra)


def flattened(function: Callable[..., object]) -> Callable[..., object]:
    """Return the function with each parameter that is a group of options, a dataclass, replaced by these options."""
    parameters: list[Parameter] = []
    groups: dict[str, tuple[type, list[str]]] = {}
    for each in signature(function, eval_str=True).parameters.values():
        group = each.annotation
        if isinstance(group, type) and is_dataclass(group):
            fields = signature(group, eval_str=True).parameters
            groups[each.name] = group, list(fields)
            parameters += fields.values()
        else:
            parameters.append(each)
    # Help lists the options of every command last.
    parameters.sort(key=lambda each: each.name in ("as_json", "quiet"))

    @wraps(function)
    def called(**values: object) -> object:
        made = {name: group(**{each: values.pop(each) for each in names}) for name, (group, names) in groups.items()}
        return function(**values, **made)

    called.__annotations__ = {each.name: each.annotation for each in parameters}
    keywords = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in parameters]
    called.__signature__ = Signature(keywords)  # type: ignore[attr-defined]
    return called


@cache
def load(lazy: Lazy | Group, name: str) -> Any:  # noqa: ANN401 - a command of Typer, whose types are private to it
    """Import a command and hide its settings from help."""
    holder = typer.Typer(rich_markup_mode="markdown")
    if isinstance(lazy, Group):
        found: Any = lazy.app()
    else:
        module, _, function = lazy.function.rpartition(".")
        found = getattr(import_module(f"motif.cli.{module}"), function)
    if isinstance(found, typer.Typer):
        holder.add_typer(found, name=name, help=lazy.sentence)
    else:
        holder.command(name)(flattened(found))
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
    outputs = {
        option.opts[0]: Path(context.params[name])
        for name, option in written.items()
        if context.params.get(name) is not None
    }
    folders = {option.opts[0] for option in written.values() if option.metavar == FOLDER}
    others = [value for name, value in context.params.items() if name not in written]
    check_outputs(outputs, folders, others, context.find_root().obj is FORCE)
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
        raise BadArgument(f"{option} {value} is not a finite number", hint="write a number such as 2.5")
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
    # An argument is shown by its name alone, and in brackets where it may be missing.
    TyperArgument.display_type_rich = lambda argument, ctx: ""  # type: ignore[method-assign,assignment]
    TyperArgument._usage_display_name = lambda argument: (  # type: ignore[method-assign,assignment]
        argument.display_name_raw if argument.required else f"[{argument.display_name_raw}]"
    )


def defer(app: typer.Typer, panels: Mapping[str, Mapping[str, Lazy | Group]]) -> None:
    """Add commands that import their module only when they run, by the heading under which help lists them."""
    for panel, commands in panels.items():
        for name, lazy in commands.items():
            placeholder = type("Deferred", (Deferred,), {"lazy": lazy})
            app.command(name, cls=placeholder, help=lazy.sentence, rich_help_panel=panel)(_nothing)


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


def is_setting(option: Any) -> bool:  # noqa: ANN401 - an option of Typer
    """Whether an option is a setting."""
    return option.param_type_name == "option" and getattr(option, "rich_help_panel", None) == SETTINGS


def with_settings(command: Any, arguments: Sequence[str]) -> list[str]:  # noqa: ANN401 - a command of Typer
    """Replace each `--set NAME=VALUE` by the option that it sets."""
    settings = {setting_name(option): option for option in command.params if is_setting(option)}
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
        raise BadArgument(f"there is no setting {name!r}", hint=nearest(name, settings))
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
