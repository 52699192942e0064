"""Test that a game record is unchanged after JSON and PGN."""

from __future__ import annotations

import io
import json

import chess.pgn

from arena.partners import random_entrants
from goldens import Golden
from motif.arena.game import Conditions, EndReason, GameEnding, GameRecord, Note, PairRecord, PairTask, play_pair
from motif.arena.start_positions import StartPosition
from motif.board.tags import GameResult
from motif.players.sparring import RandomPlayer

FOOLS_MATE = GameRecord(
    round="3.1",
    white="fool",
    black='"the" mater',
    start=StartPosition.from_san("Barnes Opening", "f3 e5"),
    moves=("g2g4", "d8h4"),
    ending=GameEnding(GameResult.BLACK_WINS, EndReason.CHECKMATE),
    notes=(Note(-300.0, "it looks active"), Note(1000.0, "it is {mate}")),
)


def random_pair() -> PairRecord:
    first, second = random_entrants("ada", "bob")
    return play_pair(
        PairTask(7, first, second, StartPosition.from_san("French Defence", "e4 e6"), 2, Conditions(notes=True))
    )


def test_json_gives_the_same_record_back() -> None:
    pair = random_pair()
    assert PairRecord.from_json(json.loads(json.dumps(pair.to_json()))) == pair


def test_pgn_of_fools_mate() -> None:
    assert (
        FOOLS_MATE.to_pgn(event="Club evening", ratings={"fool": 799.6}, comments=True)
        == """[Event "Club evening"]
[Site "?"]
[Date "????.??.??"]
[Round "3.1"]
[White "fool"]
[Black "'the' mater"]
[Result "0-1"]
[WhiteElo "800"]
[Opening "Barnes Opening"]
[Termination "normal"]
[Ending "checkmate"]

1. f3 e5 2. g4 { -300 it looks active } 2... Qh4# { +1000 it is {mate } 0-1

"""
    )


def test_pgn_without_comments_has_none() -> None:
    assert "{" not in FOOLS_MATE.to_pgn()


def test_python_chess_reads_the_same_game_back() -> None:
    for game in random_pair().games:
        read = chess.pgn.read_game(io.StringIO(game.to_pgn(comments=True)))
        assert read is not None
        assert not read.errors
        assert tuple(move.uci() for move in read.mainline_moves()) == game.start.moves + game.moves
        assert read.headers["Result"] == game.result
        assert read.headers["Round"] == game.round


def test_pgn_from_a_position_holds_its_fen() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    start = StartPosition("pawn ending", (), fen)
    text = GameRecord("1.1", "a", "b", start, ("e2e4",), GameEnding(GameResult.DRAW, EndReason.MOVE_CAP)).to_pgn()
    assert f'[FEN "{fen}"]' in text
    assert '[SetUp "1"]' in text


def test_a_forfeit_is_explained_in_the_pgn(golden: Golden) -> None:
    ending = GameEnding(GameResult.BLACK_WINS, EndReason.ILLEGAL_MOVE, "e2e5 is illegal")
    text = GameRecord("1.1", "a", "b", StartPosition("nothing yet"), (), ending).to_pgn()
    assert text.endswith("{ e2e5 is illegal } 0-1\n\n")
    golden(str(ending))


def test_a_random_player_says_when_it_has_no_choice() -> None:
    player = RandomPlayer()
    player.new_game(1)
    advice = player.choose(chess.Board("7k/8/5K2/8/8/8/8/R7 b - - 0 1"), limit=random_entrants("x")[0].limit)
    assert str(advice.because) in {"the only legal move (random)", "one of 2 legal moves, chosen at random (random)"}
