"""Why a move was a mistake: what it did wrong, what it allowed by that, and what it missed.

What it did wrong, checked by putting that one thing back, speaks first (`slips`). Missed is the better move, explained; allowed is the opponent's best reply, explained. A side only counts when the
difference between the two moves bears it out: what would have been lost or won anyway explains nothing. The line is
forced because the judge's score, which is that of the best defence, stands behind every pawn. Another move may do as
well as the better one: that is no reason to be silent about it (experiments/explanations/README.md, "margin").
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import chess

from motif.board.chances import winning_chance
from motif.board.limits import Limit
from motif.board.motifs import Line
from motif.board.oracles import Evaluation, Oracle
from motif.board.valuation import after
from motif.reasons import mistake_words as words
from motif.reasons.causes import CAPTURES
from motif.reasons.explanation import LIMIT, Explanation, check, explain_evaluation, won_of
from motif.reasons.ideas import IdeaKind
from motif.reasons.quiet import explain_quiet
from motif.reasons.slips import Punished, Slip, find_slip
from motif.reasons.terms import Terms, change_of_terms, told

DECIDED = 0.03
"""A chance this near to 0 or 1, before and after the move alike, is a game that was already decided."""

HALF_A_PAWN = 50
"""By so many centipawns the better move must beat the one played for each pawn that a side speaks of; where 60 were
asked for, more true reasons were lost than wrong ones."""


WORTH_ASKING = 0.05
"""A move that loses less of a winning chance is not asked what it is for."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move, the better one, and the two sides of what was wrong; the side that costs more speaks first."""

    board: chess.Board
    played: chess.Move
    best: chess.Move
    chance_before: float
    chance_after: float
    missed: Explanation | None
    allowed: Explanation | None
    terms: Terms = ()
    """Without a reason: by what the oracle's judgement prefers the better move, as far as it can say."""
    centipawns: int = 0
    """What the better move is worth more, in the oracle's eyes."""
    slip: Slip | None = None
    """What the move did wrong so that the reply wins, as far as that was checked."""
    quiet_reply: Explanation | None = None
    """Where nothing is won at once: the reply, if it makes a threat."""
    quiet_best: Explanation | None = None
    """Where nothing is won at once: the better move, if it meets a threat or makes one."""

    @property
    def loss(self) -> float:
        """How much of a winning chance the move gave away."""
        return max(0.0, self.chance_before - self.chance_after)

    @property
    def reasons(self) -> tuple[Explanation, ...]:
        """The sides that have a cause, the one that costs more first."""
        sides = [side for side in (self.allowed, self.missed) if side is not None and side.cause is not None]
        return tuple(sorted(sides, key=_cost, reverse=True))

    @property
    def sides(self) -> tuple[Explanation, ...]:
        """The sides on which something is won, with a cause or without, the one that costs more first."""
        sides = [side for side in (self.allowed, self.missed) if side is not None]
        return tuple(sorted(sides, key=_cost, reverse=True))

    @property
    def sentence(self) -> str:
        """What was wrong, in a sentence: the slip, the punishment, the line; or what was missed."""
        if not self.sides:
            return self._without_reason()
        first = self.sides[0]
        played = self.board.san(self.played)
        if first is self.missed:
            return words.missed(played, first)
        return words.punished(self.slip.clause, first) if self.slip else words.allowed(played, first)

    def _without_reason(self) -> str:
        played, best = self.board.san(self.played), self.board.san(self.best)
        if self.played == self.best or self.centipawns <= 0:
            return f"{played} is no mistake in the eyes of this judge."
        quiet = self.quiet_reply or self.quiet_best
        if quiet is not None:
            return words.quiet(played, quiet, is_reply=quiet is self.quiet_reply)
        terms = f": {told(self.terms)}" if self.terms else ""
        return f"{best} is better than {played} by {self.centipawns / 100:.1f}{terms}."

    def to_json(self) -> dict[str, Any]:
        """The mistake as a JSON value, both sides of it as explanations or null."""
        return {
            "fen": self.board.fen(),
            "played": self.played.uci(),
            "best": self.best.uci(),
            "chances": [round(self.chance_before, 4), round(self.chance_after, 4)],
            "lost": round(self.loss, 4),
            "sentence": self.sentence,
            "missed": self.missed.to_json() if self.missed else None,
            "allowed": self.allowed.to_json() if self.allowed else None,
            "terms": dict(self.terms),
        }


def explain_mistake(board: chess.Board, played: chess.Move, oracle: Oracle, limit: Limit = LIMIT) -> Mistake:
    """What a move missed and what it allowed, in the eyes of an oracle."""
    check(board, played)
    following = board.copy()
    following.push(played)
    best, reply = oracle.evaluate([board, following], limit)
    own = reply.before(played)
    chances = winning_chance(best.centipawns), winning_chance(own.centipawns)
    missed = allowed = None
    if not _is_decided(*chances):
        if best.best not in (None, played):
            missed = explain_evaluation(board, best, oracle, limit, own.centipawns)
        if reply.best is not None:
            allowed = explain_evaluation(following, reply, oracle, limit, -best.centipawns)
    missed = missed if missed and _is_missed(missed, played) and _is_borne_out(missed, best, own) else None
    allowed = allowed if allowed and _is_borne_out(allowed, best, own) else None
    mistake = Mistake(
        board.copy(stack=False),
        played,
        best.best or played,
        *chances,
        missed,
        allowed,
        centipawns=best.centipawns - own.centipawns,
    )
    if allowed is not None:
        punished = Punished(mistake.board, played, won_of(allowed), allowed.cause)
        return replace(mistake, slip=find_slip(punished, best.centipawns, oracle, limit))
    if mistake.sides or mistake.loss < WORTH_ASKING:
        return replace(mistake, terms=() if mistake.sides else _terms(board, best, own, oracle))
    return _quiet(mistake, (board, following), (best, reply), oracle, limit)


def _quiet(
    mistake: Mistake,
    boards: tuple[chess.Board, chess.Board],
    evaluations: tuple[Evaluation, Evaluation],
    oracle: Oracle,
    limit: Limit,
) -> Mistake:
    """A mistake by which nothing is lost at once: the reply may threaten something, or the better move met a threat."""
    (board, following), (best, reply) = boards, evaluations
    if reply.best is not None:
        answer = explain_quiet(following, reply, oracle, limit)
        if answer.idea is not None and answer.idea.kind is IdeaKind.MAKES:
            return replace(mistake, quiet_reply=answer)
    if best.best is not None and best.best != mistake.played:
        better = explain_quiet(board, best, oracle, limit)
        if better.idea is not None:
            return replace(mistake, quiet_best=better)
    return replace(mistake, terms=_terms(board, best, reply.before(mistake.played), oracle))


def _terms(board: chess.Board, best: Evaluation, own: Evaluation, oracle: Oracle) -> Terms:
    """What the end of the better line has over the end of the other."""
    better, worse = (Line.of(board, evaluation.line).end for evaluation in (best, own))
    return change_of_terms(oracle, better, worse, board.turn)


def _is_missed(side: Explanation, played: chess.Move) -> bool:
    """Whether the deed itself was not what was played, if too early, and what is taken was not taken otherwise."""
    if side.cause is None:
        return True
    witness = side.cause.witness
    took_it = witness.motif in CAPTURES and not witness.ply and played.to_square in witness.against
    return side.line.moves[witness.ply] != played and not took_it


def _is_borne_out(side: Explanation, best: Evaluation, own: Evaluation) -> bool:
    """Whether the better move beats the one that was played by enough for what this side says it cost."""
    cost = best.centipawns - own.centipawns
    return (side.gain.is_something or side.gain.saves_draw) and cost >= HALF_A_PAWN * min(_cost(side), 10)


def _cost(side: Explanation) -> int:
    return 100 if side.gain.is_mate else side.gain.pawns


def _is_decided(before: float, now: float) -> bool:
    return (before < DECIDED and now < DECIDED) or (before > 1 - DECIDED and now > 1 - DECIDED)
