"""Networks that predict people, such as Maia, at the board: as players and as advisers.

A network says how likely each legal move is to be played. What that is worth follows from the likelihood p:
weight = WORTH_OF_LIKELIHOOD * (ln p - mean of ln p over the legal moves), in centipawns over the average legal move.
The number was fitted to Maia by experiments/tactics-advice, which gives its error on held-out games; what the word of
another policy is worth nobody has measured, and then it has no weight.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

import chess

from motif.advice import Advice, Limit, Reason
from motif.board.english import in_percent

WORTH_OF_LIKELIHOOD = 49.8
LEAST_LIKELIHOOD = 1e-6
"""Below this one move is as unlikely as the other."""


class PolicyNetwork(Protocol):
    """A network that predicts people."""

    @property
    def name(self) -> str:
        """Whom it predicts."""
        ...

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        """How likely each legal move of each board is, the likeliest first."""
        ...


class PolicyPlayer:
    """Plays the likeliest move, whatever the limit."""

    def __init__(self, network: PolicyNetwork) -> None:
        self._network = network

    def new_game(self, seed: int) -> None:
        """Nothing to forget, and nothing random."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The move that the network finds likeliest after the moves of this game."""
        return _advice(self._network.name, board, self._network.policies([board])[0])[0]


class DrawnPolicyPlayer:
    """Plays each move as often as the network says, drawn by the seed of the game; people do not always do the same."""

    def __init__(self, network: PolicyNetwork) -> None:
        self._network = network
        self._seed = 0

    def new_game(self, seed: int) -> None:
        """Begin the draw anew."""
        self._seed = seed

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """A move by lot, weighed by how likely it is."""
        policy = self._network.policies([board])[0]
        # The lot belongs to the place in the game: a game that was left goes on as it would have.
        rng = Random(f"{self._seed} {len(board.move_stack)} {board.fen()}")
        (drawn,) = rng.choices(range(len(policy)), list(policy.values()))
        return _advice(self._network.name, board, policy, weighed=False)[drawn]


class PolicyAdviser:
    """Recommends the few likeliest moves."""

    def __init__(self, network: PolicyNetwork, count: int = 3, weighed: bool = True) -> None:
        self._network = network
        self._count = count
        self._weighed = weighed

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The likeliest moves, each with the share of people who would play it."""
        policy = self._network.policies([board])[0] if any(board.legal_moves) else {}
        return _advice(self._network.name, board, policy, self._weighed)[: self._count]


def weights(policy: Mapping[chess.Move, float]) -> list[float]:
    """What each move of a policy is expected to gain over the average legal move, in centipawns."""
    logarithms = [math.log(max(likelihood, LEAST_LIKELIHOOD)) for likelihood in policy.values()]
    mean = sum(logarithms) / max(1, len(logarithms))
    return [WORTH_OF_LIKELIHOOD * (logarithm - mean) for logarithm in logarithms]


def _advice(source: str, board: chess.Board, policy: Mapping[chess.Move, float], weighed: bool = True) -> list[Advice]:
    worth: Sequence[float | None] = weights(policy) if weighed else [None] * len(policy)
    return [
        Advice(move, weight, Reason(source, f"{board.san(move)} is what {_share(likelihood)} of such players choose"))
        for (move, likelihood), weight in zip(policy.items(), worth, strict=True)
    ]


def _share(likelihood: float) -> str:
    # Whoever plays a move is not nobody.
    return in_percent(likelihood) if likelihood >= 0.005 else "less than 1 %"
