"""Show, back up and restore the data that Motif keeps for a user, as one ZIP file."""

from __future__ import annotations

import io
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from motif.errors import BadFile
from motif.runtime.files import cannot_write, whole_folder, write_atomically

SQLITE = ".sqlite"
SEAL = "motif-data.txt"
"""The name of a file in every backup; its text is the number of the format."""
FORMAT = "1"
MOST_BYTES = 4 << 30


@dataclass(frozen=True, slots=True)
class Kept:
    """A file or folder that Motif keeps for a user, and its size in bytes."""

    path: Path
    bytes: int


def kept_in(folder: Path) -> list[Kept]:
    """The entries of a folder of user data, the largest first; empty if the folder does not exist."""
    entries = [path for path in folder.iterdir() if not path.name.startswith(".")] if folder.is_dir() else []
    found = [Kept(path, sum(file.stat().st_size for file in _files(path))) for path in entries]
    return sorted(found, key=lambda kept: (-kept.bytes, kept.path))


def _files(path: Path) -> Iterator[Path]:
    inside = sorted(path.rglob("*")) if path.is_dir() else [path]
    return (file for file in inside if file.is_file() and not file.is_symlink())


def back_up(folder: Path, target: Path) -> int:
    """Write all files of a folder into one ZIP file, and return their number.

    Databases are copied by SQLite, so that the copy is complete even while Motif is running.
    """
    files = [file for file in _files(folder) if not _is_passing(file, folder)] if folder.is_dir() else []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(SEAL, FORMAT)
        for file in files:
            content = _copied(file) if file.suffix == SQLITE else file.read_bytes()
            archive.writestr(file.relative_to(folder).as_posix(), content)
    write_atomically(target, packed.getvalue())
    return len(files)


def _is_passing(file: Path, folder: Path) -> bool:
    """Whether a file is only temporary: a hidden file, or the journal of a database."""
    is_hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return is_hidden or file.name.endswith((f"{SQLITE}-wal", f"{SQLITE}-shm", f"{SQLITE}-journal"))


def _copied(database: Path) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / database.name
        try:
            with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
        except sqlite3.Error as error:
            raise BadFile(f"{database} cannot be read: {error}", hint="was it written by Motif?") from error
        return copy.read_bytes()


def restore(backup: Path, folder: Path, *, is_replacing: bool = False) -> int:
    """Replace a folder by the files of a backup, and return their number."""
    try:
        with zipfile.ZipFile(backup) as archive:
            names = _checked(archive, backup)
            if not is_replacing and kept_in(folder):
                raise BadFile(
                    f"there is data in {folder}",
                    hint="add --force to replace it; `motif data --out FILE` writes a backup of it first",
                )
            with whole_folder(folder) as new:
                for name in names:
                    target = new / name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    with archive.open(name) as content, target.open("wb") as file:
                        shutil.copyfileobj(content, file)
    except FileNotFoundError as error:
        raise BadFile(f"there is no file {backup}", hint="name a file that `motif data --out FILE` wrote") from error
    except (zipfile.BadZipFile, EOFError, zlib.error) as error:
        raise _no_backup(backup) from error
    except OSError as error:
        raise cannot_write(folder, error) from error
    return len(names)


def _checked(archive: zipfile.ZipFile, backup: Path) -> list[str]:
    """The names of a backup's files; raises an error for other ZIP files, newer formats or paths outside the folder."""
    if SEAL not in archive.namelist():
        raise _no_backup(backup)
    if (version := archive.read(SEAL)[:20].decode(errors="replace")) != FORMAT:
        raise BadFile(f"{backup} is a backup of format {version}, and this Motif reads {FORMAT}", hint="update Motif")
    if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
        raise BadFile(f"{backup} holds more than {MOST_BYTES >> 30} GB", hint="unpack it yourself, if you trust it")
    names = [name for name in archive.namelist() if name != SEAL]
    for name in names:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or name.endswith("/"):
            raise _no_backup(backup)
    return names


def _no_backup(backup: Path) -> BadFile:
    return BadFile(f"{backup} is not a backup of Motif's data", hint="name a file that `motif data --out FILE` wrote")
