"""Divide games into shares that workers read: whole files, byte ranges of plain PGN, or row groups of Parquet.

A share is small enough to send anywhere: it names the place of the games, which each worker reads by itself. Files may
be on this computer or, as `s3://bucket/games.pgn`, at any address that the package fsspec can read.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Protocol

from motif.board.parquet import ParquetText, is_parquet, row_groups
from motif.errors import BadGameFile
from motif.runtime.files import cannot_read
from motif.runtime.systems import needed

STANDARD_INPUT = "-"
"""The file name that means standard input."""

SHARE_BYTES = 64 << 20
"""A share of a plain PGN file: about a second of work, and few enough shares in a month of games."""

LONGEST_SEARCH_BYTES = 16 << 20
"""The longest game; a share of this many bytes without the beginning of a game is joined to the one before."""

_COMPRESSED = (b"\x28\xb5\x2f\xfd", b"\x1f\x8b")
"""How files begin that zstd or gzip compressed."""

_STARTS = (b"\n\n[Event ", b"\n\r\n[Event ")
_READ_BYTES = 1 << 20


class GameText(Protocol):
    """PGN text that the core reads as it would read a file."""

    problem: str
    """The reason why the text ends too early; empty if it does not."""

    @property
    def bytes_read(self) -> int:
        """How many bytes of the file were read."""
        ...

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes; none at the end."""
        ...

    def place_of(self, offset: int) -> int | None:
        """Return the place in the file, in bytes, of a place in the text; None if the file is no text."""
        ...


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a file that one worker reads, from `begin` to `end`, or to the end of the file if that is None.

    The places are bytes of a plain PGN file and row groups of a Parquet file; a compressed file is one share.
    """

    file: str
    begin: int = 0
    end: int | None = None
    size: int = 0
    """How many bytes of the file the share has; 0 if that is unknown."""

    @contextmanager
    def text(self) -> Iterator[GameText | None]:
        """Yield the text of the share; None means that the core opens the file by its name."""
        is_whole = self.end is None and not is_address(self.file)
        if self.file == STANDARD_INPUT or (is_whole and not is_parquet(self.file)):
            yield None
            return
        with open_file(self.file) as file:
            if is_parquet(self.file):
                yield ParquetText(file, self.file, self.begin, self.end)
            else:
                yield _Range(file, self.begin, self.end)


def shares_of(files: Sequence[str | Path], share_bytes: int = 0) -> list[Share]:
    """Divide files into shares; raise BadGameFile for one that cannot be opened.

    The shares depend on the files alone, never on the number of workers.
    """
    return [share for file in files for share in _shares_of_file(str(file), share_bytes or SHARE_BYTES)]


def is_address(name: str) -> bool:
    """Whether a name is the address of a file elsewhere, such as s3://bucket/games.pgn."""
    return "://" in name


def open_file(name: str) -> BinaryIO:
    """Open a file here or at an address; raise BadGameFile if that fails."""
    try:
        if not is_address(name):
            return Path(name).open("rb")
        with needed("cluster", "A file at an address"):
            import fsspec
        opened: BinaryIO = fsspec.open(name, "rb").open()
    except FileNotFoundError:
        raise cannot_read(name, FileNotFoundError(errno.ENOENT, ""), BadGameFile) from None
    except OSError as error:
        raise cannot_read(name, error, BadGameFile) from error
    except (ValueError, ImportError) as error:
        raise BadGameFile(f"cannot read {name}: {error}") from error
    return opened


def _shares_of_file(name: str, share_bytes: int) -> Iterator[Share]:
    # Standard input, a pipe or a device can be read only once, from first to last.
    if name == STANDARD_INPUT or not (is_address(name) or Path(name).is_file()):
        yield Share(name)
        return
    with open_file(name) as file:
        size = file.seek(0, os.SEEK_END)
        if is_parquet(name):
            yield from (Share(name, *groups) for groups in row_groups(file, name, share_bytes))
            return
        file.seek(0)
        if size <= share_bytes or file.read(4).startswith(_COMPRESSED):
            yield Share(name, size=size)
            return
        found = (_game_from(file, place, share_bytes) for place in range(share_bytes, size, share_bytes))
        edges = sorted({0, *(edge for edge in found if edge is not None), size})
        yield from (Share(name, begin, end, end - begin) for begin, end in pairwise(edges))


def _game_from(file: BinaryIO, begin: int, share_bytes: int) -> int | None:
    """Return where the first game behind a place begins; None if no game begins within a share of it."""
    file.seek(begin)
    text = b""
    while len(text) < min(LONGEST_SEARCH_BYTES, share_bytes) and (more := file.read(min(_READ_BYTES, share_bytes))):
        text += more
        found = [(text.index(start), start) for start in _STARTS if start in text]
        if found:
            place, start = min(found)
            return begin + place + start.index(b"[")
    return None


class _Range:
    """The bytes of a file from one place to another."""

    problem = ""

    def __init__(self, file: BinaryIO, begin: int, end: int | None) -> None:
        self._file, self._begin, self._end = file, begin, end
        self.bytes_read = 0
        if begin:
            file.seek(begin)

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes; none at the end of the range."""
        if self._end is not None:
            size = min(size, self._end - self._begin - self.bytes_read)
        try:
            data = self._file.read(size)
        except OSError as error:
            self.problem, data = str(error), b""
        self.bytes_read += len(data)
        return data

    def place_of(self, offset: int) -> int:
        """Return the place in the file of a place in the range."""
        return self._begin + offset
