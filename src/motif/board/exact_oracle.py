"""An oracle that is right in endings: where tables reach, their truth replaces the score.

They may reach the position itself, or the end of the oracle's line. A win scores DECISIVE and more, so that an oracle's
own preference among winning moves still counts, a draw nought; a mate that agrees with the tables stays a mate. Where
the truth contradicts the line, the other moves are looked at, and the best of them is played instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess
from chess.engine import Cp, Score

from motif.board.closing import ClosedAfterUse, close
from motif.board.limits import Limit
from motif.board.oracles import (
    Ablating,
    Accountable,
    Comparing,
    Evaluation,
    Itemising,
    Oracle,
    Question,
    follow,
    settled,
)
from motif.board.results import ExactResults, Result
from motif.board.tablebases import MOST_MEN
from motif.board.valuation import after, legal_moves
from motif.errors import BadArgument

DECISIVE = 5_000
"""What a win by the tables is worth at least, in centipawns."""

MOST_ON_TOP = 1_000
"""How much of its own judgement an oracle may add, in centipawns."""

REACH = MOST_MEN + 2
"""With more men no line of an ordinary depth comes down to the tables: nothing is looked up, nothing costs anything."""

CONVINCED = 300
"""A line that ends in a win by the tables proves it only if the oracle, too, saw an advantage of this size, in
centipawns: without knowing the tables it may have led the other side astray."""

EVEN = 100
"""What an oracle scores closer to nought than this it does not call won, in centipawns."""


class ExactOracle(ClosedAfterUse):
    """Answers as the oracle would, corrected by tables. Close it, or use it in a `with` statement.

    Positions of more men than `reach` are left to the oracle, lines that end in the tables included.
    """

    def __init__(self, oracle: Oracle, tables: ExactResults | None = None, reach: int = REACH) -> None:
        self.oracle = oracle
        self.tables = tables or ExactResults()
        self.reach = reach

    @property
    def name(self) -> str:
        """What the oracle calls itself."""
        return self.oracle.name

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board, in their order."""
        answers = self.oracle.evaluate(boards, limit)
        return [self._corrected(board, answer, limit) for board, answer in zip(boards, answers, strict=True)]

    def follow(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """One evaluation for each board of a game, as the oracle sees it whole, corrected by tables."""
        answers = follow(self.oracle, boards, limit, again=again)
        return [self._corrected(board, answer, limit) for board, answer in zip(boards, answers, strict=True)]

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """The best moves, each with its line, best first; none if the oracle does not compare moves."""
        if not isinstance(self.oracle, Comparing):
            return []
        lines = self.oracle.candidates(board, limit, count)
        if chess.popcount(board.occupied) > self.reach:
            return lines
        return sorted((self._at_the_end(board, line) for line in lines), key=lambda line: -line.centipawns)

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Of what the oracle's judgement is made up; nothing if it cannot say."""
        return self.oracle.terms(board, side) if isinstance(self.oracle, Itemising) else {}

    @property
    def term_names(self) -> tuple[str, ...]:
        """What the oracle can do without; nothing if it has no terms."""
        return self.oracle.term_names if isinstance(self.oracle, Ablating) else ()

    def without(self, terms: Sequence[str]) -> ExactOracle:
        """The oracle with these terms counted as nought, corrected by the same tables."""
        if not isinstance(self.oracle, Ablating):
            raise BadArgument(f"{self.name} has no terms that could be left out")
        return ExactOracle(self.oracle.without(terms), self.tables, self.reach)

    def question(self, board: chess.Board, limit: Limit, lines: int) -> Question | None:
        """What an answer may be remembered under: that tables have a say counts as an option."""
        if not isinstance(self.oracle, Accountable):
            return None
        question = self.oracle.question(board, limit, lines)
        return question and question._replace(options=f"{question.options} exact to {self.reach}")

    def nodes_visited(self) -> int:
        """How many positions the oracle has looked at, if it counts them."""
        counting = getattr(self.oracle, "nodes_visited", None)
        return int(counting()) if counting else 0

    def close(self) -> None:
        """Close the oracle and the tables."""
        close(self.oracle)
        close(self.tables)

    def __repr__(self) -> str:
        return f"ExactOracle({self.oracle!r}, reach={self.reach})"

    def _corrected(self, board: chess.Board, answer: Evaluation, limit: Limit) -> Evaluation:
        if chess.popcount(board.occupied) > self.reach or not answer.line:
            return answer
        corrected = self._at_the_end(board, answer)
        results = self.tables.results(board)
        if results:
            best = max(results.values())
            if results[answer.line[0]] != best:
                answer = self._best(board, [move for move, result in results.items() if result == best], limit)
            return replace(answer, score=_score(answer.score, best), line=self._kept(board, answer.line))
        if _verdict(corrected.score) == _verdict(answer.score):
            return corrected
        return self._best(board, legal_moves(board), limit)

    def _best(self, board: chess.Board, moves: Sequence[chess.Move], limit: Limit) -> Evaluation:
        following = [after(board, move) for move in moves]
        replies = self.oracle.evaluate(following, limit)
        lines = [
            self._at_the_end(there, reply).before(move)
            for move, there, reply in zip(moves, following, replies, strict=True)
        ]
        return max(lines, key=lambda evaluation: evaluation.centipawns)

    def _at_the_end(self, board: chess.Board, answer: Evaluation) -> Evaluation:
        """The evaluation with the truth about the first position of the line that tables reach."""
        walk = board.copy(stack=False)
        for ply in range(len(answer.line) + 1):
            if chess.popcount(walk.occupied) <= MOST_MEN or ply == len(answer.line):
                result = self.tables.result(walk)
                if result is not None:
                    mine = result if walk.turn == board.turn else -result
                    if ply and mine != Result.DRAW and Evaluation(answer.score).centipawns * mine < CONVINCED:
                        return answer
                    return replace(answer, score=_score(answer.score, mine))
            if ply < len(answer.line):
                walk.push(answer.line[ply])
        return answer

    def _kept(self, board: chess.Board, line: tuple[chess.Move, ...]) -> tuple[chess.Move, ...]:
        """The line as far as neither side gives anything away."""
        walk = board.copy(stack=False)
        for ply, move in enumerate(line):
            before = self.tables.result(walk)
            walk.push(move)
            there = settled(walk)
            result = self.tables.result(walk)
            if ply and there is None and (result is None or before is None or -result != before):
                return line[:ply]
        return line


def _score(score: Score, result: Result) -> Score:
    if result == Result.DRAW:
        return Cp(0)
    if score.is_mate() and (score > Cp(0)) == (result > 0):
        return score
    worth = Evaluation(score).centipawns * result
    return Cp(result * (DECISIVE + max(0, min(MOST_ON_TOP, worth))))


def _verdict(score: Score) -> int:
    worth = Evaluation(score).centipawns
    return 0 if abs(worth) < EVEN else 1 if worth > 0 else -1
