"""Training at the page: the deck is the one of `motif train`, and each question is remembered until it is answered."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

import chess

from motif.errors import NothingFound
from motif.interfaces.web.shapes.boards import Step, position_of, steps_of
from motif.interfaces.web.shapes.training import (
    AnswerShape,
    HintShape,
    NextShape,
    QuestionShape,
    RateShape,
    TrainingShape,
    VerdictShape,
)
from motif.study.report.boards import described
from motif.study.training.choosing import choose
from motif.study.training.deck import Deck
from motif.study.training.drill import Verdict
from motif.study.training.progress import standing
from motif.study.training.punishing import Punishment
from motif.study.training.question import Question
from motif.study.values import Rate

MOST_OPEN = 200
"""Questions that are remembered; a deck is one person's."""


@dataclass(eq=False)
class Sittings:
    """The questions that were asked and not answered yet. Every call opens the deck for itself."""

    deck: Path
    _open: OrderedDict[int, Question] = field(default_factory=OrderedDict)

    def standing(self) -> TrainingShape:
        """How the deck stands."""
        with Deck(self.deck) as deck:
            found = standing(deck.cards(), deck.answers(), deck.time())
            themes = deck.themes()
        return TrainingShape(
            cards=found.cards,
            new=found.new,
            due=found.due,
            due_tomorrow=found.due_tomorrow,
            right=_rate("all", found.right),
            by_week=[_rate(name, rate) for name, rate in found.by_week],
            by_theme=[_rate(name, rate) for name, rate in found.by_theme],
            themes=themes,
        )

    def next(self, theme: str | None, but: frozenset[int], seed: int) -> NextShape:
        """The next question, what is due first; `but` are those that were skipped."""
        with Deck(self.deck) as deck:
            if theme is not None and theme not in deck.themes():
                raise NothingFound("no card has this theme", hint="leave the theme out")
            cards = [card for card in deck.cards(theme) if card.number not in but]
            at = deck.time()
        chosen = choose(cards, at, max(1, len(cards)), seed)
        # What waits longest comes first; new ones come in the order of the draw.
        chosen.sort(key=lambda card: (card.due is None, card.due or at))
        if not chosen:
            words = "Nothing is due. Come back later, or add another study." if cards or but else "The deck is empty."
            return NextShape(question=None, words=words)
        card = chosen[0]
        question = self._open[card.number] = Question(card)
        self._open.move_to_end(card.number)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        board = question.drill.board
        shape = QuestionShape(
            puzzle=card.number,
            position=position_of(board, described(board)),
            orientation=chess.COLOR_NAMES[board.turn],
            is_due=card.due is not None,
            left=len(chosen) - 1,
        )
        return NextShape(question=shape, words=f"{chess.COLOR_NAMES[board.turn].capitalize()} to move.")

    def find(self, number: int) -> Question:
        """The question of a card that was asked, or is asked by this."""
        question = self._open.get(number)
        if question is None:
            with Deck(self.deck) as deck:
                card = next((card for card in deck.cards() if card.number == number), None)
            if card is None:
                raise NothingFound("there is no such exercise", hint="ask for the next one")
            question = self._open[number] = Question(card)
        return question

    def play(self, question: Question, move: chess.Move) -> AnswerShape | None:
        """A move that is right, and what follows; None for one that is wrong."""
        before = question.drill.board.copy()
        with Deck(self.deck) as deck:
            verdict, reply = question.play(deck, move)
        if verdict is Verdict.WRONG:
            return None
        played = steps_of(before, [move, *([reply] if reply else [])])
        is_over = verdict is Verdict.SOLVED
        solution = [] if not is_over else _solution(question)
        return self._answer(
            question,
            VerdictShape.SOLVED if is_over else VerdictShape.GOES_ON,
            played,
            question.card.exercise.sentence if is_over else f"{played[0].san} is right.",
            solution=solution,
        )

    def punished(self, question: Question, move: chess.Move, punishment: Punishment) -> AnswerShape:
        """What a wrong move allows."""
        with Deck(self.deck) as deck:
            question.punish(deck, move, punishment)
        played, *line = steps_of(question.drill.board, [move, *punishment.moves])
        told = self._answer(question, VerdictShape.WRONG, [played], punishment.sentence)
        return told.model_copy(update={"punishment": line, "also_wins": punishment.also_wins})

    def shown(self, question: Question) -> AnswerShape:
        """The answer itself."""
        with Deck(self.deck) as deck:
            question.give_up(deck)
        sentence = question.card.exercise.sentence
        return self._answer(question, VerdictShape.SHOWN, [], sentence, solution=_rest(question))

    def hint(self, question: Question, step: int) -> HintShape:
        """The hint of a step; each step counts once, and the steps before it are not told again."""
        drill = question.drill
        words = drill.hint(step)
        squares = [drill.best.from_square, drill.best.to_square][: max(0, step - 1)]
        return HintShape(step=step, words=words, squares=[chess.square_name(square) for square in squares])

    def _answer(
        self,
        question: Question,
        verdict: VerdictShape,
        played: list[Step],
        sentence: str,
        *,
        solution: list[Step] | None = None,
    ) -> AnswerShape:
        exercise, board = question.card.exercise, question.drill.board
        is_over = verdict in (VerdictShape.SOLVED, VerdictShape.SHOWN)
        if is_over:
            self._open.pop(question.card.number, None)
        return AnswerShape(
            puzzle=question.card.number,
            verdict=verdict,
            played=played[0] if played else None,
            reply=played[1] if len(played) > 1 else None,
            position=position_of(board, described(board)),
            sentence=sentence,
            punishment=[],
            also_wins=False,
            solution=solution or [],
            story=exercise.story if is_over else "",
            theme=exercise.theme if is_over else "",
            due=question.due,
            is_over=is_over,
        )


def _solution(question: Question) -> list[Step]:
    """What was played, from the first move on."""
    return steps_of(question.card.exercise.board(), question.drill.board.move_stack)


def _rest(question: Question) -> list[Step]:
    board = question.drill.board.copy(stack=False)
    moves = []
    for san in question.drill.rest():
        moves.append(board.push_san(san))
    return steps_of(question.drill.board, moves)


def _rate(name: str, rate: Rate) -> RateShape:
    return RateShape(name=name, right=rate.hits, of=rate.count, interval=[round(end, 4) for end in rate.interval])
