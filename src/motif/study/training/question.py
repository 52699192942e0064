"""A card before the player: its first decisive answer is its grade, and is written down at once.

Decisive is a wrong move, the whole answer, or to give up. A move that wins as well, but not as the puzzle wants it,
decides nothing, except in a quiet position, where nothing is to be won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import chess

from motif.study.training.deck import Card, Deck
from motif.study.training.drill import Drill, Verdict
from motif.study.training.refutation import Refutation
from motif.study.training.schedule import Grade

SHOWN = "show"
"""What stands in the deck for an answer that was given up."""


@dataclass(slots=True)
class Question:
    """A card, how far its answer has come, the grade once there is one, and when it comes back."""

    card: Card
    drill: Drill = field(init=False)
    grade: Grade | None = None
    due: datetime | None = None

    def __post_init__(self) -> None:
        self.drill = Drill(self.card.exercise)

    def play(self, deck: Deck, move: chess.Move) -> tuple[Verdict, chess.Move | None]:
        """Play a move; the whole answer is graded. What is wrong is graded by `refute`."""
        verdict, reply = self.drill.play(move)
        if verdict is Verdict.SOLVED:
            self._grade(deck, Grade.of(self.drill.hints), move.uci())
        return verdict, reply

    def refute(self, deck: Deck, move: chess.Move, refutation: Refutation) -> None:
        """Grade a wrong move by what it allows."""
        if not refutation.also_wins or self.card.exercise.is_quiet:
            self._grade(deck, Grade.AGAIN, move.uci())

    def give_up(self, deck: Deck) -> None:
        """Grade an answer that is shown."""
        self._grade(deck, Grade.AGAIN, SHOWN)

    def _grade(self, deck: Deck, grade: Grade, answer: str) -> None:
        if self.grade is None:
            self.grade = grade
            self.due = deck.record(self.card, grade, answer, self.drill.hints)
