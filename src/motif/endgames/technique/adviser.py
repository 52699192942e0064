"""Technique at the board: in endings, the moves that keep the result, each with the rule that says why."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.advice import Advice
from motif.board.closing import close
from motif.board.oracles import Oracle
from motif.board.results import ExactResults
from motif.board.valuation import legal_moves
from motif.endgames.technique.judging import Judge, is_few
from motif.endgames.technique.telling import Technique, Verdict, proven_moves, technique

MOST_ADVISED = 3


class TechniqueAdviser:
    """Speaks in endings only: where tables know which moves keep the result, or a rule does."""

    def __init__(self, tables: ExactResults, oracle: Oracle) -> None:
        self._tables = tables
        self._oracle = oracle

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The moves that give nothing away, the oracle's own first among those that a rule explains."""
        if not is_few(board) or board.is_game_over() or not board.is_valid():
            return []
        judge = Judge(self._tables, self._oracle)
        answer = judge.evaluate(board)
        moves = self._tables.moves_that_keep(board)
        if moves is None:
            is_cheap = board.occupied == board.kings | board.pawns
            moves = [*proven_moves(board, judge), *(legal_moves(board) if is_cheap else answer.line[:1])]
        techniques = [technique(board, move, self._tables, self._oracle, judge) for move in dict.fromkeys(moves)]
        speaking = [words for words in techniques if words is not None and words.verdict.is_good]
        speaking.sort(key=lambda words: (not _is_the_way(words), words.move != answer.best, words.finding is None))
        if any(words.verdict in (Verdict.DRAWS_LIKE_ALL, Verdict.LOSES_LIKE_ALL) for words in speaking):
            # Nothing to choose between: the first says all there is to say.
            speaking = speaking[:1]
        return [Advice(words.move, None, words.reason()) for words in speaking[:MOST_ADVISED]]

    def close(self) -> None:
        """Close the oracle and the tables."""
        close(self._oracle)
        close(self._tables)


def _is_the_way(words: Technique) -> bool:
    return words.finding is not None and words.finding.is_the_way
