"""Why a move was a mistake: what it missed, and what it allowed.

Missed is the better move, explained; allowed is the opponent's best reply, explained. A side only counts when the
difference between the two moves bears it out: what would have been lost or won anyway explains nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import chess

from motif.board.chances import winning_chance
from motif.board.limits import Limit
from motif.board.oracles import Evaluation, Oracle
from motif.board.valuation import after
from motif.reasons.explanation import LIMIT, Explanation, check, explain_evaluation

DECIDED = 0.03
"""A chance this near to 0 or 1, before and after the move alike, is a game that was already decided."""


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
    def sentence(self) -> str:
        """What was wrong, in a sentence."""
        played, best = self.board.san(self.played), self.board.san(self.best)
        if not self.reasons:
            return f"{played} is worse than {best}, but no tactic says why."
        first = self.reasons[0]
        said = first.sentence
        if first is self.missed:
            return f"{played} misses {best}: {said}"
        return f"{played} allows {after(self.board, self.played).san(first.move)}: {said}"

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
    return Mistake(
        board.copy(stack=False),
        played,
        best.best or played,
        *chances,
        missed if missed and _is_missed(missed, played) and _is_borne_out(missed, best, own) else None,
        allowed if allowed and _is_borne_out(allowed, best, own) else None,
    )


def _is_missed(side: Explanation, played: chess.Move) -> bool:
    """Whether the deed itself was not what was played, if too early."""
    return side.cause is None or side.line.moves[side.cause.witness.ply] != played


def _is_borne_out(side: Explanation, best: Evaluation, own: Evaluation) -> bool:
    """Whether the move cost at least half of what this side says it did."""
    cost = _capped(best) - _capped(own)
    return side.gain.is_something and cost >= 50 * min(_cost(side), 10)


def _capped(evaluation: Evaluation) -> int:
    return max(-1000, min(1000, evaluation.centipawns))


def _cost(side: Explanation) -> int:
    return 100 if side.gain.is_mate else side.gain.pawns


def _is_decided(before: float, now: float) -> bool:
    return (before < DECIDED and now < DECIDED) or (before > 1 - DECIDED and now > 1 - DECIDED)
