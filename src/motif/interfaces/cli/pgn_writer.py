"""A PGN file that grows while games are played: each pair is there whole or not at all."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from motif.arena.records import PairRecord
from motif.errors import BadArgument
from motif.store import cannot_write


class PgnWriter:
    """Where finished games go, with the players' reasons if they are wanted."""

    def __init__(self, path: Path, file: FileIO, reasons: bool) -> None:
        self._path = path
        self._file = file
        self._reasons = reasons
        self.games = 0

    def add(self, pair: PairRecord) -> None:
        """Write both games of a pair: a full disk leaves the games before, none cut in two."""
        text = "".join(game.to_pgn(comments=self._reasons) for game in pair.games).encode()
        try:
            append(text, self._file)
        except OSError as error:
            raise cannot_write(self._path, error) from error
        self.games += len(pair.games)


def append(text: bytes, file: FileIO) -> None:
    """Write a text whole or not at all."""
    whole = file.tell()
    try:
        while text:
            text = text[file.write(text) :]
    except OSError:
        file.truncate(whole)
        raise


def refuse_unwritten_reasons(pgn: Path | None, reasons: bool) -> None:
    """Reasons go into the games: where none are written, whoever asked for reasons would look for them in vain."""
    if reasons and pgn is None:
        raise BadArgument("--reasons puts reasons into the PGN, and none is written", hint="add --pgn FILE")


@contextmanager
def pgn_writer(path: Path, reasons: bool) -> Generator[PgnWriter, None, None]:
    """The file, begun anew."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = path.open("wb", buffering=0)
    except OSError as error:
        raise cannot_write(path, error) from error
    with opened as file:
        yield PgnWriter(path, file, reasons)
