"""An exercise: a position that is put before the player, what is right there, and the reason that is told then.

A puzzle has one winning move and a line to follow; in a *quiet* position several moves are as good as the best, and
each of them is right. Nothing in the question tells the two apart.
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
    """A win that the player had in a game and did not play."""
    ALLOWED = "allowed"
    """A mistake of the player, seen from the other side: punish it."""
    SIBLING = "sibling"
    """A mistake of an opponent, of a kind that the player makes."""
    COMPOSED = "composed"
    """New, made for what the player misses."""
    QUIET = "quiet"
    """A position of a game in which several moves are fine."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position with its answer: a puzzle, or the moves that are fine.

    `theme` is the motif that is trained, empty for a quiet position; `story` says where the position comes from. A
    position in which a rule is right may have fine moves, too: those that follow it.
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
        """The exercise that a puzzle is."""
        return cls(source, puzzle.position, theme, sentence, story, puzzle)

    @property
    def key(self) -> str:
        """What two exercises share when they ask about the same position."""
        return self.board().epd()

    @property
    def is_quiet(self) -> bool:
        """Whether there is nothing to be won."""
        return self.source is Source.QUIET

    def board(self) -> chess.Board:
        """The position."""
        try:
            return chess.Board(self.position)
        except ValueError as error:
            raise BadFile(f"an exercise has no position: {error}", hint=_BROKEN) from None

    @property
    def answers(self) -> tuple[Branch, ...]:
        """The moves that are right, and what follows each; refused where one cannot be played.

        A deck is a file, in which a bit may be turned. Of the enemy's replies the first is looked at, as in a drill.
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
