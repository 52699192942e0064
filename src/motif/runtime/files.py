"""Read and write files: write them atomically, and refuse bad files with a reason and what was perhaps meant.

A knowledge file begins with `# motif KIND VERSION` and ends with `# end of N lines`, so a file that is truncated, or of
another kind or version, is noticed. Each kind has its own comment sign. A checkpoint is the saved state of a long run.

The module also has the path of the shipped files (`DATA`), writes plots to files, and closes objects that keep files or
processes open (`close`).
"""

from __future__ import annotations

import errno
import glob
import io
import json
import os
import shutil
import stat
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, Self, runtime_checkable

from motif.errors import BadArgument, BadFile, MotifError
from motif.runtime.systems import sync_folder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

try:
    import fcntl
except ImportError:  # pragma: no cover - not on every system; without it, a killed process leaves its folder
    fcntl = None  # type: ignore[assignment]

MOST_BYTES = 64 << 20
"""By default, larger files are refused; the largest shipped file has two megabytes."""

MOST_CHECKPOINT_BYTES = 1 << 30
"""More than for other files, because a run may go on for weeks."""

DATA = Path(__file__).parents[1] / "data"

SAMPLE_GAMES = DATA / "sample_games.pgn.gz"
"""Games of an invented club that plays like people, with evaluations; made by experiments/sample-games."""

SHIPPED_GAMES = {
    "sample": SAMPLE_GAMES,
    "learner": DATA / "learner_games.pgn.gz",
    "learner-later": DATA / "learner_later_games.pgn.gz",
}
"""The shipped games by name: those of the whole club, and those of one learner with a weakness and later without it."""

FIGURE_SUFFIXES = (".svg", ".png", ".pdf")

# Without these settings the file would contain the date or the version of matplotlib.
_METADATA = {".svg": {"Date": None}, ".png": {"Software": None}, ".pdf": {"CreationDate": None}}

MOST_COMPARED, MOST_LISTED = 500, 4
"""Files of a folder that a mistyped name is compared with, and how many of them are listed."""

_REASONS = {
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of this path is a file, not a folder",
    errno.ELOOP: "it is a link that leads to itself",
    errno.EACCES: "reading it is not permitted",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENXIO: "it is a device or a pipe, not a file",
}


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace a file in one step: after a crash it has all of the old content or all of the new."""
    data = content.encode() if isinstance(content, str) else content
    try:
        _replace(path, data)
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError) -> BadFile:
    """Return the error for a file that cannot be written."""
    is_full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    hint = "free some space, or write elsewhere" if is_full else "does the folder exist, and may you write to it?"
    if error.errno == errno.ENAMETOOLONG:
        hint = "write a shorter name"
    # FileExistsError: the folder cannot be created, because a file has its name.
    why = (
        "its folder cannot be created, because a file has that name"
        if isinstance(error, FileExistsError)
        # The core adds the number: "File too large (os error 27)".
        else (error.strerror or os.strerror(error.errno or 0)).partition(" (os error")[0]
    )
    return BadFile(f"cannot write {path}: {why}", hint=hint)


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written to, before hours are spent on the content."""
    try:
        _check_place(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise cannot_write(path, error) from error


def refuse_replacing(path: Path, by: str) -> None:
    """Refuse to replace a file or folder that is not empty; every output option does this without `--force`.

    `by` is the option that names the path, such as `--out`.
    """
    try:
        is_there = is_filled(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    if is_there:
        raise BadFile(f"{path} already exists, and {by} would replace it", hint="choose another path, or add --force")


def is_filled(path: Path) -> bool:
    """Whether a file has content, or a folder entries."""
    return any(path.iterdir()) if path.is_dir() else path.is_file() and path.stat().st_size > 0


def _check_place(path: Path) -> None:
    if path.parent.exists() and not path.parent.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "Not a directory")
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "Is a directory")
    if path.exists() and not path.is_file():
        # A file renamed to /dev/null would replace the device.
        raise OSError(errno.EINVAL, "Not a regular file")


def _replace(path: Path, data: bytes) -> None:
    _check_place(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        sync_and_replace(Path(temporary), path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def sync_and_replace(temporary: Path, path: Path) -> None:
    """Let a finished file on the same disk become `path` in one step, with the usual permissions."""
    with temporary.open("r+b") as file:
        os.fsync(file.fileno())
    # Temporary files are private.
    temporary.chmod(0o666 & ~_umask())
    temporary.replace(path)
    # The rename must reach the disk as well.
    sync_folder(path.parent)


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to write files to, which replaces `folder` at the end.

    If anything goes wrong, `folder` stays as it was. If the process is killed, the next one that writes `folder`
    removes the temporary folder.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _clear_after_killed(folder)
        aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    except OSError as error:
        raise cannot_write(folder, error) from error
    new, old = aside / "new", aside / "old"
    lock = _lock_folder(aside)
    try:
        new.mkdir()
        yield new
        sync_folder(new)
        if folder.exists():
            folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise
        sync_folder(folder.parent)
    except OSError as error:
        raise cannot_write(folder, error) from error
    except BadFile as error:
        # The message should name `folder`, not the temporary folder.
        raise cannot_write(folder, error.__cause__) if isinstance(error.__cause__, OSError) else error from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        _unlock(lock)


def _clear_after_killed(folder: Path) -> None:
    """Remove what killed processes left; a temporary folder that holds the earlier contents is moved back first."""
    for aside in folder.parent.glob(f".{glob.escape(folder.name)}.????????"):
        if not aside.is_dir() or not {path.name for path in aside.iterdir()} <= {"new", "old"}:
            continue
        lock = _lock_folder(aside)
        if lock is not None:
            if (aside / "old").exists() and not folder.exists():
                (aside / "old").rename(folder)
            shutil.rmtree(aside, ignore_errors=True)
            _unlock(lock)


def _lock_folder(folder: Path) -> int | None:
    """Lock a folder until `_unlock` or the end of the process; return None if another process has locked it."""
    if fcntl is None:
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _unlock(handle: int | None) -> None:
    if handle is not None:
        os.close(handle)


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of knowledge file: its name, its version and its comment sign."""

    kind: str
    version: int
    comment: str = "#"

    @property
    def header(self) -> str:
        """The first line of every file of this kind."""
        return f"{self.comment} motif {self.kind} {self.version}"

    def footer(self, count: int) -> str:
        """Return the last line of a file with this many lines between header and footer."""
        return f"{self.comment} end of {count} lines"

    def write(self, path: Path, lines: Iterable[str]) -> None:
        """Write the lines between header and footer."""
        body = [line for text in lines for line in text.split("\n")]
        write_atomically(path, "\n".join([self.header, *body, self.footer(len(body))]) + "\n")

    def read(self, path: Path) -> list[tuple[int, str]]:
        """Return the lines between header and footer that are not blank, with their line numbers."""
        lines = self.body(path).splitlines()
        return [(number, line) for number, line in enumerate(lines, start=2) if line.strip()]

    def body(self, path: Path) -> str:
        """Return the text between header and footer in one piece, for callers that can split it faster than `read`."""
        text = read_text(path)
        header, _, rest = text.partition("\n")
        if header.rstrip() != self.header:
            start = f"{header.rstrip()[:60]!r}" if text else "an empty file"
            self.refuse(path, 1, f"expected {self.header!r}, found {start}")
        rest = rest.removesuffix("\n")
        body, _, last = rest.rpartition("\n")
        last = last.rstrip()
        count = body.count("\n") + 1 if body or rest.startswith("\n") else 0
        if not last.startswith(f"{self.comment} end of "):
            lines = count + 2 if rest else 1
            expected = self.footer(lines - 1)
            self.refuse(path, lines, f"expected {expected!r} at the end; is the file cut short?")
        if last != self.footer(count):
            self.refuse(
                path,
                count + 2,
                f"expected {self.footer(count)!r}, found {last!r}",
                hint=f"if you edited the file by hand, correct its last line to {self.footer(count)!r}",
            )
        return body

    def refuse(self, path: Path, line: int, problem: str, hint: str = "") -> NoReturn:
        """Raise BadFile with the file, the number of the bad line and the problem."""
        raise BadFile(f"{path}, line {line}: {problem}", hint or f"this should be a motif {self.kind} file")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The saved state of a long run, which can only continue with the settings that it began with.

    A run that saves after each deterministic step and starts from `load()` gives the same result even if it is killed
    and started again.
    """

    path: Path
    kind: str
    settings: dict[str, Any]

    def save(self, state: Any) -> None:  # noqa: ANN401 - any JSON value
        content = {"motif": "checkpoint", "kind": self.kind, "settings": self.settings, "state": state}
        write_atomically(self.path, json.dumps(content) + "\n")

    def load(self) -> Any | None:  # noqa: ANN401 - any JSON value
        """Return the saved state, or None if there is none yet; raises BadFile if it belongs to another run."""
        if not self.path.exists():
            return None
        text = read_text(self.path, MOST_CHECKPOINT_BYTES)
        try:
            content = json.loads(text)
        except json.JSONDecodeError as error:
            raise BadFile(
                f"{self.path}, line {error.lineno}: expected a checkpoint ({self.kind}): {error.msg}"
            ) from None
        except (ValueError, RecursionError) as error:
            # Valid JSON, but with a number of thousands of digits or thousands of nested brackets.
            raise BadFile(f"{self.path}: expected a checkpoint ({self.kind}): {error}") from None
        ours = isinstance(content, dict) and content.get("motif") == "checkpoint" and content.get("kind") == self.kind
        if not ours or not {"settings", "state"} <= content.keys():
            raise BadFile(f"{self.path}, line 1: expected a checkpoint ({self.kind}), found something else")
        # Converted to JSON and back, so that a tuple equals the list that was saved.
        for name, now in json.loads(json.dumps(self.settings)).items():
            then = content["settings"].get(name)
            if then != now:
                raise BadFile(
                    f"{self.path} belongs to another run: {name} was {then!r} there and is {now!r} now",
                    hint="use the same settings, or another checkpoint file",
                )
        return content["state"]


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text of a file; raises BadFile if it has more than `most` bytes or is not UTF-8."""
    try:
        # Line endings of Windows and old Macs become "\n", as in Python's text mode.
        return read_bytes(path, most).decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise BadFile(
            f"{path}, byte {error.start}: expected UTF-8 text", hint="is this the right file? If so, save it as UTF-8"
        ) from None


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file; raises BadFile if it has more than `most` bytes, or is a pipe or a device."""
    try:
        check_regular(path)
        with path.open("rb") as file:
            is_too_large = os.fstat(file.fileno()).st_size > most
            # Files of the system, as in /proc, have no size.
            content = b"" if is_too_large else file.read(most + 1)
    except OSError as error:
        raise cannot_read(path, error) from None
    if is_too_large or len(content) > most:
        raise BadFile(
            f"cannot read {path}: it is larger than {most / (1 << 20):,.0f} MB", hint="is this the right file?"
        )
    return content


def check_regular(path: Path) -> None:
    """Refuse a pipe or a device, because opening it may wait forever."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise BadFile(f"cannot read {path}: it is a device or a pipe, not a file", hint="name a file on the disk")


def _umask() -> int:
    # The only way to read the umask is to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask


# Files that ship with the package.


def shipped_games(name: str) -> Path | None:
    """Return the path of the shipped games with this name; None if there are none, or if a file has this name."""
    return None if Path(name).exists() else SHIPPED_GAMES.get(name)


# Write figures of matplotlib, so that the same figure always gives the same bytes.


def check_format(path: Path) -> None:
    """Refuse a file name whose ending is not that of a picture format."""
    if path.suffix not in FIGURE_SUFFIXES:
        raise BadArgument(f"cannot draw to {path}", hint="give a file name that ends in .svg, .png or .pdf")


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of this size in inches."""
    from motif.runtime.systems import needed  # only plots need it

    with needed("plots", "A plot"):
        from matplotlib.figure import Figure  # slow to import

    return Figure(figsize=(width, height), layout="constrained")


def save_figure(figure: Figure, path: Path, dpi: int = 100) -> None:
    """Write a figure as SVG, PNG or PDF, depending on the file's ending."""
    check_format(path)
    import matplotlib as mpl  # slow to import

    picture = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "motif", "svg.fonttype": "none"}):
        figure.savefig(picture, format=path.suffix[1:], dpi=dpi, metadata=_METADATA[path.suffix])
    write_atomically(path, picture.getvalue())


@runtime_checkable
class Closeable(Protocol):
    """An object that should be closed after use."""

    def close(self) -> None:
        """End the process, or close the files."""
        ...


def close(thing: object) -> None:
    """Close an object if it has a `close` method.

    >>> close("a word")
    """
    if isinstance(thing, Closeable):
        thing.close()


class ClosedAfterUse(ABC):
    """A base class for use in a `with` statement, which closes the object."""

    @abstractmethod
    def close(self) -> None:
        """End the process, or close the files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def cannot_read(
    path: str | Path, error: OSError, kind: type[MotifError] = BadFile, keywords: Sequence[str] = ()
) -> MotifError:
    """Return the error for a file that cannot be read; `keywords` may stand for files, as `sample` does.

    >>> print(cannot_read("no/game.pgn", FileNotFoundError(errno.ENOENT, "")))
    cannot read no/game.pgn: there is no such file
    """
    why = _REASONS.get(error.errno or 0) or error.strerror or str(error)
    return kind(f"cannot read {path}: {why}", what_instead(path, keywords))


def check_there(path: str | Path, kind: type[MotifError] = BadFile, keywords: Sequence[str] = ()) -> None:
    """Refuse a file that is not there, or a folder, before it is opened."""
    try:
        Path(path).stat()
        if not _is_folder(Path(path)):
            return
        error = OSError(errno.EISDIR, "")
    except OSError as found:
        error = found
    raise cannot_read(path, error, kind, keywords)


def what_instead(path: str | Path, keywords: Sequence[str] = ()) -> str:
    """Return a hint for a path that does not exist: the file that was probably meant, or the files in the folder."""
    typed = str(path)
    if "://" in typed or ":/" in typed:
        return "that is an address: save the file first, and name it"
    if typed.startswith("~"):
        return f"write {Path(typed).expanduser()}: inside quotes the shell leaves ~ as it is"
    place = Path(path)
    if _is_folder(place):
        files = [str(place / name) for name in _names(place)]
        return f"name a file in it, such as {files[0]}" if files else "it is empty; name a file"
    if not _is_folder(place.parent):
        return f"there is no folder {place.parent}; check the path"
    names = _names(place.parent)
    like = {name.casefold(): name for name in names} | {word.casefold(): word for word in keywords}
    if near := get_close_matches(place.name.casefold(), like, n=1, cutoff=0.7):
        meant = like[near[0]]
        return f"did you mean {meant if meant in keywords else place.parent / meant}?"
    same = [name for name in names if place.suffix and Path(name).suffix.casefold() == place.suffix.casefold()]
    if same:
        more = f" and {len(same) - MOST_LISTED:,} more" if len(same) > MOST_LISTED else ""
        return f"in that folder are {', '.join(same[:MOST_LISTED])}{more}"
    return f"check the name and the folder{f', or write {keywords[0]}' if keywords else ''}"


def _names(folder: Path) -> list[str]:
    try:
        names = sorted(path.name for path in folder.iterdir() if path.is_file())
        return [name for name in names if name.isprintable() and not name.startswith(".")][:MOST_COMPARED]
    except OSError:
        return []


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
