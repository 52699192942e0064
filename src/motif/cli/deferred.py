"""Verbs that are loaded when they are called: `motif --help` and `--version` need neither NumPy nor a chessboard.

The name of a verb and its one sentence are written where it is deferred; everything else is in the file of
its name: a function of that name (`evolve_` where the name is taken), or a group called `commands`. A test holds the
sentence against the one in the file. Help lists verbs in panels, and each verb's options in two: what a person sets,
then what an experimenter sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException
from typer.main import get_group

from motif.cli.console import shortened
from motif.errors import BadArgument

# What a command may write: looked at once, in one place, before any command begins to work.

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
"""The options that name a file to write or a folder to fill; a test knows that all others that name files read them."""


@dataclass(frozen=True, slots=True)
class Output:
    """A file that an option of the command writes, or a folder that it fills."""

    option: str
    path: Path
    is_folder: bool = False


def check_outputs(outputs: Sequence[Output], others: Iterable[object], *, force: bool) -> None:
    """Refuse what would destroy something or could not be written; `others` are all other values that were given."""
    if not outputs:
        return
    from motif.runtime.files import check_writable, refuse_replacing

    inputs = list(_files(others))
    # A run that goes on from its checkpoint writes its own results again; it refuses a checkpoint of another run.
    goes_on = any(output.option == CHECKPOINT and _has_content(output.path) for output in outputs)
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
        if not force and not goes_on:
            refuse_replacing(path, option)
        if not output.is_folder:
            check_writable(path)


def _has_content(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.is_file() and path.stat().st_size > 0


def _files(value: object) -> Iterator[Path]:
    """The files that a value names, if it names any."""
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
"""More than any option needs, and less than a number in the core can hold."""

SHARERS, MOST_SHARERS = ("--threads", "--workers"), 1024
"""The options that say how many share the work, and how many there may be."""

Panels = dict[str, dict[str, str]]
"""The verbs of a group by the heading under which help lists them, each with its sentence."""

Modules = Mapping[str, tuple[str, ...]]
"""The commands that a module holds, where the module has not the name of its one command."""

USUAL, PAPERS = "Commands", "The papers' experiments"
"""What a group is for, and what only repeats an experiment of the paper behind it."""

FOLDER = "FOLDER"
"""What help calls a folder."""

FORCE = "force"
"""What the outermost context carries when `--force` was given."""


class Deferred(TyperCommand):
    """Stands for a verb in lists, and gives way to it when it is called or asked for help."""

    module: ClassVar[str]

    def loaded(self) -> Any:  # noqa: ANN401 - a command of Typer, whose types are private to it
        """The verb itself."""
        holder = typer.Typer(rich_markup_mode="markdown")
        module, name = import_module(self.module), self.name or ""
        if group := getattr(module, "commands", None):
            holder.add_typer(group, name=name, help=self.help)
        else:
            holder.command(name)(getattr(module, f"{name}_", None) or getattr(module, name))
        return get_group(holder).commands[name]

    def make_context(self, *arguments: Any, **settings: Any) -> Any:  # noqa: ANN401 - passed on as they are
        """Make the context of the real command: Typer then asks that command everything else."""
        with short_complaints():
            return checked(self.loaded().make_context(*arguments, **settings))


class Checked(TyperCommand):
    """A verb that writes files and is not deferred."""

    def make_context(self, *arguments: Any, **settings: Any) -> Any:  # noqa: ANN401 - passed on as they are
        """Typer's first question; what must not be written is refused."""
        with short_complaints():
            return checked(super().make_context(*arguments, **settings))


@contextmanager
def short_complaints() -> Iterator[None]:
    """Let Typer not echo the hundred thousand letters that it cannot read."""
    try:
        yield
    except TyperException as error:
        error.message = shortened(error.message)
        raise


def checked(context: Any) -> Any:  # noqa: ANN401 - Typer's types are private to it
    """The context of a command, its parameters read and nothing done: the moment to refuse what it must not write."""
    for option in context.command.params:
        number = context.params.get(option.name)
        if isinstance(number, float) and not isfinite(number):
            raise BadArgument(f"{option.opts[0]} {number} is no number to work with", hint="write one such as 2.5")
        if isinstance(number, int | float) and abs(number) > LARGEST_NUMBER:
            raise BadArgument(f"{option.opts[0]} {number} is beyond all measure", hint=f"at most {LARGEST_NUMBER:,}")
        if option.opts[0] == "--seed" and number is not None and number < 0:
            raise BadArgument(f"--seed {number} is below zero", hint="any whole number from 0 on")
        if option.opts[0] == "--cluster" and number is not None:
            # What a cluster needs is loaded by who has one.
            from motif.runtime.parallel import check_address

            check_address(number)
        if option.opts[0] in SHARERS and isinstance(number, int) and number > MOST_SHARERS:
            raise BadArgument(f"{option.opts[0]} {number} is more than any machine has", hint=f"at most {MOST_SHARERS}")
    # The study command checks its folder itself: a newer study of the same player replaces the older one.
    names = {
        option.name: option
        for option in context.command.params
        if option.opts[0] in OUTPUTS and (option.opts[0], option.metavar) != ("--out", FOLDER)
    }
    check_outputs(
        [
            Output(names[name].opts[0], Path(value), names[name].metavar == FOLDER)
            for name, value in context.params.items()
            if name in names and value is not None
        ],
        [value for name, value in context.params.items() if name not in names],
        force=context.find_root().obj is FORCE,
    )
    return context


def plain_flags() -> None:
    """Let help show a flag as the user types it: Typer would write `<bool>` behind it, and flags take no value."""
    usual = TyperOption.display_type_rich

    def display_type_rich(option: TyperOption, ctx: Any) -> str | None:  # noqa: ANN401 - private to Typer
        return "" if option.is_flag else usual(option, ctx)

    TyperOption.display_type_rich = display_type_rich  # type: ignore[method-assign,assignment]


def defer(app: typer.Typer, package: str, panels: Panels, modules: Modules | None = None) -> None:
    """Add commands to a command line that import their module when they run."""
    module_of = {name: module for module, names in (modules or {}).items() for name in names}
    for panel, verbs in panels.items():
        for name, sentence in verbs.items():
            stand_in = type("Deferred", (Deferred,), {"module": f"{package}.{module_of.get(name, name)}"})
            app.command(name, cls=stand_in, help=sentence, rich_help_panel=panel)(_nothing)


def group_of(
    package: str, panels: Panels, modules: Modules | None = None, cls: type[TyperGroup] | None = None
) -> typer.Typer:
    """A group of verbs, such as `motif puzzles`, which defers them."""
    group = typer.Typer(
        cls=cls,
        no_args_is_help=True,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    defer(group, package, panels, modules)
    return group


def _nothing() -> None:
    """Never called: the verb gives way before."""
