"""Engines and other oracles at the board: as players, and as advisers that compare every legal move.

weight = value of the move - mean value of all legal moves, each value kept within ±1000 centipawns, so that
one mate does not make all other moves look alike. A player looks at one move only, and gives no weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess
from chess.engine import Score

from motif.advice import Advice, Limit, Reason
from motif.board.closing import close
from motif.board.drawing import Arrow, Colour
from motif.board.engines import Engine
from motif.board.oracles import Evaluation, Oracle
from motif.board.valuation import after, value_moves
from motif.errors import BadPosition

LARGEST_WEIGHT = 1000


class EnginePlayer:
    """An engine that plays; a limit of its own outranks the one of the match."""

    def __init__(self, engine: Engine, limit: Limit | None = None) -> None:
        self._engine = engine
        self._limit = limit

    def new_game(self, seed: int) -> None:
        """Let the engine forget the last game. Engines take no seed; those with a random strength stay random."""
        self._engine.new_game()

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The engine's move, without a weight: an engine that plays does not say what other moves are worth."""
        choice = self._engine.play(board, self._limit or limit)
        english = f"{self._engine.name} plays {board.san(choice.move)}"
        if choice.evaluation is not None:
            english += f" ({_in_pawns(choice.evaluation.score)})"
        return Advice(choice.move, None, Reason(self._engine.name, english))

    def close(self) -> None:
        """End the engine's process."""
        self._engine.close()


class OraclePlayer:
    """Plays the first move of an oracle's line: for oracles that are no programs of their own, such as tables."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def new_game(self, seed: int) -> None:
        """Nothing to forget."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The oracle's move, without a weight: the other moves are not compared."""
        (evaluation,) = self._oracle.evaluate([board], limit)
        assert evaluation.best is not None  # never asked when the game is over
        english = f"{board.san(evaluation.best)} ({_in_pawns(evaluation.score)})"
        return Advice(evaluation.best, None, Reason(self._oracle.name, english))

    def close(self) -> None:
        """Close the oracle's files, if it has any."""
        close(self._oracle)


class OracleAdviser:
    """Asks an oracle about the position after every legal move, and recommends the best few."""

    def __init__(self, oracle: Oracle, limit: Limit, count: int = 3) -> None:
        self._oracle = oracle
        self._limit = limit
        self._count = count

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The best moves by the oracle's word, with the reply it expects; none where it knows nothing."""
        try:
            (values,) = value_moves([board], self._oracle, self._limit)
        except BadPosition:
            return []
        if not values:
            return []
        capped = [max(-LARGEST_WEIGHT, min(LARGEST_WEIGHT, value.centipawns)) for value in values.values()]
        mean = sum(capped) / len(capped)
        ranked = sorted(zip(values.values(), capped, strict=True), key=lambda pair: -pair[0].centipawns)
        return [
            Advice(value.line[0], weight - mean, self._reason(board, value)) for value, weight in ranked[: self._count]
        ]

    def close(self) -> None:
        """End the oracle's process, if it has one."""
        close(self._oracle)

    def _reason(self, board: chess.Board, value: Evaluation) -> Reason:
        move, *replies = value.line[:2]
        english = f"{board.san(move)} {_promised(value.score)}"
        for reply in replies:
            english += f"; {after(board, move).san(reply)} is the expected reply"
        arrows = tuple(Arrow(reply.from_square, reply.to_square, Colour.RED) for reply in replies)
        return Reason(self._oracle.name, english, (), arrows)


def _promised(score: Score) -> str:
    mate = score.mate()
    if mate is None:
        return f"is worth {_in_pawns(score)}"
    return "mates" if mate == 0 or mate == 1 else f"mates in {mate}" if mate > 0 else f"is mated in {-mate}"


def _in_pawns(score: Score) -> str:
    mate = score.mate()
    if mate is not None:
        return "mate" if mate == 0 else f"mate in {mate}" if mate > 0 else f"being mated in {-mate}"
    return f"{(score.score() or 0) / 100:+.2f}"
