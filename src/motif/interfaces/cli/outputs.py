"""What a command may write: looked at once, in one place, before any command begins to work.

An output never replaces an input or another output, nor a file of another kind: games are not replaced by a table.
`--force` allows the last of these. A folder that is not there is refused and not made: it is a slip more often than a
wish.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from motif.errors import BadArgument
from motif.store import check_writable

OUTPUTS = (
    "--out",
    "--pgn",
    "--save",
    "--csv",
    "--anki",
    "--checkpoint",
    "--svg",
    "--png",
    "--plot",
    "--table",
    "--histograms",
)
"""The options that name a file to write; a test knows that all others that name files read them."""

GAMES, PICTURE, CHECKPOINT = "games", "a picture", "a checkpoint"

_SIGNS = (
    (re.compile(rb"(\xef\xbb\xbf)?\s*(\[\w+\s+\"|1\.\s*[a-hKQRBNO])"), GAMES),
    (re.compile(rb"\x28\xb5\x2f\xfd|\x1f\x8b"), "compressed data"),
    (re.compile(rb"\s*(<\?xml|<svg)|\x89PNG"), PICTURE),
    (re.compile(rb"%PDF"), "a PDF document"),
    (re.compile(rb"SQLite format 3"), "a database"),
    (re.compile(rb'\{"motif": "checkpoint"'), CHECKPOINT),
)
_BYTES_READ = 400

_KINDS_BY_SUFFIX = {".pgn": GAMES, ".svg": PICTURE, ".png": PICTURE, ".pdf": "a PDF document"}


@dataclass(frozen=True, slots=True)
class Output:
    """A file that an option of the command writes; the help of the option names the suffixes that it understands."""

    option: str
    path: Path
    help: str

    @property
    def written(self) -> str | None:
        """The kind of file that this will be, where it is one that can be told by its first bytes."""
        by_option = {"--checkpoint": CHECKPOINT, "--pgn": GAMES, "--save": GAMES, "--svg": PICTURE, "--png": PICTURE}
        suffix = self.path.suffix.lower()
        return by_option.get(self.option) or (_KINDS_BY_SUFFIX.get(suffix) if suffix in self.help else None)


def check_outputs(outputs: Sequence[Output], others: Iterable[object], *, force: bool) -> None:
    """Refuse what would destroy something or could not be written; `others` are all other values that were given."""
    inputs = list(_files(others))
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
        kind = _kind(path)
        if kind is None and output.written is not None and _has_content(path):
            kind = "something else"
        if kind not in (None, output.written) and not force:
            raise BadArgument(
                f"{path} holds {kind}, and {option} would replace it", hint="name another file, or add --force"
            )
        check_writable(path)


def _kind(path: Path) -> str | None:
    """What a file holds, by its first bytes; None where there is no file, or it is like many others."""
    # Whoever opens a pipe waits for ever.
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            begins = file.read(_BYTES_READ)
    except OSError:
        return None
    return next((kind for sign, kind in _SIGNS if sign.match(begins)), None)


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


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
