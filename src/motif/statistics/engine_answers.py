"""Add an engine's answers to examples: its best move in each position, and optionally the value of every legal move.

Positions go to workers a few at a time. The evaluation cache keeps the answers, so an interrupted run continues where
it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import chess
import numpy as np

from motif._core.board import encode_move
from motif.engines.evaluator import Evaluation, Evaluator, value_moves
from motif.engines.limits import Limit
from motif.errors import BadPosition, MotifError
from motif.runtime.files import close
from motif.runtime.parallel import Pool, Progress, Watch, Workers, in_order, unwatched
from motif.statistics.examples import Evidence

POSITIONS_IN_A_TASK = 16


@dataclass(frozen=True, slots=True)
class Questions:
    """The engine's limit for each search, and whether it also evaluates every legal move."""

    limit: Limit
    every_move: bool = False


EngineAnswer = tuple[int, list[int]]
"""The code of the best move, and the values of all legal moves in the order of their codes, if they were evaluated."""


def ask_engine(
    evidence: Evidence,
    evaluator: Callable[[], Evaluator],
    questions: Questions,
    workers: Workers | None = None,
    watch: Watch = unwatched,
) -> Evidence:
    """Return the evidence with the engine's best moves and, if `questions` says so, the values of all legal moves.

    Each worker calls `evaluator` once to create its engine; `watch` is called with the number of positions done.
    """
    boards = list(evidence.positions)
    for board in boards:
        if not any(board.legal_moves):
            raise BadPosition(f"there are no legal moves in {board.fen()}")
    tasks = [boards[start : start + POSITIONS_IN_A_TASK] for start in range(0, len(boards), POSITIONS_IN_A_TASK)]
    answers: list[EngineAnswer] = []
    with (workers or Workers()).pooled() as (executor, pool):
        for batch in in_order(executor, partial(_evaluate, pool, evaluator, questions), tasks):
            answers += batch
            watch(Progress(len(answers), len(boards)))
    best = np.array([code for code, _ in answers], np.uint16)
    values = np.array([value for _, row in answers for value in row], np.int32) if questions.every_move else None
    return replace(evidence, best=best, values=values, engine=_engine_name(evaluator, questions.limit))


def _engine_name(evaluator: Callable[[], Evaluator], limit: Limit) -> str:
    engine = evaluator()
    name = f"{engine.name}, {limit}"
    close(engine)
    return name


def _evaluate(
    pool: Pool, evaluator: Callable[[], Evaluator], questions: Questions, boards: list[chess.Board]
) -> list[EngineAnswer]:
    with pool.borrow("engine", evaluator) as engine:
        if questions.every_move:
            return list(_every_move(engine, questions.limit, boards))
        evaluations = engine.evaluate(boards, questions.limit)
        return [(encode_move(_best(answer, board)), []) for answer, board in zip(evaluations, boards, strict=True)]


def _best(answer: Evaluation, board: chess.Board) -> chess.Move:
    if answer.best is None:
        raise MotifError(f"the engine did not give a move in {board.fen()}", hint="choose another engine")
    return answer.best


def _every_move(engine: Evaluator, limit: Limit, boards: list[chess.Board]) -> Iterator[EngineAnswer]:
    moves = [sorted(board.legal_moves, key=encode_move) for board in boards]
    for evaluations in value_moves(boards, engine, limit, moves=moves, compared=True):
        values = {move: evaluation.centipawns for move, evaluation in evaluations.items()}
        yield encode_move(max(values, key=values.__getitem__)), list(values.values())
