"""Compose puzzles to order; each is reported as soon as it is found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import Field, TypeAdapter
from starlette.concurrency import run_in_threadpool

from motif.board.moves import read_board, read_move
from motif.errors import BadArgument, NothingFound, UnknownName, nearest
from motif.explain.explanation import Step, steps_of
from motif.motifs.catalogue import find_motif
from motif.players.names import find_evaluator
from motif.puzzles.batches import Order
from motif.puzzles.composition import compose
from motif.puzzles.files import sheet
from motif.puzzles.puzzle import Goal, Puzzle, Stipulation
from motif.puzzles.recipe import PieceCount, Recipe
from motif.puzzles.solutions import defence as defence_against
from motif.puzzles.themes import THEMES, find_theme
from motif.runtime.files import close
from motif.runtime.parallel import Progress
from motif.study.engine import StudyEngine
from motif.tactics.adviser import suggestions
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.vocabulary import FULL
from motif.training.composing import ENCODED, compose_for
from motif.web.jobs import JobKind, JobQueue, JobShape, PuzzleShape, Work
from motif.web.pool import Tell, cached
from motif.web.server import EnginesHere, Here
from motif.web.settings import Bounds
from motif.web.shapes import Shape

router = APIRouter(prefix="/puzzles", tags=["compose"])

TITLE = "Chess puzzles"
CASTLING = "castling"

MOST = 1_000
"""How many puzzles are composed at most for each one kept; others have too many pieces or do not match the order."""

MOST_NODES = 2_000_000
"""The most positions to search for each defence to a try."""

PLACEMENTS = 500
"""How many random placements a task tries; this gives two mates in 2 in a tenth of a second."""


class PuzzleOrder(Shape):
    """The puzzles to compose: mate in `mate_in` moves, composers' themes, or a learned tactic that the key must be.

    `tactic` is one of `/api/puzzles/choices`: a motif that can be composed, by which material is won, or a rule learned
    from games, which the key of the mate must follow.
    """

    mate_in: int = Field(default=2, ge=1, le=4)
    themes: list[str] = Field(default_factory=list, max_length=4)
    tactic: str | None = Field(default=None, max_length=60)
    pieces: int = Field(default=12, ge=3, le=24)
    """The most pieces and pawns of both sides together."""
    count: int = Field(default=3, ge=1, le=20)
    seconds: float = Field(default=60.0, ge=1, le=300)
    seed: int = Field(default=0, ge=0, le=10**9)


class ChoiceShape(Shape):
    """A theme or tactic that can be ordered by its name; the title is for people to read."""

    name: str
    title: str
    english: str


class DefenceRequest(Shape):
    """A wrong move, its position, and the goal from there on, `mate in 2` or `win in 1`."""

    fen: str = Field(max_length=120)
    move: str = Field(max_length=12)
    goal: str = Field(max_length=40)


class DefenceShape(Shape):
    """The defence that refutes a wrong move; null if the move ends the game or reaches the goal just as well."""

    defence: Step | None


class PuzzleChoices(Shape):
    """The themes and tactics that can be ordered by name."""

    themes: list[ChoiceShape]
    tactics: list[ChoiceShape]


@router.get("/choices")
def choices() -> PuzzleChoices:
    """The themes and tactics that can be ordered by name."""
    return PuzzleChoices(
        themes=[ChoiceShape(name=name, title=name, english=theme.english) for name, theme in THEMES.items()],
        tactics=[
            *(ChoiceShape(name=name, title=name, english=find_motif(name).english) for name in ENCODED),
            *(
                ChoiceShape(
                    name=name,
                    title=tactic.sentence().rstrip("."),
                    english=f"a mate whose key does this: {tactic.sentence()}",
                )
                for name, tactic in learned_tactics().items()
            ),
        ],
    )


@router.post("", status_code=202)
async def order(wanted: PuzzleOrder, queue: JobQueue) -> JobShape:
    """Compose puzzles as a job, whose events have the puzzles as they are found."""
    _check(wanted)
    known = {choice.name: choice.title for choice in choices().tactics}
    title = f"{wanted.count} x {known[wanted.tactic] if wanted.tactic else f'mate in {wanted.mate_in}'}"
    return queue.start(JobKind.PUZZLES, title, WORK, wanted).shape


@router.post("/defence")
async def defence(asked: DefenceRequest, server: Here, engines: EnginesHere) -> DefenceShape:
    """Find the defence that refutes a wrong try."""
    engine = await run_in_threadpool(lambda: engines.own)
    return DefenceShape(defence=await server.pool.ask(defended, asked, engine))


@router.get("/{job}.pdf", response_class=Response)
async def pdf(job: str, server: Here, queue: JobQueue) -> Response:
    """The puzzles of a job as a PDF sheet with answers."""
    puzzles = [puzzle.text for puzzle in queue.find(job).shape.puzzles]
    if not puzzles:
        raise NothingFound("this job has found no puzzle")
    content = await server.pool.ask(printed, puzzles, TITLE)
    headers = {"content-disposition": 'attachment; filename="motif-puzzles.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


@cache
def learned_tactics() -> dict[str, Tactic]:
    """The learned rules by readable names, without those about castling, which composed positions do not allow."""
    tactics = TacticsLibrary.shipped().tactics
    return {tactic.name.replace("_", " "): tactic for tactic in tactics if tactic.motif != CASTLING}


def _check(order: PuzzleOrder) -> None:
    if order.tactic is not None and order.tactic not in {*ENCODED, *learned_tactics()}:
        known = [*ENCODED, *learned_tactics()]
        raise UnknownName(f"puzzles cannot be composed for {order.tactic!r}", hint=nearest(order.tactic, known))
    if order.tactic is not None and order.themes:
        raise BadArgument("a puzzle has either a tactic or themes of a mate", hint="leave one of them out")
    if order.tactic not in ENCODED:
        _recipe(order)


def order_puzzles(tell: Tell, order: PuzzleOrder, _: Bounds | None = None) -> dict[str, Any]:
    """Compose until there are enough puzzles or time is up."""
    count = 0
    for puzzle, words in _wins(tell, order) if order.tactic in ENCODED else _mates(order):
        if puzzle is not None:
            if len(puzzle.board().piece_map()) > order.pieces:
                continue
            count += 1
            tell(PuzzleShape.of(puzzle))
        tell(Progress(count, order.count, words))
        if count == order.count:
            break
    if not count:
        raise NothingFound(
            f"no puzzle was found in {order.seconds:g} seconds; this does not prove that there is none",
            hint="give it more time, more pieces, or another seed",
        )
    return {}


WORK = Work(order_puzzles, TypeAdapter(PuzzleOrder))


def defended(_: Tell, asked: DefenceRequest, engine: StudyEngine) -> Step | None:
    """A defence that prevents mate in the remaining moves or, if the goal is a win, the engine's reply."""
    board, goal = read_board(asked.fen), Stipulation.parse(asked.goal)
    board.push(read_move(board, asked.move))
    if board.is_game_over():
        return None
    if goal.goal is Goal.WIN:
        (answer,) = cached(find_evaluator, engine.name).evaluate([board], engine.reasons)
        return steps_of(board, answer.line[:1])[0]
    found = defence_against(board, goal.moves - 1, MOST_NODES)
    return steps_of(board, [found])[0] if found else None


def printed(_: Tell, puzzles: list[str], title: str) -> bytes:
    """A sheet of puzzles with their answers."""
    return sheet([Puzzle.parse(text) for text in puzzles], title)


def _recipe(order: PuzzleOrder) -> Recipe:
    return Recipe(
        stipulation=Stipulation(Goal.MATE, order.mate_in),
        themes=tuple(find_theme(name) for name in order.themes),
        white=PieceCount(1, min(6, order.pieces - 1)),
        black=PieceCount(1, min(8, order.pieces - 1)),
        # A mate in one is a check, and most learned tactics are captures or checks.
        key_may=("check", "capture", "promotion") if order.mate_in == 1 or order.tactic else (),
    )


def _mates(order: PuzzleOrder) -> Iterator[tuple[Puzzle | None, str]]:
    """Yield each puzzle, or None for an attempt without one; with either, a text about the progress."""
    # Without a theme random placement and the solver are far quicker than clingo.
    wanted = Order(MOST * order.count, order.seed, order.seconds, bulk=not order.themes, placements=PLACEMENTS)
    tactic = learned_tactics()[order.tactic] if order.tactic else None
    for step in compose(_recipe(order), wanted):
        fits = step.puzzle is not None and (tactic is None or _is_instance(tactic, step.puzzle))
        yield step.puzzle if fits else None, f"{step.attempts:,} attempts"


def _is_instance(tactic: Tactic, puzzle: Puzzle) -> bool:
    alone = TacticsLibrary(FULL, (tactic,))
    return any(advice.move.uci() == puzzle.key for advice in suggestions(alone, puzzle.board()))


def _wins(tell: Tell, order: PuzzleOrder) -> Iterator[tuple[Puzzle | None, str]]:
    assert order.tactic is not None
    evaluator = find_evaluator("search")
    wanted = Order(MOST * order.count, order.seed, order.seconds)

    def watch(news: Progress) -> None:
        tell(Progress(0, order.count, f"composing a {order.tactic}"))

    try:
        for exercise in compose_for(order.tactic, evaluator, wanted, watch):
            yield exercise.puzzle, exercise.sentence
    finally:
        close(evaluator)
