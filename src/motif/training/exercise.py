"""An exercise: a position to solve, its right moves, and the explanation shown afterwards.

A puzzle has one winning move and a line to follow; in a *quiet* position several moves are as good as the best, and
each of them is right. The question does not say which of the two it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum

import chess

from motif.errors import BadFile, IllegalMove
from motif.puzzles.puzzle import Branch, Goal, Puzzle


class Source(StrEnum):
    """Where an exercise comes from."""

    MISSED = "missed"
    """A win that the player missed in a game."""
    ALLOWED = "allowed"
    """A mistake of the player, to be punished from the other side."""
    SIBLING = "sibling"
    """An opponent's mistake of a kind that the player makes, too."""
    COMPOSED = "composed"
    """Composed for a motif that the player misses."""
    QUIET = "quiet"
    """A position from a game in which several moves are fine."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position with its answer: a puzzle, or several moves that are all right.

    `theme` is the motif that is trained, empty for a quiet position; `story` says where the position comes from. If a
    rule is trained, the moves that follow it are right.
    """

    source: Source
    position: str
    theme: str
    sentence: str
    story: str
    puzzle: Puzzle | None = None
    fine: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.puzzle is None) == (not self.fine):
            raise BadFile(f"an exercise is a puzzle or has fine moves, one of the two: {self.position}")

    @classmethod
    def of_puzzle(cls, source: Source, puzzle: Puzzle, theme: str, sentence: str, story: str) -> Exercise:
        return cls(source, puzzle.position, theme, sentence, story, puzzle)

    @property
    def key(self) -> str:
        """The key that two exercises share if they ask about the same position."""
        return self.board().epd()

    @property
    def is_quiet(self) -> bool:
        """Whether several moves are right because nothing can be won."""
        return self.source is Source.QUIET

    def board(self) -> chess.Board:
        """The position; raises BadFile if it is not a legal FEN."""
        try:
            return chess.Board(self.position)
        except ValueError as error:
            raise BadFile(f"an exercise has no position: {error}", hint=_BROKEN) from None

    @property
    def answers(self) -> tuple[Branch, ...]:
        """The right moves, and what follows each; raises BadFile if one cannot be played.

        The moves are checked as the file may be damaged; of the opponent's replies only the first counts, as in a
        drill.
        """
        branches = tuple(map(Branch, self.fine)) if self.puzzle is None else self.puzzle.solution
        try:
            if not branches or (self.puzzle and self.puzzle.position != self.position):
                raise ValueError("its answer is another's")
            _play_over(self.board(), branches)
        except ValueError as error:
            raise BadFile(f"an exercise cannot be answered: {error}", hint=_BROKEN) from None
        return branches


_BROKEN = "the deck is broken: move it away, or choose another with --deck"


def _play_over(board: chess.Board, branches: tuple[Branch, ...]) -> None:
    for branch in branches:
        board.push(board.parse_uci(branch.move))
        for reply in branch.answers[:1]:
            board.push(board.parse_uci(reply.move))
            _play_over(board, reply.answers)
            board.pop()
        board.pop()


# One exercise, answered move by move: what is right, what comes next, and hints by steps.

STEPS = 3
"""The hints for one move: the side of the board, the piece, the square."""


class AnswerVerdict(Enum):
    """The result of a move played in a drill."""

    SOLVED = "that is the whole answer"
    GOES_ON = "right, and the opponent answers"
    WRONG = "not the move"


@dataclass(slots=True)
class Drill:
    """An exercise in progress: the current board and its right moves."""

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
        return self.exercise.puzzle is not None and self.exercise.puzzle.stipulation.goal is Goal.MATE

    @property
    def best(self) -> chess.Move:
        """The right move now; in a quiet position the best one."""
        return chess.Move.from_uci(self._next[0].move)

    def play(self, move: chess.Move) -> tuple[AnswerVerdict, chess.Move | None]:
        """Play a move if it is right, and return the opponent's answer if the solution goes on."""
        if not self.board.is_legal(move):
            raise IllegalMove(f"illegal move {move.uci()} in {self.board.fen()}")
        branch = next((branch for branch in self._next if branch.move == move.uci()), None)
        if branch is None and not self._mates(move):
            return AnswerVerdict.WRONG, None
        self.board.push(move)
        if branch is None or not branch.answers or not branch.answers[0].answers:
            return AnswerVerdict.SOLVED, None
        answer = branch.answers[0]
        reply = chess.Move.from_uci(answer.move)
        self.board.push(reply)
        self._next, self._steps = answer.answers, 0
        return AnswerVerdict.GOES_ON, reply

    def _mates(self, move: chess.Move) -> bool:
        after = self.board.copy(stack=False)
        after.push(move)
        return after.is_checkmate()

    def hint(self, step: int | None = None) -> str:
        """The next hint, or the hint of a step, counted from 1: the side of the board, the piece, the square.

        Each step counts once; a step counts together with those before it.
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
        """The rest of the solution in SAN; only the move itself in a quiet position."""
        board, words = self.board.copy(stack=False), []
        branch: Branch | None = self._next[0]
        while branch is not None:
            words.append(board.san_and_push(chess.Move.from_uci(branch.move)))
            branch = branch.answers[0] if branch.answers else None
        return words


def _side(square: chess.Square) -> str:
    file = chess.square_file(square)
    return "queenside" if file < 3 else "kingside" if file > 4 else "centre"
