"""What a command may write: looked at once, in one place, before any command begins to work.

An output never replaces an input or another output, nor anything that has content: `--force` allows the last of these.
A folder that is not there is refused and not made: it is a slip more often than a wish.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from motif.errors import BadArgument
from motif.store import check_writable, refuse_replacing

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
