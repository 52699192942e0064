"""The coach: what every door says about a move or a position comes from here.

One judge ranks the moves. What is said for a move is, in this order: the truth of the tables and the rule of technique
behind it, theory, what the move wins and by what, what it is for. Each was checked where it was made (`openings`,
`reasons`, `endgames.technique`); what others advise is only named beside it, never repeated unchecked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from motif.explain.gains import Gain
from motif.explain.kinds import PointKind, PointSide
from motif.explain.mistakes import FoundMistake, explain_mistake
from motif.explain.moves import explain_fully, explain_move
from motif.explain.phrases.mistakes import better_is
from motif.explain.technique.rules import OutcomeSource, is_few
from motif.explain.technique.verdicts import Technique, Verdict, proven_moves, technique
from motif.openings.names import book_sentence
from motif.runtime.files import ClosedAfterUse, close

# Who else advises a move: named, and nothing that they claim repeated.

MOST_CHOICES = 3
"""What somebody would play in the fourth place is no word for it."""


def choices(board: chess.Board, advisers: Mapping[str, Adviser]) -> dict[str, list[chess.Move]]:
    """What each would play, by name, the first choice first."""
    return {
        name: [advice.move for advice in adviser.advise(board)][:MOST_CHOICES] for name, adviser in advisers.items()
    }


def agreeing(move: chess.Move, chosen: Mapping[str, Sequence[chess.Move]]) -> tuple[str, ...]:
    """Those among whose choices this move is, and whether it is their first."""
    places = {name: moves.index(move) for name, moves in chosen.items() if move in moves}
    return tuple(name if place == 0 else f"{name} ({ordinal(place + 1)} choice)" for name, place in places.items())


SOURCE = "coach"


CLOSER_LOOK = 5
"""Where a judge cannot compare moves by itself, all are looked at so far, and then so many of them as far as asked."""

MOST_ADVISED = 3

HARDLY_WORSE = 60
"""A move that is worse than the best by more centipawns than these is not advised beside it."""

NEAR_MATE = 3
"""A mate in so many moves is a better reason than a rule of endings."""


@dataclass(frozen=True, slots=True)
class Counsel:
    """A move that the judge recommends: how good it is, what is said for it, and who else says so."""

    move: chess.Move
    evaluation: Evaluation
    explanation: Explanation
    agree: tuple[str, ...]

    def advice(self) -> Advice:
        """The same in the language of the house."""
        also = f" (also: {'; '.join(self.agree)})" if self.agree else ""
        return Advice(
            self.move, None, Reason(SOURCE, f"{self.explanation.sentence}{also}", (), self.explanation.arrows)
        )


class Coach(ClosedAfterUse):
    """Explains moves and recommends them by the evaluations of one engine.

    `advisers` are made when they are first needed; the coach names those that agree with a recommendation.

    The ranking judge compares moves, the checking judge tests reasons: how often those are right was measured with it.
    """

    def __init__(
        self,
        judge: Evaluator,
        ranking: Evaluator | None = None,
        advisers: Mapping[str, Callable[[], Adviser]] | None = None,
        tables: ExactResults | None = None,
    ) -> None:
        self.judge = judge
        self._ranking = ranking or judge
        self._makers = advisers or {}
        self._advisers: dict[str, Adviser] = {}
        self._tables = tables or ExactResults()

    def explain(self, board: chess.Board, move: chess.Move, limit: Limit = EXPLAIN_LIMIT) -> Explanation:
        """What is wrong with a move that is a mistake, and why any other is good; refused if it is illegal."""
        check(board, move)
        words = self._technique(board, move)
        if words is not None and words.is_exact and not words.verdict.is_good:
            return _thrown_away(explanation_of_mistake(explain_mistake(board, move, self.judge, limit)), words)
        answer = explain_move(board, move, self.judge, limit)
        if isinstance(answer, FoundMistake):
            return explanation_of_mistake(answer)
        if words is not None and not words.verdict.is_good and words.verdict is not Verdict.LOSES:
            # A search sees nothing wrong where a rule knows better; nothing is said for such a move.
            return _by_rule(explanation_of_reason(answer), words)
        return self._with(answer, words)

    def why_not(self, board: chess.Board, move: chess.Move, limit: Limit = EXPLAIN_LIMIT) -> Explanation:
        """What is wrong with a move, whether it is a mistake or not."""
        check(board, move)
        mistake = explanation_of_mistake(explain_mistake(board, move, self.judge, limit))
        words = self._technique(board, move)
        is_thrown_away = words is not None and words.is_exact and not words.verdict.is_good
        return _thrown_away(mistake, words) if words and is_thrown_away else mistake

    def best(self, board: chess.Board, limit: Limit = EXPLAIN_LIMIT) -> Explanation:
        """The move that the judge prefers, explained; refused when the game is over."""
        check_position(board)
        (evaluation,) = self.judge.evaluate([board], limit)
        return self._said_for(board, evaluation, limit)

    def advise(self, board: chess.Board, count: int = MOST_ADVISED, limit: Limit = EXPLAIN_LIMIT) -> list[Counsel]:
        """The best moves with their reasons, best first; none when the game is over."""
        if board.is_game_over() or not board.is_valid():
            return []
        ranked = self._ranked(board, count)
        for name, make in self._makers.items():
            if name not in self._advisers:
                self._advisers[name] = make()
        chosen = choices(board, self._advisers)
        return [
            Counsel(
                evaluation.line[0],
                evaluation,
                self._said_for(board, evaluation, limit),
                agreeing(evaluation.line[0], chosen),
            )
            for evaluation in ranked
        ]

    def close(self) -> None:
        """Close the judges, the tables and whoever was asked."""
        for each in (self.judge, self._ranking, self._tables, *self._advisers.values()):
            close(each)

    def _ranked(self, board: chess.Board, count: int) -> list[Evaluation]:
        """The best moves, each with its line: by the tables where they reach, else by the ranking judge."""
        keeping = self._tables.moves_that_keep(board)
        if keeping is not None:
            answers = self.judge.evaluate([after(board, move) for move in keeping], EXPLAIN_LIMIT)
            lines = [answer.before(move) for move, answer in zip(keeping, answers, strict=True)]
            return sorted(lines, key=lambda line: -line.centipawns)[:count]
        if known := self._known(board):
            return known[:count]
        compared = (
            self._ranking.candidates(board, RANKING_LIMIT, count)
            if isinstance(self._ranking, SupportsCandidates)
            else []
        )
        lines = compared or self._looked_at(board)
        best = lines[0].centipawns
        return [line for line in lines[:count] if line.centipawns >= best - HARDLY_WORSE]

    def _known(self, board: chess.Board) -> list[Evaluation]:
        """In endings beyond the tables, the moves that a rule proves: what a search likes beside them is not known."""
        if not is_few(board):
            return []
        proven = proven_moves(board, OutcomeSource(self._tables, self.judge))
        moves = [move for move in proven if (words := self._technique(board, move)) and words.verdict.is_good]
        answers = self.judge.evaluate([after(board, move) for move in moves], EXPLAIN_LIMIT) if moves else []
        lines = [answer.before(move) for move, answer in zip(moves, answers, strict=True)]
        return sorted(lines, key=lambda line: -line.centipawns)

    def _looked_at(self, board: chess.Board) -> list[Evaluation]:
        moves = legal_moves(board)
        first = self._ranking.evaluate([after(board, move) for move in moves], RANKING_FIRST_LOOK)
        closer = sorted(zip(moves, first, strict=True), key=lambda pair: pair[1].centipawns)[:CLOSER_LOOK]
        answers = self._ranking.evaluate([after(board, move) for move, _ in closer], EXPLAIN_LIMIT)
        lines = [answer.before(move) for (move, _), answer in zip(closer, answers, strict=True)]
        return sorted(lines, key=lambda line: -line.centipawns)

    def _said_for(self, board: chess.Board, evaluation: Evaluation, limit: Limit) -> Explanation:
        """What speaks for the first move of a line."""
        explanation = explain_fully(board, evaluation, self.judge, limit)
        return self._with(explanation, self._technique(board, explanation.move))

    def _with(self, explanation: FoundReason, words: Technique | None) -> Explanation:
        """The explanation of a good move, with the rule of technique or the theory that says more."""
        value = explanation_of_reason(explanation)
        mate_in, cause = explanation.gain.mate_in, explanation.cause
        is_proved = mate_in is not None or (cause is not None and not cause.is_plain)
        # A mate that is far off is what every won ending comes to: the rule says how.
        is_far = mate_in is not None and mate_in > NEAR_MATE and words is not None and words.finding is not None
        is_far |= cause is not None and cause.witness.motif == "promotion" and cause.witness.ply == 0
        speaks = words is not None and words.verdict.is_good and (words.finding is not None or words.is_exact)
        if explanation.purpose is not None and explanation.purpose.kind is PointKind.MATED:
            return value
        if words is not None and speaks and (is_far or not is_proved):
            return _by_rule(value, words)
        theory = book_sentence(explanation.line.start, explanation.move) if not is_proved else None
        if theory is None:
            return value
        says_nothing = explanation.purpose is None and not (
            explanation.gain.is_something or explanation.gain.saves_draw
        )
        played = value.played.san
        said = f"{played} is a book move. {theory}" if says_nothing else f"{explanation.sentence} {theory}"
        sentence = (
            f"{said} {better_is(value.better.move.san, value.better.reason)}" if value.better is not None else said
        )
        point = value.point
        if point is not None and says_nothing:
            point = replace(point, kind=PointKind.THEORY, text=sentence)
        return replace(value, sentence=sentence, point=point)

    def _technique(self, board: chess.Board, move: chess.Move) -> Technique | None:
        if not is_few(board):
            return None
        return technique(board, move, self._tables, self.judge, OutcomeSource(self._tables, self.judge))


def _by_rule(value: Explanation, words: Technique) -> Explanation:
    """The same with a rule of technique, or the word of the tables, as its point."""
    return replace(value, sentence=words.sentence, point=_technique_point(value, words, PointSide.DOES))


def _thrown_away(value: Explanation, words: Technique) -> Explanation:
    """A mistake by which the tables see a result thrown away, with the move that keeps it."""
    board = chess.Board(value.fen)
    better = value.better
    if words.keeping and (better is None or better.move.move not in words.keeping):
        line = steps_of(board, words.keeping[:1])
        result = "wins" if "win" in words.verdict else "holds the draw"
        better = Better(PointKind.ENDGAME_TECHNIQUE, f"{line[0].san} {result}.", line)
    point = _technique_point(value, words, PointSide.MISSED)
    return replace(value, sentence=words.sentence, point=point, better=better, also=None)


def _technique_point(value: Explanation, words: Technique, side: PointSide) -> Point:
    rule = words.finding.rule if words.finding else "tables"
    marks = words.reason().arrows
    arrows = tuple(dict.fromkeys((*value.arrows[:1], *marks)))
    squares = tuple(chess.square_name(mark.tail) for mark in marks)
    line = value.line if value.line[0] == value.played else (value.played,)
    nothing = Gain(0, None, 0)
    kind = PointKind.ENDGAME_TECHNIQUE
    return Point(side, kind, rule, words.sentence, nothing, value.fen, line, squares, arrows, None)
