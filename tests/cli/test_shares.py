"""Test that every printed share has its cases with it, and that every table fits a narrow screen."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from command_line import Motif, caller
from motif import cli
from motif.cli.console import Grid
from motif.cli.lab.tactics import applying_share, right_share
from motif.statistics.intervals import Share

NAMES = ("move_settles_at_least", "count_the_captures", "move_nets_at_least")


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys)


def printed(grid: Grid, width: int) -> str:
    screen = Console(file=StringIO(), width=width, highlight=False, markup=False)
    screen.print(grid)
    assert isinstance(screen.file, StringIO)
    return screen.file.getvalue()


def a_grid() -> Grid:
    grid = Grid("tactic", "because")
    for heading in ("right", "applies"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for name in NAMES:
        grid.add_row(name, "it wins a pawn and more besides", "55 % [52, 57] of 1,372", "14.8 % [13.9, 15.7]")
    return grid


@pytest.mark.parametrize("width", [120, 100, 80, 60, 40])
def test_no_name_and_no_figure_is_cut_at_any_width(width: int) -> None:
    text = printed(a_grid(), width)
    assert "…" not in text
    assert all(len(line.rstrip()) <= width for line in text.splitlines())
    flowing = " ".join(text.split())
    assert all(flowing.count(name) == 1 for name in NAMES)
    assert text.count("55 % [52, 57] of 1,372") == 3


def test_a_wide_screen_has_a_table_and_a_narrow_one_a_list() -> None:
    assert "───" in printed(a_grid(), 120)
    listed = printed(a_grid(), 40)
    assert "───" not in listed
    assert [line.rstrip() for line in listed.splitlines()[:4]] == [
        "tactic",
        "move_settles_at_least",
        "  because: it wins a pawn and more",
        "  besides",
    ]


def test_no_command_prints_a_table_that_could_be_cut() -> None:
    (folder,) = cli.__path__
    makers = [file.name for file in Path(folder).rglob("*.py") if "rich.table" in file.read_text()]
    assert makers == ["console.py"]


def test_two_of_two_is_not_a_hundred_percent() -> None:
    assert str(Share.counted(2, 2)) == "2 of 2, too few to say"
    assert str(Share.counted(20, 20)) == "100 % [84, 100] of 20"
    assert str(Share.counted(19, 19)) == "19 of 19, too few to say"


def test_the_figures_of_a_tactic_are_shown_with_their_cases() -> None:
    few = {"precision": 1.0, "suggestions": 2, "coverage": 0.002, "positions": 1600}
    assert str(right_share(few)) == "2 of 2, too few to say"
    assert str(applying_share(few)) == "0.2 % [0.1, 0.5] of 1,600"
    assert right_share({"coverage": 0.5}) is None


def test_shown_tactics_say_of_how_many(motif: Motif) -> None:
    _, text, _ = motif("tactics", "show", "shipped", "--count", "2")
    assert re.search(r"mate +100 % \[96, 100\] of 87 ", text)
    assert "applies, of 5,095" in text
    _, one, _ = motif("tactics", "show", "shipped", "--tactic", "mate")
    assert "right against players rated from 1900: 3 of 3, too few to say" in one


def test_a_match_of_a_few_games_says_that_it_says_little(motif: Motif) -> None:
    _, few, _ = motif("match", "greedy", "random", "--games", "2", "--moves", "5")
    assert "too few games to say who is stronger" in few
    _, enough, _ = motif("match", "greedy", "random", "--games", "20", "--moves", "5")
    assert "sure to be stronger" in enough


def test_pruned_moves_are_a_share_of_all(motif: Motif) -> None:
    _, text, _ = motif("search", "prune", "--positions", "5", "--depth", "1")
    assert re.search(r"all four.* \d+ % \[\d+, \d+\] of \d+", text)


def test_a_percentage_is_written_in_one_way_everywhere() -> None:
    """Python's own format sets no space before the sign: "27%" here and "27 %" there."""
    bare = re.compile(r":[^{}\s]*%\}|\d%(?![\w.%])")
    sources = [*ROOM.rglob("*.py"), *ROOM.rglob("*.jinja")]
    assert len(sources) > 200
    odd = [
        f"{path.name}: {line.strip()}"
        for path in sources
        for line in path.read_text().splitlines()
        if bare.search(line)
    ]
    assert [line for line in odd if "x1=" not in line and "x=" not in line] == []


ROOM = Path(cli.__file__).parents[1]
