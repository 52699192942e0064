"""Test the players and advisers that use a network's predictions of human moves."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import pytest

from goldens import Golden
from motif.arena.engine_players import PolicyAdviser, PolicyPlayer, weights
from motif.engines.limits import Limit

SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


class Crowd:
    """Nine in ten take on f7, the rest spread evenly."""

    name = "crowd-1200"

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        return [self._policy(board) for board in boards]

    def _policy(self, board: chess.Board) -> dict[chess.Move, float]:
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        favourite = chess.Move.from_uci("f3f7")
        if favourite not in moves:
            return {}
        others = [move for move in moves if move != favourite]
        return {favourite: 0.9} | {move: 0.1 / len(others) for move in others}


def test_the_likeliest_move_is_played_and_said_to_be_so(golden: Golden) -> None:
    player = PolicyPlayer(Crowd())
    player.new_game(seed=1)
    advice = player.choose(chess.Board(SCHOLAR), Limit(depth=1))
    assert advice.move == chess.Move.from_uci("f3f7")
    golden(str(advice.because))


def test_advice_is_the_likeliest_first_and_weighs_what_likelihood_is_worth() -> None:
    advice = PolicyAdviser(Crowd(), count=2).advise(chess.Board(SCHOLAR))
    assert len(advice) == 2
    assert (advice[0].weight or 0) > 0 > (advice[1].weight or 0)


def test_nothing_is_advised_where_nothing_can_be_played() -> None:
    assert PolicyAdviser(Crowd()).advise(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")) == []


def test_weights_are_measured_from_the_average_move() -> None:
    policy = Crowd().policies([chess.Board(SCHOLAR)])[0]
    assert sum(weights(policy)) == pytest.approx(0, abs=1e-6)
    assert weights({chess.Move.null(): 1.0}) == [0]
    assert weights({}) == []


def test_a_move_of_probability_zero_is_bad_but_not_infinitely_so() -> None:
    first, never = weights({chess.Move.from_uci("e2e4"): 1.0, chess.Move.from_uci("a2a3"): 0.0})
    assert 0 < first < 1_000
    assert never == -first
