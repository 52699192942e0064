"""Test that the greedy player captures what can be won, and only that."""

from __future__ import annotations

import chess
import pytest

from motif.engines.limits import Limit
from motif.players.sparring import GreedyPlayer

LIMIT = Limit(nodes=1)


def test_it_takes_the_free_knight() -> None:
    advice = GreedyPlayer().choose(chess.Board("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1"), LIMIT)
    assert advice.move == chess.Move.from_uci("d1d6")
    assert advice.because.english == "Rxd6 wins the knight on d6"
    assert advice.because.squares == (chess.D6,)


def test_it_leaves_the_guarded_knight() -> None:
    board = chess.Board("4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1")
    assert GreedyPlayer().advise(board) == []
    advice = GreedyPlayer().choose(board, LIMIT)
    assert advice.move != chess.Move.from_uci("d1d6")
    assert "loses nothing" in advice.because.english


def test_weights_are_gains_over_the_average_move() -> None:
    # The king can take the rook or do nothing with its other moves.
    board = chess.Board("8/8/8/2k5/8/8/1r6/K7 w - - 0 1")
    advice = GreedyPlayer().advise(board)
    assert [piece.move.uci() for piece in advice] == ["a1b2"]
    assert advice[0].weight == 500 - 500 / board.legal_moves.count()


def test_when_everything_loses_it_says_so() -> None:
    # The king cannot move, and every square of the knight is guarded.
    board = chess.Board("8/8/8/8/3k4/2q5/3r4/NK6 w - - 0 1")
    assert "and every other move loses as much or more" in GreedyPlayer().choose(board, LIMIT).because.english


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_seed_decides_among_equals(seed: int) -> None:
    games = []
    for _ in range(2):
        player, board = GreedyPlayer(), chess.Board()
        player.new_game(seed)
        for _ in range(20):
            board.push(player.choose(board, LIMIT).move)
        games.append(board.fen())
    assert games[0] == games[1]


@pytest.mark.parametrize("fen", ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
def test_mated_or_stalemated_it_has_nothing_to_say(fen: str) -> None:
    assert GreedyPlayer().advise(chess.Board(fen)) == []
