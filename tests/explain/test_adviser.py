"""Test the adviser `reasons`: it says nothing if nothing is won, and the player always has a move."""

from __future__ import annotations

import chess

from goldens import Golden
from motif.engines.limits import Limit
from motif.errors import BadPosition
from motif.explain.moves import best_explained
from motif.players.names import find_adviser, find_evaluator, find_player

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"
THE_ROOK_IS_ELSEWHERE = "4k3/r4p2/8/3N4/8/8/5P2/4K3 w - - 0 1"


def test_the_adviser_names_the_fork() -> None:
    (advice,) = find_adviser("reasons").advise(chess.Board(FORK))
    assert advice.move == chess.Move.from_uci("d5c7")
    assert advice.weight is None
    assert advice.because.source == "reasons"
    assert advice.because.english.startswith("Nc7+ forks the king on e8 and the rook on a8")
    assert {(arrow.tail, arrow.head) for arrow in advice.because.arrows} >= {(chess.C7, chess.A8), (chess.C7, chess.E8)}


def test_the_adviser_is_silent_where_nothing_is_won() -> None:
    assert find_adviser("reasons").advise(chess.Board()) == []


def test_the_adviser_has_nothing_to_say_about_a_finished_game() -> None:
    assert find_adviser("reasons").advise(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")) == []


def test_the_player_moves_even_where_nothing_is_won() -> None:
    player = find_player("reasons:search,depth=2")
    player.new_game(1)
    advice = player.choose(chess.Board(), Limit(depth=1))
    assert chess.Board().is_legal(advice.move)
    assert advice.because.english.startswith(f"{chess.Board().san(advice.move)} develops the knight")


def test_a_finished_game_has_no_best_move_to_explain(golden: Golden) -> None:
    with golden.raises(BadPosition):
        best_explained(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), find_evaluator("search"))
