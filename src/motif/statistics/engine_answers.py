"""What an engine says about examples: its best move in each position, and if wanted the value of every legal move.

Positions go to workers a few at a time. Engines remember their answers in the evaluation cache, so a run that was
interrupted goes on where it stood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import chess
import numpy as np

from motif._core.board import encode_move
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.engines.valuation import value_moves
from motif.errors import BadPosition, MotifError
from motif.runtime.closing import close
from motif.runtime.parallel import Pool, Progress, Watch, Workers, in_order, unwatched
from motif.statistics.examples import Evidence

POSITIONS_IN_A_TASK = 16


@dataclass(frozen=True, slots=True)
class Questions:
    """How deep the engine looks for the best move, and whether it values every legal move as well."""

    limit: Limit
    every_move: bool = False


EngineAnswer = tuple[int, list[int]]
"""The code of the best move, and the values of all legal moves in the order of their codes; none when not asked."""


def ask_engine(
    evidence: Evidence,
    evaluator: Callable[[], Evaluator],
    questions: Questions,
    workers: Workers | None = None,
    watch: Watch = unwatched,
) -> Evidence:
    """The evidence with the engine's best moves, and with the value of every legal move if that is asked for.

    `evaluator` makes the engine, once in each worker; `watch` hears how many positions are done.
    """
    boards = list(evidence.positions)
    for board in boards:
        if not any(board.legal_moves):
            raise BadPosition(f"there is nothing to play in {board.fen()}")
    tasks = [boards[start : start + POSITIONS_IN_A_TASK] for start in range(0, len(boards), POSITIONS_IN_A_TASK)]
    words: list[EngineAnswer] = []
    with (workers or Workers()).pooled() as (executor, pool):
        for answers in in_order(executor, partial(_judge, pool, evaluator, questions), tasks):
            words += answers
            watch(Progress(len(words), len(boards)))
    best = np.array([code for code, _ in words], np.uint16)
    values = np.array([value for _, row in words for value in row], np.int32) if questions.every_move else None
    return replace(evidence, best=best, values=values, judge=_judge_name(evaluator, questions.limit))


def _judge_name(evaluator: Callable[[], Evaluator], limit: Limit) -> str:
    judge = evaluator()
    name = f"{judge.name}, {limit}"
    close(judge)
    return name


def _judge(
    pool: Pool, evaluator: Callable[[], Evaluator], questions: Questions, boards: list[chess.Board]
) -> list[EngineAnswer]:
    with pool.borrow("engine", evaluator) as judge:
        if questions.every_move:
            return list(_valued(judge, questions.limit, boards))
        answers = judge.evaluate(boards, questions.limit)
        return [(encode_move(_best(answer, board)), []) for answer, board in zip(answers, boards, strict=True)]


def _best(answer: Evaluation, board: chess.Board) -> chess.Move:
    if answer.best is None:
        raise MotifError(f"the engine names no move in {board.fen()}", hint="choose another engine")
    return answer.best


def _valued(judge: Evaluator, limit: Limit, boards: list[chess.Board]) -> Iterator[EngineAnswer]:
    moves = [sorted(board.legal_moves, key=encode_move) for board in boards]
    for values in value_moves(boards, judge, limit, moves=moves, compared=True):
        worth = {move: evaluation.centipawns for move, evaluation in values.items()}
        yield encode_move(max(worth, key=worth.__getitem__)), list(worth.values())
