"""Sparring partners that need nothing but the board."""

from __future__ import annotations

from random import Random

import chess
import numpy as np

from motif._core.board import Positions
from motif.advice import Advice, Reason
from motif.board.drawing import Arrow, Colour
from motif.board.material import VALUES
from motif.board.wording import in_pawns
from motif.engines.limits import Limit
from motif.players.find import Makers

# A player that grabs: it plays the move with the best static exchange, and draws lots among equals.


class GreedyPlayer:
    """Plays, and as an adviser recommends, whatever wins the most material on one square.

    >>> board = chess.Board("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1")
    >>> print(GreedyPlayer().advise(board)[0].because)
    Rxd6 wins the knight on d6 (greedy)
    """

    def __init__(self) -> None:
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Begin the draw among equals anew."""
        self._rng = Random(seed)

    def advise(self, board: chess.Board) -> list[Advice]:
        """Every move that wins material by exchanges, the greatest gain first."""
        return [advice for value, advice in _ranked(board) if value > 0]

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The move with the best exchange; no amount of thinking changes it."""
        ranked = _ranked(board)
        best = ranked[0][0]
        return self._rng.choice([advice for value, advice in ranked if value == best])


def _ranked(board: chess.Board) -> list[tuple[int, Advice]]:
    positions = Positions.from_boards([board])
    moves, values = positions.legal_moves()[0], positions.exchange_values()
    if not moves:
        return []
    mean = float(np.mean(values))
    advice = [
        (int(value), Advice(move, value - mean, _reason(board, move, int(value))))
        for move, value in zip(moves, values, strict=True)
    ]
    return sorted(advice, key=lambda ranked: -ranked[0])


def _won(board: chess.Board, move: chess.Move, value: int) -> str:
    """The man itself where it is won for nothing, else what remains when all is taken."""
    man = board.piece_type_at(move.to_square)
    if man is not None and not move.promotion and 100 * VALUES[man] == value:
        return f"the {chess.piece_name(man)}"
    return in_pawns(value)


def _reason(board: chess.Board, move: chess.Move, value: int) -> Reason:
    target = chess.square_name(move.to_square)
    if value > 0:
        english = f"{board.san(move)} wins {_won(board, move, value)} on {target}"
    elif value == 0:
        english = f"{board.san(move)} loses nothing on {target}"
    else:
        english = f"{board.san(move)} loses {in_pawns(-value)} on {target}, and every other move loses as much or more"
    # The men that have a say in the exchange, drawn in red for the opponent's.
    defenders = board.attackers(not board.turn, move.to_square)
    arrows = tuple(Arrow(square, move.to_square, Colour.RED) for square in defenders)
    return Reason("greedy", english, (move.to_square,) if value > 0 else (), arrows)


# Sparring partners that need no learning: the zero of every rating list.


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


MAKERS = Makers(
    players={"random": lambda _: RandomPlayer(), "greedy": lambda _: GreedyPlayer()},
    advisers={"greedy": lambda _: GreedyPlayer()},
)
