"""The folder of a study: a name that is safe on every disk, and content that is there whole or not at all."""

from __future__ import annotations

import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from motif.errors import BadFile
from motif.store import cannot_write

LONGEST = 60


def folder_name(player: str) -> str:
    """The folder for a player: letters and digits of any script, and a dash for everything else.

    >>> folder_name("Bobby Tables'; --"), folder_name("../../etc"), folder_name("\\u202eevil"), folder_name("???")
    ('study-Bobby-Tables', 'study-etc', 'study-evil', 'study-player')
    """
    plain = unicodedata.normalize("NFC", player)
    safe = re.sub(r"[^\w]+", "-", plain, flags=re.UNICODE).strip("-_")[:LONGEST].strip("-_")
    return f"study-{safe or 'player'}"


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A folder to write to, which takes the place of the real one when all is written, and is gone if that fails.

    What an earlier study left there is replaced; a folder that holds anything else is refused.
    """
    check_folder(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    except OSError as error:
        raise cannot_write(folder, error) from error
    try:
        yield fresh
        fresh.chmod(0o755)
        _replace(folder, fresh)
    except OSError as error:
        raise cannot_write(folder, error) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def check_folder(folder: Path) -> None:
    """Refuse a folder that a study may not replace, before minutes are spent on it."""
    if folder.exists() and not folder.is_dir():
        raise BadFile(f"{folder} is a file, not a folder", hint="choose another with --out")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "study.json").exists():
        raise BadFile(f"{folder} holds something that is no study", hint="choose another with --out")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}."):
            pass
    except OSError as error:
        raise cannot_write(folder, error) from error


def _replace(folder: Path, fresh: Path) -> None:
    if not folder.exists():
        fresh.rename(folder)
        return
    old = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        folder.rename(old / "before")
        try:
            fresh.rename(folder)
        except OSError:
            (old / "before").rename(folder)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)
