"""What is wrong with a wrong answer."""

from __future__ import annotations

import chess

from motif.interfaces.web.tasks.explaining import JUDGE
from motif.interfaces.web.tasks.kept import kept
from motif.interfaces.web.workers import Tell
from motif.players import find_oracle
from motif.study.training.punishing import Punishment, punish


def punishment(_: Tell, board: chess.Board, move: chess.Move) -> Punishment:
    """The line that punishes a move, and why."""
    return punish(board, move, kept(find_oracle, JUDGE))
