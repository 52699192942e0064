"""Test bad game files: each gives a clear message, no good game is lost, and nothing hangs."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif._core.board import Game
from motif.board.games import BadGame, Report, read_games
from motif.errors import BadGameFile

GOOD = '[Event "good"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'


def read(tmp_path: Path, content: str | bytes) -> tuple[list[Game], list[str]]:
    """The games of a file with this content, and what is said about the bad ones."""
    path = tmp_path / "games.pgn"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    report = Report()
    games = list(read_games(path, report=report))
    assert report.games == len(games)
    return games, [str(bad).replace(str(path), "games.pgn") for bad in report.bad_games]


def test_an_empty_file(tmp_path: Path) -> None:
    assert read(tmp_path, "") == ([], ["games.pgn: no game in it could be read; is this a PGN file?"])
    assert read(tmp_path, "\n\n ; nothing\n")[1] == ["games.pgn: no game in it could be read; is this a PGN file?"]


def test_binary_noise(golden: Golden, tmp_path: Path) -> None:
    games, problems = read(tmp_path, random.Random(1).randbytes(300_000))
    assert games == []
    assert problems[0].startswith("games.pgn, game 1 at byte 0: ")
    assert "cannot read" in problems[0]
    golden(problems[-1])
    assert all(len(problem) < 120 for problem in problems)


def test_noise_between_games_costs_only_itself(tmp_path: Path) -> None:
    noise = random.Random(2).randbytes(5000).replace(b"{", b"").replace(b"[", b"")
    games, problems = read(tmp_path, GOOD.encode() + noise + b"\n\n" + GOOD.encode())
    assert len(games) == 2
    assert problems


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ("1. e4 e5 2. Nf", "move 2, White: cannot read 'Nf'"),
        ("1. e4 e5 2. N", "move 2, White: cannot read 'N'"),
        ("1. e4 e5 2. Nf3", "it is cut short: the file ends before the result 1-0"),
        ("1. e4 e5 2.", "it is cut short: the file ends before the result 1-0"),
        ("1. e4 e5 { so far", "a comment is opened and never closed"),
        ("1. e4 e5 (1... c5", "a variation is opened and never closed"),
        ("1. e4 e5 1-", "move 2, White: cannot read '-'"),
        ("", "it is cut short: the file ends before the result 1-0"),
    ],
)
def test_a_file_cut_in_the_middle_of_a_game(tmp_path: Path, moves: str, problem: str) -> None:
    games, problems = read(tmp_path, GOOD + '[Event "cut"]\n[Result "1-0"]\n\n' + moves)
    assert len(games) == 1
    assert problems == [f"games.pgn, game 2 at byte {len(GOOD)}: {problem}"]


def test_a_file_cut_among_the_tags(tmp_path: Path) -> None:
    assert read(tmp_path, GOOD + '[Event "cut"]\n')[1] == [
        f"games.pgn, game 2 at byte {len(GOOD)}: it is cut short: the file ends before the moves"
    ]
    assert read(tmp_path, GOOD + '[Event "cu')[1] == [
        f"games.pgn, game 2 at byte {len(GOOD)}: cannot read the tag '[Event \"cu'"
    ]


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ("1. e4 e5 2. Ke3 1-0", "move 2, White: illegal move 'Ke3'"),
        ("1. e4 e5 2. Nf3 Qxf9 1-0", "move 2, Black: cannot read 'Qxf9'"),
        ("1. e4 e5 2. Nf c6 3. Nf3 1-0", "move 2, White: cannot read 'Nf'"),
        ("1. e4 -- 2. d4 1-0", "move 1, Black: illegal move '--'"),
        ("1. d4 d5 2. Nf3 e6 3. Nd2 1-0", "move 3, White: ambiguous move 'Nd2'"),
        ("1. e4 e5 } 2. Nf3 1-0", "move 2, White: cannot read '}'"),
    ],
)
def test_a_bad_move_is_named_and_the_next_game_is_read(tmp_path: Path, moves: str, problem: str) -> None:
    games, problems = read(tmp_path, f'[Event "bad"]\n\n{moves}\n\n{GOOD}')
    assert [game.number for game in games] == [2]
    assert problems == [f"games.pgn, game 1 at byte 0: {problem}"]


def test_a_move_after_the_result_is_named_and_the_next_game_is_read(tmp_path: Path) -> None:
    games, (problem,) = read(tmp_path, f'[Event "bad"]\n\n1. e4 1-0 1... e5\n\n{GOOD}')
    assert [game.number for game in games] == [2]
    assert problem.startswith("games.pgn, game 1 at byte 0: move 1, Black: 'e5'")
    assert problem.endswith("the result 1-0")


def test_a_move_after_a_blank_line_is_not_a_new_game(tmp_path: Path) -> None:
    problems = read(tmp_path, '[Event "torn"]\n\n1. e4 e5\n\n2. Nf3 1-0\n')[1]
    assert problems == ["games.pgn, game 2 at byte 26: there are no tags, and the moves do not begin at 1"]


def test_an_open_comment_does_not_swallow_the_file(tmp_path: Path) -> None:
    games, problems = read(tmp_path, '[Event "open"]\n\n1. e4 { forever and ever 1-0\n\n' + GOOD * 2)
    assert [game.number for game in games] == [2, 3]
    assert problems == ["games.pgn, game 1 at byte 0: a comment is opened and never closed"]


@given(st.text(st.characters(max_codepoint=255, exclude_characters="\n"), max_size=40), st.integers(1, len(GOOD) - 2))
@settings(max_examples=80, deadline=None)
def test_nothing_typed_into_one_game_costs_its_neighbours(
    tmp_path_factory: pytest.TempPathFactory, typed: str, place: int
) -> None:
    torn = GOOD[:place] + typed + GOOD[place:]
    games, problems = read(tmp_path_factory.mktemp("torn"), GOOD + torn + GOOD)
    whole = Game.parse(GOOD)
    assert games[0] == games[-1] == whole
    assert len(games) + len(problems) >= 3
    assert all(Game.parse(str(game)) == game for game in games)


def test_unknown_and_odd_tags(tmp_path: Path) -> None:
    tags = '[Mood "good"]\n[White "The \\"Magician\\""]\n[Black "Nick "the Knife""]\n[WhiteElo "many"]\n'
    games, problems = read(tmp_path, tags + "\n1. e4 *\n")
    assert problems == []
    assert games[0].tags["Mood"] == "good"
    assert games[0].players == ('The "Magician"', 'Nick "the Knife"')
    assert games[0].ratings == (None, None)


def test_a_game_without_tags_and_tags_without_a_game(tmp_path: Path) -> None:
    games, problems = read(tmp_path, '1. e4 *\n\n[Event "only tags"]\n[Result "1/2-1/2"]\n\n' + GOOD)
    assert problems == []
    assert [(len(game), game.result) for game in games] == [(1, "*"), (0, "1/2-1/2"), (3, "1-0")]


def test_ten_megabytes_in_one_line(tmp_path: Path) -> None:
    games, problems = read(tmp_path, "x" * 10_000_000 + "\n\n" + GOOD)
    assert len(games) == 1
    assert problems == [f"games.pgn, game 1 at byte 0: move 1, White: cannot read '{'x' * 40}…'"]


def test_a_comment_of_ten_megabytes(tmp_path: Path) -> None:
    games, problems = read(tmp_path, "1. e4 {" + "so it goes " * 1_000_000 + "} e5 *\n")
    assert problems == []
    assert len(games[0]) == 2
    assert len(games[0].comments[0]) == 11 * 1_000_000 - 1


def test_what_is_longer_than_any_game(tmp_path: Path) -> None:
    games, problems = read(tmp_path, "x " * 9_000_000 + "\n\n" + GOOD)
    assert problems == ["games.pgn, game 1 at byte 0: it is longer than 16 MiB; is this a game?"]
    assert [game.number for game in games] == [2]


def test_two_white_kings(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"
    problems = read(tmp_path, f'[Event "x"]\n[FEN "{fen}"]\n\n1. Kd1 *\n')[1]
    assert problems[0] == f'games.pgn, game 1 at byte 0: bad FEN "{fen}": a side has more than one king'


def test_a_fen_that_is_none(tmp_path: Path) -> None:
    problems = read(tmp_path, f'{GOOD}[Event "x"]\n[FEN "white to move"]\n\n1. Kd1 *\n')[1]
    assert problems[0].startswith(f'games.pgn, game 2 at byte {len(GOOD)}: bad FEN "white to move": ')


def test_variants_are_counted_and_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    variants = ["Chess960", "Atomic", "Chess960", "Standard", "From Position", "chess"]
    text = "".join(f'[Event "x"]\n[Variant "{variant}"]\n\n1. e4 *\n\n' for variant in variants)
    castling = '[Event "x"]\n[FEN "1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1"]\n\n1. O-O-O *\n'
    path.write_text(text + castling)
    report = Report()
    assert [game.number for game in read_games(path, report=report)] == [4, 5, 6]
    assert report.variants == {"Chess960": 3, "Atomic": 1}
    assert report.bad_games == []


def test_an_archive_cut_short_keeps_what_came_before(tmp_path: Path) -> None:
    whole = gzip.compress((GOOD * 20_000).encode(), compresslevel=1)
    games, problems = read(tmp_path, whole[: len(whole) // 2])
    assert len(games) > 1000
    assert len(problems) == 1
    assert problems[0].endswith("the file breaks off in this game: the compressed data ends too early")
    assert problems[0].startswith(f"games.pgn, game {len(games) + 1} at byte {len(games) * len(GOOD)}: ")


def test_a_zstd_file_cut_short(tmp_path: Path) -> None:
    # Two stored blocks as RFC 8878 describes them, the second one promised and missing.
    data = (GOOD + "1. d4 d5 2.").encode()
    frame = b"\x28\xb5\x2f\xfd\x80\x60" + (2 * len(data)).to_bytes(4, "little")
    games, problems = read(tmp_path, frame + (len(data) << 3).to_bytes(3, "little") + data)
    assert len(games) == 2, "the moves of the last game seem complete"
    assert problems[0].endswith("the file breaks off here: the compressed data ends too early")


def test_an_archive_of_nothing_but_its_first_bytes(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd")
    with golden.raises(BadGameFile):
        list(read_games(path))
    path.write_bytes(b"\x28\xb5\x2f\xfd" + b"\xff" * 100)
    with golden.raises(BadGameFile):
        list(read_games(path))


def test_a_missing_file_and_a_folder(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadGameFile):
        list(read_games(tmp_path / "missing.pgn"))
    with golden.raises(BadGameFile):
        list(read_games(tmp_path))


def test_a_bad_game_in_one_line(golden: Golden) -> None:
    golden(str(BadGame("club.pgn", 3, 1024, "no king")))
    assert str(BadGame("club.pgn", 0, 0, "no games")) == "club.pgn: no games"
