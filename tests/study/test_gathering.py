"""Test that gathering finds the player and their games, and names the games that it leaves out."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from goldens import Golden
from motif.errors import BadArgument, BadGameFile, MotifError, NothingFound
from motif.study.gathering import gather, gather_everyone


def game(white: str, black: str, moves: str = "1. e4 e5", result: str = "1-0", **tags: str) -> str:
    more = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n{more}\n{moves} {result}\n\n'


def written(folder: Path, *games: str) -> list[str]:
    path = folder / "games.pgn"
    path.write_text("".join(games), encoding="utf-8")
    return [str(path)]


def test_without_a_name_the_player_with_most_games_is_chosen(tmp_path: Path) -> None:
    files = written(tmp_path, game("Anna", "Bert"), game("Carl", "Anna", Round="2"), game("Bert", "Dora"))
    gathered = gather(files)
    assert gathered.player == "Anna"
    assert gathered.is_chosen
    assert [own.is_white for own in gathered.games] == [True, False]


def test_of_two_players_with_equally_many_games_the_first_is_taken(tmp_path: Path) -> None:
    assert gather(written(tmp_path, game("Bert", "Anna"))).player == "Bert"


def test_a_name_is_found_in_any_case_and_not_called_chosen(tmp_path: Path) -> None:
    gathered = gather(written(tmp_path, game("DrNykterstein", "Bert"), game("Bert", "Anna")), "drnykterstein ")
    assert gathered.player == "DrNykterstein"
    assert not gathered.is_chosen


def test_a_wrong_name_is_answered_with_the_nearest(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadArgument) as refused:
        gather(written(tmp_path, game("Anna", "Bert")), "Anne")
    assert refused.value.hint == "did you mean Anna?"


def test_an_unknown_name_is_answered_with_the_names_there_are(tmp_path: Path) -> None:
    with pytest.raises(BadArgument) as refused:
        gather(written(tmp_path, game("Anna", "Bert")), "Zzyzx")
    assert refused.value.hint == "most games have Anna, Bert"


def test_games_without_players_are_refused(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(NothingFound):
        gather(written(tmp_path, game("?", "?")))


def test_a_player_whose_games_have_no_moves_is_refused_with_the_reason(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(NothingFound):
        gather(written(tmp_path, game("Anna", "Bert", moves="")))


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    files = written(
        tmp_path,
        game("Anna", "Bert"),
        game("Anna", "Bert"),
        game("Anna", "Carl", moves=""),
        game("Anna", "Carl", result="*"),
        game("Anna", "Carl", Variant="Atomic"),
        game("Anna", "Carl", moves="1. e4 e4"),
    )
    gathered = gather(files, "Anna")
    assert len(gathered.games) == 2
    notes = "\n".join(gathered.notes)
    assert "variants are left out: 1 of Atomic" in notes
    assert "without moves, and left out: 1" in notes
    assert "there twice, and counted once: 1" in notes
    assert "without a result: 1; their moves count" in notes
    assert "could not be read" in notes


def test_the_same_moves_in_another_round_are_another_game(tmp_path: Path) -> None:
    files = written(tmp_path, game("Anna", "Bert", Round="1"), game("Anna", "Bert", Round="2"))
    assert len(gather(files).games) == 2


def test_the_newest_games_are_those_by_date_in_the_order_of_the_file(tmp_path: Path) -> None:
    dates = ("2024.01.03", "2024.01.01", "2024.01.02")
    files = written(tmp_path, *(game("Anna", "Bert", Date=date) for date in dates))
    kept = gather(files, newest=2).games
    assert [own.game.tags["Date"] for own in kept] == ["2024.01.03", "2024.01.02"]


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(game("Anna", "Bert").encode()))
    assert gather([str(path)]).player == "Anna"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadGameFile):
        gather([str(tmp_path / "nothing.pgn")])


def test_everyone_with_games_enough_is_gathered_and_a_game_of_two_is_one(tmp_path: Path) -> None:
    files = written(tmp_path, game("Anna", "Bert"), game("BERT", "anna", Round="2"), game("Anna", "Carl", Round="3"))
    pupils, notes = gather_everyone(files, fewest=2)
    assert [(pupil.player, len(pupil.games)) for pupil in pupils] == [("Anna", 3), ("Bert", 2)]
    assert pupils[0].games[0].game is pupils[1].games[0].game
    assert [own.is_white for own in pupils[1].games] == [False, True]
    assert notes == ["with fewer than 2 games, and left out: 1; --players FILE names those you want"]


def test_named_players_are_gathered_however_few_their_games(golden: Golden, tmp_path: Path) -> None:
    files = written(tmp_path, game("Anna", "Bert"), game("Anna", "Carl", Round="2", Date="2024.01.02"))
    pupils, notes = gather_everyone(files, ["carl", "ANNA", "Carl"], newest=1, fewest=10)
    assert [(pupil.player, len(pupil.games)) for pupil in pupils] == [("Carl", 1), ("Anna", 1)]
    assert notes == []
    with golden.raises(BadArgument):
        gather_everyone(files, ["Anna", "Dora"])


def test_a_file_without_a_class_is_refused(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(NothingFound):
        gather_everyone(written(tmp_path, game("Anna", "Bert")), fewest=10)


UTF_16 = game("Anna", "Bert").encode("utf-16")
FOREIGN = {
    "empty": (b"", "FILE is empty", "was it downloaded completely?"),
    "random": (bytes(range(128, 256)) * 9, "no game in FILE can be read", "cannot read"),
    "UTF-16": (UTF_16, "FILE is text in UTF-16, not PGN", "save it as UTF-8"),
    "UTF-16 without its mark": (UTF_16[2:], "FILE is text in UTF-16, not PGN", "save it as UTF-8"),
    "zip": (b"PK\x03\x04\x14\0", "FILE is a zip archive, not PGN", "unpack it, and name the file inside"),
    "csv": (b"fen,move\n8/8,e4\n", "no game in FILE can be read", "cannot read 'fen,move"),
    "illegal": (game("Anna", "Bert", moves="1. e4 e4").encode(), "no game in FILE can be read", "move 1, Black"),
    "variants": (
        game("Anna", "Bert", Variant="Atomic").encode(),
        "FILE holds only variants: 1 of Atomic",
        "only standard chess can be studied",
    ),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_the_error_says_why_a_file_cannot_be_studied(tmp_path: Path, kind: str) -> None:
    content, complaint, hint = FOREIGN[kind]
    path = tmp_path / "games.pgn"
    path.write_bytes(content)
    for gathering in (gather, gather_everyone):
        with pytest.raises(MotifError) as refused:
            gathering([str(path)])
        assert complaint.replace("FILE", str(path)) in str(refused.value)
        assert hint in refused.value.hint
