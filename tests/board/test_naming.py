"""Test names of games, positions and moves as people type them, and the messages after typing errors."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif._core.board import Game
from motif.board.moves import read_move
from motif.board.naming import GameName, ply_of, read_one_game, read_position
from motif.download.sites import find_game, find_position
from motif.errors import BadArgument, BadGameFile, IllegalMove, NothingFound

SCHOLAR = '[White "Anna"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
LEGAL = (
    '[White "Légal"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n'
)


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "club.pgn"
    path.write_text(SCHOLAR + "\n" + LEGAL)
    return path


def test_a_game_is_named_by_its_file_and_number_or_on_lichess() -> None:
    assert GameName.parse("club.pgn") == GameName("club.pgn")
    assert GameName.parse("club.pgn#2") == GameName("club.pgn", 2)
    assert GameName.parse("lichess:abcdefgh").lichess_id == "abcdefgh"
    assert GameName.parse("https://lichess.org/abcdefghWXYZ/black#31").lichess_id == "abcdefgh"
    assert str(GameName.parse("club.pgn#2@6...")) == "club.pgn#2@6..."


def test_a_file_whose_name_has_the_signs_is_found(club: Path) -> None:
    odd = club.with_name("b#1@2.pgn#3")
    odd.write_text(SCHOLAR)
    assert GameName.parse(str(odd)) == GameName(str(odd))


@pytest.mark.usefixtures("club")
def test_games_are_found_by_their_number() -> None:
    assert find_game("club.pgn#1").players[1] == "Bo"
    assert find_game("club.pgn#2").players[0] == "Légal"
    assert find_game("sample#1").number == 1


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("club.pgn", BadArgument),
        ("club.pgn#3", NothingFound),
        ("club.pgn#0", BadArgument),
        ("clubb.pgn", BadGameFile),
        ("sampel", BadGameFile),
    ],
)
def test_a_game_that_is_not_there_is_refused_with_what_to_type(
    golden: Golden, name: str, kind: type[Exception]
) -> None:
    with pytest.raises(kind) as refused:
        find_game(name)
    golden(f"{refused.value}\n{getattr(refused.value, 'hint', '')}")


def test_a_file_without_a_game_and_one_of_a_variant_are_refused(club: Path, golden: Golden) -> None:
    club.write_text('[Variant "Crazyhouse"]\n[Result "*"]\n\n1. e4 e5 *\n')
    with pytest.raises(BadGameFile) as refused:
        read_one_game(club, name="club.pgn")
    golden(f"{refused.value}\n{refused.value.hint}")


@pytest.mark.parametrize("place", ["3...Nf6", "3... Nf6", "3…Nf6", "3...", "3 Nf6", "3...nf6", "3...g8f6", "Nf6", "3…"])
def test_a_move_of_a_game_is_named_as_people_write_it(place: str) -> None:
    assert ply_of(Game.parse(SCHOLAR), place) == 5


def test_the_numbers_of_a_game_that_begins_in_the_middle_are_those_of_its_position() -> None:
    game = Game.parse('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 20"]\n[SetUp "1"]\n\n20... Kd7 21. e4 *\n')
    assert [ply_of(game, place) for place in ("20...Kd7", "21. e4", "e4")] == [0, 1, 1]


@pytest.mark.parametrize("place", ["3...Qe7", "8.", "0...", "3. Nf6", "Qe7", "3...Nf6 and more", "first"])
def test_a_move_that_was_not_played_is_answered_with_the_one_that_was(golden: Golden, place: str) -> None:
    with pytest.raises(BadArgument) as refused:
        ply_of(Game.parse(SCHOLAR), place)
    golden(f"{refused.value}\n{refused.value.hint}")


@pytest.mark.parametrize("text", ["1. e4 e5 2. Nf3", "1.e4 e5 2.Nf3", "e4 e5 Nf3", "1. e4 e5 2. nf3 *"])
def test_a_position_is_named_by_the_moves_that_lead_to_it(text: str) -> None:
    board = read_position(text)
    assert board is not None
    assert [move.uci() for move in board.move_stack] == ["e2e4", "e7e5", "g1f3"]


@pytest.mark.usefixtures("club")
def test_a_position_is_a_place_in_a_game() -> None:
    found = find_position("club.pgn#2@6...")
    assert found.ply == 11
    assert found.board.peek() == chess.Move.from_uci("c4f7")
    assert find_position(chess.STARTING_FEN).board == chess.Board() == find_position("start").board


@pytest.mark.parametrize("text", ["1. e4 e5 2. Nf9", "nonsense", "e4 e4"])
def test_a_text_that_is_no_position_is_refused(golden: Golden, text: str) -> None:
    with pytest.raises((BadArgument, IllegalMove)) as refused:
        find_position(text)
    golden(f"{refused.value}\n{refused.value.hint}")


CASTLING = "r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "typed"),
    [
        ("rn2k2r/pppp1ppp/b7/8/8/8/PPPP1PPP/RNBQK2R w KQkq - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "0-0"),
        ("4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "0-0"),
        ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "o-o"),
        ("4k3/8/8/8/8/8/8/RN1QK2R w KQ - 0 1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kd2"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3"),
    ],
)
def test_an_illegal_move_is_answered_with_the_rule_that_forbids_it(golden: Golden, fen: str, typed: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_move(chess.Board(fen), typed)
    golden(f"{refused.value}\n{refused.value.hint}")


@pytest.mark.parametrize(
    ("fen", "typed", "move"),
    [
        (chess.STARTING_FEN, "nf3", "g1f3"),
        (chess.STARTING_FEN, "e2-e4", "e2e4"),
        (CASTLING, "0-0", "e1g1"),
        (CASTLING, "o-o-o", "e1c1"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8Q", "e7e8q"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=N", "e7e8n"),
        ("4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1", "bxc3", "a1c3"),
    ],
)
def test_moves_are_read_as_people_type_them(fen: str, typed: str, move: str) -> None:
    assert read_move(chess.Board(fen), typed).uci() == move
