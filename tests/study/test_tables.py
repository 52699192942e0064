"""Test the tables of a study: a row for each move and finding, as CSV and as Parquet."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import pytest

from motif.errors import MissingExtra
from motif.runtime.tables import write_table
from motif.study.tables import StudyTable
from trained import LEAKING as STUDY


def test_every_move_has_a_row_and_the_players_mistakes_are_explained() -> None:
    table = StudyTable.MOVES.columns(STUDY)
    assert {len(column) for column in table.values()} == {sum(len(game.moves) for game in STUDY.games)}
    explained = [fault.sentence for game in STUDY.games for fault in game.faults]
    assert explained
    assert [text for text in table["explanation"] if text] == explained
    first = STUDY.games[0]
    assert table["fen"][0] == first.start
    assert (table["uci"][0], table["san"][0]) == (first.moves[0].move.uci(), first.moves[0].san)


def test_every_finding_has_its_cases_and_chances() -> None:
    table = StudyTable.FINDINGS.columns(STUDY)
    for place, finding in enumerate(STUDY.profile.findings):
        row = {name: column[place] for name, column in table.items()}
        assert (row["title"], row["own_cases"], row["own_chances"]) == (
            (finding.title, finding.own.hits, finding.own.count)
        )
        assert row["is_to_work_on"] == (finding in STUDY.profile.work_on)


@pytest.mark.parametrize("kind", StudyTable)
def test_parquet_and_csv_hold_the_same(tmp_path: Path, kind: StudyTable) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    columns = kind.columns(STUDY)
    for name in ("table.parquet", "table.csv"):
        write_table(tmp_path / name, columns)
    assert pq.read_table(tmp_path / "table.parquet").to_pydict() == columns
    rows = list(csv.DictReader(io.StringIO((tmp_path / "table.csv").read_text(encoding="utf-8"))))
    assert len(rows) == len(next(iter(columns.values())))
    assert list(rows[0]) == list(columns)


def test_a_spreadsheet_runs_no_name_as_a_formula(tmp_path: Path) -> None:
    write_table(tmp_path / "table.csv", {"white": ["=cmd|' /C calc'!A0", "Anna\x1b[31m"], "ply": [-3, None]})
    assert (
        tmp_path / "table.csv"
    ).read_text() == "white,ply\n'=cmd|' /C calc'!A0,-3\nAnna\N{REPLACEMENT CHARACTER}[31m,\n"


def test_without_pyarrow_nothing_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match="A Parquet file needs the Python package pyarrow") as refused:
        write_table(tmp_path / "table.parquet", {"ply": [1]})
    assert refused.value.hint == 'pip install "motif-chess[big]"'
    assert not list(tmp_path.iterdir())
