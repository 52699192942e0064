"""Test that games are read from Parquet files in the layout of Lichess, and that bad files are refused in one line."""

from __future__ import annotations

import datetime
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from motif.board import shares
from motif.board.games import Draw, GameFilter, Report, draw_from_files, games_of_share, read_games
from motif.board.shares import shares_of
from motif.errors import BadGameFile, MissingExtra
from motif.runtime.files import SAMPLE_GAMES

GAMES: dict[str, list[Any]] = {
    "Event": ["Rated Blitz game", "Rated Rapid game", 'The "Open"'],
    "Site": ["https://lichess.org/a", "https://lichess.org/b", None],
    "White": ["Anna", "Boris", "Back\\slash"],
    "Black": ["Boris", "Carla", "Dora"],
    "Result": ["1-0", "0-1", "1/2-1/2"],
    "WhiteElo": [1500, 1900, None],
    "BlackElo": [1520, 1850, 1700],
    "UTCDate": [datetime.date(2024, 5, day) for day in (1, 2, 3)],
    "UTCTime": [datetime.time(18, 5, 30)] * 3,
    "Termination": ["Normal", "Time forfeit", "Normal"],
    "TimeControl": ["300+3", "600+0", "600+0"],
    "movetext": [
        "1. e4 { [%eval 0.17] [%clk 0:05:00] } 1... e5 { [%eval 0.2] } 2. Nf3 1-0",
        "1. d4 d5 0-1",
        "1. c4 e5\n\n2. Nc3 1/2-1/2",
    ],
}


def write(path: Path, columns: dict[str, list[Any]], rows_in_a_group: int = 1_000) -> Path:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pa.table(columns)
    if "WhiteElo" in columns:
        place = list(columns).index("WhiteElo")
        table = table.set_column(place, "WhiteElo", table.column("WhiteElo").cast(pa.int16()))
    pq.write_table(table, path, row_group_size=rows_in_a_group)
    return path


def of_sample(path: Path, rows_in_a_group: int) -> Path:
    games = [(game.tags, str(game).rpartition("]\n\n")[2]) for game in read_games(SAMPLE_GAMES)]
    names = ("Event", "Site", "White", "Black", "Result", "WhiteElo", "BlackElo", "UTCDate", "TimeControl")
    columns = {name: [tags.get(name) for tags, _ in games] for name in names}
    numbers = {name: [int(each) if each else None for each in columns[name]] for name in ("WhiteElo", "BlackElo")}
    return write(path, columns | numbers | {"movetext": [text for _, text in games]}, rows_in_a_group)


def test_a_row_is_a_game_with_its_tags_and_evaluations(tmp_path: Path) -> None:
    first, second, third = read_games(write(tmp_path / "games.parquet", GAMES))
    assert first.players == ("Anna", "Boris")
    assert (first.ratings, first.result, len(first)) == ((1500, 1520), "1-0", 3)
    assert (first.tags["UTCDate"], first.tags["UTCTime"]) == ("2024.05.01", "18:05:30")
    assert first.centipawns()[:2].tolist() == [17, 20]
    assert second.tags["Termination"] == "Time forfeit"
    assert (third.players[0], third.tags["Event"]) == ("Back\\slash", 'The "Open"')
    assert (third.ratings, len(third)) == ((None, 1700), 3)
    assert "Site" not in third.tags


def test_the_filters_are_those_of_pgn(tmp_path: Path) -> None:
    path = write(tmp_path / "games.parquet", GAMES)
    for where, count in (
        (GameFilter(ratings=(1800, 2000)), 1),
        (GameFilter(time_control="blitz"), 1),
        (GameFilter(player="Boris"), 2),
        (GameFilter(results=("1/2-1/2",)), 1),  # type: ignore[arg-type]  # the text becomes a GameResult
    ):
        report = Report()
        assert len(list(read_games(path, where, report))) == count
        assert report.filtered_out == 3 - count


@pytest.mark.parametrize("rows_in_a_group", [30, 1_000])
def test_the_games_are_those_of_the_pgn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rows_in_a_group: int) -> None:
    path = of_sample(tmp_path / "games.parquet", rows_in_a_group)
    there = [(game.players, game.ratings, game.move_codes.tolist()) for game in read_games(SAMPLE_GAMES)]
    assert [(game.players, game.ratings, game.move_codes.tolist()) for game in read_games(path)] == there
    monkeypatch.setattr(shares, "SHARE_BYTES", 10_000)
    parts = shares_of([path])
    assert (len(parts) > 3) == (rows_in_a_group == 30)
    assert [game.players for share in parts for game in games_of_share(share, None, Report())] == [
        players for players, _, _ in there
    ]
    by_hash = [draw_from_files([each], Draw(most=50)) for each in (path, SAMPLE_GAMES)]
    assert by_hash[0].positions.fens() == by_hash[1].positions.fens()


def test_a_bad_game_is_named_by_its_row(tmp_path: Path) -> None:
    path = write(tmp_path / "games.parquet", GAMES | {"movetext": ["1. e4 1-0", "1. e5 0-1", None]})
    report = Report()
    assert len(list(read_games(path, report=report))) == 2
    assert [str(bad) for bad in report.bad_games] == [f"{path}, game 2: move 1, White: illegal move 'e5'"]


def test_a_missing_or_wrong_column_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    bad: list[tuple[dict[str, list[Any]], str]] = [
        ({name: GAMES[name] for name in GAMES if name != "movetext"}, "it has no column movetext"),
        ({"move": ["e4"], "games": [7]}, "it has no column White"),
        (GAMES | {"movetext": [1, 2, 3]}, "the column movetext holds int64, not text"),
        (GAMES | {"Event": [["a"], ["b"], ["c"]]}, "the column Event holds list"),
    ]
    for columns, problem in bad:
        write(path, columns)
        with pytest.raises(BadGameFile, match=f"cannot read {path}: {problem}") as refused:
            list(read_games(path))
        assert "Lichess" in refused.value.hint


@pytest.mark.parametrize("keep", [0, 3, 200, -1, -100])
def test_a_file_that_is_cut_off_is_refused(tmp_path: Path, keep: int) -> None:
    path = write(tmp_path / "games.parquet", GAMES)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(BadGameFile, match="it is no Parquet file, or it is cut short"):
        list(read_games(path))


def test_a_file_damaged_in_the_middle_breaks_off_there(tmp_path: Path) -> None:
    path = of_sample(tmp_path / "games.parquet", 30)
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 2_000] = random.Random(1).randbytes(2_000)
    path.write_bytes(content)
    report = Report()
    games = list(read_games(path, report=report))
    assert 0 < len(games) < 340
    assert report.broke_off


def test_without_pyarrow_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "games.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match="A Parquet file needs the Python package pyarrow") as refused:
        list(read_games(tmp_path / "games.parquet"))
    assert refused.value.hint == 'pip install "motif-chess[big]"'
