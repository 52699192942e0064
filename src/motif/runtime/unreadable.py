"""Say why a file cannot be read, and which file was perhaps meant."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from motif.errors import BadFile, MotifError

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
    """Return a hint: the file that was perhaps meant, or the files that are there."""
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
        return sorted(path.name for path in folder.iterdir() if path.is_file() and _is_shown(path.name))[:MOST_COMPARED]
    except OSError:
        return []


def _is_shown(name: str) -> bool:
    return name.isprintable() and not name.startswith(".")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
