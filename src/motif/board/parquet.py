"""Read games from Parquet files in the layout of those that Lichess publishes, as PGN text for the core.

Each row is a game. The columns White, Black, Result and movetext must be there; every other column of the layout that
is there becomes a tag. All other columns are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from motif.errors import BadGameFile
from motif.runtime.systems import needed

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

SUFFIX = ".parquet"
NEEDED = ("White", "Black", "Result", "movetext")
PLAYERS = ("White", "Black", "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")
TIMES = ("UTCDate", "UTCTime", "Termination", "TimeControl")
TAGS = ("Event", "Site", *PLAYERS, "Result", *TIMES, "ECO", "Opening", "FEN")
ROWS_AT_ONCE = 2_000
"""Rows that become text together: a few megabytes."""


def is_parquet(name: str) -> bool:
    """Whether the name is that of a Parquet file."""
    return name.lower().endswith(SUFFIX)


def row_groups(file: BinaryIO, name: str, share_bytes: int) -> Iterator[tuple[int, int, int]]:
    """Yield ranges of row groups of at least this many bytes: the first, the one behind the last, and their bytes."""
    metadata = _open(file, name).metadata
    begin, size = 0, 0
    for group in range(metadata.num_row_groups):
        size += metadata.row_group(group).total_byte_size
        if size >= share_bytes or group + 1 == metadata.num_row_groups:
            yield begin, group + 1, size
            begin, size = group + 1, 0


class ParquetText:
    """The games of some row groups of a Parquet file, as PGN."""

    def __init__(self, file: BinaryIO, name: str, begin: int = 0, end: int | None = None) -> None:
        """Raise BadGameFile if it is no Parquet file, or has not the columns of games."""
        parquet = _open(file, name)
        self._columns = _columns(parquet, name)
        groups = range(begin, parquet.metadata.num_row_groups if end is None else end)
        sizes: list[int] = [parquet.metadata.row_group(group).total_byte_size for group in groups]
        rows: int = max(1, sum(parquet.metadata.row_group(group).num_rows for group in groups))
        self._bytes_a_row = sum(sizes) / rows
        self._texts = self._read(parquet, list(groups))
        self._text = memoryview(b"")
        self._rows_read = 0
        self.problem = ""

    @property
    def bytes_read(self) -> int:
        """The bytes of the rows that were read, before decompression."""
        return int(self._rows_read * self._bytes_a_row)

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes of PGN; none at the end."""
        while not self._text:
            try:
                self._text = memoryview(next(self._texts))
            except StopIteration:
                return b""
            except (OSError, ValueError) as error:
                # pyarrow's errors are of these types; damage shows only where the file is read.
                self.problem = str(error).partition("\n")[0]
                return b""
        data, self._text = bytes(self._text[:size]), self._text[size:]
        return data

    def place_of(self, offset: int) -> None:
        """Return None: a place in the text is no place in the file."""

    def _read(self, parquet: ParquetFile, groups: list[int]) -> Iterator[bytes]:
        # One group at a time: damage in one must not lose the ones before, and memory holds only one.
        for group in groups:
            for batch in parquet.iter_batches(ROWS_AT_ONCE, row_groups=[group], columns=self._columns):
                yield _pgn(batch)
                self._rows_read += batch.num_rows


def _open(file: BinaryIO, name: str) -> ParquetFile:
    with needed("big", "A Parquet file"):
        import pyarrow
        from pyarrow.parquet import ParquetFile
    try:
        return ParquetFile(file)
    except (pyarrow.ArrowException, OSError):
        raise BadGameFile(
            f"cannot read {name}: it is no Parquet file, or it is cut short", hint="download or write it again"
        ) from None


def _columns(parquet: ParquetFile, name: str) -> list[str]:
    import pyarrow.types as types

    schema = parquet.schema_arrow
    if missing := [column for column in NEEDED if column not in schema.names]:
        raise BadGameFile(
            f"cannot read {name}: it has no column {missing[0]}",
            hint=f"games have the columns {', '.join(NEEDED)}, as in the Parquet files of Lichess",
        )
    columns = [column for column in (*TAGS, "movetext") if column in schema.names]
    for column in columns:
        kind = schema.field(column).type
        is_text = types.is_string(kind) or types.is_large_string(kind) or types.is_dictionary(kind)
        if not is_text and (column in NEEDED or types.is_nested(kind) or types.is_binary(kind)):
            raise BadGameFile(
                f"cannot read {name}: the column {column} holds {kind}, not text",
                hint="games are rows as in the Parquet files of Lichess",
            )
    return columns


def _pgn(batch: Any) -> bytes:  # noqa: ANN401 - pyarrow has no types
    """Return the PGN of a batch of rows."""
    import pyarrow as pa
    import pyarrow.compute as pc

    parts = []
    for column in batch.schema.names[:-1]:
        value = pc.fill_null(_text(batch.column(column)), "")
        for special, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", " ")):
            value = pc.replace_substring(value, special, written)
        tag = pc.binary_join_element_wise(f'[{column} "', value, '"]\n', "")
        parts.append(pc.if_else(pc.equal(value, ""), "", tag))
    # A line break in the moves could end the game.
    moves = pc.replace_substring_regex(pc.fill_null(_text(batch.column("movetext")), ""), r"\s*[\r\n]\s*", " ")
    # Without a comment a game without moves and result would be no game at all.
    games = pc.binary_join_element_wise(*parts, "\n", pc.if_else(pc.equal(moves, ""), "*", moves), "\n\n", "")
    return b"".join(pc.cast(games, pa.binary()).to_pylist())


def _text(column: Any) -> Any:  # noqa: ANN401
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        return pc.strftime(column, "%Y.%m.%d")
    if pa.types.is_time(kind):
        column = pc.cast(column, pa.time32("s"), safe=False)
    return pc.cast(column, pa.string())
