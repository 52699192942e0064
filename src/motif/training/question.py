"""Ask the exercise of a card; the first decisive answer decides its grade, which is recorded at once.

A wrong move, the whole answer, and giving up are decisive. A move that also wins, but not as the puzzle wants, is not
decisive, except in a quiet position, where nothing can be won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

import chess

from motif.board.wording import percent
from motif.engines.evaluator import Evaluator, after, winning_chance
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.errors import IllegalMove
from motif.explain.mistakes import explain_mistake
from motif.puzzles.puzzle import Branch
from motif.study.games import written
from motif.training.deck import Card, Deck, Grade

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


# The card, answered move by move: what is right, what comes next, and hints by steps.

SHOWN = "show"
"""The move that the deck records for an exercise that the player gave up."""

STEPS = 3
"""The hints for one move: the side of the board, the piece, the square."""


class AnswerVerdict(Enum):
    """The result of a move played in answer to a question."""

    SOLVED = "that is the whole answer"
    GOES_ON = "right, and the opponent answers"
    WRONG = "not the move"


@dataclass(slots=True)
class Question:
    """A card being answered: the board now, the hints given and, once it is decided, the grade and the next date."""

    card: Card
    board: chess.Board = field(init=False)
    hints: int = 0
    grade: Grade | None = None
    due: datetime | None = None
    _right: tuple[Branch, ...] = field(init=False)
    _steps: int = 0

    def __post_init__(self) -> None:
        self.board = self.card.exercise.board()
        self._right = self.card.exercise.answers

    @property
    def best(self) -> chess.Move:
        """The right move now; in a quiet position the best one."""
        return chess.Move.from_uci(self._right[0].move)

    def play(self, deck: Deck, move: chess.Move) -> tuple[AnswerVerdict, chess.Move | None]:
        """Play a move if it is right, and return the opponent's answer if the solution goes on.

        A complete right answer is graded at once; `refute` grades a wrong one.
        """
        if not self.board.is_legal(move):
            raise IllegalMove(f"illegal move {move.uci()} in {self.board.fen()}")
        branch = next((branch for branch in self._right if branch.move == move.uci()), None)
        if branch is None and not after(self.board, move).is_checkmate():
            return AnswerVerdict.WRONG, None
        self.board.push(move)
        if branch is None or not branch.answers or not branch.answers[0].answers:
            self._grade(deck, Grade.of(self.hints), move.uci())
            return AnswerVerdict.SOLVED, None
        answer = branch.answers[0]
        reply = chess.Move.from_uci(answer.move)
        self.board.push(reply)
        self._right, self._steps = answer.answers, 0
        return AnswerVerdict.GOES_ON, reply

    def refute(self, deck: Deck, move: chess.Move, refutation: Refutation) -> None:
        """Grade a wrong move as wrong, unless it wins all the same."""
        if not refutation.also_wins or self.card.exercise.is_quiet:
            self._grade(deck, Grade.AGAIN, move.uci())

    def give_up(self, deck: Deck) -> list[str]:
        """Grade the exercise as wrong, and return the rest of the solution in SAN."""
        self._grade(deck, Grade.AGAIN, SHOWN)
        board, words = self.board.copy(stack=False), []
        branch: Branch | None = self._right[0]
        while branch is not None:
            words.append(board.san_and_push(chess.Move.from_uci(branch.move)))
            branch = branch.answers[0] if branch.answers else None
        return words

    def hint(self, step: int | None = None) -> str:
        """The next hint, or the hint of a step, counted from 1: the side of the board, the piece, the square.

        Each step counts once; a step counts together with those before it.
        """
        step = min(STEPS, self._steps + 1) if step is None else step
        new = max(0, step - self._steps)
        self._steps, self.hints = self._steps + new, min(self.hints + new, STEPS)
        move = self.best
        if step == 1:
            file = chess.square_file(move.to_square)
            return f"Look at the {'queenside' if file < 3 else 'kingside' if file > 4 else 'centre'}."
        if step == 2:
            piece = chess.piece_name(self.board.piece_type_at(move.from_square) or chess.PAWN)
            return f"Move the {piece} on {chess.square_name(move.from_square)}."
        return f"It goes to {chess.square_name(move.to_square)}."

    def _grade(self, deck: Deck, grade: Grade, answer: str) -> None:
        if self.grade is None:
            self.grade = grade
            self.due = deck.record(self.card, grade, answer, self.hints)
