"""Test the names of openings: they go by position, so transpositions agree, and the last named position counts."""

from __future__ import annotations

import os
from pathlib import Path

import chess
import pytest

from motif._core.board import Game
from motif.board.games import read_games
from motif.openings.cases import Case, CaseBase, read_lines, shipped_cases
from motif.openings.names import OpeningName, Openings

SHIPPED = Openings(shipped_cases())


def played(moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return board


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("e4", "B00 King's Pawn Game"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90 Sicilian Defence: Najdorf Variation"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3", "B90 Sicilian Defence: Najdorf Variation"),
        ("d4 Nf6 c4 g6 Nc3 d5", "D80 Grünfeld Defence"),
        ("c4 g6 d4 Nf6 Nc3 d5", "D80 Grünfeld Defence"),
        ("Nf3 d5 d4 Nf6 c4 c6 Nc3 e6", "D43 Semi-Slav Defence"),
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h5", "C70 Ruy Lopez: Morphy Defence"),
    ],
)
def test_games_have_their_names(moves: str, name: str) -> None:
    assert str(SHIPPED.name_of(played(moves))) == name


def test_a_name_says_when_the_line_was_left() -> None:
    board = played("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h5 h4 Rh6")
    assert SHIPPED.name_of(board) == OpeningName("C70", "Ruy Lopez: Morphy Defence", 7)


def test_a_bare_position_has_a_name_only_with_the_right_side_to_move() -> None:
    grunfeld = "rnbqkb1r/ppp1pp1p/5np1/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4"
    assert str(SHIPPED.name_of(chess.Board(grunfeld))) == "D80 Grünfeld Defence"
    assert SHIPPED.name_of(chess.Board(grunfeld.replace(" w ", " b "))) is None


def test_the_start_has_no_name() -> None:
    assert SHIPPED.name_of(chess.Board()) is None
    assert SHIPPED.name_of(chess.Board("8/8/4k3/8/8/4K3/8/8 w - - 0 1")) is None


def test_a_game_from_a_file_is_named_like_its_board() -> None:
    game = Game.parse("1. c4 Nf6 2. d4 g6 3. Nc3 d5 4. cxd5 Nxd5 5. h4 *")
    assert SHIPPED.name_of_game(game) == SHIPPED.name_of(game.board())


def test_where_lines_meet_the_longer_one_names_the_position() -> None:
    short = Case("A40", "Short", ("d4", "e6", "c4"))
    long = Case("E00", "Long", ("c4", "e6", "d4", "Nf6", "g3"))
    names = Openings(CaseBase.of([short, long]))
    assert str(names.name_of(played("d4 e6 c4"))) == "A40 Short"
    assert str(names.name_of(played("d4 e6 c4 Nf6"))) == "A40 Short"
    assert str(names.name_of(played("d4 Nf6 c4 e6 g3"))) == "E00 Long"


@pytest.mark.skipif("MOTIF_DATA" not in os.environ, reason="needs the folder MOTIF_DATA")
def test_lichess_lines_name_lichess_games_as_lichess_does() -> None:
    data = Path(os.environ["MOTIF_DATA"])
    names = Openings(CaseBase.of(read_lines(sorted((data / "openings").glob("[a-e].tsv")))))
    compared = same = 0
    for game in read_games(data / "games" / "lichess_db_2025-05_first438.pgn"):
        if "Opening" in game.tags:
            compared += 1
            found = names.name_of_game(game)
            same += found is not None and found.name == game.tags["Opening"]
    # Lichess adds lines as time goes by, so its names of 2025 are not all those of today.
    assert same / compared > 0.9
