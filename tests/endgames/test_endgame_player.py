"""Test programs as players and advisers, and their reasons."""

from __future__ import annotations

import chess
import pytest

from motif.board.material import balance
from motif.endgames.games import EndgameAdviser, EndgamePlayer, GameRules, explain
from motif.endgames.program import Program, State, find_program
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.players.names import find_adviser, find_player

MATE_IN_ONE = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
"""Ra8 mates."""

HANGING = chess.Board("6k1/8/8/8/r6R/8/8/K7 w - - 0 1")
"""The rook on a4 gives check: Rxa4 captures it, and Black cannot recapture."""

GREEDY = Program.parse("(Advantage EvaluateMaterial) (Even EvaluateMaterial) (Disadvantage EvaluateMaterial)")


def test_the_master_mates_and_says_so() -> None:
    advice = EndgamePlayer("master", find_program("master")).choose(MATE_IN_ONE, Limit(nodes=1))
    assert MATE_IN_ONE.san(advice.move) == "Ra8#"
    assert advice.because.english == "Ra8#: it is mate: 1000"
    assert advice.weight is None, "the gain of a program's advice is not measured"


def test_the_tree_is_that_of_the_material_before_the_move() -> None:
    assert State.of(balance(HANGING, chess.WHITE)) is State.EVEN
    trace = explain(GREEDY, HANGING, chess.Move.from_uci("h4a4"))
    assert str(trace) == "the balance of material, 5"
    assert trace.value == 5.0


def test_moves_of_equal_value_are_chosen_at_random_from_the_seed() -> None:
    idle = EndgamePlayer("idle", Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)"))
    board = chess.Board("8/8/8/3k4/8/8/8/R3K2r w - - 0 1")
    drawn = []
    for seed in (1, 2, 3, 4, 5, 6, 1):
        idle.new_game(seed)
        drawn.append(idle.choose(board, Limit(nodes=1)).move)
    assert drawn[0] == drawn[-1]
    assert len(set(drawn)) > 1


def test_three_plies_see_the_skewer_that_one_ply_does_not() -> None:
    # Rd2+ drives the king off the file, and the rook behind it is lost.
    board = chess.Board("8/3r4/8/8/3k4/5K2/7R/8 w - - 0 1")
    near = EndgamePlayer("near", GREEDY).values(board)
    far = EndgamePlayer("far", GREEDY, GameRules(plies=3)).values(board)
    assert max(value for _, value in near) == 0
    best, value = max(far, key=lambda found: found[1])
    assert (board.san(best), value) == ("Rd2+", 5.0)


def test_the_adviser_is_silent_with_many_pieces_on_the_board() -> None:
    adviser = EndgameAdviser("endgame", find_program("master"))
    assert adviser.advise(chess.Board()) == []
    assert adviser.advise(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) == []
    assert MATE_IN_ONE.san(adviser.advise(MATE_IN_ONE)[0].move) == "Ra8#"


def test_players_are_found_by_name() -> None:
    for name in ("master", "endgame:master", "master,plies=3,material=100"):
        advice = find_player(name).choose(HANGING, Limit(nodes=1))
        assert HANGING.san(advice.move) == "Rxa4"
    assert find_adviser("master").advise(HANGING)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("master,plies=2", "a program looks 1, 3 or 5 plies ahead, not 2"),
        ("master,plies=two", "cannot read 'master,plies=two'"),
        ("endgame:master,colour=red", "endgame has no such setting"),
    ],
)
def test_a_wrong_setting_is_refused(name: str, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        find_player(name)
