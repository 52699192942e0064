"""Make two weak players for comparison: `greedy` captures what it can, `random` plays any legal move."""

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
from motif.players.names import Makers


class GreedyPlayer:
    """Plays the move with the best static exchange; chooses among equal moves at random.

    >>> board = chess.Board("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1")
    >>> print(GreedyPlayer().advise(board)[0].because)
    Rxd6 wins the knight on d6 (greedy)
    """

    def __init__(self) -> None:
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        self._rng = Random(seed)

    def advise(self, board: chess.Board) -> list[Advice]:
        """Return every move that wins material by exchanges, the greatest gain first."""
        return [advice for value, advice in _ranked(board) if value > 0]

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return a move with the best exchange; the limit is ignored."""
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
    """Name the captured piece if it is won for nothing, else the material won in pawns."""
    piece = board.piece_type_at(move.to_square)
    if piece is not None and not move.promotion and 100 * VALUES[piece] == value:
        return f"the {chess.piece_name(piece)}"
    return in_pawns(value)


def _reason(board: chess.Board, move: chess.Move, value: int) -> Reason:
    target = chess.square_name(move.to_square)
    if value > 0:
        english = f"{board.san(move)} wins {_won(board, move, value)} on {target}"
    elif value == 0:
        english = f"{board.san(move)} loses nothing on {target}"
    else:
        english = f"{board.san(move)} loses {in_pawns(-value)} on {target}, and every other move loses as much or more"
    # The opponent's pieces that can recapture, as red arrows.
    defenders = board.attackers(not board.turn, move.to_square)
    arrows = tuple(Arrow(square, move.to_square, Colour.RED) for square in defenders)
    return Reason("greedy", english, (move.to_square,) if value > 0 else (), arrows)


class RandomPlayer:
    """Plays any legal move with the same probability; the seed of a game determines all its moves.

    >>> player = RandomPlayer()
    >>> player.new_game(seed=7)
    >>> print(player.choose(chess.Board(), Limit(nodes=1)).because)
    one of 20 legal moves, chosen at random (random)
    """

    def __init__(self) -> None:
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return a random legal move; the limit is ignored."""
        # Sorted, so that the games do not depend on a move generator.
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        english = f"one of {len(moves)} legal moves, chosen at random" if len(moves) > 1 else "the only legal move"
        return Advice(self._rng.choice(moves), 0.0, Reason("random", english))


MAKERS = Makers(
    players={"random": lambda _: RandomPlayer(), "greedy": lambda _: GreedyPlayer()},
    advisers={"greedy": lambda _: GreedyPlayer()},
)
