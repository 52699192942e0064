"""Test the filters for games, and the summary of a file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from motif.board.games import GameFilter, GameResult, Report, Speed, Summary, Termination, read_games, summarise
from motif.errors import BadArgument


def game(white: str, black: str, ratings: tuple[str, str], result: str, control: str, moves: str, ended: str) -> str:
    tags = {
        "Event": "Club evening",
        "White": white,
        "Black": black,
        "Result": result,
        "WhiteElo": ratings[0],
        "BlackElo": ratings[1],
        "TimeControl": control,
        "Termination": ended,
        "ECO": "C20",
        "Opening": "King's Pawn Game",
    }
    return "\n".join(f'[{name} "{value}"]' for name, value in tags.items()) + f"\n\n{moves} {result}\n\n"


CLUB = (
    game("Anna", "Boris", ("1800", "1700"), "1-0", "600+5", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", "Normal")
    + game("Boris", "Carla", ("1700", "1500"), "0-1", "60+0", "1. e4 e5", "Time forfeit")
    + game("Carla", "anna", ("1500", "?"), "1/2-1/2", "-", "1. e4 e5 2. Nf3", "Normal")
)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.pgn"
    path.write_text(CLUB)
    return path


@pytest.mark.parametrize(
    ("where", "numbers"),
    [
        (GameFilter(), [1, 2, 3]),
        (GameFilter(ratings=(1700, 1800)), [1]),
        (GameFilter(ratings=(1500, 1800)), [1, 2]),
        (GameFilter(results=(GameResult.BLACK_WINS, GameResult.DRAW)), [2, 3]),
        (GameFilter(terminations=(Termination.TIME_FORFEIT,)), [2]),
        (GameFilter(time_control="600+5"), [1]),
        (GameFilter(time_control="600+0"), []),
        (GameFilter(time_control=Speed.RAPID), [1]),
        (GameFilter(time_control="bullet"), [2]),
        (GameFilter(time_control="correspondence"), [3]),
        (GameFilter(player="ANNA"), [1, 3]),
        (GameFilter(player="Ann"), []),
        (GameFilter(minimum_plies=3), [1, 3]),
        (GameFilter(player="Anna", minimum_plies=7), [1]),
    ],
)
def test_each_filter_keeps_its_games(club: Path, where: GameFilter, numbers: list[int]) -> None:
    report = Report()
    assert [game.number for game in read_games(club, where, report)] == numbers
    assert report.games == len(numbers)
    assert report.filtered_out == 3 - len(numbers)


def test_a_result_without_a_tag_is_known_from_the_moves(tmp_path: Path) -> None:
    path = tmp_path / "untagged.pgn"
    path.write_text("1. e4 1-0\n\n1. d4 0-1\n")
    assert [game.number for game in read_games(path, GameFilter(results=(GameResult.BLACK_WINS,)))] == [2]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"ratings": (1900, 1600)}, "no rating lies between 1900 and 1600"),
        ({"minimum_plies": -1}, "a game cannot have -1 plies"),
        ({"time_control": "rapd"}, "unknown time control 'rapd'"),
        ({"results": ("2-0",)}, "unknown result: '2-0' is not a valid GameResult"),
        ({"terminations": ("boredom",)}, "unknown termination: 'boredom' is not a valid Termination"),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        GameFilter(**settings)  # type: ignore[arg-type]  # on purpose


def test_every_speed_has_its_place() -> None:
    bounds = [speed.expected_seconds for speed in Speed]
    assert all(before[1] + 1 == after[0] for before, after in pairwise(bounds))


def test_the_club_in_numbers(club: Path) -> None:
    assert summarise(read_games(club)) == Summary(
        games=3,
        plies=12,
        players=4,  # "anna" is another player: names are compared as they are written
        rated_players=5,
        lowest_rating=1500,
        mean_rating=1640.0,
        highest_rating=1800,
        results={
            GameResult.WHITE_WINS: 1,
            GameResult.BLACK_WINS: 1,
            GameResult.DRAW: 1,
            GameResult.UNKNOWN: 0,
        },
        openings=(("C20 King's Pawn Game", 3),),
    )


def test_nothing_in_numbers() -> None:
    nothing = summarise([])
    assert (nothing.games, nothing.mean_rating, nothing.openings) == (0, None, ())
