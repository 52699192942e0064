"""Find what a move does to the result of an endgame, and which rule explains it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import chess

from motif.advice import Advice, Reason
from motif.board.drawing import Arrow, Colour
from motif.board.moves import MoveOnBoard
from motif.engines.evaluator import Evaluator, legal_moves
from motif.engines.exact import ExactResults
from motif.engines.small_tables import Result
from motif.explain.phrases import technique as words
from motif.explain.technique.pawn_rules import (
    key_squares,
    opposition,
    outside_passed_pawn,
    pawn_square,
    race,
    triangulation,
    zugzwang,
)
from motif.explain.technique.piece_rules import (
    corner_before_the_pawn,
    cut_off,
    lucena,
    opposite_bishops,
    passive_rook,
    philidor,
    queen_against_pawn,
    rook_behind_the_pawn,
    safe_corner,
    wrong_bishop,
)
from motif.explain.technique.rules import (
    AppliedRule,
    Finder,
    OutcomeSource,
    TheoreticalResult,
    balance,
    blocked_pawns,
    capture,
    colour,
    connected_pawns,
    escort,
    is_few,
    mating_force,
    promotion,
    shut_in,
    stronger,
    the_end,
    unstoppable,
    won_by,
)
from motif.runtime.files import close

RULES: tuple[Finder, ...] = (
    the_end,
    lucena,
    philidor,
    corner_before_the_pawn,
    passive_rook,
    wrong_bishop,
    queen_against_pawn,
    opposite_bishops,
    safe_corner,
    promotion,
    triangulation,
    opposition,
    pawn_square,
    race,
    key_squares,
    rook_behind_the_pawn,
    cut_off,
    outside_passed_pawn,
    capture,
    unstoppable,
    shut_in,
    blocked_pawns,
    zugzwang,
    connected_pawns,
    escort,
    mating_force,
    balance,
)
"""All rules; the first that applies is used, so specific rules come before general ones."""


class Verdict(StrEnum):
    """What a move does to the result of an endgame."""

    KEEPS_THE_WIN = "keeps the win"
    HOLDS_THE_DRAW = "holds the draw"
    THROWS_THE_WIN_AWAY = "throws the win away"
    TURNS_A_WIN_INTO_A_LOSS = "turns a win into a loss"
    THROWS_THE_DRAW_AWAY = "throws the draw away"
    DRAWS_LIKE_ALL = "draws, as every move does"
    LOSES_LIKE_ALL = "loses, as every move does"
    LOSES = "loses"
    """The move loses; whether another would not is unknown."""
    LEAVES_THE_RULE = "is not the known way"
    """A rule proves another move; the result of this one is unknown."""

    @property
    def is_good(self) -> bool:
        return self in (
            Verdict.KEEPS_THE_WIN,
            Verdict.HOLDS_THE_DRAW,
            Verdict.DRAWS_LIKE_ALL,
            Verdict.LOSES_LIKE_ALL,
        )


@dataclass(frozen=True, slots=True)
class Technique:
    """What a move does to the result of an endgame, the moves that keep the result, and the rule that explains it."""

    played: MoveOnBoard
    verdict: Verdict
    is_exact: bool
    """Whether the endgame tables say so, and not only a rule or an engine."""
    keeping: tuple[chess.Move, ...]
    """The moves known to keep the best result."""
    finding: AppliedRule | None
    """The rule that explains this move, or the better move if this one gives something away."""
    clause: str = ""
    """Why the move has this result."""
    more: str = ""
    """Sentences about other moves."""

    @property
    def sentence(self) -> str:
        return f"{words.result(self.played.san, self.verdict, self.clause)} {self.more}".rstrip()

    def reason(self, source: str = "technique") -> Reason:
        """Return the sentence as a reason, with the squares that the rule names."""
        squares = self.finding.squares if self.finding else ()
        return Reason(source, self.sentence, (), tuple(Arrow(square, square, Colour.YELLOW) for square in squares))


def technique(
    board: chess.Board,
    move: chess.Move,
    tables: ExactResults,
    evaluator: Evaluator | None = None,
    source: OutcomeSource | None = None,
) -> Technique | None:
    """Return what a legal move does in an endgame, by tables and rules; None if neither applies.

    A rule that the tables contradict is not used. In endings too large for them, a rule's definition must prove it, or
    the engine must agree. Pass the same `source` for several moves to save searches.

    >>> board = chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1")
    >>> print(technique(board, chess.Move.from_uci("e4d4"), ExactResults()).sentence)
    Kd4 throws the win away. Kd5 wins: the king reaches d5, a key square of the pawn on e3. Ke5 and Kf5 also win.
    """
    if not is_few(board) or board.is_game_over():
        return None
    source = source or OutcomeSource(tables, evaluator)
    results = tables.results(board)
    if results is not None:
        return _exact(MoveOnBoard(board, move), results, source)
    return _by_rule(MoveOnBoard(board, move), source)


def find_rules(
    played: MoveOnBoard, source: OutcomeSource, truth: TheoreticalResult = TheoreticalResult.UNKNOWN
) -> Iterator[AppliedRule]:
    """Yield the rules that apply after a move and do not contradict the known outcome."""
    for rule in RULES:
        for finding in rule(played, source):
            if truth in (TheoreticalResult.UNKNOWN, finding.outcome):
                yield finding


def _exact(played: MoveOnBoard, results: dict[chess.Move, Result], source: OutcomeSource) -> Technique:
    best, mine = max(results.values()), results[played.move]
    keeping = tuple(move for move, result in results.items() if result == best)
    verdict = _VERDICTS[best, mine]
    if best == Result.DRAW and len(keeping) == len(results) > 1:
        verdict = Verdict.DRAWS_LIKE_ALL
    if not verdict.is_good:
        return _thrown_away(Technique(played, verdict, True, keeping, None), best, source)
    finding = next(find_rules(played, source, _outcome(played.side, mine)), None)
    others = [played.board.san(move) for move in keeping if move != played.move]
    is_choice = verdict != Verdict.LOSES_LIKE_ALL and len(keeping) < len(results)
    more = words.also(others, "wins" if verdict == Verdict.KEEPS_THE_WIN else "draws") if is_choice else ""
    return Technique(played, verdict, True, keeping, finding, finding.clause if finding else "", more)


def _thrown_away(found: Technique, best: Result, source: OutcomeSource) -> Technique:
    """Say why another move keeps the result that this one gives away: by its own rule or the reply's."""
    played = found.played
    own = next(find_rules(played, source, source.outcome(played.after)), None)
    if own is not None and own.rule in ("stalemate", "bare kings"):
        return replace(found, finding=own, clause=own.clause)
    does = "wins" if best == Result.WIN else "draws"
    names = [played.board.san(move) for move in found.keeping]
    for move, san in zip(found.keeping, names, strict=True):
        other = MoveOnBoard(played.board, move)
        finding = next(find_rules(other, source, _outcome(played.side, best)), None)
        if finding is not None and finding.rule != "mating force":
            ranked = [san, *(each for each in names if each != san)]
            return replace(found, finding=finding, more=words.better(ranked, does, finding.clause))
    more = words.better(names, does)
    for reply in source.tables.moves_that_keep(played.after) or []:
        answer = MoveOnBoard(played.after, reply)
        finding = next(find_rules(answer, source, source.outcome(played.after)), None)
        if finding is not None:
            answered = words.result(colour(not played.side), f"answers {answer.san}", finding.clause)
            return replace(found, finding=finding, more=f"{more} {answered}")
    return replace(found, more=more)


def _by_rule(played: MoveOnBoard, source: OutcomeSource) -> Technique | None:
    """For endings too large for the tables: what a rule's definition proves or an engine's clear evaluation
    supports."""
    proven = proven_moves(played.board, source)
    best = max((_result(played.side, finding.outcome) for finding in proven.values()), default=None)
    if best == Result.LOSS or (best == Result.DRAW and stronger(played.board) == played.side):
        # A proof that the stronger side draws, or that a side loses, does not say what it should play.
        best = None
    if played.move in proven:
        finding = proven[played.move]
        result = _result(played.side, finding.outcome)
        if best is None or result == best:
            verdict = _VERDICTS[result, result]
            keeping = tuple(move for move, proof in proven.items() if proof.outcome == finding.outcome)
            return Technique(played, verdict, False, keeping, finding, finding.clause)
    mine, theirs = won_by(played.side), won_by(not played.side)
    before, now = source.outcome(played.board), source.outcome(played.after)
    if (before, now) in ((mine, TheoreticalResult.DRAW), (TheoreticalResult.DRAW, theirs)):
        return _thrown_by_evaluator(played, source, before)
    if best is not None and now != mine:
        keeping = tuple(move for move, proof in proven.items() if _result(played.side, proof.outcome) == best)
        other = MoveOnBoard(played.board, keeping[0])
        does = "wins" if best == Result.WIN else "holds the draw"
        rule = proven[keeping[0]]
        more = words.result(other.san, does, rule.clause)
        return Technique(played, Verdict.LEAVES_THE_RULE, False, keeping, rule, more=more)
    if now == TheoreticalResult.UNKNOWN:
        return None
    applied = next(find_rules(played, source, now), None)
    if applied is None:
        return None
    verdict = {mine: Verdict.KEEPS_THE_WIN, theirs: Verdict.LOSES}.get(now, Verdict.HOLDS_THE_DRAW)
    return Technique(played, verdict, False, (played.move,), applied, applied.clause)


def _thrown_by_evaluator(played: MoveOnBoard, source: OutcomeSource, before: TheoreticalResult) -> Technique | None:
    answer = source.evaluate(played.board)
    if answer.best is None or answer.best == played.move:
        return None
    better = MoveOnBoard(played.board, answer.best)
    verdict = Verdict.THROWS_THE_WIN_AWAY if before == won_by(played.side) else Verdict.THROWS_THE_DRAW_AWAY
    does = "wins" if before == won_by(played.side) else "draws"
    finding = next(find_rules(better, source, before), None)
    found = Technique(played, verdict, False, (answer.best,), finding)
    if played.after.is_stalemate():
        return replace(found, clause=words.said("stalemate"))
    return replace(found, more=words.result(better.san, does, finding.clause if finding else ""))


def proven_moves(board: chess.Board, source: OutcomeSource) -> dict[chess.Move, AppliedRule]:
    """Return the moves after which a rule's definition proves the result."""
    findings: dict[chess.Move, AppliedRule] = {}
    for move in legal_moves(board):
        played = MoveOnBoard(board, move)
        for rule in (lucena, philidor, corner_before_the_pawn, wrong_bishop, opposite_bishops):
            finding = next((each for each in rule(played, source) if each.is_proven), None)
            if finding is not None:
                findings[move] = finding
                break
    return findings


def _outcome(side: chess.Color, result: Result) -> TheoreticalResult:
    return TheoreticalResult.DRAW if result == Result.DRAW else won_by(side == (result == Result.WIN))


def _result(side: chess.Color, outcome: TheoreticalResult) -> Result:
    return Result.DRAW if outcome == TheoreticalResult.DRAW else Result.WIN if outcome == won_by(side) else Result.LOSS


_VERDICTS = {
    (Result.WIN, Result.WIN): Verdict.KEEPS_THE_WIN,
    (Result.WIN, Result.DRAW): Verdict.THROWS_THE_WIN_AWAY,
    (Result.WIN, Result.LOSS): Verdict.TURNS_A_WIN_INTO_A_LOSS,
    (Result.DRAW, Result.DRAW): Verdict.HOLDS_THE_DRAW,
    (Result.DRAW, Result.LOSS): Verdict.THROWS_THE_DRAW_AWAY,
    (Result.LOSS, Result.LOSS): Verdict.LOSES_LIKE_ALL,
}


# The adviser: in endgames, the moves that keep the result, each with the rule that says why.

MOST_ADVISED = 3


class TechniqueAdviser:
    """Gives advice in endgames only, if tables or a rule show which moves keep the result."""

    def __init__(self, tables: ExactResults, evaluator: Evaluator) -> None:
        self._tables = tables
        self._evaluator = evaluator

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the moves that keep the best result, those explained by a rule first."""
        if not is_few(board) or board.is_game_over() or not board.is_valid():
            return []
        source = OutcomeSource(self._tables, self._evaluator)
        answer = source.evaluate(board)
        moves = self._tables.moves_that_keep(board)
        if moves is None:
            is_cheap = board.occupied == board.kings | board.pawns
            moves = [*proven_moves(board, source), *(legal_moves(board) if is_cheap else answer.line[:1])]
        techniques = [technique(board, move, self._tables, self._evaluator, source) for move in dict.fromkeys(moves)]
        speaking = [each for each in techniques if each is not None and each.verdict.is_good]
        speaking.sort(key=lambda each: (not _is_the_way(each), each.played.move != answer.best, each.finding is None))
        if any(each.verdict in (Verdict.DRAWS_LIKE_ALL, Verdict.LOSES_LIKE_ALL) for each in speaking):
            # All moves are alike, so one of them is enough.
            speaking = speaking[:1]
        return [Advice(each.played.move, None, each.reason()) for each in speaking[:MOST_ADVISED]]

    def close(self) -> None:
        close(self._evaluator)
        close(self._tables)


def _is_the_way(found: Technique) -> bool:
    return found.finding is not None and found.finding.is_the_way
