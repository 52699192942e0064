"""Hold what was found about a mistake, and say it: what the move did or allowed, or what it missed.

Either the opponent's reply (`allowed`) or the better move (`missed`) wins something by force; the one that costs
more is said first. If neither does, the sentence names a threat, else what the reply does, else what the better
move does.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.board.wording import piece_on
from motif.engines.evaluator import after
from motif.explain.causes import CAPTURE_MOTIFS
from motif.explain.explanation import steps_of
from motif.explain.found import FoundBetter, FoundReason
from motif.explain.kinds import PointKind
from motif.explain.phrases.ideas import clause
from motif.explain.phrases.mistakes import said, shortest, which
from motif.explain.quiet import VAGUE_IDEAS, shown
from motif.explain.slips import Slip
from motif.motifs.motif import exchange

CAUSES_SAID_BY_THE_SLIP = CAPTURE_MOTIFS | {"abandoned defence", "promotion"}
"""Causes that add nothing to the sentence about what the move did wrong."""

DECIDED_CHANCE_MARGIN = 0.03
"""If the winning chance is this close to 0 or 1 both before and after the move, the game was already decided."""

LEAST_BETTER_CP = 20
"""A move counts as better only if it is better by this many centipawns."""

LARGEST_LOSS_EXPLAINED_BY_IDEA_CP = 150
"""An idea of a quiet move explains no larger loss than this, in centipawns."""

LEAST_COST_OF_SHOWN_ANSWER_CP = 80
"""The opponent's answer is shown if the mistake costs at least this many centipawns."""


@dataclass(frozen=True, slots=True)
class FoundMistake:
    """A mistake, the better move, what each side wins by it, and the sentence about it."""

    board: chess.Board
    played: chess.Move
    best: chess.Move
    chance_before: float
    chance_after: float
    missed: FoundReason | None
    allowed: FoundReason | None
    centipawns: int = 0
    """How much more the better move is worth to the evaluator."""
    slip: Slip | None = None
    """What the move did wrong so that the reply wins, if that could be checked."""
    quiet_reply: FoundReason | None = None
    """If nothing is won at once: the reply, if it makes a threat."""
    quiet_best: FoundReason | None = None
    """If nothing is won at once: the better move, if it meets or makes a threat."""
    answer: tuple[chess.Move, ...] = ()
    """If no reason is known: the first moves of the opponent's answer."""
    answer_does: str = ""
    """The moves of the answer up to the first that does something, and what that is."""
    leaves_capture: bool = False
    """Whether the better move recaptures what the opponent has just captured."""
    better: FoundBetter | None = None
    """Why the better move is better, if it wins nothing by force."""

    @property
    def loss(self) -> float:
        """The winning chance that the move gave away, from 0 to 1."""
        return max(0.0, self.chance_before - self.chance_after)

    @property
    def reasons(self) -> tuple[FoundReason, ...]:
        """The moves allowed and missed whose cause is known, the costlier first."""
        sides = [side for side in (self.allowed, self.missed) if side is not None and side.cause is not None]
        return tuple(sorted(sides, key=cost_of, reverse=True))

    @property
    def sides(self) -> tuple[FoundReason, ...]:
        """The moves allowed and missed, the costlier first."""
        sides = [side for side in (self.allowed, self.missed) if side is not None]
        return tuple(sorted(sides, key=_weight))

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is lost at once, and the mistake is about a threat."""
        return self.quiet_reply is not None or self.quiet_best is not None

    @property
    def names_better(self) -> bool:
        """Whether the sentence names the better move."""
        if self.sides:
            return self.sides[0] is self.missed
        if self.quiet_reply is not None or self.leaves_capture:
            return False
        is_other = self._is_by_the_wrong_piece() or self._is_given_up or self.is_answered
        return self.quiet_best is not None or not is_other

    @property
    def is_answered(self) -> bool:
        """Whether to name the answer: it does something, or nothing can be said for the better move."""
        if not self.answer or self.centipawns < LEAST_COST_OF_SHOWN_ANSWER_CP:
            return False
        if self.answer_does or self._loses_castling or self._is_prevented:
            return True
        if after(self.board, self.played).is_check():
            # The opponent had to get out of check.
            return False
        # That the better move trades does not say what is wrong with this one.
        only_trades = self.better is not None and self.better.kind is PointKind.TRADES
        return not self.why_better or (only_trades and self.board.is_capture(self.best))

    @property
    def _is_prevented(self) -> bool:
        """Whether the better move stops the opponent's answer, a quiet move."""
        following, reply = after(self.board, self.played), self.answer[0]
        if following.is_capture(reply) or following.gives_check(reply) or not self._answer_idea:
            return False
        return self.better is not None and self.better.kind is PointKind.DEFENDS

    @property
    def _answer_idea(self) -> str:
        """What the opponent's answer, if it captures nothing, does on the board, as a clause; empty if little."""
        following, reply = after(self.board, self.played), self.answer[0]
        seen = [] if following.is_capture(reply) else shown(following, reply, self.answer)
        return next((clause(each) for each in seen if each.idea not in VAGUE_IDEAS), "")

    @property
    def _loses_castling(self) -> bool:
        """Whether the answer makes the king move, and it could castle before."""
        return _drives_the_king(self.board, after(self.board, self.played), self.answer)

    @property
    def why_better(self) -> str:
        """What the better move does and the move played does not; empty if only the evaluation differs."""
        is_known = self.better is not None and self.better.kind is not PointKind.CHOICE
        return self.better.words if self.better is not None and is_known else ""

    @property
    def improves(self) -> bool:
        """Whether the only reason known is that the better move does more for the position, in a small mistake."""
        is_an_idea = self.better is not None and self.better.kind in (PointKind.IMPROVES, PointKind.PREPARES)
        return is_an_idea and self.centipawns < LARGEST_LOSS_EXPLAINED_BY_IDEA_CP

    @property
    def is_by_a_threat(self) -> bool:
        """Whether the move loses nothing at once, but allows a reply with a threat or misses a better move with one."""
        kinds = {side.purpose.kind for side in (self.quiet_reply, self.quiet_best) if side and side.purpose}
        return not self.sides and PointKind.THREATENS in kinds

    @property
    def is_explained(self) -> bool:
        """Whether a reason is known: a loss, a threat, or what the better move does for the position."""
        return bool(self.sides) or self.is_quiet or self.improves or self._is_given_up

    @property
    def sentence(self) -> str:
        """The sentence about the mistake: what the move did or allowed, or what it missed."""
        if not self.sides:
            return self._without_reason()
        first = self.sides[0]
        played = self.board.san(self.played)
        if first is self.allowed:
            return self._punished(played, first)
        if self._is_by_the_wrong_piece():
            return _sentence("wrong capture", first.deed.after_colon, played=played)
        if self._is_too_early(first):
            return _sentence("too early", first.deed.after_colon, played=played)
        return _sentence("misses", first.deed.after_verb, played=played)

    def _punished(self, played: str, reply: FoundReason) -> str:
        slip, deed = self.slip, reply.deed
        if slip is None or slip.phrase in ("allows", "ignored threat"):
            return _sentence(slip.phrase if slip is not None else "allows", deed.after_verb, played=played)
        is_said = reply.cause is None or reply.cause.witness.motif in CAUSES_SAID_BY_THE_SLIP
        deeds = deed.bare if is_said else deed.after_colon
        return _sentence(slip.phrase, deeds, played=played, **slip.names)

    @property
    def missed_kind(self) -> PointKind:
        missed = self.missed
        if missed is None:
            return PointKind.UNEXPLAINED
        if self._is_by_the_wrong_piece():
            return PointKind.WRONG_CAPTURE
        if self._is_too_early(missed):
            return PointKind.TOO_EARLY
        if missed.gain.is_mate:
            return PointKind.MISSED_MATE
        if not missed.gain.is_something:
            return PointKind.MISSED_DRAW
        plain = (
            missed.cause is not None and missed.cause.witness.motif in CAPTURE_MOTIFS and not missed.cause.witness.ply
        )
        return PointKind.MISSED_CAPTURE if plain else PointKind.MISSED_WIN

    @property
    def is_decided(self) -> bool:
        """Whether the game was already decided, both before and after the move."""
        return is_decided(self.chance_before, self.chance_after)

    def _is_too_early(self, missed: FoundReason) -> bool:
        """Whether the move played was the right move too early: another had to come first."""
        return missed.cause is not None and missed.line.moves[missed.cause.witness.ply] == self.played

    @property
    def _is_given_up(self) -> bool:
        """Whether the piece that captured is itself captured at a loss, even if other captures hide that."""
        if not self.answer or self.answer[0].to_square != self.played.to_square:
            return False
        return self.board.is_capture(self.played) and exchange(self.board, self.played) < 0

    def _is_by_the_wrong_piece(self) -> bool:
        """Whether the better move captures the same piece with another one."""
        return self.board.is_capture(self.played) and self.best.to_square == self.played.to_square

    def _without_reason(self) -> str:
        played, best = self.board.san(self.played), self.board.san(self.best)
        if self.played == self.best or self.centipawns < LEAST_BETTER_CP:
            return f"{said('no mistake', played=played)}."
        if self.is_decided:
            return f"{said('decided', better=best, played=played)}."
        if self.quiet_reply is not None:
            return _sentence("allows", _after_verb(self.quiet_reply), played=played)
        if self.quiet_best is not None:
            return _sentence("misses", _after_verb(self.quiet_best), played=played)
        if self._is_by_the_wrong_piece():
            return f"{said('wrong piece', played=played)}."
        if self._is_given_up:
            taken = "a pawn" if self.board.is_en_passant(self.played) else piece_on(self.board, self.played.to_square)
            return f"{said('gives', played=played, piece=piece_on(self.board, self.played.from_square), victim=taken)}."
        if self.leaves_capture:
            return f"{said('no recapture', played=played, square=chess.square_name(self.best.to_square))}."
        if self.is_answered:
            return self._answered(played)
        better = said("better", better=best, played=played)
        return f"{better}: it {self.why_better}." if self.why_better else f"{better}."

    def _answered(self, played: str) -> str:
        """What the reply does; if that is unknown, only the reply."""
        if self.answer_does:
            return f"{said('allows', played=played, deed=self.answer_does)}."
        following = after(self.board, self.played)
        line = [step.san for step in steps_of(following, self.answer)]
        if self._loses_castling:
            return f"{said('answered, no castling', played=played, deed=' '.join(line))}."
        deed = f"{line[0]}, which {self._answer_idea}" if self._answer_idea else line[0]
        return f"{said('allows' if self._is_prevented else 'answered', played=played, deed=deed)}."


def _sentence(phrase: str, deeds: tuple[str, ...], **names: str) -> str:
    """Fill a phrase with the fullest wording that keeps the sentence short."""
    return shortest(tuple(f"{said(phrase, deed=deed, **names)}." for deed in deeds))


def _drives_the_king(board: chess.Board, following: chess.Board, answer: tuple[chess.Move, ...]) -> bool:
    """Whether the answer gives a check that only a move of the king meets, while it may still castle."""
    for move in answer:
        following.push(move)
    may_castle = board.has_castling_rights(board.turn) and following.has_castling_rights(board.turn)
    king = following.king(board.turn)
    is_driven = following.is_check() and all(move.from_square == king for move in following.legal_moves)
    return may_castle and is_driven


def _after_verb(found: FoundReason) -> tuple[str, ...]:
    """What a quiet move does, as a clause after "allows" or "misses"."""
    san = found.line.start.san(found.move)
    if found.purpose is None:
        return (san,)
    does, rest = which(san, found.purpose.does), found.purpose.more.removesuffix(".")
    # "Not …" and the like belong to the good move alone, and a pawn that falls later is rarely the point.
    follows = rest.startswith("After ") and not rest.endswith(" pawn")
    return (f"{does}: {rest[0].lower()}{rest[1:]}", does) if follows else (does,)


def is_decided(before: float, now: float) -> bool:
    """Whether two winning chances are both nearly 1 or both nearly 0."""
    return (before < DECIDED_CHANCE_MARGIN and now < DECIDED_CHANCE_MARGIN) or (
        before > 1 - DECIDED_CHANCE_MARGIN and now > 1 - DECIDED_CHANCE_MARGIN
    )


def _weight(side: FoundReason) -> tuple[int, bool, int]:
    """The sort key that puts the costlier side first; if equal, the one with a cause, then the shorter line."""
    return -cost_of(side), side.cause is None, len(side.line.moves)


def cost_of(side: FoundReason) -> int:
    """What a side costs in pawns; a mate costs most."""
    return 100 if side.gain.is_mate else side.gain.pawns
