"""Analyse one game: show its moves at once, then marks and a graph, then explain each mistake, the worst first.

One worker marks the game in two searches. All free workers then explain its mistakes, so that questions about other
moves are answered in between. Finished analyses are kept and survive a restart; an interrupted one restarts when its
page is opened.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, Literal

import chess
from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse
from pydantic import Field, ValidationError

from motif.board.games import boards_of
from motif.engines.evaluator import Evaluation, Evaluator, winning_chance
from motif.engines.game_review import Judgement, game_accuracy
from motif.engines.limits import Limit
from motif.errors import BadArgument, MotifError, NothingFound
from motif.explain.explanation import Explanation, Step, steps_of
from motif.openings.names import shipped_openings
from motif.players.names import SEARCH, Name
from motif.study.engine import StudyEngine, spoken
from motif.study.games import StudiedMove
from motif.study.review import (
    EvaluatedMoves,
    evaluate_moves,
    evaluated_so_far,
    explanation_in,
    studied_moves,
    white_advantage,
)
from motif.web.explain import MOST_TEXT, read_game
from motif.web.pool import Tell, cached
from motif.web.server import Engines, Here, Part, Server, part_of_server
from motif.web.shapes import Shape
from motif.web.streams import EVENTS, Followed, State

router = APIRouter(prefix="/analyses", tags=["analyse"])

MOST_KEPT = 1_000
POSITIONS_IN_A_PART = 6
"""How many positions are evaluated between two reports of the marks."""

MARKING_SECONDS = 600.0
"""The time limit for marking one game, as an engine may search each of five hundred moves."""


class AnalysisRequest(Shape):
    """A game as PGN, and the side whose mistakes matter, if only one does."""

    text: str = Field(max_length=MOST_TEXT)
    side: Literal["white", "black"] | None = None
    is_begun: bool = True
    """Whether to analyse it now, or when its page is opened."""


class AccuracyShape(Shape):
    """The accuracy of both sides in per cent, as on Lichess; null for a side that made no move."""

    white: float | None
    black: float | None


class CountsShape(Shape):
    """A number for each side."""

    white: int
    black: int


class AnalysisShape(State):
    """A game with the results of its analysis so far.

    `marks` is empty until the engine's first search is over, and the second one updates it. `mistakes` has the
    explanations by ply.
    """

    id: str
    text: str
    white: str
    black: str
    result: str
    date: str
    opening: str
    start: str
    moves: list[Step]
    side: Literal["white", "black"] | None
    engine: str
    created: datetime
    state: Literal["running", "finished", "failed"] = "running"
    advantage: int = 0
    """White's advantage before the first move, in centipawns."""
    marks: list[StudiedMove] = Field(default_factory=list)
    are_final: bool = False
    """Whether the second search is over."""
    mistakes: dict[int, Explanation] = Field(default_factory=dict)
    mistakes_expected: int = 0
    accuracy: AccuracyShape | None = None
    error: str | None = None
    hint: str | None = None

    @property
    def is_over(self) -> bool:
        return self.state != "running"


class AnalysisSummary(Shape):
    """A game in the list; accuracy and mistakes are null until it is analysed."""

    id: str
    white: str
    black: str
    result: str
    date: str
    opening: str
    moves: int
    side: Literal["white", "black"] | None
    created: datetime
    state: Literal["waiting", "running", "finished", "failed"]
    """`waiting` means: until its page is opened."""
    accuracy: AccuracyShape | None
    mistakes: CountsShape | None
    """How many mistakes each side made, blunders included."""


Analysis = Followed[AnalysisShape]


class Analyses(Part):
    """The analysed games, the last changed one at the end."""

    def restore(self) -> None:
        self._analyses: OrderedDict[str, Analysis] = OrderedDict()
        for name, text in self.journal.kept("analyses"):
            # A value of another version is left out.
            with suppress(ValidationError):
                self._analyses[name] = Analysis(AnalysisShape.model_validate_json(text))

    def all(self) -> list[Analysis]:
        return list(reversed(self._analyses.values()))

    def find(self, name: str) -> Analysis:
        found = self._analyses.get(name)
        if found is None:
            raise NothingFound("there is no such analysis", hint="paste the game again")
        return found

    def add(self, shape: AnalysisShape) -> Analysis:
        """Add an analysis, or return the existing one of the same game."""
        if shape.id not in self._analyses:
            self._analyses[shape.id] = Analysis(shape)
            while len(self._analyses) > MOST_KEPT:
                self._analyses.popitem(last=False)
            self._keep(shape)
        return self._analyses[shape.id]

    def delete(self, name: str) -> None:
        found = self.find(name)
        if found.running is not None:
            found.running.cancel()
        del self._analyses[name]
        self.journal.forget("analyses", name)

    def begin(self, analysis: Analysis, server: Server) -> None:
        if analysis.shape.state == "finished" or (analysis.running is not None and not analysis.running.done()):
            return
        if analysis.shape.state == "failed":
            analysis.update(state="running", error=None, hint=None)
        analysis.running = asyncio.create_task(self._run(analysis, server))

    async def close(self) -> None:
        """Stop the running analyses; each one resumes when its game is opened again."""
        running = [each.running for each in self._analyses.values() if each.running is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _keep(self, shape: AnalysisShape) -> None:
        self.journal.keep("analyses", shape.id, shape.model_dump_json(by_alias=True), MOST_KEPT)

    async def _run(self, analysis: Analysis, server: Server) -> None:
        try:
            engine = await asyncio.to_thread(lambda: server.part(Engines).own)
            text = analysis.shape.text

            def hear(marked: dict[str, Any]) -> None:
                analysis.update(**marked)

            marked, evaluated = await server.pool.listen(hear, MARKING_SECONDS, marks_of, text, engine)
            analysis.update(**marked)
            worst_first = sorted(evaluated.plies_of_mistakes(), key=lambda ply: -evaluated.lost[ply])
            # Leave workers free for questions about other moves.
            places = asyncio.Semaphore(self.settings.workers)

            async def explained(ply: int) -> None:
                async with places:
                    if ply not in analysis.shape.mistakes:
                        mistake = await server.pool.ask(mistake_of, evaluated, ply, engine)
                        analysis.update(mistakes=analysis.shape.mistakes | {ply: mistake})

            await asyncio.gather(*map(explained, worst_first))
            analysis.update(state="finished")
        except MotifError as error:
            analysis.update(state="failed", error=str(error), hint=error.hint)
        self._keep(analysis.shape)


def analysis_of(asked: AnalysisRequest, engine: StudyEngine) -> AnalysisShape:
    """Return an analysis with only the game; marks and explanations follow later."""
    game = read_game(asked.text)
    white, black = game.players
    start = chess.Board(game.start_fen)
    name = shipped_openings().name_of_game(game)
    return AnalysisShape(
        id=sha256("\0".join([str(game), str(engine), str(asked.side)]).encode(errors="replace")).hexdigest()[:12],
        text=asked.text,
        white=white,
        black=black,
        result=game.result,
        date=game.tags.get("UTCDate", game.tags.get("Date", "")).replace("????.??.??", ""),
        opening=name.name if name else game.tags.get("Opening", ""),
        start=start.fen(),
        moves=list(steps_of(start, game.moves)),
        side=asked.side,
        engine=spoken(engine.name),
        created=datetime.now(UTC),
    )


def _evaluator(name: str) -> Evaluator:
    return StudyEngine.find(name).evaluator()


@dataclass(frozen=True, slots=True)
class _InParts:
    """An evaluator that evaluates a few positions at a time and reports the values so far."""

    engine: Evaluator
    report: Callable[[list[Evaluation]], None]

    @property
    def name(self) -> str:
        return self.engine.name

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        values: list[Evaluation] = []
        for at in range(0, len(boards), POSITIONS_IN_A_PART):
            values += self.engine.evaluate(boards[at : at + POSITIONS_IN_A_PART], limit)
            self.report(values)
        return values


def marks_of(tell: Tell, text: str, engine: StudyEngine) -> tuple[dict[str, Any], EvaluatedMoves]:
    """Report the marks move by move and after the first search; return those after the second."""
    game = read_game(text)
    boards = boards_of(game, with_moves=False)
    is_over = False

    def marked(evaluated: EvaluatedMoves, *, are_final: bool = False) -> dict[str, Any]:
        nonlocal is_over
        is_over = True
        return {
            "advantage": white_advantage(evaluated, 0),
            "marks": list(studied_moves(game, evaluated)),
            "are_final": are_final,
            "accuracy": _accuracy(evaluated),
            "mistakes_expected": len(evaluated.plies_of_mistakes()),
        }

    def report(values: list[Evaluation]) -> None:
        if is_over or (evaluated := evaluated_so_far(boards, game.moves, values)) is None:
            return
        tell({"advantage": white_advantage(evaluated, 0), "marks": list(studied_moves(game, evaluated))})

    evaluator = cached(_evaluator, engine.name)
    # The built-in search looks at a whole game at once, from its end to its beginning.
    is_whole = Name.parse(engine.name).head == SEARCH or any(value is not None for value in game.evals)
    watched = evaluator if is_whole else _InParts(evaluator, report)
    evaluated = evaluate_moves(game, watched, engine, lambda first: tell(marked(first)))
    return marked(evaluated, are_final=True), evaluated


def mistake_of(_: Tell, evaluated: EvaluatedMoves, ply: int, engine: StudyEngine) -> Explanation:
    """Explain one mistake."""
    return explanation_in(evaluated.mistake(ply, cached(_evaluator, engine.name), engine), evaluated.lost[ply])


def _accuracy(evaluated: EvaluatedMoves) -> AccuracyShape:
    advantages = [white_advantage(evaluated, ply) for ply in range(len(evaluated.values))]
    sides = game_accuracy([winning_chance(advantage) for advantage in advantages], evaluated.boards[0].turn)
    return AccuracyShape(white=sides.get(chess.WHITE), black=sides.get(chess.BLACK))


AnalysesHere = Annotated[Analyses, part_of_server(Analyses)]


@router.post("", status_code=201)
async def begin(asked: AnalysisRequest, server: Here, analyses: AnalysesHere) -> AnalysisShape:
    """Analyse a game; the response comes at once and has its moves."""
    engine = await asyncio.to_thread(lambda: server.part(Engines).own)
    shape = await asyncio.to_thread(analysis_of, asked, engine)
    if len(shape.moves) > server.settings.bounds.moves_of_a_game:
        raise BadArgument("the game has too many moves", hint="paste a part of it")
    analysis = analyses.add(shape)
    if asked.is_begun:
        analyses.begin(analysis, server)
    return analysis.shape


@router.get("")
async def analyses(analyses: AnalysesHere) -> list[AnalysisSummary]:
    """The analysed games, the newest first."""
    return [summary_of(analysis) for analysis in analyses.all()]


@router.get("/{analysis}")
async def analysis(analysis: str, analyses: AnalysesHere) -> AnalysisShape:
    """The results of a game's analysis so far."""
    return analyses.find(analysis).shape


@router.delete("/{analysis}", status_code=204)
async def delete(analysis: str, analyses: AnalysesHere) -> Response:
    """Delete an analysed game."""
    analyses.delete(analysis)
    return Response(status_code=204)


@router.get("/{analysis}/events", response_class=StreamingResponse, responses=EVENTS)
async def events(analysis: str, server: Here, analyses: AnalysesHere) -> StreamingResponse:
    """The states of an analysis as server-sent events.

    This begins an analysis that waits, or that the end of a server interrupted.
    """
    found = analyses.find(analysis)
    analyses.begin(found, server)
    return found.stream()


def summary_of(analysis: Analysis) -> AnalysisSummary:
    """The summary of an analysis for the list."""
    shape = analysis.shape
    counts = {"white": 0, "black": 0}
    for ply, mark in enumerate(shape.marks):
        is_white = (shape.start.split()[1] == "w") == (ply % 2 == 0)
        counts["white" if is_white else "black"] += mark.judgement in (Judgement.MISTAKE, Judgement.BLUNDER)
    is_waiting = shape.state == "running" and (analysis.running is None or analysis.running.done())
    return AnalysisSummary.like(
        shape,
        state="waiting" if is_waiting else shape.state,
        moves=len(shape.moves),
        mistakes=CountsShape(white=counts["white"], black=counts["black"]) if shape.are_final else None,
    )
