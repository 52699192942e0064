"""What is known of a position while somebody steps: the judge's lines, the opening's name and theory, the tables."""

from __future__ import annotations

from functools import cache
from typing import Literal

import chess
from fastapi import APIRouter
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from motif.board.oracles import Comparing, Evaluation
from motif.board.results import ExactResults
from motif.interfaces.reading import read_board
from motif.interfaces.web.boards import Shape
from motif.interfaces.web.judges import JudgesHere
from motif.interfaces.web.server import Here
from motif.interfaces.web.study import StudyFolder
from motif.interfaces.web.workers import Tell, cached
from motif.openings import shipped_openings, theory, theory_of
from motif.players import find_oracle
from motif.reasons.told import Step, steps_of
from motif.study.judge import Judge, spoken

router = APIRouter(tags=["explain"])

MOST_LINES = 3
MOST_THEORY = 4
LONGEST = 8
"""Half-moves of a line that are shown."""

RESULTS: dict[int, Literal["win", "draw", "loss"]] = {1: "win", 0: "draw", -1: "loss"}


class LinesRequest(Shape):
    """A position, and the study whose judge is asked."""

    fen: str = Field(max_length=120)
    study: str | None = Field(default=None, max_length=100)


class LineShape(Shape):
    """A line that the judge sees; `advantage` is White's, in centipawns, a mate being 10,000 less the moves to it."""

    advantage: int
    moves: list[Step]


class LinesShape(Shape):
    """What is known of a position: who judges, in words, and up to three of its lines, best first."""

    judge: str
    lines: list[LineShape]
    opening: str | None
    theory: list[str]
    """What masters played here, in words, the most played first."""
    tables: Literal["win", "draw", "loss"] | None
    """For the side to move with best play, where a table knows."""


@router.post("/lines")
async def lines(asked: LinesRequest, server: Here, judges: JudgesHere, folder: StudyFolder) -> LinesShape:
    """The judge's best lines, opening and tables."""
    judge = await run_in_threadpool(lambda: judges.own)
    if asked.study is not None:
        judge = await run_in_threadpool(judges.by, await run_in_threadpool(folder.load, asked.study))
    return await server.pool.ask(seen, asked.fen, judge)


def seen(_: Tell, fen: str, judge: Judge) -> LinesShape:
    """What the judge, the book and the tables say of a position."""
    board = read_board(fen)
    opening = shipped_openings().name_of(board)
    known = _tables().result(board)
    return LinesShape(
        judge=spoken(judge.name),
        lines=[_line(board, each) for each in _best(board, judge)],
        opening=None if opening is None else str(opening),
        theory=[words for each in theory(board)[:MOST_THEORY] if (words := theory_of(board, each.move))],
        tables=None if known is None else RESULTS[int(known)],
    )


def _best(board: chess.Board, judge: Judge) -> list[Evaluation]:
    if board.is_game_over():
        return []
    oracle = cached(find_oracle, judge.name)
    compared = oracle.candidates(board, judge.reasons, MOST_LINES) if isinstance(oracle, Comparing) else []
    return compared or list(oracle.evaluate([board], judge.reasons))


def _line(board: chess.Board, evaluation: Evaluation) -> LineShape:
    worth = evaluation.centipawns
    return LineShape(advantage=worth if board.turn else -worth, moves=list(steps_of(board, evaluation.line[:LONGEST])))


@cache
def _tables() -> ExactResults:
    return ExactResults()
