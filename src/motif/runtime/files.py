"""Knowledge files and checkpoints: versioned text, written whole or not at all, refused with a reason.

A knowledge file opens with `# motif KIND VERSION` and closes with `# end of N lines`, so that a foreign,
outdated or truncated file is told apart from a good one. The comment sign is the kind's own.
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
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from motif.errors import BadArgument, BadFile
from motif.runtime.systems import sync_folder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

try:
    import fcntl
except ImportError:  # pragma: no cover - not on every system; what the killed left stays there, then
    fcntl = None  # type: ignore[assignment]

MOST_BYTES = 64 << 20
"""The largest file that is read whole unless said otherwise; the largest that ships has two megabytes."""


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace a file in one step: after a crash it holds the old content or the new, never a part."""
    data = content.encode() if isinstance(content, str) else content
    try:
        _replace(path, data)
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: OSError) -> BadFile:
    """The error of a file that cannot be written."""
    is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    hint = "make room there, or write elsewhere" if is_full else "is the folder there, and may you write to it?"
    # A folder that cannot be made since a file has its name.
    why = "a file stands where its folder should be" if isinstance(error, FileExistsError) else error.strerror
    return BadFile(f"cannot write {path}: {why}", hint=hint)


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written, before hours are spent on what should go there."""
    try:
        _check_place(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise cannot_write(path, error) from error


def refuse_replacing(path: Path, by: str) -> None:
    """The rule of every output: what has content stays as it is, whoever wrote it and whatever its kind.

    `by` names who would write, `--out` for instance. Only who is told to by force goes without this question.
    """
    try:
        is_held = any(path.iterdir()) if path.is_dir() else path.is_file() and path.stat().st_size > 0
    except OSError as error:
        raise cannot_write(path, error) from error
    if is_held:
        raise BadFile(f"{path} holds something already, and {by} would replace it", hint="name another, or add --force")


def _check_place(path: Path) -> None:
    if path.parent.exists() and not path.parent.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "Not a directory")
    # Renaming a new file to its name would make an ordinary file of /dev/null.
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "Is a directory")
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "Is a device, not a file")


def _replace(path: Path, data: bytes) -> None:
    _check_place(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes the file private; what we ship and share should be readable as usual.
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    # The rename itself must reach the disk too.
    sync_folder(path.parent)


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A new folder to write files to, which takes the place of `folder` at the end; before that nobody sees it.

    What `folder` held is gone then. When anything goes wrong it stays as it was, or stays away; what a killed process
    left beside it is cleared away by the next one.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _clear_after_the_killed(folder)
        aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    except OSError as error:
        raise cannot_write(folder, error) from error
    new, old = aside / "new", aside / "old"
    held = _hold(aside)
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
        # The reader has never heard of the folder aside.
        raise cannot_write(folder, error.__cause__) if isinstance(error.__cause__, OSError) else error from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        _let_go(held)


def _clear_after_the_killed(folder: Path) -> None:
    """Remove the folders aside that nobody holds any more; one that kept the old folder gives it back."""
    for aside in folder.parent.glob(f".{glob.escape(folder.name)}.????????"):
        if not aside.is_dir() or not {path.name for path in aside.iterdir()} <= {"new", "old"}:
            continue
        held = _hold(aside)
        if held is not None:
            if (aside / "old").exists() and not folder.exists():
                (aside / "old").rename(folder)
            shutil.rmtree(aside, ignore_errors=True)
            _let_go(held)


def _hold(folder: Path) -> int | None:
    """Hold a folder until `_let_go` or the end of the process, however it ends; None where another process does."""
    if fcntl is None:
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _let_go(handle: int | None) -> None:
    if handle is not None:
        os.close(handle)


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of knowledge file: its name, its version and the sign that starts a comment."""

    kind: str
    version: int
    comment: str = "#"

    @property
    def header(self) -> str:
        """The first line of every file of this kind."""
        return f"{self.comment} motif {self.kind} {self.version}"

    def footer(self, count: int) -> str:
        """The last line of a file that holds this many lines between header and footer."""
        return f"{self.comment} end of {count} lines"

    def write(self, path: Path, lines: Iterable[str]) -> None:
        """Write the lines between header and footer."""
        body = [line for text in lines for line in text.split("\n")]
        write_atomically(path, "\n".join([self.header, *body, self.footer(len(body))]) + "\n")

    def read(self, path: Path) -> list[tuple[int, str]]:
        """The lines between header and footer with their numbers, as an editor counts them; blank ones left out."""
        lines = self.body(path).splitlines()
        return [(number, line) for number, line in enumerate(lines, start=2) if line.strip()]

    def body(self, path: Path) -> str:
        """All that stands between header and footer, for who splits it faster than line by line."""
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
        """Raise the error of a bad line, in the one form that names file, line and what was expected."""
        raise BadFile(f"{path}, line {line}: {problem}", hint or f"this should be a motif {self.kind} file")


MOST_OF_A_RUN = 1 << 30
"""A run may have played for weeks."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The saved state of one long run, bound to the settings that began it.

    A run that saves after each step and starts from `load()` gives the same result after `kill -9`
    as without it, provided its steps are deterministic.
    """

    path: Path
    kind: str
    settings: dict[str, Any]

    def save(self, state: Any) -> None:  # noqa: ANN401 - any JSON value
        """Replace the saved state."""
        content = {"motif": "checkpoint", "kind": self.kind, "settings": self.settings, "state": state}
        write_atomically(self.path, json.dumps(content) + "\n")

    def load(self) -> Any | None:  # noqa: ANN401 - any JSON value
        """The saved state, or None when the run has not begun; refused when it belongs to another run."""
        if not self.path.exists():
            return None
        text = read_text(self.path, MOST_OF_A_RUN)
        try:
            content = json.loads(text)
        except json.JSONDecodeError as error:
            raise BadFile(
                f"{self.path}, line {error.lineno}: expected a checkpoint ({self.kind}): {error.msg}"
            ) from None
        except (ValueError, RecursionError) as error:
            # A number of thousands of digits, brackets in brackets without end: JSON, and not ours.
            raise BadFile(f"{self.path}: expected a checkpoint ({self.kind}): {error}") from None
        ours = isinstance(content, dict) and content.get("motif") == "checkpoint" and content.get("kind") == self.kind
        if not ours or not {"settings", "state"} <= content.keys():
            raise BadFile(f"{self.path}, line 1: expected a checkpoint ({self.kind}), found something else")
        # Compared as JSON reads them, so that a tuple equals the list it was saved as.
        for name, now in json.loads(json.dumps(self.settings)).items():
            then = content["settings"].get(name)
            if then != now:
                raise BadFile(
                    f"{self.path} belongs to another run: {name} was {then!r} there and is {now!r} now",
                    hint="use the same settings, or another checkpoint file",
                )
        return content["state"]


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file of at most so many bytes, or the error that says why not."""
    try:
        # As every reader of text does: a line ends in one way, whoever wrote it.
        return read_bytes(path, most).decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}, byte {error.start}: expected UTF-8 text") from None


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """What a file holds, of at most so many bytes; a pipe or a device, which need not end, is refused unopened."""
    try:
        check_regular(path)
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror}") from None
    if len(content) > most:
        raise BadFile(
            f"cannot read {path}: it holds more than {most / (1 << 20):,.0f} MB", hint="is it the file you mean?"
        )
    return content


def check_regular(path: Path) -> None:
    """Refuse what is there and is no ordinary file; whoever opens a pipe waits for ever."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise BadFile(f"cannot read {path}: it is a device or a pipe, and a file is needed")


def _umask() -> int:
    # There is no way to ask for the umask but to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask


# What ships with the package, by path.

DATA = Path(__file__).parents[1] / "data"

SAMPLE_GAMES = DATA / "sample_games.pgn.gz"
"""Complete games of a club that plays as people do, evaluated move by move; experiments/sample-games tells how."""

SHIPPED_GAMES = {
    "sample": SAMPLE_GAMES,
    "learner": DATA / "learner_games.pgn.gz",
    "learner-later": DATA / "learner_later_games.pgn.gz",
}
"""The games that ship, by the words for them: one of the club, a learner, has a weakness, and later not."""


def shipped_games(name: str) -> Path | None:
    """The games that a word names; a file that is called so comes first."""
    return None if Path(name).exists() else SHIPPED_GAMES.get(name)


# Pictures by matplotlib as files: the same picture is the same bytes, and a file is written whole or not at all.

FORMS = (".svg", ".png", ".pdf")

# Without these a picture would carry the date and random names, and never be the same twice.
_UNDATED = {".svg": {"Date": None}, ".png": {"Software": None}, ".pdf": {"CreationDate": None}}


def check_form(path: Path) -> None:
    """Refuse a file whose name is not that of a picture."""
    if path.suffix not in FORMS:
        raise BadArgument(f"cannot draw to {path}", hint="write a file that ends in .svg, .png or .pdf")


def save_figure(figure: Figure, path: Path, dpi: int = 100) -> None:
    """Write a figure as SVG, PNG or PDF by the file's ending."""
    check_form(path)
    import matplotlib as mpl  # only those who draw wait for it to load

    picture = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "motif", "svg.fonttype": "none"}):
        figure.savefig(picture, format=path.suffix[1:], dpi=dpi, metadata=_UNDATED[path.suffix])
    write_atomically(path, picture.getvalue())
