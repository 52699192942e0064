"""What a move wins: the oracle's line after it is played until it is quiet, and the balance of material is compared.

gain = balance at the end of the line - balance before the move, in pawns, or mate. The line is cut where the gain is
complete: from there on the balance never falls below it. What the line does not show is not claimed, and neither is
what the oracle's own score does not bear out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import chess

from motif.board.limits import Limit
from motif.board.motifs import Line
from motif.board.motifs.safety import balance
from motif.board.oracles import Evaluation, Oracle
from motif.board.valuation import after

EXTENSIONS = 2
"""How often a line that ends in the middle of something is searched further."""

MOST_OF_IT = 0.5
"""The line is cut where so much of the gain is won for good: what comes after is the harvest, not the idea."""

LONGEST = 7
"""Nobody follows more plies than these, unless they end in mate."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What a line wins for the side that moves first: so many pawns' worth, or mate in so many moves."""

    pawns: int
    mate_in: int | None
    centipawns: int
    """What the oracle's score gains over the balance of material before the move."""

    @property
    def is_mate(self) -> bool:
        """Whether the line ends in mate."""
        return self.mate_in is not None

    @property
    def is_something(self) -> bool:
        """Whether anything is won, by the line and by the oracle's score alike."""
        return self.is_mate or (self.pawns >= 1 and self.centipawns >= 50 * self.pawns)


@dataclass(frozen=True, slots=True)
class Won:
    """A line, cut where its gain is complete, and the gain."""

    line: Line
    gain: Gain
    whole: tuple[chess.Move, ...]
    """The oracle's line as far as it goes."""
    evaluation: Evaluation
    """How the oracle sees it, for the side that moves first."""


def play_out(board: chess.Board, move: chess.Move, oracle: Oracle, limit: Limit) -> Won:
    """Play a move and the oracle's line after it until all is quiet."""
    (answer,) = oracle.evaluate([after(board, move)], limit)
    evaluation = answer.before(move)
    moves = [*evaluation.line]
    mates = evaluation.score.is_mate() and evaluation.centipawns > 0
    for _ in range(EXTENSIONS):
        line = Line.of(board, moves)
        if line.end.is_game_over() or not (mates or _is_unsettled(line)):
            break
        (further,) = oracle.evaluate([line.end], limit)
        moves += further.line
    return _cut(Line.of(board, moves, lead_of(board)), evaluation)


def lead_of(board: chess.Board) -> tuple[chess.Board, chess.Move] | None:
    """The last move of a game and the board before it, if there is one."""
    if not board.move_stack:
        return None
    before = board.copy(stack=1)
    move = before.pop()
    return (before, move) if move else None


def _cut(line: Line, evaluation: Evaluation) -> Won:
    balances = [balance(board, line.winner) for board in line.boards]
    if line.is_mate:
        gain = Gain(balances[-1] - balances[0], (len(line.moves) + 1) // 2, evaluation.centipawns - 100 * balances[0])
        return Won(line, gain, line.moves, evaluation)
    end = len(line.moves)
    while end > 1 and _is_unsettled_at(line, end):
        end -= 1
    needed = balances[end]
    if needed > balances[0]:
        needed = balances[0] + max(1, math.ceil(MOST_OF_IT * (needed - balances[0])))
    kept = [ply for ply in range(1, end + 1, 2) if min(balances[ply : end + 1]) >= needed]
    keep = min(kept[0] if kept else end, LONGEST)
    shown = min(balances[keep : end + 1]) - balances[0]
    cut = Line(line.boards[: keep + 1], line.moves[:keep], line.lead, line.judge)
    return Won(cut, Gain(shown, None, evaluation.centipawns - 100 * balances[0]), line.moves, evaluation)


def _is_unsettled(line: Line) -> bool:
    return _is_unsettled_at(line, len(line.moves))


def _is_unsettled_at(line: Line, ply: int) -> bool:
    """Whether a board of the line stands in the middle of something: a check, a capture, a promotion."""
    board = line.boards[ply]
    if board.is_check():
        return True
    if ply < len(line.moves):
        return board.is_capture(line.moves[ply]) or line.moves[ply].promotion is not None
    last = line.moves[-1] if line.moves else None
    return last is not None and (line.boards[ply - 1].is_capture(last) or last.promotion is not None)
