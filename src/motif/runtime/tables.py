"""Write tables as CSV or, if the file's name ends in .parquet, as Parquet for pandas, DuckDB and Dask.

`harmless` and `harmless_cell` are for text from strangers, such as the names of players.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from motif.runtime.files import write_atomically
from motif.runtime.systems import needed

PARQUET_SUFFIX = ".parquet"

_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def check_table(path: Path) -> None:
    """Raise MissingExtra if a table cannot be written because pyarrow is not installed."""
    if path.suffix == PARQUET_SUFFIX:
        with needed("big", "A Parquet file"):
            import pyarrow.parquet  # noqa: F401


def write_table(path: Path, columns: Mapping[str, Sequence[Any]]) -> None:
    """Write columns of equal length to a file; None is an empty cell."""
    check_table(path)
    if path.suffix == PARQUET_SUFFIX:
        import pyarrow
        import pyarrow.parquet

        content = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(dict(columns)), content, compression="zstd")
        write_atomically(path, content.getvalue())
        return
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        writer.writerow([harmless_cell(cell) if isinstance(cell, str) else cell for cell in row])
    write_atomically(path, text.getvalue())


def harmless(text: str) -> str:
    """Replace control characters, and characters that change the writing direction, which a terminal would obey.

    >>> harmless("\\x1b[31mred\\u202e")
    '�[31mred�'
    """
    return _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)


def harmless_cell(text: str) -> str:
    """Make a text harmless for a CSV cell, so that no spreadsheet runs it as a formula.

    >>> harmless_cell("=cmd|' /C calc'!A0")
    "'=cmd|' /C calc'!A0"
    """
    plain = harmless(text)
    return f"'{plain}" if plain.startswith(("=", "+", "-", "@", "\t", "\r")) else plain
