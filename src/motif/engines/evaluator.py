"""Define what an engine says about a position, and what an evaluator must be able to do.

An evaluator is anything that evaluates positions: a UCI engine, the built-in search, a tablebase. A score is always
seen from the side to move. In centipawns a mate is worth MATE_CP minus the moves that lead to it, and every other
advantage is capped below that, so that no amount of material outweighs a mate.

The value of a move is the value of the position after it, seen by the side that made it. An engine that lists several
moves can value them all in one search; each move is then seen one ply less deep.
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
from motif.runtime.parallel import Progress, Watch, unwatched

CHANCE_PER_CENTIPAWN = 0.00368208
"""The slope of Lichess's winning-chance curve."""

CERTAIN_WIN_CP = 4_000
"""Values are capped here, so that every chance lies above 0 and below 1 and has a logarithm."""


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
"""A mate on the board."""

LARGEST_ADVANTAGE_CP = 9_000
"""The most that anything but a mate counts for; engines give tablebase wins far higher numbers."""


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
        """The score as one number: within ±LARGEST_ADVANTAGE_CP, or close to ±MATE_CP when there is a mate."""
        value = self.score.score(mate_score=MATE_CP)
        return value if self.score.is_mate() else max(-LARGEST_ADVANTAGE_CP, min(LARGEST_ADVANTAGE_CP, value))

    @property
    def chance(self) -> float:
        """How likely the side to move is to win, between 0 and 1."""
        return winning_chance(self.centipawns)

    def before(self, move: chess.Move) -> Evaluation:
        """Return the evaluation from before the move that led here: a ply earlier, seen by the side that made it.

        >>> Evaluation(Mate(-1), depth=4).before(chess.Move.from_uci("h5f7"))
        Evaluation(score=Mate(+2), line=(Move.from_uci('h5f7'),), depth=5)
        """
        mate, score = self.score.mate(), -self.score
        if mate is not None and self.score < Cp(0):
            # The move itself is one more move on the way to the mate.
            score = Mate(1 - mate)
        return Evaluation(score, (move, *self.line), None if self.depth is None else self.depth + 1)

    def to_json(self) -> str:
        """Return one line of JSON, with the score as chess programs print it: +35 or #-3."""
        line = " ".join(move.uci() for move in self.line)
        return json.dumps({"score": str(self.score), "line": line, "depth": self.depth})

    @classmethod
    def from_json(cls, text: str) -> Evaluation:
        """Read an evaluation from its JSON."""
        try:
            content = json.loads(text)
            line = tuple(chess.Move.from_uci(word) for word in content["line"].split())
            return cls(_parse_score(content["score"]), line, content["depth"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadFile(f"cannot read the evaluation {text[:80]!r}: {error}") from None


class Evaluator(Protocol):
    """Evaluates positions: an engine, the built-in search, a tablebase."""

    @property
    def name(self) -> str:
        """The name, version included."""
        ...

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Return one evaluation for each board, in their order.

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


# Further methods that some evaluators have.


@runtime_checkable
class SupportsCacheKey(Protocol):
    """Knows what its answers depend on besides its name, the position and the limit."""

    def cache_key(self, board: chess.Board, limit: Limit, lines: int) -> CacheKey | None:
        """Return the key for an answer about this position; None if asking again may give another answer."""
        ...


@runtime_checkable
class SupportsCandidates(Protocol):
    """Compares the moves of a position in one search, as an engine with several lines (MultiPV) does."""

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """Return the best moves, each with its line, best first; fewer than `count` if it cannot list more."""
        ...


@runtime_checkable
class SupportsGames(Protocol):
    """Evaluates the positions of one game better together than each alone."""

    def evaluate_game(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """Return one evaluation for each board of a game, in their order; later positions help with earlier ones.

        With `again` it is a second look at the same game, and starts from what the first look found.
        """
        ...


@runtime_checkable
class SupportsStaticValues(Protocol):
    """Values a position without looking ahead, which is quicker than finding a move: a neural network."""

    def static_values(self, boards: Sequence[chess.Board]) -> list[int]:
        """Return the value of each position for the side to move, in centipawns."""
        ...


@runtime_checkable
class SupportsTerms(Protocol):
    """Splits the value of a position into terms: material, mobility, king safety …"""

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Return what each term adds for a side, in centipawns; empty if the value cannot be split."""
        ...


@runtime_checkable
class SupportsAblation(Protocol):
    """Can evaluate as if one of its terms were zero, which shows what depends on that term."""

    @property
    def term_names(self) -> tuple[str, ...]:
        """The terms that can be left out: `rook files`, or `pawns: isolated` alone."""
        ...

    def without(self, terms: Sequence[str]) -> Evaluator:
        """Return this evaluator with these terms set to zero; raises BadArgument for an unknown term."""
        ...


def evaluate_game(
    evaluator: Evaluator, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False
) -> list[Evaluation]:
    """Evaluate the positions of one game: together if the evaluator can do that, else one by one."""
    if isinstance(evaluator, SupportsGames):
        return evaluator.evaluate_game(boards, limit, again=again)
    return evaluator.evaluate(boards, limit)


def position_text(board: chess.Board) -> str:
    """Return the FEN without the move number, on which no evaluation depends.

    >>> position_text(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 3 71"))
    '4k3/8/8/8/8/8/4P3/4K3 w - - 3'
    """
    return board.fen(shredder=board.chess960, en_passant="legal").rpartition(" ")[0]


def evaluation_if_over(board: chess.Board) -> Evaluation | None:
    """Return the evaluation of a position where the game is over by rule; None when play goes on.

    >>> evaluation_if_over(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"))
    Evaluation(score=Mate(-0), line=(), depth=None)
    """
    outcome = board.outcome()
    if outcome is None:
        return None
    # In a decided game the side to move has just been mated.
    return Evaluation(Cp(0) if outcome.winner is None else Mate(-0))


def _parse_score(text: str) -> Score:
    if not text.startswith("#"):
        return Cp(int(text))
    # Only the sign of the zero distinguishes the mate just given from the mate just suffered.
    return MateGiven if text == "#+0" else Mate(int(text[1:]))


BOARDS_AT_ONCE = 64
"""About two thousand positions after moves: enough for every core, and few enough between two progress reports."""

MoveValues = dict[chess.Move, Evaluation]
"""For each move its value for the side that makes it, with a line that begins with the move."""


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
    watch: Watch = unwatched,
) -> list[MoveValues]:
    """Return for each board the values of its legal moves, or of those in `moves`, in that order.

    With `compared` an engine that can list several moves values them in one search. If it leaves one out, and for every
    other evaluator, the positions after the moves are evaluated.
    """
    questions = list(zip(boards, map(legal_moves, boards) if moves is None else moves, strict=True))
    valued: list[MoveValues] = []
    for start in range(0, len(boards), BOARDS_AT_ONCE):
        batch = questions[start : start + BOARDS_AT_ONCE]
        listed = [_listed(board, some, evaluator, limit) if compared else None for board, some in batch]
        unknown = [question for question, values in zip(batch, listed, strict=True) if values is None]
        answers = _evaluated(unknown, evaluator, limit)
        valued += [next(answers) if values is None else values for values in listed]
        watch(Progress(len(valued), len(boards)))
    return valued


def _listed(board: chess.Board, moves: Sequence[chess.Move], evaluator: Evaluator, limit: Limit) -> MoveValues | None:
    """Return the values from one search over all moves; None if the engine does not list all that are wanted."""
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
    """The board after one side has passed, and the evaluator's line for the other side."""

    board: chess.Board
    evaluation: Evaluation

    @property
    def by(self) -> chess.Color:
        """The side that threatens."""
        return self.board.turn


def passed(board: chess.Board) -> chess.Board | None:
    """Return the board after a pass; None if the side to move is in check, or the other side has no move then.

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
    """Return for each board what the side to move would face if it passed; None where it cannot pass."""
    after_pass = [passed(board) for board in boards]
    wanted = [board for board in after_pass if board is not None]
    answers = iter(evaluator.evaluate(wanted, limit) if wanted else [])
    return [None if board is None else Threat(board, next(answers)) for board in after_pass]
