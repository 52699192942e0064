"""Test that every move has the value of the position after it, for any kind of evaluator."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import pytest
from chess.engine import Cp, Mate, MateGiven

from motif.engines.evaluator import (
    BOARDS_AT_ONCE,
    Evaluation,
    SupportsCandidates,
    SupportsStaticValues,
    after,
    legal_moves,
    value_moves,
)
from motif.engines.limits import Limit
from motif.engines.small_tables import Tablebase

LIMIT = Limit(depth=1)
LADDER = chess.Board("7k/R7/8/8/8/8/8/KR6 w - - 0 1")


class Counting:
    """Counts queens and rooks, sees a mate on the board, and records the batches that it gets."""

    name = "counting"

    def __init__(self) -> None:
        self.asked: list[int] = []

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        self.asked.append(len(boards))
        return [self._evaluation(board) for board in boards]

    def _evaluation(self, board: chess.Board) -> Evaluation:
        if board.is_checkmate():
            return Evaluation(Mate(-0))
        sign = 1 if board.turn else -1
        worth = {chess.ROOK: 500, chess.QUEEN: 900}
        balance = sum(
            worth.get(piece.piece_type, 0) * (1 if piece.color else -1) for piece in board.piece_map().values()
        )
        return Evaluation(Cp(sign * balance), tuple(legal_moves(board)[:1]), depth=1)


class Listing(Counting):
    """Lists a number of candidates, each worth 7."""

    def __init__(self, most: int = 100) -> None:
        super().__init__()
        self.most = most

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        return [Evaluation(Cp(7), (move,)) for move in legal_moves(board)[: min(count, self.most)]]


def test_a_move_has_the_value_of_the_position_after_it() -> None:
    board = chess.Board("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1")
    (values,) = value_moves([board], Counting(), LIMIT)
    assert list(values) == legal_moves(board)
    takes, waits = chess.Move.from_uci("d1d5"), chess.Move.from_uci("e1e2")
    assert values[takes].centipawns == 500
    assert values[waits].centipawns == -400
    assert values[waits].line == (waits, legal_moves(after(board, waits))[0])
    assert values[waits].depth == 2
    assert board.fen() == "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1"


def test_a_mating_move_is_mate_in_one_and_other_moves_are_not() -> None:
    (values,) = value_moves([LADDER], Counting(), LIMIT)
    mates = {move for move, value in values.items() if value.score == Mate(1)}
    assert mates == {chess.Move.from_uci("b1b8")}


@pytest.mark.parametrize(
    ("then", "before"),
    [(Mate(-0), Mate(1)), (Mate(-2), Mate(3)), (Mate(2), Mate(-2)), (MateGiven, Mate(-0)), (Cp(30), Cp(-30))],
)
def test_a_mate_counts_the_move_that_was_just_made(then: Cp | Mate, before: Cp | Mate) -> None:
    assert Evaluation(then).before(chess.Move.null()).score == before


def test_tables_agree_with_themselves_one_ply_later() -> None:
    tables = Tablebase()
    board = chess.Board("8/8/8/8/4k3/8/8/KR6 w - - 0 1")
    (truth,) = tables.evaluate([board], LIMIT)
    (values,) = value_moves([board], tables, LIMIT)
    assert max(values.values(), key=lambda value: value.centipawns).score == truth.score


def test_many_boards_are_evaluated_in_few_batches() -> None:
    evaluator = Counting()
    boards = [LADDER] * (BOARDS_AT_ONCE + 1)
    values = value_moves(boards, evaluator, LIMIT)
    legal = LADDER.legal_moves.count()
    assert evaluator.asked == [BOARDS_AT_ONCE * legal, legal]
    assert values == [values[0]] * len(boards)


def test_a_game_that_is_over_has_no_moves_to_value() -> None:
    evaluator = Counting()
    mated = chess.Board("R6k/1R6/8/8/8/8/8/K7 b - - 0 1")
    assert value_moves([mated], evaluator, LIMIT, compared=True) == [{}]
    assert evaluator.asked == []


def test_selected_moves_are_valued_in_their_order() -> None:
    some = [chess.Move.from_uci("b1b8"), chess.Move.from_uci("a1b2")]
    (values,) = value_moves([LADDER], Counting(), LIMIT, moves=[some])
    assert list(values) == some


def test_an_evaluator_with_candidates_compares_moves_if_wanted() -> None:
    (listed,) = value_moves([LADDER], Listing(), LIMIT, compared=True)
    assert {value.centipawns for value in listed.values()} == {7}
    (judged,) = value_moves([LADDER], Listing(), LIMIT)
    assert judged == value_moves([LADDER], Counting(), LIMIT)[0]


def test_every_move_is_evaluated_if_the_candidates_leave_one_out() -> None:
    assert value_moves([LADDER], Listing(most=3), LIMIT, compared=True) == value_moves([LADDER], Counting(), LIMIT)


def test_the_protocols_show_what_an_evaluator_supports() -> None:
    assert isinstance(Listing(), SupportsCandidates)
    assert not isinstance(Counting(), SupportsCandidates)
    # Tables have a method `values` as well, which was once taken for that of a network.
    assert not isinstance(Tablebase(), SupportsStaticValues)
