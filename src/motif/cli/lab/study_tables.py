"""`motif lab read study`: write the moves or the findings of a study as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from motif.board.wording import counted
from motif.cli.console import say, say_json
from motif.cli.options import Json, argument, experiment, output
from motif.cli.train import read_study
from motif.runtime.tables import check_table, write_table
from motif.study.tables import StudyTable


def write(
    folder: Annotated[Path, argument("The folder that `motif study` wrote.", "STUDY")],
    to: Annotated[Path, output("The table: .csv, or .parquet with the extra `big`.")],
    rows: Annotated[StudyTable, experiment("Write the moves with their explanations, or the findings.")] = (
        StudyTable.MOVES
    ),
    as_json: Json = False,
) -> None:
    """Write the moves of a study with their explanations, or its findings, as a table for other programs.

    Example: `motif lab read study study-anna --out moves.parquet`
    """
    check_table(to)
    columns = rows.columns(read_study(folder))
    count = len(next(iter(columns.values())))
    write_table(to, columns)
    if as_json:
        say_json({"rows": count, "columns": list(columns), "file": str(to)})
    else:
        say(f"{counted(count, 'row')} in {to}")
