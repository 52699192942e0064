"""Answer questions about positions and moves: explanations, lines, and what advisers recommend.

Advisers are named exactly as listed; never by a path, a command or an option.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, Literal

import chess
from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from motif._core.board import Game
from motif.board.moves import read_board, read_move
from motif.download.sites import at_once, download_game
from motif.engines.evaluator import Evaluation, SupportsCandidates, after
from motif.engines.exact import ExactResults
from motif.engines.game_review import Judgement
from motif.engines.limits import ONE_PLY
from motif.errors import BadGameFile, MotifError, UnknownName, nearest
from motif.explain.explanation import Explanation, Step, steps_of
from motif.openings.names import shipped_openings, theory, theory_of
from motif.players.coaches import find_coach
from motif.players.names import Role, collect_advice, entries, find_adviser, find_evaluator
from motif.study.engine import ENGINES_FROM_FILES, StudyEngine, spoken
from motif.study.study import Study
from motif.web.guard import Problem
from motif.web.pool import Tell, cached
from motif.web.server import Engines, EngineShape, EnginesHere, Here
from motif.web.shapes import Shape
from motif.web.streams import EVENTS, Followed, State
from motif.web.study import Studies, StudyFolder

router = APIRouter(tags=["explain"])

EXPLAINING_ENGINE = "search"
"""The engine that explains moves in a game against Motif."""

LONGEST_SECONDS = 180.0
"""The time limit, in seconds, for an explanation whose first verdict was shown at once."""

MOST_TEXT = 60_000
"""The longest PGN text of one game, in characters."""


class ExplainRequest(Shape):
    """A position, the move to explain (by default the best one) and the moves that led there, as UCI."""

    fen: str = Field(max_length=120)
    move: str | None = Field(default=None, max_length=12)
    game_moves: list[str] = Field(default_factory=list, max_length=1000)
    """The moves from `fen` to the position of `move`; the last one shows what is a recapture."""
    study: str | None = Field(default=None, max_length=100)
    """The study that the position is from: its engine is used, and its mistakes are explained as in the study."""


class LinkRequest(Shape):
    """A link to a game on Lichess; `may_ask` allows this one request to the site."""

    link: str = Field(max_length=200)
    may_ask: Literal[True]


class LinkedGame(Shape):
    """A game as PGN."""

    text: str


class AdviseRequest(Shape):
    """A position and the advisers to ask; by default the coach answers, with checked reasons."""

    fen: str = Field(max_length=120)
    advisers: list[str] | None = Field(default=None, max_length=20)
    study: str | None = Field(default=None, max_length=100)
    """The study whose engine the coach uses."""


class AdviceShape(Shape):
    """A recommended move; `weight` is its expected gain in centipawns, null if it was never measured."""

    by: str
    move: str
    san: str
    weight: float | None
    because: str
    source: str
    squares: list[str]
    arrows: list[str]
    """Arrows in Lichess's notation: Ge2e4, or Re5 for a mark."""


class AdviserShape(Shape):
    """An adviser."""

    name: str
    summary: str
    by_default: bool


def read_game(text: str) -> Game:
    """The first game of a text."""
    if re.match(r"https?://\S+$", text.strip()):
        raise BadGameFile(
            "only links to games on lichess.org can be opened", hint="export the game as PGN and paste that"
        )
    # A second game begins with its tags after an empty line.
    first = re.split(r"\n\s*\n(?=\[)", text.strip())[0]
    read = Game.parse(first if first.startswith("[") else f'[Result "*"]\n\n{first}\n')
    if not read.moves:
        raise BadGameFile("there are no moves in this text", hint="paste a game as PGN, or a position as FEN")
    return read


@router.post("/game/link")
def linked_game(asked: LinkRequest) -> LinkedGame:
    """A game on Lichess, as PGN."""
    return LinkedGame(text=download_game(asked.link, at_once())[:MOST_TEXT])


@router.post("/explain")
async def explain(asked: ExplainRequest, server: Here, engines: EnginesHere, folder: StudyFolder) -> Explanation:
    """Explain a move, by default the best one: the JSON of `motif explain --json`.

    Without a move, the best one.
    """
    study, engine = await run_in_threadpool(_chosen, asked.study, engines, folder)
    if (said := said_in(study, asked)) is not None:
        return said
    return await server.pool.ask(explained, asked.fen, asked.game_moves, asked.move, engine)


def _chosen(name: str | None, engines: Engines, folder: Studies) -> tuple[Study | None, StudyEngine]:
    """The named study, if any, and the engine to use: the study's, or else the server's."""
    study = None if name is None else folder.load(name)
    return study, engines.own if study is None else engines.by(study)


class LookShape(Shape):
    """The quick verdict on a move, shown until its explanation is ready.

    `advantage` is White's after the move, in centipawns; a mate in n is 10,000 - n.
    """

    judgement: Judgement
    chances: tuple[float, float]
    """The winning chance of the side that moved, with the best move and after this one."""
    advantage: int
    best: Step | None


class AnswerState(State):
    """The answer to a question about a move so far: a quick verdict, then the explanation, or what went wrong."""

    look: LookShape | None = None
    explanation: Explanation | None = None
    problem: Problem | None = None

    @property
    def is_over(self) -> bool:
        return self.explanation is not None or self.problem is not None


@router.post("/explain/events", response_class=StreamingResponse, responses=EVENTS)
async def explain_events(
    asked: ExplainRequest, server: Here, engines: EnginesHere, folder: StudyFolder
) -> StreamingResponse:
    """Explain a move as server-sent events: first a quick verdict, then the explanation."""
    study, engine = await run_in_threadpool(_chosen, asked.study, engines, folder)
    answer = Followed(AnswerState(explanation=said_in(study, asked)))

    def hear(look: LookShape) -> None:
        answer.update(look=look)

    async def explain() -> None:
        try:
            explanation = await server.pool.listen(
                hear, LONGEST_SECONDS, looked_and_explained, asked.fen, asked.game_moves, asked.move, engine
            )
            answer.update(explanation=explanation)
        except MotifError as error:
            answer.update(problem=Problem(error=str(error), hint=error.hint))

    if not answer.shape.is_over:
        answer.running = asyncio.create_task(explain())
    return answer.stream()


@router.get("/engine")
def engine_in_use(
    engines: EnginesHere,
    folder: StudyFolder,
    study: Annotated[str | None, Query(max_length=100, description="The engine of this study.")] = None,
) -> EngineShape:
    """The engine that evaluates positions here."""
    return engines.shape(None if study is None else folder.load(study))


def said_in(study: Study | None, asked: ExplainRequest) -> Explanation | None:
    """The study's explanation if the study called the move a mistake, so that the page agrees with it."""
    if study is None or asked.move is None:
        return None
    board = _after(asked.fen, asked.game_moves)
    place, move = board.fen(), read_move(board, asked.move)
    for game in study.games:
        for fault in game.faults:
            if fault.played.move == move and fault.fen == place:
                return Explanation(**{name.name: getattr(fault, name.name) for name in fields(Explanation)})
    return None


@router.post("/advise", response_model=list[AdviceShape])
async def advise(asked: AdviseRequest, server: Here, engines: EnginesHere, folder: StudyFolder) -> Any:  # noqa: ANN401 - JSON
    """Recommended moves in a position, the largest gain first: the JSON of `motif advise --json`."""
    names = list(dict.fromkeys(asked.advisers or []))
    known = [adviser.name for adviser in advisers()]
    for name in names:
        if name not in known:
            raise UnknownName(f"no adviser is called {name!r}", hint=nearest(name, known))
    _, engine = await run_in_threadpool(_chosen, asked.study, engines, folder)
    return await server.pool.ask(advice, asked.fen, names, engine)


@router.get("/advisers")
def advisers() -> list[AdviserShape]:
    """The advisers."""
    return [
        AdviserShape(name=entry.name, summary=summary(entry.summary), by_default=entry.by_default)
        for entry in entries()
        if Role.ADVISER in entry.roles and entry.name not in ENGINES_FROM_FILES
    ]


_CALLED = re.compile(r", \w+[,:]\w[^;]*?(?=: |;|$)")


def summary(words: str) -> str:
    """An adviser's summary without its command-line name and options.

    >>> summary("people of a level, human,level=1 to 8: it misses what they miss")
    'people of a level: it misses what they miss'
    """
    return _CALLED.sub("", words).partition(";")[0]


def _after(fen: str, moves: Sequence[str]) -> chess.Board:
    """The position after these moves, which stay on the board's stack."""
    board = read_board(fen)
    for move in moves:
        board.push(read_move(board, move))
    return board


def explained(_: Tell, fen: str, game_moves: Sequence[str], move: str | None, engine: StudyEngine) -> Explanation:
    """Explain a move as `motif explain` does."""
    board, coach = _after(fen, game_moves), cached(find_coach, engine.name)
    if move is None:
        return coach.best(board, engine.reasons)
    return coach.explain(board, read_move(board, move), engine.reasons)


def looked_and_explained(
    tell: Tell, fen: str, game_moves: Sequence[str], move: str | None, engine: StudyEngine
) -> Explanation:
    """Report a quick verdict on the move, then explain it in full."""
    if move is not None:
        board = _after(fen, game_moves)
        wanted = read_move(board, move)
        evaluator = cached(find_coach, engine.name).engine
        here, there = evaluator.evaluate([board, after(board, wanted)], engine.reasons)
        value = there.before(wanted)
        # The best move loses nothing, however much deeper its own line was searched.
        before = value.chance if here.best == wanted else max(here.chance, value.chance)
        tell(
            LookShape(
                judgement=Judgement.of(before - value.chance),
                chances=(before, value.chance),
                advantage=value.centipawns if board.turn else -value.centipawns,
                best=steps_of(board, [here.best])[0] if here.best else None,
            )
        )
    return explained(tell, fen, game_moves, move, engine)


def advice(_: Tell, fen: str, names: Sequence[str], engine: StudyEngine) -> list[dict[str, Any]]:
    """Recommend moves: the JSON of `motif advise --json`."""
    board = read_board(fen)
    if not names:
        coach = cached(find_coach, engine.name)
        counsels = coach.advise(board, limit=engine.reasons)
        return [{"by": "coach"} | counsel.advice().to_json(board) for counsel in counsels]
    said = collect_advice(board, {name: cached(find_adviser, name) for name in names})
    return [{"by": name} | each.to_json(board) for name, each in said]


def warm(_: Tell, engine: str) -> None:
    """Load what an explanation needs."""
    cached(find_coach, engine).best(chess.Board(), ONE_PLY)


# Facts about the position on the board: the engine's lines, the opening's name and theory, the tablebases.


MOST_LINES = 3
MOST_THEORY = 4
LONGEST = 8
"""The longest line shown, in plies."""

RESULTS: dict[int, Literal["win", "draw", "loss"]] = {1: "win", 0: "draw", -1: "loss"}


class LinesRequest(Shape):
    """A position, and the study whose engine evaluates it."""

    fen: str = Field(max_length=120)
    study: str | None = Field(default=None, max_length=100)


class LineShape(Shape):
    """A line of the engine; `advantage` is White's, in centipawns; a mate in n is 10,000 - n."""

    advantage: int
    moves: list[Step]


class LinesShape(Shape):
    """An engine's lines for a position, at most three, best first, with the opening and the endgame tables."""

    engine: str
    lines: list[LineShape]
    opening: str | None
    theory: list[str]
    """The moves of masters in this position, as text, the most frequent first."""
    tables: Literal["win", "draw", "loss"] | None
    """The result for the side to move with best play, if a table knows it."""


@router.post("/lines")
async def lines(asked: LinesRequest, server: Here, engines: EnginesHere, folder: StudyFolder) -> LinesShape:
    """The engine's best lines, the opening, and the result by endgame tables."""
    _, engine = await run_in_threadpool(_chosen, asked.study, engines, folder)
    return await server.pool.ask(seen, asked.fen, engine)


def seen(_: Tell, fen: str, engine: StudyEngine) -> LinesShape:
    """The engine's lines, the opening book and the endgame tables for a position."""
    board = read_board(fen)
    opening = shipped_openings().name_of(board)
    known = _tables().result(board)
    return LinesShape(
        engine=spoken(engine.name),
        lines=[
            LineShape(
                advantage=each.centipawns if board.turn else -each.centipawns,
                moves=list(steps_of(board, each.line[:LONGEST])),
            )
            for each in _best(board, engine)
        ],
        opening=None if opening is None else str(opening),
        theory=[words for each in theory(board)[:MOST_THEORY] if (words := theory_of(board, each.move))],
        tables=None if known is None else RESULTS[int(known)],
    )


def _best(board: chess.Board, engine: StudyEngine) -> list[Evaluation]:
    if board.is_game_over():
        return []
    evaluator, limit = cached(find_evaluator, engine.name), engine.reasons
    compared = evaluator.candidates(board, limit, MOST_LINES) if isinstance(evaluator, SupportsCandidates) else []
    return compared or evaluator.evaluate([board], limit)


@cache
def _tables() -> ExactResults:
    return ExactResults()
