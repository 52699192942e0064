"""An exercise: a position to solve, its right moves, and the explanation shown afterwards.

A puzzle has one winning move and a line to follow; in a *quiet* position several moves are as good as the best, and
each of them is right. The question does not say which of the two it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import chess

from motif.errors import BadFile
from motif.puzzles.puzzle import Branch, Puzzle


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
        question.
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
