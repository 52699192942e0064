"""Explain moves and recommend them, for the command line, the web page and Python alike.

One engine ranks the moves. The point of a move is looked for in this order: the result in the endgame tables with a
rule of endgame technique, the opening book, what the move wins, and what it is for. Other advisers are named if they
agree, and a rule that one of them learned is added as a typical idea.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import chess

from motif.advice import Advice, Adviser, Reason
from motif.board.wording import ordinal
from motif.engines.evaluator import Evaluation, Evaluator, SupportsCandidates, after, legal_moves
from motif.engines.exact import ExactResults
from motif.engines.limits import EXPLAIN_LIMIT, RANKING_FIRST_LOOK, RANKING_LIMIT, Limit
from motif.explain.answers import explanation_of_mistake, explanation_of_reason
from motif.explain.explanation import Better, Explanation, Point, steps_of
from motif.explain.found import FoundReason, check, check_position
from motif.explain.found_mistake import FoundMistake
from motif.explain.gains import Gain
from motif.explain.kinds import PointKind, PointSide
from motif.explain.mistakes import explain_mistake
from motif.explain.moves import explain_fully, explain_move
from motif.explain.phrases.mistakes import better_is, which
from motif.explain.phrases.quiet import typical
from motif.explain.technique.rules import OutcomeSource, is_few
from motif.explain.technique.verdicts import Technique, Verdict, proven_moves, technique
from motif.openings.names import book_sentence
from motif.runtime.files import ClosedAfterUse, close

SOURCE = "coach"

MOST_CHOICES = 3
"""An adviser recommends a move if it is among its first three choices."""

MOVES_SEARCHED_DEEPER = 5
"""How many moves are searched more deeply if an engine cannot compare all moves in one search."""

MOST_ADVISED = 3

LARGEST_LOSS_ADVISED_CP = 60
"""A move that is worse than the best by more than this, in centipawns, is not recommended."""

NEAR_MATE_MOVES = 3
"""A mate in at most this many moves is a better reason than a rule of endgame technique."""

QUIET_KINDS = frozenset(
    {PointKind.THREATENS, PointKind.DEFENDS, PointKind.PREVENTS, PointKind.PREPARES}
    | {PointKind.IMPROVES, PointKind.CHOICE}
)
"""Kinds of points to which a typical idea is added; a capture or a mate needs none."""


Choices = Mapping[str, Sequence[Advice]]
"""The advice of each adviser by its name, best first."""


@dataclass(frozen=True, slots=True)
class Counsel:
    """A move that the coach recommends: its evaluation, its explanation, and the advisers that agree."""

    move: chess.Move
    evaluation: Evaluation
    explanation: Explanation
    agree: tuple[str, ...]

    def advice(self) -> Advice:
        """Return the recommended move and its reason as `Advice`."""
        also = f" (also: {'; '.join(self.agree)})" if self.agree else ""
        return Advice(
            self.move, None, Reason(SOURCE, f"{self.explanation.sentence}{also}", (), self.explanation.arrows)
        )


class Coach(ClosedAfterUse):
    """Explains moves and recommends them by the evaluations of one engine.

    `advisers` are made when first needed; the coach names those that agree with a recommendation.

    `ranking` compares moves; `engine` checks reasons (their accuracy was measured with it).
    """

    def __init__(
        self,
        engine: Evaluator,
        ranking: Evaluator | None = None,
        advisers: Mapping[str, Callable[[], Adviser]] | None = None,
        tables: ExactResults | None = None,
    ) -> None:
        self.engine = engine
        self._ranking = ranking or engine
        self._makers = advisers or {}
        self._advisers: dict[str, Adviser] = {}
        self._tables = tables or ExactResults()

    def explain(self, board: chess.Board, move: chess.Move, limit: Limit = EXPLAIN_LIMIT) -> Explanation:
        """Explain a mistake, or why any other legal move is good."""
        check(board, move)
        found = self._technique(board, move)
        if found is not None and found.is_exact and not found.verdict.is_good:
            return _thrown_away(explanation_of_mistake(explain_mistake(board, move, self.engine, limit)), found)
        answer = explain_move(board, move, self.engine, limit)
        if isinstance(answer, FoundMistake):
            return explanation_of_mistake(answer)
        if found is not None and not found.verdict.is_good and found.verdict is not Verdict.LOSES:
            # The rule knows better than the search, so do not recommend the move.
            return _by_rule(answer, found)
        return self._with(answer, found)

    def why_not(self, board: chess.Board, move: chess.Move, limit: Limit = EXPLAIN_LIMIT) -> Explanation:
        """Explain a move as a mistake, even if it is none."""
        check(board, move)
        mistake = explanation_of_mistake(explain_mistake(board, move, self.engine, limit))
        found = self._technique(board, move)
        is_thrown_away = found is not None and found.is_exact and not found.verdict.is_good
        return _thrown_away(mistake, found) if found and is_thrown_away else mistake

    def best(self, board: chess.Board, limit: Limit = EXPLAIN_LIMIT) -> Explanation:
        """Explain the engine's best move; raise an error if the game is over."""
        check_position(board)
        (evaluation,) = self.engine.evaluate([board], limit)
        return self._said_for(board, evaluation, limit)

    def advise(
        self,
        board: chess.Board,
        count: int = MOST_ADVISED,
        limit: Limit = EXPLAIN_LIMIT,
        ranking: Limit = RANKING_LIMIT,
    ) -> list[Counsel]:
        """The best moves with their reasons, best first; empty if the game is over.

        `ranking` limits the comparison of all moves, `limit` each search that checks a reason.
        """
        if board.is_game_over() or not board.is_valid():
            return []
        ranked = self._ranked(board, count, ranking)
        for name, make in self._makers.items():
            if name not in self._advisers:
                self._advisers[name] = make()
        choices = {name: adviser.advise(board)[:MOST_CHOICES] for name, adviser in self._advisers.items()}
        return [
            Counsel(
                evaluation.line[0],
                evaluation,
                with_idea(self._said_for(board, evaluation, limit), choices),
                tuple(_agreeing(evaluation.line[0], choices)),
            )
            for evaluation in ranked
        ]

    def close(self) -> None:
        for each in (self.engine, self._ranking, self._tables, *self._advisers.values()):
            close(each)

    def _ranked(self, board: chess.Board, count: int, limit: Limit) -> list[Evaluation]:
        """The best moves with their lines, by the endgame tables if they have the position, else by the ranking
        engine."""
        keeping = self._tables.moves_that_keep(board)
        if keeping is not None:
            answers = self.engine.evaluate([after(board, move) for move in keeping], EXPLAIN_LIMIT)
            lines = [answer.before(move) for move, answer in zip(keeping, answers, strict=True)]
            return sorted(lines, key=lambda line: -line.centipawns)[:count]
        if known := self._known(board):
            return known[:count]
        compared = (
            self._ranking.candidates(board, limit, count) if isinstance(self._ranking, SupportsCandidates) else []
        )
        lines = compared or self._looked_at(board)
        best = lines[0].centipawns
        return [line for line in lines[:count] if line.centipawns >= best - LARGEST_LOSS_ADVISED_CP]

    def _known(self, board: chess.Board) -> list[Evaluation]:
        """In endings too large for the tables: the moves that a rule proves, which a search may not see."""
        if not is_few(board):
            return []
        proven = proven_moves(board, OutcomeSource(self._tables, self.engine))
        moves = [move for move in proven if (found := self._technique(board, move)) and found.verdict.is_good]
        answers = self.engine.evaluate([after(board, move) for move in moves], EXPLAIN_LIMIT) if moves else []
        lines = [answer.before(move) for move, answer in zip(moves, answers, strict=True)]
        return sorted(lines, key=lambda line: -line.centipawns)

    def _looked_at(self, board: chess.Board) -> list[Evaluation]:
        moves = legal_moves(board)
        first = self._ranking.evaluate([after(board, move) for move in moves], RANKING_FIRST_LOOK)
        closer = sorted(zip(moves, first, strict=True), key=lambda pair: pair[1].centipawns)[:MOVES_SEARCHED_DEEPER]
        answers = self._ranking.evaluate([after(board, move) for move, _ in closer], EXPLAIN_LIMIT)
        lines = [answer.before(move) for (move, _), answer in zip(closer, answers, strict=True)]
        return sorted(lines, key=lambda line: -line.centipawns)

    def _said_for(self, board: chess.Board, evaluation: Evaluation, limit: Limit) -> Explanation:
        """Explain the first move of a line."""
        explanation = explain_fully(board, evaluation, self.engine, limit)
        return self._with(explanation, self._technique(board, explanation.move))

    def _with(self, reason: FoundReason, found: Technique | None) -> Explanation:
        """The explanation of a good move, with the endgame rule or opening theory that says more, if there is one."""
        value = explanation_of_reason(reason)
        mate_in, cause, purpose = reason.gain.mate_in, reason.cause, reason.purpose
        if purpose is not None and purpose.kind is PointKind.MATED:
            return value
        is_proved = mate_in is not None or (cause is not None and not cause.is_plain)
        if found is not None and found.verdict.is_good and (found.finding is not None or found.is_exact):
            # Every won ending leads to a distant mate, so the rule says more.
            is_far = mate_in is not None and mate_in > NEAR_MATE_MOVES and found.finding is not None
            is_promotion = cause is not None and cause.witness.motif == "promotion" and cause.witness.ply == 0
            if is_far or is_promotion or not is_proved:
                return _by_rule(reason, found)
        theory = book_sentence(reason.line.start, reason.move) if not is_proved else None
        return _in_the_book(value, reason, theory) if theory is not None else value

    def _technique(self, board: chess.Board, move: chess.Move) -> Technique | None:
        if not is_few(board):
            return None
        return technique(board, move, self._tables, self.engine, OutcomeSource(self._tables, self.engine))


def _agreeing(move: chess.Move, choices: Choices) -> Iterator[str]:
    """Yield the names of the advisers that also recommend a move, with its rank if it is not their first choice."""
    for name, advices in choices.items():
        moves = [advice.move for advice in advices]
        if move in moves:
            yield f"{name} ({ordinal(moves.index(move) + 1)} choice)" if move != moves[0] else name


def with_idea(value: Explanation, choices: Choices) -> Explanation:
    """Add the typical idea of an adviser's learned rule to an explanation, if its first choice is the same move."""
    first = [advices[0] for advices in choices.values() if advices]
    rules = [advice.because.idea for advice in first if advice.move == value.played.move and advice.because.idea]
    idea = typical(rules[0]) if rules and value.point is not None and value.point.kind in QUIET_KINDS else ""
    return replace(value, sentence=f"{value.sentence} {idea}") if idea else value


def _in_the_book(value: Explanation, reason: FoundReason, theory: str) -> Explanation:
    """Add how often strong players choose a move; if nothing else is said about it, that is the point."""
    is_gain = reason.gain.is_something or reason.gain.saves_draw
    says_nothing = not is_gain and (reason.purpose is None or reason.purpose.kind is PointKind.CHOICE)
    said = f"{value.played.san} is a book move." if says_nothing else reason.sentence
    better = []
    if value.better is not None and reason.better is not None:
        better = [better_is(which(value.better.move.san, reason.better.words))]
    sentence = " ".join([said, theory, *better])
    if value.point is not None and says_nothing:
        return replace(value, sentence=sentence, point=replace(value.point, kind=PointKind.THEORY, text=sentence))
    return replace(value, sentence=sentence)


def _by_rule(reason: FoundReason, found: Technique) -> Explanation:
    """Return the explanation with an endgame rule, or the result in the tables and what the move does, as its point."""
    value, purpose = explanation_of_reason(reason), reason.purpose
    is_kept = found.verdict in (Verdict.KEEPS_THE_WIN, Verdict.HOLDS_THE_DRAW)
    is_short = found.finding is None and is_kept and value.better is None and not reason.line.start.is_check()
    if is_short and purpose is not None and purpose.kind in QUIET_KINDS - {PointKind.CHOICE}:
        found = replace(found, clause=f"it {purpose.does}")
    return replace(value, sentence=found.sentence, point=_technique_point(value, found, PointSide.DOES))


def _thrown_away(value: Explanation, found: Technique) -> Explanation:
    """The explanation of a move that throws away a result by the endgame tables, with the move that keeps it."""
    board = chess.Board(value.fen)
    better = value.better
    if found.keeping and (better is None or better.move.move not in found.keeping):
        line = steps_of(board, found.keeping[:1])
        result = "wins" if "win" in found.verdict else "holds the draw"
        better = Better(PointKind.ENDGAME_TECHNIQUE, f"{line[0].san} {result}.", line)
    point = _technique_point(value, found, PointSide.MISSED)
    return replace(value, sentence=found.sentence, point=point, better=better, also=None)


def _technique_point(value: Explanation, found: Technique, side: PointSide) -> Point:
    rule = found.finding.rule if found.finding else "tables"
    marks = found.reason().arrows
    arrows = tuple(dict.fromkeys((*value.arrows[:1], *marks)))
    squares = tuple(chess.square_name(mark.tail) for mark in marks)
    line = value.line if value.line[0] == value.played else (value.played,)
    nothing = Gain(0, None, 0)
    kind = PointKind.ENDGAME_TECHNIQUE
    return Point(side, kind, rule, found.sentence, nothing, value.fen, line, squares, arrows, None)
