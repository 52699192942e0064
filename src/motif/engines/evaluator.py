"""Evaluators: whoever can say how good a position is and how play should go on from it.

A score is always seen from the side to move. In centipawns a mate is worth MATE minus the moves that lead to it,
and every other advantage is capped below that, so that no amount of material outweighs a mate.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, runtime_checkable

import chess
import numpy as np
from chess.engine import Cp, Mate, MateGiven, Score
from numpy.typing import NDArray

from motif.engines.limits import Limit
from motif.errors import BadFile

# How likely a side is to win: what a centipawn is worth depends on how many there are already.

CHANCE_PER_CENTIPAWN = 0.00368208

CERTAIN = 4_000
"""From here on a win is certain, in centipawns; cut there, every chance has a logarithm."""


def winning_chance(centipawns: float) -> float:
    """How likely the side is to win for whom the centipawns count; a draw counts as half a win.

    >>> [round(winning_chance(centipawns), 3) for centipawns in (0, 100, -300, 9_999)]
    [0.5, 0.591, 0.249, 1.0]
    """
    return float(winning_chances(np.array(centipawns, np.float64)))


def winning_chances(centipawns: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same for many values at once; NaN where the value is unknown."""
    return 1 / (1 + np.exp(-CHANCE_PER_CENTIPAWN * np.clip(centipawns, -CERTAIN, CERTAIN)))


MATE = 10_000
"""A mate on the board, in centipawns."""

LARGEST_ADVANTAGE = 9_000
"""The most that anything but a mate counts for, in centipawns; engines give tablebase wins far higher numbers."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How good a position is for the side to move, and the line of play expected from it.

    >>> evaluation = Evaluation(Cp(35), (chess.Move.from_uci("e2e4"),), depth=12)
    >>> evaluation.centipawns, evaluation.best
    (35, Move.from_uci('e2e4'))
    >>> evaluation.to_json()
    '{"score": "+35", "line": "e2e4", "depth": 12}'
    >>> Evaluation.from_json(evaluation.to_json()) == evaluation
    True
    """

    score: Score = field(hash=False)  # python-chess scores compare, but have no hash
    line: tuple[chess.Move, ...] = ()
    depth: int | None = None

    @property
    def best(self) -> chess.Move | None:
        """The first move of the line, or None when the game is over."""
        return self.line[0] if self.line else None

    @property
    def centipawns(self) -> int:
        """The score as one number: within ±LARGEST_ADVANTAGE, or close to ±MATE when there is a mate."""
        worth = self.score.score(mate_score=MATE)
        return worth if self.score.is_mate() else max(-LARGEST_ADVANTAGE, min(LARGEST_ADVANTAGE, worth))

    @property
    def chance(self) -> float:
        """How likely the side to move is to win, between 0 and 1."""
        return winning_chance(self.centipawns)

    def before(self, move: chess.Move) -> Evaluation:
        """What whoever made the move that led here makes of it: the other side's view, from a ply earlier.

        >>> Evaluation(Mate(-1), depth=4).before(chess.Move.from_uci("h5f7"))
        Evaluation(score=Mate(+2), line=(Move.from_uci('h5f7'),), depth=5)
        """
        mate, score = self.score.mate(), -self.score
        if mate is not None and self.score < Cp(0):
            # The move made is one more on the way to the mate.
            score = Mate(1 - mate)
        return Evaluation(score, (move, *self.line), None if self.depth is None else self.depth + 1)

    def to_json(self) -> str:
        """The evaluation as one line of JSON; the score as chess programs print it, +35 or #-3."""
        line = " ".join(move.uci() for move in self.line)
        return json.dumps({"score": str(self.score), "line": line, "depth": self.depth})

    @classmethod
    def from_json(cls, text: str) -> Evaluation:
        """Read an evaluation back from its JSON."""
        try:
            content = json.loads(text)
            line = tuple(chess.Move.from_uci(word) for word in content["line"].split())
            return cls(_parse_score(content["score"]), line, content["depth"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadFile(f"cannot read the evaluation {text[:80]!r}: {error}") from None


class Evaluator(Protocol):
    """A judge of positions: an engine, a search, a tablebase."""

    @property
    def name(self) -> str:
        """Who is speaking, version included."""
        ...

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board, in their order.

        Only the position counts, not the moves that led to it.
        """
        ...


class Question(NamedTuple):
    """All that an answer depends on: who is asked, with which options, about what, how deep and for how many lines."""

    engine: str
    options: str
    position: str
    limit: str
    lines: int = 1


@runtime_checkable
class Accountable(Protocol):
    """Whoever knows what its answers depend on, besides its name, the position and the limit."""

    def question(self, board: chess.Board, limit: Limit, lines: int) -> Question | None:
        """What an answer about this position may be remembered under; None if no two answers need be the same."""
        ...


@runtime_checkable
class Comparing(Protocol):
    """Whoever compares the moves of a position in one search, such as an engine that gives several lines."""

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """The best moves, each with its line, best first; fewer than asked for if it cannot give so many."""
        ...


@runtime_checkable
class Following(Protocol):
    """Whoever judges the positions of one game better together than each alone."""

    def follow(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """One evaluation for each board of a game, in their order, helped by what came after it.

        With `again` it is another look at the same game, with all that the first one showed.
        """
        ...


@runtime_checkable
class Glancing(Protocol):
    """Whoever values a position without looking ahead, quicker than with a move: a network."""

    def glance(self, boards: Sequence[chess.Board]) -> list[int]:
        """The value of each position for the side to move, in centipawns."""
        ...


@runtime_checkable
class Itemising(Protocol):
    """Whoever can say of what a judgement is made up: material, mobility, king safety …"""

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """What each term adds to the value of a position for a side, in centipawns; empty if nobody can say."""
        ...


@runtime_checkable
class Ablating(Protocol):
    """Whoever can judge once more as if one of its terms counted nothing, which shows what hangs on it."""

    @property
    def term_names(self) -> tuple[str, ...]:
        """What it can do without: `rook files`, or `pawns: isolated` alone; nothing if it has no terms."""
        ...

    def without(self, terms: Sequence[str]) -> Evaluator:
        """The same judge with these terms counted as nought; raises BadArgument for one that it does not know."""
        ...


def follow(
    evaluator: Evaluator, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False
) -> list[Evaluation]:
    """What an evaluator says to the positions of one game: together if it can, else one by one."""
    if isinstance(evaluator, Following):
        return evaluator.follow(boards, limit, again=again)
    return evaluator.evaluate(boards, limit)


def position_text(board: chess.Board) -> str:
    """A position as evaluators know it: its FEN without the move number, which has no say in how good it is.

    >>> position_text(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 3 71"))
    '4k3/8/8/8/8/8/4P3/4K3 w - - 3'
    """
    return board.fen(shredder=board.chess960, en_passant="legal").rpartition(" ")[0]


def settled(board: chess.Board) -> Evaluation | None:
    """The evaluation of a game that is over by rule, for which nobody needs to search; None when play goes on.

    >>> settled(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"))
    Evaluation(score=Mate(-0), line=(), depth=None)
    """
    outcome = board.outcome()
    if outcome is None:
        return None
    # Whoever is to move in a decided game has just been mated.
    return Evaluation(Cp(0) if outcome.winner is None else Mate(-0))


def _parse_score(text: str) -> Score:
    if not text.startswith("#"):
        return Cp(int(text))
    # Two mates are told apart by the sign of nought alone: the one just given and the one just suffered.
    return MateGiven if text == "#+0" else Mate(int(text[1:]))
