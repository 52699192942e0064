"""Sparring partners that need no learning: the zero of every rating list."""

from __future__ import annotations

from random import Random

import chess

from motif.advice import Advice, Limit, Reason


class RandomPlayer:
    """Plays any legal move with the same probability; the seed of a game decides all its moves.

    >>> player = RandomPlayer()
    >>> player.new_game(seed=7)
    >>> print(player.choose(chess.Board(), Limit(nodes=1)).because)
    one of 20 legal moves, drawn by lot (random)
    """

    def __init__(self) -> None:
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Begin the draw anew."""
        self._rng = Random(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """One of the legal moves; no amount of thinking changes it."""
        # Sorted, so that the games do not depend on the order of a move generator.
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        english = f"one of {len(moves)} legal moves, drawn by lot" if len(moves) > 1 else "the only legal move"
        return Advice(self._rng.choice(moves), 0.0, Reason("random", english))
