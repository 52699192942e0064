"""Training: the deck, the next question, its answer and hints."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool

from motif.interfaces.reading import read_move
from motif.interfaces.web.server import Here
from motif.interfaces.web.shapes.jobs import JobKind, JobShape
from motif.interfaces.web.shapes.training import (
    AnswerRequest,
    AnswerShape,
    HintRequest,
    HintShape,
    NextShape,
    TrainingShape,
    TrainRequest,
)
from motif.interfaces.web.tasks.studying import train as train_task
from motif.interfaces.web.tasks.training import punishment
from motif.study.report.folder import STUDY
from motif.study.training import Plan

router = APIRouter(prefix="/training", tags=["train"])


@router.get("")
def training(server: Here) -> TrainingShape:
    """How the deck stands: what is due, and how the answers went over time."""
    return server.sittings.standing()


@router.post("", status_code=202)
async def begin(asked: TrainRequest, server: Here) -> JobShape:
    """Make exercises of a study and put them into the deck, as a job; its `added` says how many are new."""
    file = server.studies.file(asked.study, STUDY)
    plan = Plan(composed=asked.composed, seconds=asked.seconds)
    job = server.jobs.start(JobKind.TRAINING, asked.study, _nothing, train_task, file, server.settings.deck, plan)
    job.update(study=asked.study)
    return job.shape


@router.get("/next")
def next_question(
    server: Here,
    theme: Annotated[str | None, Query(max_length=60)] = None,
    skip: Annotated[str, Query(max_length=2000, description="Numbers of exercises to leave out, by commas.")] = "",
    seed: int = 0,
) -> NextShape:
    """The next question, what is due first."""
    skipped = frozenset(int(word) for word in skip.split(",") if word.strip().isdecimal())
    return server.sittings.next(theme, skipped, seed)


@router.post("/{puzzle}/answer")
async def answer(puzzle: int, given: AnswerRequest, server: Here) -> AnswerShape:
    """Answer with a move: right and the opponent's reply, or wrong and the line that punishes it.

    An empty move shows the answer.
    """
    question = await run_in_threadpool(server.sittings.find, puzzle)
    if not given.move:
        return await run_in_threadpool(server.sittings.shown, question)
    move = read_move(question.drill.board, given.move)
    right = await run_in_threadpool(server.sittings.play, question, move)
    if right is not None:
        return right
    board = question.drill.board.copy()
    found = await server.hands.ask(punishment, board, move)
    return await run_in_threadpool(server.sittings.punished, question, move, found)


@router.post("/{puzzle}/hint")
async def hint(puzzle: int, asked: HintRequest, server: Here) -> HintShape:
    """A hint; each lowers the grade."""
    question = await run_in_threadpool(server.sittings.find, puzzle)
    return server.sittings.hint(question, asked.step)


def _nothing() -> None:
    """There is nothing to tidy up."""
