"""Test scores: the paper's points, and intervals from pairs of games."""

from __future__ import annotations

import chess
import numpy as np
import pytest

from goldens import Golden
from motif.arena.game import EndReason, GameEnding, GameRecord
from motif.arena.start_positions import StartPosition
from motif.board.tags import GameResult
from motif.endgames.games import EndgameMatch, GameOutcome, Points, Score, outcome, outcomes, play_endgames
from motif.errors import BadArgument, UnknownName
from motif.players.names import enter


def test_points_are_those_of_the_paper() -> None:
    assert [Points().of(each) for each in GameOutcome] == [1.0, 0.75, 0.5, 0.25, 0.0]
    assert all(
        Points().of(one) + Points().of(other) == 1
        for one, other in zip(GameOutcome, reversed(GameOutcome), strict=True)
    )


def test_a_score_counts_games_and_gives_the_error_of_pairs() -> None:
    score = Score.of([(GameOutcome.WIN, GameOutcome.DRAW), (GameOutcome.DRAW, GameOutcome.LOSS)])
    assert score.games == 4
    assert score.mean == pytest.approx(0.5)
    assert score.error == pytest.approx(1.96 * 0.25, abs=1e-3)
    assert score + score == Score.of([(GameOutcome.WIN, GameOutcome.DRAW), (GameOutcome.DRAW, GameOutcome.LOSS)] * 2)


def test_a_score_without_games_is_a_half() -> None:
    assert Score().mean == 0.5
    assert Score().error == 0.5


def test_outcomes_are_mates_first_and_material_then() -> None:
    winners, balances = np.array([1, -1, 0, 0, 0], np.int8), np.array([-5, 5, 5, 0, -4], np.int16)
    assert [list(GameOutcome)[place] for place in outcomes(winners, balances)] == [
        GameOutcome.WIN,
        GameOutcome.LOSS,
        GameOutcome.ADVANTAGE,
        GameOutcome.DRAW,
        GameOutcome.DISADVANTAGE,
    ]


def record(fen: str, moves: str, result: GameResult) -> GameRecord:
    ending = GameEnding(result, EndReason.MOVE_CAP)
    return GameRecord("1.1", "one", "two", StartPosition("KRKR", (), fen), tuple(moves.split()), ending)


def test_a_game_of_the_arena_is_counted_by_the_material_left() -> None:
    captured = record("8/8/8/8/8/k7/8/K1R4r w - - 0 1", "c1h1", GameResult.DRAW)
    assert outcome(captured, chess.WHITE) is GameOutcome.ADVANTAGE
    assert outcome(captured, chess.BLACK) is GameOutcome.DISADVANTAGE
    even = record("8/8/8/8/8/k7/8/K1R4r w - - 0 1", "c1d1", GameResult.DRAW)
    assert outcome(even, chess.WHITE) is GameOutcome.DRAW
    lost = record("8/8/8/8/8/k7/8/K1R4r w - - 0 1", "c1d1", GameResult.BLACK_WINS)
    assert outcome(lost, chess.WHITE) is GameOutcome.LOSS
    assert outcome(lost, chess.BLACK) is GameOutcome.WIN


def test_a_match_yields_the_score_so_far() -> None:
    settings = EndgameMatch(("KQKQ", "KRKR"), games=4, moves=10, seed=3)
    played = list(play_endgames(enter("master"), enter("random"), settings))
    assert [score.games for _, score in played] == [2, 4]
    assert [pair.games[0].start.name for pair, _ in played] == ["KQKQ 1", "KRKR 2"]
    again = list(play_endgames(enter("master"), enter("random"), settings))
    assert [pair for pair, _ in played] == [pair for pair, _ in again]


def test_an_odd_number_of_games_is_refused() -> None:
    with pytest.raises(BadArgument, match="cannot have 5 games"):
        EndgameMatch(("KRKR",), games=5)


def test_a_missing_engine_is_named(golden: Golden) -> None:
    with golden.raises(UnknownName):
        enter("missing,depth=6")
