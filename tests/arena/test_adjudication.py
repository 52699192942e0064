"""Test that adjudication ends decided games and no others."""

from __future__ import annotations

from dataclasses import replace

from arena.partners import ONE_NODE, Materialist, Scripted
from goldens import Golden
from motif.arena.game import Adjudication, Conditions, EndReason, Entrant, GameRecord, PairTask, play_pair
from motif.arena.start_positions import StartPosition
from motif.board.tags import GameResult
from motif.errors import BadArgument

COUNTING = Adjudication(Materialist, ONE_NODE, resign_plies=4, draw_plies=4, draw_from_move=10)
A_QUEEN_UP = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"
EVEN_ROOKS = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 {move}"


def shuffle(fen: str, adjudication: Adjudication) -> GameRecord:
    """Kings that walk away from home and back, without ever repeating for the third time in the first eight plies."""
    white = Entrant("ada", lambda: Scripted("e1e2", "e2e1"), ONE_NODE)
    black = Entrant("bob", lambda: Scripted("e8e7", "e7e8"), ONE_NODE)
    conditions = Conditions(maximum_moves=6, adjudication=adjudication)
    return play_pair(PairTask(1, white, black, StartPosition("judged", (), fen), 1, conditions)).games[0]


def test_a_queen_up_for_four_plies_is_won() -> None:
    game = shuffle(A_QUEEN_UP, COUNTING)
    assert (game.result, game.ending.termination) == (GameResult.WHITE_WINS, EndReason.ADJUDICATED)
    assert len(game.moves) == 4
    assert game.ending.explanation == "evaluation +9.00 for White"


def test_a_queen_down_is_lost() -> None:
    assert shuffle("q3k3/8/8/8/8/8/8/4K3 w - - 0 1", COUNTING).result is GameResult.BLACK_WINS


def test_a_rook_up_is_not_enough_if_a_queen_is_needed() -> None:
    game = shuffle("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", COUNTING)
    assert game.ending.termination is EndReason.REPETITION


def test_level_rooks_are_drawn_from_move_ten_on() -> None:
    game = shuffle(EVEN_ROOKS.format(move=10), COUNTING)
    assert (game.result, game.ending.termination) == (GameResult.DRAW, EndReason.ADJUDICATED)
    assert len(game.moves) == 4


def test_level_rooks_play_on_before_move_ten() -> None:
    assert shuffle(EVEN_ROOKS.format(move=3), COUNTING).ending.termination is EndReason.REPETITION


def test_adjudication_needs_evaluations_of_a_ply(golden: Golden) -> None:
    with golden.raises(BadArgument):
        replace(COUNTING, resign_plies=0)


def test_the_same_score_cannot_be_won_and_drawn(golden: Golden) -> None:
    with golden.raises(BadArgument):
        replace(COUNTING, resign_centipawns=50, draw_centipawns=60)


def test_the_rules_speak(golden: Golden) -> None:
    golden(COUNTING.describe())
