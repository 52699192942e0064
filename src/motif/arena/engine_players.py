"""Let engines, other evaluators and networks such as Maia play games and give advice.

An adviser compares all legal moves: weight = value of the move - mean value of all legal moves, with each value limited
to ±1000 centipawns, so that one mate does not make all other moves look alike. A player evaluates only the move that it
plays, and gives it no weight.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

import chess
from chess.engine import Score

from motif.advice import Advice, Reason
from motif.board.drawing import Arrow, Colour
from motif.board.wording import percent
from motif.engines.evaluator import Evaluation, Evaluator, after, value_moves
from motif.engines.limits import Limit
from motif.engines.uci_engines import Engine
from motif.errors import BadPosition
from motif.runtime.files import close

LARGEST_VALUE_CP = 1000


class EnginePlayer:
    """Plays the moves of an engine; a limit given here overrides the limit of the match."""

    def __init__(self, engine: Engine, limit: Limit | None = None) -> None:
        self._engine = engine
        self._limit = limit

    def new_game(self, seed: int) -> None:
        """Make the engine forget the last game. Engines take no seed, so one that plays randomly stays random."""
        self._engine.new_game()

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the engine's move, without a weight, since the engine does not evaluate the other moves."""
        choice = self._engine.play(board, self._limit or limit)
        english = f"{self._engine.name} plays {board.san(choice.move)}"
        if choice.evaluation is not None:
            english += f" ({_in_pawns(choice.evaluation.score)})"
        return Advice(choice.move, None, Reason(self._engine.name, english))

    def close(self) -> None:
        self._engine.close()


class EvaluatorPlayer:
    """Plays the first move of an evaluator's line, for evaluators that are not engine processes, such as tablebases."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def new_game(self, seed: int) -> None:
        """Do nothing: an evaluator has nothing to forget."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the evaluator's move, without a weight, since the other moves are not evaluated."""
        (evaluation,) = self._evaluator.evaluate([board], limit)
        assert evaluation.best is not None  # `choose` is never called when the game is over
        english = f"{board.san(evaluation.best)} ({_in_pawns(evaluation.score)})"
        return Advice(evaluation.best, None, Reason(self._evaluator.name, english))

    def close(self) -> None:
        close(self._evaluator)


class EvaluatorAdviser:
    """Evaluates the position after every legal move and recommends the best few moves."""

    def __init__(self, evaluator: Evaluator, limit: Limit, count: int = 3) -> None:
        self._evaluator = evaluator
        self._limit = limit
        self._count = count

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the best moves with the expected reply; none if the evaluator does not know the position."""
        try:
            (values,) = value_moves([board], self._evaluator, self._limit)
        except BadPosition:
            return []
        if not values:
            return []
        capped = [max(-LARGEST_VALUE_CP, min(LARGEST_VALUE_CP, value.centipawns)) for value in values.values()]
        mean = sum(capped) / len(capped)
        ranked = sorted(zip(values.values(), capped, strict=True), key=lambda pair: -pair[0].centipawns)
        return [
            Advice(value.line[0], weight - mean, self._reason(board, value)) for value, weight in ranked[: self._count]
        ]

    def close(self) -> None:
        close(self._evaluator)

    def _reason(self, board: chess.Board, value: Evaluation) -> Reason:
        move, *replies = value.line[:2]
        english = f"{board.san(move)} {_outlook(value.score)}"
        for reply in replies:
            english += f"; {after(board, move).san(reply)} is the expected reply"
        arrows = tuple(Arrow(reply.from_square, reply.to_square, Colour.RED) for reply in replies)
        return Reason(self._evaluator.name, english, (), arrows)


def _outlook(score: Score) -> str:
    mate = score.mate()
    if mate is None:
        return f"is worth {_in_pawns(score)}"
    return "mates" if mate == 0 or mate == 1 else f"mates in {mate}" if mate > 0 else f"is mated in {-mate}"


def _in_pawns(score: Score) -> str:
    mate = score.mate()
    if mate is not None:
        return "mate" if mate == 0 else f"mate in {mate}" if mate > 0 else f"being mated in {-mate}"
    return f"{(score.score() or 0) / 100:+.2f}"


# Networks that predict the moves of people, such as Maia, as players and as advisers.

CP_PER_LOG_LIKELIHOOD = 49.8
LEAST_LIKELIHOOD = 1e-6
"""Moves less likely than this are treated as equally unlikely."""


class PolicyNetwork(Protocol):
    """A network that predicts the moves of people."""

    @property
    def name(self) -> str:
        """The name of the network, which says whose moves it predicts."""
        ...

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        """Return the probability of each legal move on each board, likeliest first."""
        ...


class PolicyPlayer:
    """Plays the likeliest move, or draws each move with the network's probabilities; the limit has no effect."""

    def __init__(self, network: PolicyNetwork, is_drawn: bool = False) -> None:
        self._network = network
        self._is_drawn = is_drawn
        self._seed = 0

    def new_game(self, seed: int) -> None:
        """Use this seed from now on."""
        self._seed = seed

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the likeliest move after the moves of this game, or a drawn one, which gets no weight."""
        policy = self._network.policies([board])[0]
        advice = _advice(self._network.name, board, policy, weighed=not self._is_drawn)
        if not self._is_drawn:
            return advice[0]
        # The draw depends on the position in the game, so that an interrupted game continues as it would have.
        rng = Random(f"{self._seed} {len(board.move_stack)} {board.fen()}")
        (drawn,) = rng.choices(advice, list(policy.values()))
        return drawn


class PolicyAdviser:
    """Recommends the few moves that the network finds likeliest."""

    def __init__(self, network: PolicyNetwork, count: int = 3, weighed: bool = True) -> None:
        self._network = network
        self._count = count
        self._weighed = weighed

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the likeliest moves, each with the share of people who would play it."""
        policy = self._network.policies([board])[0] if any(board.legal_moves) else {}
        return _advice(self._network.name, board, policy, self._weighed)[: self._count]


def weights(policy: Mapping[chess.Move, float]) -> list[float]:
    """Return the expected gain of each move of a policy over the average legal move, in centipawns."""
    logarithms = [math.log(max(likelihood, LEAST_LIKELIHOOD)) for likelihood in policy.values()]
    mean = sum(logarithms) / max(1, len(logarithms))
    return [CP_PER_LOG_LIKELIHOOD * (logarithm - mean) for logarithm in logarithms]


def _advice(source: str, board: chess.Board, policy: Mapping[chess.Move, float], weighed: bool = True) -> list[Advice]:
    worth: Sequence[float | None] = weights(policy) if weighed else [None] * len(policy)
    return [
        Advice(
            move,
            weight,
            Reason(source, f"{board.san(move)} is what {percent(likelihood, strict_ends=True)} of such players choose"),
        )
        for (move, likelihood), weight in zip(policy.items(), worth, strict=True)
    ]
