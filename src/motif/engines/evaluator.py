"""Define the evaluation of a position, and what an evaluator must be able to do.

An evaluator is anything that evaluates positions: a UCI engine, the built-in search, a tablebase. A score is always
from the point of view of the side to move. In centipawns, mate in N is worth MATE_CP - N, and every other advantage is
capped below that, so that no amount of material outweighs a mate.

The value of a move is the value of the position after it, for the side that made it. An engine that lists several moves
can value them all in one search, but then searches each of them one ply less deep.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, runtime_checkable

import chess
import numpy as np
from chess.engine import Cp, Mate, MateGiven, Score
from numpy.typing import NDArray

from motif.engines.limits import Limit
from motif.errors import BadFile

CHANCE_PER_CENTIPAWN = 0.00368208
"""The slope of Lichess's winning-chance curve."""

CERTAIN_WIN_CP = 4_000
"""Values are capped at this, so that every chance is above 0 and below 1 and has a logarithm."""


def winning_chance(centipawns: float) -> float:
    """Return how likely a side is to win when it is this many centipawns ahead; a draw counts as half a win.

    >>> [round(winning_chance(centipawns), 3) for centipawns in (0, 100, -300, 9_999)]
    [0.5, 0.591, 0.249, 1.0]
    """
    return float(winning_chances(np.array(centipawns, np.float64)))


def winning_chances(centipawns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the winning chances of many values at once; NaN where the value is NaN."""
    return 1 / (1 + np.exp(-CHANCE_PER_CENTIPAWN * np.clip(centipawns, -CERTAIN_WIN_CP, CERTAIN_WIN_CP)))


MATE_CP = 10_000
"""The value of having given mate; mate in N is worth N less."""

LARGEST_ADVANTAGE_CP = 9_000
"""The largest value of anything but a mate; engines score tablebase wins far higher."""


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

    score: Score = field(hash=False)  # scores of python-chess can be compared, but not hashed
    line: tuple[chess.Move, ...] = ()
    depth: int | None = None

    @property
    def best(self) -> chess.Move | None:
        """The first move of the line, or None when the game is over."""
        return self.line[0] if self.line else None

    @property
    def centipawns(self) -> int:
        """The score as one number: within ±LARGEST_ADVANTAGE_CP, or close to ±MATE_CP when there is a mate."""
        value = self.score.score(mate_score=MATE_CP)
        return value if self.score.is_mate() else max(-LARGEST_ADVANTAGE_CP, min(LARGEST_ADVANTAGE_CP, value))

    @property
    def chance(self) -> float:
        """How likely the side to move is to win, between 0 and 1."""
        return winning_chance(self.centipawns)

    def before(self, move: chess.Move) -> Evaluation:
        """Return the evaluation one ply earlier, for the side that then played `move` to reach this position.

        >>> Evaluation(Mate(-1), depth=4).before(chess.Move.from_uci("h5f7"))
        Evaluation(score=Mate(+2), line=(Move.from_uci('h5f7'),), depth=5)
        """
        mate, score = self.score.mate(), -self.score
        if mate is not None and self.score < Cp(0):
            # `move` adds one to the moves until mate.
            score = Mate(1 - mate)
        return Evaluation(score, (move, *self.line), None if self.depth is None else self.depth + 1)

    def to_json(self) -> str:
        """Return one line of JSON, with the score as chess programs print it: +35 or #-3."""
        line = " ".join(move.uci() for move in self.line)
        return json.dumps({"score": str(self.score), "line": line, "depth": self.depth})

    @classmethod
    def from_json(cls, text: str) -> Evaluation:
        try:
            content = json.loads(text)
            line = tuple(chess.Move.from_uci(word) for word in content["line"].split())
            return cls(_parse_score(content["score"]), line, content["depth"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadFile(f"cannot read the evaluation {text[:80]!r}: {error}") from None


class Evaluator(Protocol):
    """Anything that evaluates positions: an engine, the built-in search, a tablebase."""

    @property
    def name(self) -> str:
        """The name, including the version."""
        ...

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Return one evaluation for each board, in the same order.

        Only the position counts, not the moves that led to it.
        """
        ...


class CacheKey(NamedTuple):
    """Everything that an answer depends on; two questions with the same key have the same answer."""

    engine: str
    options: str
    position: str
    limit: str
    lines: int = 1


# Methods that only some evaluators have.


@runtime_checkable
class SupportsCacheKey(Protocol):
    """An evaluator whose answers depend on more than its name, the position and the limit."""

    def cache_key(self, board: chess.Board, limit: Limit, lines: int) -> CacheKey | None:
        """Return the key for an answer about this position; None if the same question may get another answer."""
        ...


@runtime_checkable
class SupportsCandidates(Protocol):
    """An evaluator that compares the moves of a position in one search, as engines do with MultiPV."""

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """Return the best moves, each with its line, best first; fewer than `count` if it cannot list more."""
        ...


@runtime_checkable
class SupportsGames(Protocol):
    """An evaluator that evaluates the positions of a game better together than one by one."""

    def evaluate_game(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """Return one evaluation for each board of a game, in the same order; later positions help with earlier ones.

        With `again`, this is a second look at the same game, which starts from the results of the first.
        """
        ...


@runtime_checkable
class SupportsStaticValues(Protocol):
    """An evaluator that can value a position without finding a move, which is quicker: a neural network."""

    def static_values(self, boards: Sequence[chess.Board]) -> list[int]:
        """Return the value of each position for the side to move, in centipawns."""
        ...


@runtime_checkable
class SupportsTerms(Protocol):
    """An evaluator that can split the value of a position into terms: material, mobility, king safety …"""

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Return how much each term adds for a side, in centipawns; empty if the value cannot be split."""
        ...


def evaluate_game(
    evaluator: Evaluator, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False
) -> list[Evaluation]:
    """Evaluate the positions of one game: together if the evaluator supports that, else one by one."""
    if isinstance(evaluator, SupportsGames):
        return evaluator.evaluate_game(boards, limit, again=again)
    return evaluator.evaluate(boards, limit)


def position_text(board: chess.Board) -> str:
    """Return the FEN without the move number, which does not affect evaluations.

    >>> position_text(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 3 71"))
    '4k3/8/8/8/8/8/4P3/4K3 w - - 3'
    """
    return board.fen(shredder=board.chess960, en_passant="legal").rpartition(" ")[0]


def evaluation_if_over(board: chess.Board) -> Evaluation | None:
    """Return the evaluation of a position in which the game is over; None if play goes on.

    >>> evaluation_if_over(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"))
    Evaluation(score=Mate(-0), line=(), depth=None)
    """
    outcome = board.outcome()
    if outcome is None:
        return None
    # If the game has a winner, the side to move has just been mated.
    return Evaluation(Cp(0) if outcome.winner is None else Mate(-0))


def _parse_score(text: str) -> Score:
    if not text.startswith("#"):
        return Cp(int(text))
    # Only the sign of the zero shows whether the side to move has given mate or has been mated.
    return MateGiven if text == "#+0" else Mate(int(text[1:]))


BOARDS_AT_ONCE = 64
"""How many boards are evaluated at once: with all their moves about two thousand positions."""

MoveValues = dict[chess.Move, Evaluation]
"""The value of each move for the side that makes it, with a line that begins with the move."""


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return the position after a move as a new board, without its history.

    >>> after(chess.Board(), chess.Move.from_uci("e2e4")).fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    following = board.copy(stack=False)
    following.push(move)
    return following


def legal_moves(board: chess.Board) -> list[chess.Move]:
    """Return the legal moves sorted by name, so that results do not depend on a move generator."""
    return sorted(board.legal_moves, key=chess.Move.uci)


def top_moves(board: chess.Board, evaluator: Evaluator, limit: Limit, count: int) -> list[Evaluation]:
    """Return the best moves of a position, each with its line, best first.

    An evaluator that compares moves does so in one search; any other evaluates the position after each move.
    """
    compared = evaluator.candidates(board, limit, count) if isinstance(evaluator, SupportsCandidates) else []
    if len(compared) >= min(count, board.legal_moves.count()):
        return compared
    (values,) = value_moves([board], evaluator, limit)
    return sorted(values.values(), key=lambda line: -line.centipawns)[:count]


def value_moves(
    boards: Sequence[chess.Board],
    evaluator: Evaluator,
    limit: Limit,
    *,
    moves: Sequence[Sequence[chess.Move]] | None = None,
    compared: bool = False,
) -> list[MoveValues]:
    """Return, for each board, the values of its legal moves, or only of its moves in `moves`, in that order.

    With `compared`, an engine that can list several moves values them in one search. If it leaves one out, or cannot
    list moves, the position after each move is evaluated.
    """
    questions = list(zip(boards, map(legal_moves, boards) if moves is None else moves, strict=True))
    valued: list[MoveValues] = []
    for start in range(0, len(boards), BOARDS_AT_ONCE):
        batch = questions[start : start + BOARDS_AT_ONCE]
        listed = [_listed(board, some, evaluator, limit) if compared else None for board, some in batch]
        unknown = [question for question, values in zip(batch, listed, strict=True) if values is None]
        answers = _evaluated(unknown, evaluator, limit)
        valued += [next(answers) if values is None else values for values in listed]
    return valued


def _listed(board: chess.Board, moves: Sequence[chess.Move], evaluator: Evaluator, limit: Limit) -> MoveValues | None:
    """Return the values of these moves from one search; None if the engine does not list all of them."""
    if not moves or not isinstance(evaluator, SupportsCandidates):
        return None
    values = {
        evaluation.best: evaluation for evaluation in evaluator.candidates(board, limit, board.legal_moves.count())
    }
    return {move: values[move] for move in moves} if values.keys() >= set(moves) else None


def _evaluated(
    questions: Sequence[tuple[chess.Board, Sequence[chess.Move]]], evaluator: Evaluator, limit: Limit
) -> Iterator[MoveValues]:
    following = [after(board, move) for board, moves in questions for move in moves]
    answers = iter(evaluator.evaluate(following, limit) if following else [])
    for _, moves in questions:
        yield {move: next(answers).before(move) for move in moves}


# Find threats: let one side pass and see what the other side wins.


@dataclass(frozen=True, slots=True)
class Threat:
    """What a side could do if its opponent passed: the board after the pass, and the evaluation there."""

    board: chess.Board
    evaluation: Evaluation

    @property
    def by(self) -> chess.Color:
        """The side that threatens."""
        return self.board.turn


def passed(board: chess.Board) -> chess.Board | None:
    """Return the board after a pass; None if the side to move is in check, or the other side then has no legal move.

    >>> passed(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).fen()
    '4k3/8/8/8/8/8/8/4K2R b K - 1 1'
    >>> passed(chess.Board("4k2R/8/8/8/8/8/8/4K3 b - - 0 1")) is None
    True
    """
    if board.is_check():
        return None
    other = board.copy(stack=False)
    other.push(chess.Move.null())
    other.clear_stack()
    return other if other.is_valid() and any(other.legal_moves) else None


def find_threats(boards: Sequence[chess.Board], evaluator: Evaluator, limit: Limit) -> list[Threat | None]:
    """Return, for each board, the threat that the side to move would face if it passed; None if it cannot pass."""
    after_pass = [passed(board) for board in boards]
    wanted = [board for board in after_pass if board is not None]
    answers = iter(evaluator.evaluate(wanted, limit) if wanted else [])
    return [None if board is None else Threat(board, next(answers)) for board in after_pass]
