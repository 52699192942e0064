"""One exercise, answered move by move: what is right, what comes next, and hints by steps.

A puzzle is followed down its solution: each right move is answered by the defence that holds out longest. In a quiet
position one fine move is the whole answer. A move that wins as well, but not as the puzzle wants it, costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import chess

from motif.errors import IllegalMove
from motif.puzzles.puzzle import Branch, Goal
from motif.study.training.exercise import Exercise

STEPS = 3
"""Hints for one move: the side of the board, the man, the square."""


class Verdict(Enum):
    """What became of a move."""

    SOLVED = "that is the whole answer"
    GOES_ON = "right, and the opponent answers"
    WRONG = "not the move"


@dataclass(slots=True)
class Drill:
    """An exercise in progress: the board as it stands now, and what may follow."""

    exercise: Exercise
    board: chess.Board = field(init=False)
    _next: tuple[Branch, ...] = field(init=False)
    hints: int = 0
    _steps: int = 0

    def __post_init__(self) -> None:
        self.board = self.exercise.board()
        self._next = self.exercise.answers

    @property
    def is_mate(self) -> bool:
        """Whether the puzzle asks for mate."""
        return self.exercise.puzzle is not None and self.exercise.puzzle.stipulation.goal is Goal.MATE

    @property
    def best(self) -> chess.Move:
        """The move that is to be found now; in a quiet position the best of the fine ones."""
        return chess.Move.from_uci(self._next[0].move)

    def play(self, move: chess.Move) -> tuple[Verdict, chess.Move | None]:
        """Play a move if it is right; with it comes the opponent's answer when the solution goes on."""
        if not self.board.is_legal(move):
            raise IllegalMove(f"illegal move {move.uci()} in {self.board.fen()}")
        branch = next((branch for branch in self._next if branch.move == move.uci()), None)
        if branch is None and not self._mates(move):
            return Verdict.WRONG, None
        self.board.push(move)
        if branch is None or not branch.answers or not branch.answers[0].answers:
            return Verdict.SOLVED, None
        answer = branch.answers[0]
        reply = chess.Move.from_uci(answer.move)
        self.board.push(reply)
        self._next, self._steps = answer.answers, 0
        return Verdict.GOES_ON, reply

    def _mates(self, move: chess.Move) -> bool:
        after = self.board.copy(stack=False)
        after.push(move)
        return after.is_checkmate()

    def hint(self, step: int | None = None) -> str:
        """The next hint, or that of a step, counted from 1: which side of the board, which man, which square.

        Every step counts once, and those before it count with it.
        """
        step = min(STEPS, self._steps + 1) if step is None else step
        new = max(0, step - self._steps)
        self._steps, self.hints = self._steps + new, min(self.hints + new, STEPS)
        move, board = self.best, self.board
        piece = board.piece_at(move.from_square)
        assert piece is not None
        if step == 1:
            return f"Look at the {_side(move.to_square)}."
        if step == 2:
            return f"Move the {chess.piece_name(piece.piece_type)} on {chess.square_name(move.from_square)}."
        return f"It goes to {chess.square_name(move.to_square)}."

    def rest(self) -> list[str]:
        """What was to be played from here on, in SAN; only the move itself in a quiet position."""
        board, words = self.board.copy(stack=False), []
        branch: Branch | None = self._next[0]
        while branch is not None:
            words.append(board.san_and_push(chess.Move.from_uci(branch.move)))
            branch = branch.answers[0] if branch.answers else None
        return words


def _side(square: chess.Square) -> str:
    file = chess.square_file(square)
    return "queenside" if file < 3 else "kingside" if file > 4 else "centre"
