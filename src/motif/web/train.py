"""Train with the deck of `motif train`: ask the next question, check the answer, give hints."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import chess
from fastapi import APIRouter, Query
from pydantic import AliasChoices, Field, TypeAdapter
from starlette.concurrency import run_in_threadpool

from motif.board.moves import read_move
from motif.errors import NothingFound
from motif.explain.explanation import Step, steps_of
from motif.players.names import find_evaluator
from motif.report.folder import STUDY
from motif.runtime.files import close
from motif.study.engine import StudyEngine, engine_name_of
from motif.study.games import Fault, StudiedGame
from motif.study.study import Study
from motif.training.deck import Card, Deck, Standing, choose, standing
from motif.training.exercise import Exercise, Source
from motif.training.mistakes import candidates, exercise_at, sides_of_mistake
from motif.training.plan import Plan, add_study
from motif.training.question import AnswerVerdict, Question, Refutation, refute
from motif.web.jobs import JobKind, JobQueue, JobShape, Work
from motif.web.pool import Tell, cached
from motif.web.server import EnginesHere, Here, Part, part_of_server
from motif.web.settings import Bounds
from motif.web.shapes import HintShape, Shape
from motif.web.study import Studies, StudyFolder

router = APIRouter(prefix="/training", tags=["train"])

EVERY = 10**6
"""A number larger than the mistakes of any study, to examine all of them."""

SOURCES = {
    Source.MISSED: "From one of your games; you play your own side.",
    Source.ALLOWED: "From one of your games; you play your opponent's side.",
    Source.SIBLING: "From a game of other players.",
    Source.COMPOSED: "Composed for you.",
    Source.QUIET: "From a game; several moves may be right.",
}
"""Where an exercise comes from, as a sentence for the player."""

MOST_OPEN = 200
"""The most open questions that are remembered; a deck belongs to one person."""


class QuestionShape(Shape):
    """An exercise for the player, without revealing whether anything can be won."""

    puzzle: int
    """The number to use for the answer."""
    fen: str
    source: str
    """Where the position is from, without giving the answer away."""
    is_due: bool
    left: int
    """How many more exercises are due or new."""
    engine: str
    """Which engine checks answers, as a sentence: the one that evaluated the exercise's study."""


class NextShape(Shape):
    """The next question, or if nothing is due a text that says what to do."""

    question: QuestionShape | None
    words: str


class AnswerRequest(Shape):
    """A move as UCI or SAN; an empty one shows the answer."""

    move: str = Field(max_length=12)


class VerdictShape(StrEnum):
    """The verdict on an answer."""

    SOLVED = "solved"
    GOES_ON = "goes on"
    WRONG = "wrong"
    SHOWN = "shown"


class PlaceShape(Shape):
    """Where a card comes from: its study, and the game and ply of a mistake."""

    study: str
    game: int | None
    ply: int | None

    @classmethod
    def of(cls, card: Card, studies: Studies) -> PlaceShape | None:
        """The origin of a card; None if its study is not here."""
        if not card.study or card.study not in studies.names():
            return None
        details = dict(card.exercise.puzzle.provenance.details) if card.exercise.puzzle else {}
        if not {"game", "ply", "side"} <= details.keys():
            return cls(study=card.study, game=None, ply=None)
        # An exercise on what a mistake allowed begins one ply after the mistake.
        ply = int(details["ply"]) - (details["side"] == Source.ALLOWED)
        return cls(study=card.study, game=int(details["game"]), ply=ply)


class AnswerShape(Shape):
    """The result of an answer: the board after it, and the moves played.

    A right move that is not the last is followed by the opponent's `reply`. A wrong one is not played;
    `punishment` is the line that answers it, and `sentence` says why.
    """

    puzzle: int
    verdict: VerdictShape
    played: Step | None
    reply: Step | None
    fen: str
    """The board from which the exercise goes on."""
    sentence: str
    punishment: list[Step]
    also_wins: bool
    solution: list[Step]
    """The solution, once the question is over."""
    story: str
    theme: str
    due: datetime | None
    """When the exercise comes back, once it is graded."""
    is_over: bool
    place: PlaceShape | None = None
    """Where the exercise is from, once it is over."""


class HintRequest(Shape):
    """Which hint: 1 the side of the board, 2 the piece, 3 the square."""

    step: int = Field(ge=1, le=3)


class MistakeRequest(Shape):
    """One mistake of a study, by its game and ply."""

    study: str = Field(max_length=100)
    game: int
    ply: int


class ExerciseMade(Shape):
    """The number of the exercise made from a mistake; null with a reason in `words` if it makes none."""

    puzzle: int | None
    words: str


class TrainRequest(Shape):
    """Make exercises from all mistakes of a study, and `composed` new puzzles for each motif to work on."""

    study: str = Field(max_length=100)
    composed: int = Field(default=4, ge=0, le=12)
    seconds: float = Field(default=60.0, ge=1, le=300)


@dataclass(frozen=True, slots=True)
class TrainOrder:
    """An order to add a study's exercises to a deck, checked by an engine."""

    study: str
    file: Path
    deck: Path
    engine: Annotated[str, Field(validation_alias=AliasChoices("engine", "judge"))]
    """The engine; called `judge` in the journal of earlier versions."""
    plan: Plan


class TrainingSession(Part):
    """The open questions; every call opens the deck by itself."""

    def restore(self) -> None:
        self._open: OrderedDict[int, Question] = OrderedDict()

    def next(
        self, theme: str | None, but: frozenset[int], seed: int, puzzle: int | None = None
    ) -> tuple[Card | None, int, str]:
        """The next card, due ones first, and how many are left; if none, a text with the reason.

        `but` are the numbers of skipped cards. If `puzzle` is given, that card is next.
        """
        with Deck(self.settings.deck) as deck:
            if theme is not None and theme not in deck.themes():
                raise NothingFound("no card has this theme", hint="leave the theme out")
            cards = [card for card in deck.cards(theme) if card.number not in but]
            at = deck.time()
        chosen = choose(cards, at, max(1, len(cards)), seed)
        if puzzle is not None:
            named = [card for card in cards if card.number == puzzle]
            if not named:
                raise NothingFound("there is no such exercise", hint="ask for the next one")
            others = [card for card in chosen if card.number != puzzle]
            return named[0], len(others), ""
        # The card that is most overdue comes first; new ones keep their random order.
        chosen.sort(key=lambda card: (card.due is None, card.due or at))
        if not chosen:
            words = "Nothing is due. Come back later, or add another study." if cards or but else "The deck is empty."
            return None, 0, words
        return chosen[0], len(chosen) - 1, ""

    def ask(self, card: Card, left: int, engine: str) -> NextShape:
        """Ask the player a card; `left` is the number of cards after it."""
        question = self._open[card.number] = Question(card)
        self._open.move_to_end(card.number)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        board = question.board
        shape = QuestionShape(
            puzzle=card.number,
            fen=board.fen(),
            source=SOURCES[card.exercise.source],
            is_due=card.due is not None,
            left=left,
            engine=engine,
        )
        return NextShape(question=shape, words=f"{chess.COLOR_NAMES[board.turn].capitalize()} to move.")

    def known(self, keys: Sequence[str]) -> int | None:
        """The number of the first of these positions that is in the deck."""
        with Deck(self.settings.deck) as deck:
            return next((card.number for key in keys if (card := deck.get(key)) is not None), None)

    def add(self, exercise: Exercise, engine: str, study: str) -> int | None:
        """Add an exercise of a study to the deck, and return its number; `engine` names the study's engine."""
        with Deck(self.settings.deck) as deck:
            deck.add(exercise, engine, study)
        return self.known([exercise.key])

    def find(self, number: int) -> Question:
        """The open question of a card; opens one if there is none."""
        question = self._open.get(number)
        if question is None:
            with Deck(self.settings.deck) as deck:
                card = next((card for card in deck.cards() if card.number == number), None)
            if card is None:
                raise NothingFound("there is no such exercise", hint="ask for the next one")
            question = self._open[number] = Question(card)
        return question

    def play(self, question: Question, move: chess.Move) -> AnswerShape | None:
        """Play a move; return the result of a right one, None for a wrong one."""
        before = question.board.copy()
        with Deck(self.settings.deck) as deck:
            verdict, reply = question.play(deck, move)
        if verdict is AnswerVerdict.WRONG:
            return None
        played = steps_of(before, [move, *([reply] if reply else [])])
        is_over = verdict is AnswerVerdict.SOLVED
        solution = steps_of(question.card.exercise.board(), question.board.move_stack) if is_over else ()
        return self._answer(
            question,
            VerdictShape.SOLVED if is_over else VerdictShape.GOES_ON,
            played,
            question.card.exercise.sentence if is_over else f"{played[0].san} is right.",
            solution=solution,
        )

    def refuted(self, question: Question, move: chess.Move, refutation: Refutation) -> AnswerShape:
        """The result of a wrong move, with its refutation."""
        with Deck(self.settings.deck) as deck:
            question.refute(deck, move, refutation)
        played, *line = steps_of(question.board, [move, *refutation.moves])
        answer = self._answer(question, VerdictShape.WRONG, [played], refutation.sentence)
        return answer.model_copy(update={"punishment": line, "also_wins": refutation.also_wins})

    def shown(self, question: Question) -> AnswerShape:
        """The result of giving up, with the answer."""
        with Deck(self.settings.deck) as deck:
            sans = question.give_up(deck)
        board, sentence = question.board, question.card.exercise.sentence
        walk = board.copy(stack=False)
        rest = steps_of(board, [walk.push_san(san) for san in sans])
        return self._answer(question, VerdictShape.SHOWN, [], sentence, solution=rest)

    def hint(self, question: Question, step: int) -> HintShape:
        """The hint of a step; each step counts once, and earlier hints are not repeated."""
        words = question.hint(step)
        squares = [question.best.from_square, question.best.to_square][: max(0, step - 1)]
        return HintShape(step=step, words=words, squares=[chess.square_name(square) for square in squares])

    def _answer(
        self,
        question: Question,
        verdict: VerdictShape,
        played: Sequence[Step],
        sentence: str,
        *,
        solution: Sequence[Step] = (),
    ) -> AnswerShape:
        exercise, board = question.card.exercise, question.board
        is_over = verdict in (VerdictShape.SOLVED, VerdictShape.SHOWN)
        if is_over:
            self._open.pop(question.card.number, None)
        return AnswerShape(
            puzzle=question.card.number,
            verdict=verdict,
            played=played[0] if played else None,
            reply=played[1] if len(played) > 1 else None,
            fen=board.fen(),
            sentence=sentence,
            punishment=[],
            also_wins=False,
            solution=list(solution),
            story=exercise.story if is_over else "",
            theme=exercise.theme if is_over else "",
            due=question.due,
            is_over=is_over,
        )


Session = Annotated[TrainingSession, part_of_server(TrainingSession)]


@router.get("")
def training(server: Here) -> Standing:
    """The state of the deck: what is due, and how many answers were right over time."""
    with Deck(server.settings.deck) as deck:
        return standing(deck.cards(), deck.answers(), deck.time())


@router.post("", status_code=202)
async def begin(
    asked: TrainRequest, server: Here, queue: JobQueue, studies: StudyFolder, engines: EnginesHere
) -> JobShape:
    """Make exercises from a study, as a job.

    They are added to the deck; `added` is how many are new. All mistakes are examined, the costliest first; each
    exercise can be trained as soon as it is found. A second request for the same study does not start a second job.
    """
    file = studies.file(asked.study, STUDY)
    under_way = [job for job in queue.all() if job.shape.kind is JobKind.TRAINING and not job.shape.is_over]
    for job in under_way:
        if job.shape.study == asked.study:
            return job.shape
    study = await run_in_threadpool(studies.load, asked.study)
    engine = await run_in_threadpool(engines.by, study)
    plan = Plan(mistakes=EVERY, composed=asked.composed, seconds=asked.seconds, look=EVERY)
    order = TrainOrder(asked.study, file, server.settings.deck, engine.name, plan)
    return queue.start(JobKind.TRAINING, studies.summary(asked.study).title, WORK, order, asked.study).shape


@router.get("/next")
def next_question(
    session: Session,
    engines: EnginesHere,
    theme: Annotated[str | None, Query(max_length=60)] = None,
    skip: Annotated[str, Query(max_length=2000, description="Numbers of exercises to leave out, by commas.")] = "",
    seed: int = 0,
    puzzle: Annotated[int | None, Query(description="This one, whenever it is due.")] = None,
) -> NextShape:
    """The next question; those that are due come first."""
    skipped = frozenset(int(word) for word in skip.split(",") if word.strip().isdecimal())
    card, left, words = session.next(theme, skipped, seed, puzzle)
    if card is None:
        return NextShape(question=None, words=words)
    return session.ask(card, left, engines.kept.sentence_of(card.engine))


@router.post("/mistake")
async def one_mistake(
    asked: MistakeRequest, server: Here, session: Session, studies: StudyFolder, engines: EnginesHere
) -> ExerciseMade:
    """Add one mistake of a study to the deck, if it is not there."""
    study = await run_in_threadpool(studies.load, asked.study)
    game = next((game for game in study.games if game.number == asked.game), None)
    fault = game.fault_at(asked.ply) if game else None
    if game is None or fault is None:
        raise NothingFound("the study has no such mistake")
    keys = [chess.Board(fault.fen).epd(), *(each.board().epd() for each in sides_of_mistake(game, fault))]
    known = await run_in_threadpool(session.known, keys)
    if known is None:
        engine = await run_in_threadpool(engines.by, study)
        exercise = await server.pool.ask(made_of, game, fault, engine)
        if exercise is not None:
            known = await run_in_threadpool(session.add, exercise, engine_name_of(study.games), asked.study)
    words = "" if known else "Looked at again, nothing better is found than what you played."
    return ExerciseMade(puzzle=known, words=words)


@router.post("/{puzzle}/answer")
async def answer(
    puzzle: int, given: AnswerRequest, server: Here, session: Session, engines: EnginesHere, studies: StudyFolder
) -> AnswerShape:
    """Answer with a move.

    A right move gets the opponent's reply, a wrong one the line that punishes it. An empty move shows the answer.
    """
    question = await run_in_threadpool(session.find, puzzle)
    place = await run_in_threadpool(PlaceShape.of, question.card, studies)
    if not given.move:
        shown = await run_in_threadpool(session.shown, question)
        return shown.model_copy(update={"place": place})
    move = read_move(question.board, given.move)
    right = await run_in_threadpool(session.play, question, move)
    if right is not None:
        return right.model_copy(update={"place": place if right.is_over else None})
    board = question.board.copy()
    engine = await run_in_threadpool(lambda: engines.kept.of_card(question.card.engine))
    refutation = await server.pool.ask(refuted, board, move, engine)
    return await run_in_threadpool(session.refuted, question, move, refutation)


@router.post("/{puzzle}/hint")
async def hint(puzzle: int, asked: HintRequest, session: Session) -> HintShape:
    """A hint; each lowers the grade."""
    question = await run_in_threadpool(session.find, puzzle)
    return session.hint(question, asked.step)


def refuted(_: Tell, board: chess.Board, move: chess.Move, engine: StudyEngine) -> Refutation:
    """The line that punishes a wrong move, and why."""
    return refute(board, move, cached(find_evaluator, engine.name), engine.reasons)


def made_of(_: Tell, game: StudiedGame, fault: Fault, engine: StudyEngine) -> Exercise | None:
    """Make the exercise of one mistake."""
    return exercise_at(game, fault, cached(find_evaluator, engine.name))


class _ReportingDeck(Deck):
    """A deck that reports every new exercise, so that it can be trained at once."""

    def __init__(self, order: TrainOrder, tell: Tell) -> None:
        super().__init__(order.deck)
        self._study = order.study
        self._tell = tell
        self.added = 0

    def add(self, exercise: Exercise, engine: str = "", study: str = "") -> bool:
        is_new = super().add(exercise, engine, study or self._study)
        if is_new:
            self.added += 1
            self._tell({"added": self.added})
        return is_new


def train(tell: Tell, order: TrainOrder, _: Bounds | None = None) -> dict[str, Any]:
    """Add the exercises of a study to the deck, as `motif train add` does."""
    evaluator = find_evaluator(order.engine)
    try:
        with _ReportingDeck(order, tell) as opened:
            study = Study.load(order.file)
            is_new = add_study(opened, study, evaluator, order.plan, tell) is not None
            looked = len(candidates(study))
            words = f"All {looked} sides of mistakes were looked at." if is_new else "All of it is in the deck."
            return {"added": opened.added, "notes": [words]}
    finally:
        close(evaluator)


WORK = Work(train, TypeAdapter(TrainOrder))
