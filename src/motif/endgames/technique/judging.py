"""Who wins: by the tables where they reach, else by an oracle's word, as far as that is decisive."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import chess

from motif.board.exact_oracle import DECISIVE
from motif.board.limits import Limit
from motif.board.oracles import Evaluation, Oracle, position_text
from motif.board.results import ExactResults, Result
from motif.endgames.technique.scene import Finding, Outcome, Scene, won_by

IN_PAWN_ENDINGS = Limit(depth=14, nodes=60_000)
"""How far an oracle looks where no table reaches; kings and pawns have few moves."""

WITH_PIECES = Limit(depth=10, nodes=40_000)

GLANCE = Limit(depth=8, nodes=20_000)

MOST_MEN = 8
"""With more men a position is no ending of the textbooks, and an oracle no proof."""

MOST_WITH_PAWNS = 12
"""The same where kings have nothing but pawns, which a search sees far in."""

WON = 450
"""What an oracle values higher than this, in centipawns, it calls won; a new queen is worth twice as much."""

WON_WITH_PIECES = 700
"""The same where there are pieces, which are harder to win with; chosen by hand, as WON is."""


def only_pawns(board: chess.Board) -> bool:
    """Whether the kings have pawns and nothing else."""
    return board.occupied == board.kings | board.pawns and bool(board.pawns)


def is_few(board: chess.Board) -> bool:
    """Whether so few men are left that rules of endings have a say."""
    return chess.popcount(board.occupied) <= (MOST_WITH_PAWNS if only_pawns(board) else MOST_MEN)


class Judge:
    """Asks tables first and an oracle where they do not reach; remembers what it was told."""

    def __init__(self, tables: ExactResults, oracle: Oracle | None = None) -> None:
        self.tables = tables
        self.oracle = oracle
        self._known: dict[str, Outcome] = {}

    def outcome(self, board: chess.Board) -> Outcome:
        """Who wins with best play; unknown where nobody can say."""
        if board.is_game_over():
            return won_by(not board.turn) if board.is_checkmate() else Outcome.DRAW
        key = position_text(board)
        if key not in self._known:
            self._known[key] = self._ask(board)
        return self._known[key]

    def evaluate(self, board: chess.Board) -> Evaluation:
        """The oracle's evaluation; never asked without an oracle."""
        assert self.oracle is not None
        limit = IN_PAWN_ENDINGS if only_pawns(board) else WITH_PIECES
        return self.oracle.evaluate([board.copy(stack=False)], limit)[0]

    def value(self, board: chess.Board, side: chess.Color) -> int | None:
        """What an oracle makes of a position at a glance, in centipawns for a side; None without an oracle."""
        if self.oracle is None:
            return None
        (answer,) = self.oracle.evaluate([board.copy(stack=False)], GLANCE)
        return answer.centipawns if board.turn == side else -answer.centipawns

    def _ask(self, board: chess.Board) -> Outcome:
        result = self.tables.result(board)
        if result is not None:
            return Outcome.DRAW if result == Result.DRAW else won_by(board.turn == (result == Result.WIN))
        if self.oracle is None or not is_few(board):
            return Outcome.UNKNOWN
        answer = self.evaluate(board)
        worth = abs(answer.centipawns)
        if worth >= DECISIVE and not answer.score.is_mate():
            # The end of its line is won by the tables; the oracle's own opinion comes on top, and must agree: a line
            # may be won only because the other side went wrong on it.
            worth -= DECISIVE
        if worth >= (WON if only_pawns(board) else WON_WITH_PIECES):
            return won_by(board.turn == (answer.centipawns > 0))
        # A line that the tables know to be drawn; an even score alone proves nothing.
        is_drawn = answer.centipawns == 0 and self._ends_in_tables(board, answer.line)
        return Outcome.DRAW if is_drawn else Outcome.UNKNOWN

    def _ends_in_tables(self, board: chess.Board, line: tuple[chess.Move, ...]) -> bool:
        walk = board.copy(stack=False)
        for move in line:
            walk.push(move)
        return self.tables.result(walk) == Result.DRAW


Finder = Callable[[Scene, Judge], Iterator[Finding]]
"""A rule: what it has to say about a move, if it applies after it."""
