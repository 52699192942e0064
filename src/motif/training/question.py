"""Ask the exercise of a card; the first decisive answer decides its grade, which is recorded at once.

A wrong move, the whole answer, and giving up are decisive. A move that also wins, but not as the puzzle wants, is not
decisive, except in a quiet position, where nothing can be won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import chess

from motif.board.wording import percent
from motif.engines.evaluator import Evaluator, after, winning_chance
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.explain.mistakes import explain_mistake
from motif.study.games import written
from motif.training.deck import Card, Deck, Grade
from motif.training.exercise import AnswerVerdict, Drill

# Explain a wrong answer: the line that punishes it and the reason, without giving the right move away.

REFUTATION_SHOWN = 4
"""How many plies of the refutation are shown."""

ALSO_WINS = 0.9
"""A wrong move also wins if it leaves at least this winning chance."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """What a wrong answer allows, as a sentence with its line; `also_wins` if it wins all the same but less.

    `line` is empty if the sentence contains it; `moves` are the same line as moves after the wrong move.
    """

    sentence: str
    line: str
    also_wins: bool
    moves: tuple[chess.Move, ...] = ()


def refute(board: chess.Board, move: chess.Move, evaluator: Evaluator, limit: Limit = EXPLAIN_LIMIT) -> Refutation:
    """Explain by an evaluator why a move is not the answer."""
    san, following = board.san(move), after(board, move)
    (best, reply) = evaluator.evaluate([board, following], limit)
    own = reply.before(move)
    chance, was = winning_chance(own.centipawns), winning_chance(best.centipawns)
    shown = reply.line[:REFUTATION_SHOWN]
    line = written(following, shown)
    if chance >= ALSO_WINS:
        return Refutation(f"{san} wins too, but there is something quicker or surer.", line, True, shown)
    allowed = explain_mistake(board, move, evaluator, limit).allowed
    if allowed is not None and allowed.cause is not None:
        return Refutation(
            f"{san} allows {following.san(allowed.move)}: {allowed.sentence}", "", False, allowed.line.moves
        )
    if round(100 * chance) >= round(100 * was):
        return Refutation(f"{san} loses little, but is not among the moves that were found best.", line, False, shown)
    return Refutation(
        f"{san} leaves you a chance of {percent(chance)}, where {percent(was)} are possible.", line, False, shown
    )


SHOWN = "show"
"""The move that the deck records for an exercise that the player gave up."""


@dataclass(slots=True)
class Question:
    """A card being answered: the drill, the grade once it is decided, and the next date."""

    card: Card
    drill: Drill = field(init=False)
    grade: Grade | None = None
    due: datetime | None = None

    def __post_init__(self) -> None:
        self.drill = Drill(self.card.exercise)

    def play(self, deck: Deck, move: chess.Move) -> tuple[AnswerVerdict, chess.Move | None]:
        """Play a move; grades a complete right answer (`refute` grades a wrong one)."""
        verdict, reply = self.drill.play(move)
        if verdict is AnswerVerdict.SOLVED:
            self._grade(deck, Grade.of(self.drill.hints), move.uci())
        return verdict, reply

    def refute(self, deck: Deck, move: chess.Move, refutation: Refutation) -> None:
        """Grade a wrong move as wrong, unless it wins all the same."""
        if not refutation.also_wins or self.card.exercise.is_quiet:
            self._grade(deck, Grade.AGAIN, move.uci())

    def give_up(self, deck: Deck) -> None:
        """Grade an exercise whose answer was shown."""
        self._grade(deck, Grade.AGAIN, SHOWN)

    def _grade(self, deck: Deck, grade: Grade, answer: str) -> None:
        if self.grade is None:
            self.grade = grade
            self.due = deck.record(self.card, grade, answer, self.drill.hints)
