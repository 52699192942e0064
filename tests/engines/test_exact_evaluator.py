"""Test that an evaluator corrected by tables is right where tables apply, and unchanged elsewhere."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import chess
import pytest
from chess.engine import Cp, Mate, Score

from motif.engines.evaluator import Evaluation
from motif.engines.exact import TABLE_WIN_CP, ExactEvaluator, ExactResults
from motif.engines.limits import Limit
from motif.players.names import find_evaluator
from motif.search.player import SearchEvaluator
from motif.search.settings import SearchSettings

LIMIT = Limit(depth=6)


class Saying:
    """Always gives one score, with a given line or the first legal move."""

    name = "saying"

    def __init__(self, score: Score, line: Sequence[str] = ()) -> None:
        self.score = score
        self.line = line
        self.asked = 0

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        self.asked += len(boards)
        return [Evaluation(self.score, self._line(board)) for board in boards]

    def _line(self, board: chess.Board) -> tuple[chess.Move, ...]:
        line = tuple(map(chess.Move.from_uci, self.line))
        return line if line and board.is_legal(line[0]) else tuple(list(board.legal_moves)[:1])


def corrected(fen: str, evaluator: Saying) -> Evaluation:
    return ExactEvaluator(evaluator).evaluate([chess.Board(fen)], LIMIT)[0]


def test_a_winning_pawn_ending_is_decisive_and_played_right() -> None:
    found = corrected("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1", Saying(Cp(73), ["e4d4"]))
    assert found.centipawns >= TABLE_WIN_CP
    assert chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1").san(found.line[0]) in ("Kd5", "Ke5", "Kf5")


def test_the_wrong_bishop_is_a_dead_draw_and_the_right_one_wins() -> None:
    assert corrected("7k/8/8/6KP/8/8/8/3B4 w - - 0 1", Saying(Cp(480))).score == Cp(0)
    assert corrected("7k/8/8/6KP/8/8/8/2B5 w - - 0 1", Saying(Cp(480))).centipawns > TABLE_WIN_CP


def test_a_mate_that_the_tables_confirm_stays_a_mate() -> None:
    assert corrected("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Saying(Mate(1), ["a1a8"])).score == Mate(1)


def test_a_false_mate_does_not() -> None:
    assert corrected("7k/8/8/6KP/8/8/8/3B4 w - - 0 1", Saying(Mate(9))).score == Cp(0)


def test_the_end_of_a_line_counts_too() -> None:
    # Taking the knight with the king leaves the wrong bishop, with the pawn a won ending: five pieces, then four.
    found = corrected("7k/8/6n1/6KP/8/8/8/3B4 w - - 0 1", Saying(Cp(600), ["g5g6", "h8g8"]))
    assert found.best == chess.Move.from_uci("h5g6")
    assert found.centipawns >= TABLE_WIN_CP


def test_with_many_pieces_the_answer_is_not_corrected() -> None:
    evaluator = Saying(Cp(35), ["e2e4"])
    board = chess.Board()
    assert ExactEvaluator(evaluator).evaluate([board], LIMIT) == Saying(Cp(35), ["e2e4"]).evaluate([board], LIMIT)
    assert evaluator.asked == 1


def test_a_king_that_may_still_castle_wins_as_well() -> None:
    assert corrected("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Saying(Cp(480))).centipawns >= TABLE_WIN_CP


def test_a_game_that_is_over_stays_over() -> None:
    evaluator = SearchEvaluator("search", SearchSettings())
    assert ExactEvaluator(evaluator).evaluate([chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")], LIMIT)[0].score == Mate(
        -0
    )


@pytest.mark.parametrize(
    ("fen", "chance"),
    [("7k/8/8/6KP/8/8/8/3B4 b - - 0 1", 0.5), ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", 0.5)],
)
def test_the_built_in_search_calls_a_drawn_ending_drawn(fen: str, chance: float) -> None:
    assert find_evaluator("search").evaluate([chess.Board(fen)], LIMIT)[0].chance == pytest.approx(chance)


def test_no_line_gives_the_result_away() -> None:
    tables, board = ExactResults(), chess.Board("8/8/8/3k4/8/4p3/8/R3K3 w - - 0 1")
    (found,) = find_evaluator("search").evaluate([board], LIMIT)
    for move in found.line:
        assert move in (tables.moves_that_keep(board) or [])
        board.push(move)


def test_it_pickles_and_has_the_evaluators_name() -> None:
    twin = pickle.loads(pickle.dumps(ExactEvaluator(Saying(Cp(480)))))
    assert twin.name == "saying"
    assert twin.evaluate([chess.Board("7k/8/8/6KP/8/8/8/3B4 w - - 0 1")], LIMIT)[0].score == Cp(0)


def test_corrected_answers_have_another_cache_key() -> None:
    search = SearchEvaluator("search", SearchSettings())
    assert search.cache_key(chess.Board(), LIMIT, 1) != ExactEvaluator(search).cache_key(chess.Board(), LIMIT, 1)
