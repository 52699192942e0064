"""What a side threatens: let the other side pass, and see what it wins.

A pass is a null move: the same men, the other side to move. A side that is in check cannot pass, so a check threatens
nothing that this could show. The oracle is asked about many positions at once; one that remembers is asked only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif.board.limits import Limit
from motif.board.oracles import Evaluation, Oracle


@dataclass(frozen=True, slots=True)
class Threat:
    """What would come if a side passed: the board after the pass, and the line that an oracle expects from there."""

    board: chess.Board
    evaluation: Evaluation

    @property
    def by(self) -> chess.Color:
        """The side that threatens."""
        return self.board.turn


def passed(board: chess.Board) -> chess.Board | None:
    """The board when the side to move does nothing; None when it is in check, or nobody could move after it.

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


def find_threats(boards: Sequence[chess.Board], oracle: Oracle, limit: Limit) -> list[Threat | None]:
    """For each board what the side that is not to move would do if the other passed; None where nobody can pass."""
    after_pass = [passed(board) for board in boards]
    asked = [board for board in after_pass if board is not None]
    answers = iter(oracle.evaluate(asked, limit) if asked else [])
    return [None if board is None else Threat(board, next(answers)) for board in after_pass]


def threats_of_both(board: chess.Board, oracle: Oracle, limit: Limit) -> dict[chess.Color, Threat | None]:
    """For each side what it would do if it were the other's turn to pass: one of them is to move anyway."""
    (theirs,) = find_threats([board], oracle, limit)
    own = board.copy(stack=False)
    (answer,) = oracle.evaluate([own], limit)
    return {board.turn: Threat(own, answer), not board.turn: theirs}
