"""Explain why a move was a mistake: what it did wrong, what that allowed, and what it missed.

First comes what the move did wrong, checked by undoing only that (`slips`). "Missed" explains the better move,
"allowed" the opponent's best reply; each counts only if the difference between the two moves is large enough for it,
since what would have been lost or won anyway explains nothing. The line is forced because the score, which assumes the
best defence, confirms every pawn. A second move may be as good as the better one: the explanation still holds
(experiments/explanations/README.md, "margin"). If nothing seems to be lost, the move is searched again, deeper.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import chess

from motif.board.material import balance
from motif.board.wording import piece_on
from motif.engines.evaluator import Evaluation, Evaluator, after
from motif.engines.game_review import Judgement
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.explain.better import Comparison, is_done_too, punishment_of, reason_of_better
from motif.explain.causes import CAPTURE_MOTIFS
from motif.explain.deeds import MORE_THAN_A_PAWN_CP, is_seen
from motif.explain.explanation import steps_of
from motif.explain.found import FoundBetter, FoundReason, Purpose, check, explain_evaluation, won_of
from motif.explain.found_mistake import LEAST_COST_OF_SHOWN_ANSWER_CP, FoundMistake, cost_of, is_decided
from motif.explain.gains import LONGEST_LINE_PLIES, at_stake, lead_of, material_won, play_on
from motif.explain.kinds import PointKind
from motif.explain.phrases import gains
from motif.explain.phrases.ideas import clause
from motif.explain.phrases.mistakes import said
from motif.explain.quiet import explain_quiet, find_plan, shown
from motif.explain.slips import PunishedMove, find_slip
from motif.motifs.idea import Sighting
from motif.motifs.motif import Line, exchange, worth

LEAST_COST_PER_PAWN_CP = 50
"""The better move must beat the one played by this many centipawns for each pawn that a reason claims; with 60,
more true reasons were dropped than wrong ones."""

MOST_LOST_PAWNS_COUNTED = 4
"""At most this many pawns count for that difference: in a bad position even the better move loses something."""

MOST_MISSED_PAWNS_COUNTED = 10

ONE_PAWN = "a pawn"

COST_PER_PAWN_WITHOUT_CAUSE_CP = 80
A_PIECE_PAWNS = 3
"""Without a known cause, the better move must be COST_PER_PAWN_WITHOUT_CAUSE_CP better per pawn, up to this many."""

PLAIN_CAPTURE_MARGIN_CP = 60
"""A capture is shown instead of a quiet first move if it is worse by at most this many centipawns."""

MOVES_OF_ANSWER = 3

PLIES_DEEPER = 1
"""How many plies deeper a mistake is searched again."""

DOUBTFUL_LOSS = 0.15
"""A move that seems to lose less winning chance than this gets a second, deeper search, unless it is the best."""

PLIES_IN_DOUBT = 2
PLIES_IN_DOUBT_OF_AN_ENGINE = 4
"""How many plies deeper the second search is for an engine without a node limit."""

WRONG_CAPTURER_MARGIN_PAWNS = 2
"""Another piece must win this many pawns more by the same capture for "the wrong piece captured" to be said."""

FEW_PLIES = 3
"""A loss explains an inaccuracy only if the loss or its motif appears within this many plies."""

LARGE_COST_CP = 200
"""In a decided game, a move that loses this many centipawns is still explained if the loss is visible."""

PUNISHING_IDEAS = frozenset({"attack", "pin", "passed pawn", "outpost", "seventh rank"})
"""What a quiet reply may do to be named as the punishment of a mistake."""

A_REAL_PAWN_CP = 30
"""A pawn won without a known cause counts only if the evaluation exceeds the material by this many centipawns."""

PLIES_TO_HOLD = 2
"""How many plies deeper a gain without a known cause is searched again."""

LEAST_LOSS_FOR_AN_IDEA = 0.05
"""A better move's idea is looked for only if the mistake loses at least this much winning chance."""

Known = tuple[Evaluation, Evaluation]
"""The evaluations of the positions before and after a move."""


def explain_mistake(
    board: chess.Board,
    played: chess.Move,
    evaluator: Evaluator,
    limit: Limit = EXPLAIN_LIMIT,
    known: Known | None = None,
) -> FoundMistake:
    """Say what a move did wrong, allowed and missed; `known` are evaluations of a deeper search, if there are any."""
    return _explained(_evaluate_twice(board, played, evaluator, limit, known), evaluator)


def find_fault(
    board: chess.Board, played: chess.Move, evaluator: Evaluator, limit: Limit = EXPLAIN_LIMIT
) -> FoundMistake | Evaluation | None:
    """Return the explained mistake, only the better line if an inaccuracy loses nothing, or None for a good move."""
    look = _evaluate_twice(board, played, evaluator, limit)
    if _is_doubtful(look) and limit.depth is not None:
        best, reply = evaluator.evaluate([board, look.following], _closer(limit))
        look = _evaluate_twice(board, played, evaluator, limit, (best, reply))
    is_proven = any(map(_is_obviously_lost, look.seen.sides))
    if look.judgement is Judgement.GOOD and not (is_proven and look.seen.cost_cp >= LARGE_COST_CP):
        return None
    if look.judgement is Judgement.INACCURACY and not is_proven:
        return look.seen.best
    return _explained(look, evaluator)


def _is_doubtful(look: _EvaluatedMove) -> bool:
    """Whether a deeper search may change the judgement, as little seems lost; the built-in search, which needs longer
    for it, does not search its own choice again."""
    is_chosen = look.seen.best.best == look.played and look.limit.nodes is not None
    return look.loss < DOUBTFUL_LOSS and not is_chosen and not look.seen.is_decided


def _closer(limit: Limit) -> Limit:
    """The limit of the second, deeper search."""
    if limit.nodes is None and limit.depth is not None:
        return replace(limit, depth=limit.depth + PLIES_IN_DOUBT_OF_AN_ENGINE)
    return limit.deeper(PLIES_IN_DOUBT)


@dataclass(frozen=True, slots=True)
class _EvaluatedMove:
    """A move, the boards before and after it, and what an evaluator saw within a limit."""

    board: chess.Board
    following: chess.Board
    seen: _SeenMove
    limit: Limit

    @property
    def played(self) -> chess.Move:
        return self.following.peek()

    @property
    def loss(self) -> float:
        """The winning chance that the move gave away, from 0 to 1."""
        before, now = self.seen.chances
        return max(0.0, before - now)

    @property
    def judgement(self) -> Judgement:
        return Judgement.of(self.loss)


def _evaluate_twice(
    board: chess.Board, played: chess.Move, evaluator: Evaluator, limit: Limit, known: Known | None = None
) -> _EvaluatedMove:
    """Evaluate a move; if nothing seems to be lost, search once more, deeper."""
    check(board, played)
    following = board.copy()
    following.push(played)
    seen = _evaluate_once(board, following, evaluator, limit, known)
    is_open = not seen.sides and seen.best.best != played and not seen.is_decided
    if is_open and known is None and limit.depth is not None:
        further = limit.deeper(PLIES_DEEPER) if limit.nodes else _closer(limit)
        seen = _evaluate_once(board, following, evaluator, further)
        # A loss seen only there is explained there; threats are searched at the usual depth.
        limit = further if seen.sides else limit
    return _EvaluatedMove(board, following, seen, limit)


def _explained(look: _EvaluatedMove, evaluator: Evaluator) -> FoundMistake:
    board, following, seen, played, limit = look.board, look.following, look.seen, look.played, look.limit
    mistake = FoundMistake(
        board.copy(stack=False),
        played,
        seen.best.best or played,
        *seen.chances,
        seen.missed,
        seen.allowed,
        centipawns=seen.cost_cp,
    )
    if seen.allowed is not None:
        punished = PunishedMove(mistake.board, played, mistake.best, won_of(seen.allowed), seen.allowed.cause)
        slip = find_slip(punished, seen.best.centipawns, evaluator, limit)
        if _is_seen(seen.allowed) or (slip is not None and slip.kind is not PointKind.ALLOWED_TACTIC):
            mistake = replace(mistake, slip=slip)
        else:
            mistake = replace(mistake, allowed=None)
    if not seen.best.line or played == mistake.best:
        return mistake
    if not mistake.sides or mistake.sides[0] is mistake.allowed:
        comparison = Comparison(mistake.board, seen.best, played, _punishment(look), seen.reply.line)
        mistake = replace(mistake, better=reason_of_better(comparison, evaluator, limit))
    if mistake.sides:
        return mistake
    if not seen.is_decided and Line.of(board, (mistake.best,), lead_of(board)).steps[0].takes_back:
        taken = piece_on(board, mistake.best.to_square)
        better = FoundBetter(PointKind.RECAPTURES, said("recaptures", piece=taken), seen.best.line[:MOVES_OF_ANSWER])
        return replace(mistake, leaves_capture=True, better=better, answer=seen.reply.line[:MOVES_OF_ANSWER])
    if mistake.loss >= LEAST_LOSS_FOR_AN_IDEA and not seen.is_decided:
        mistake = _quiet(mistake, board, following, seen, evaluator, limit)
    if mistake.is_quiet:
        return mistake
    answer = seen.reply.line[:MOVES_OF_ANSWER]
    is_new = _is_new(mistake, seen)
    return replace(mistake, answer=answer, answer_does=_what_it_does(mistake, following, answer, is_new=is_new))


def _punishment(look: _EvaluatedMove) -> Line | None:
    """The line that the better move must prevent: one that wins something, or a quiet reply."""
    if look.seen.allowed is not None:
        return look.seen.allowed.line
    return punishment_of(look.following, look.seen.reply.line)


def _what_it_does(
    mistake: FoundMistake, following: chess.Board, answer: tuple[chess.Move, ...], *, is_new: bool
) -> str:
    """Say how the opponent's answer punishes a mistake: by an attack, a capture or the like.

    If the better move allows the same reply (`is_new` is false), only the move after that reply counts.
    """
    played = mistake.played
    if played.to_square in [move.to_square for move in answer[:1]] and (
        mistake.board.is_capture(played) or exchange(following, answer[0]) < 1
    ):
        # To recapture, or to accept a trade, is no punishment.
        return ""
    steps = steps_of(following, answer)
    # A check alone says little, so the moves after it are explained first.
    plies = sorted(range(0, len(answer), 2), key=lambda ply: ply == 0 and following.gives_check(answer[0]))
    for ply in plies:
        if ply == 0 and not is_new:
            continue
        there = following if ply == 0 else chess.Board(steps[ply - 1].fen)
        move = answer[ply]
        lead = f"{steps[0].san}: after {steps[1].san}, {steps[2].san} " if ply else f"{steps[0].san}, which "
        is_offered = ply > 0 and answer[ply - 1].to_square == move.to_square
        if there.is_capture(move) and not is_offered and (pawns := exchange(there, move)) >= 1:
            if pawns >= worth(there, move.to_square):
                return f"{lead}captures {piece_on(there, move.to_square)}"
            effect = "wins a pawn" if pawns == 1 else "wins material"
            return lead + gains.said("exchange", effect=effect, square=chess.square_name(move.to_square))
        seen = next(filter(_punishes, shown(there, move, answer[ply:])), None)
        if seen is not None and not (ply == 0 and there.is_capture(move)):
            return f"{lead}{clause(seen)}"
    return ""


def _punishes(sighting: Sighting) -> bool:
    return sighting.idea in PUNISHING_IDEAS and "pawn" not in sighting.names.get("victim", "")


@dataclass(frozen=True, slots=True)
class _SeenMove:
    """The best move, the reply, and what was allowed and missed, as far as the evaluations confirm it."""

    best: Evaluation
    reply: Evaluation
    own: Evaluation
    """The evaluation of the move played, for the side that played it."""
    missed: FoundReason | None = None
    allowed: FoundReason | None = None

    @property
    def sides(self) -> tuple[FoundReason, ...]:
        """The moves allowed and missed, where there are any."""
        return tuple(side for side in (self.allowed, self.missed) if side is not None)

    @property
    def cost_cp(self) -> int:
        """How many centipawns the move that was played is worse than the best one."""
        return self.best.centipawns - self.own.centipawns

    @property
    def chances(self) -> tuple[float, float]:
        """The winning chances after the best move and after the move played."""
        return self.best.chance, self.own.chance

    @property
    def is_decided(self) -> bool:
        """Whether the game was already decided, both before and after the move."""
        return is_decided(*self.chances)


def _evaluate_once(
    board: chess.Board, following: chess.Board, evaluator: Evaluator, limit: Limit, known: Known | None = None
) -> _SeenMove:
    played = following.peek()
    best, reply = known or evaluator.evaluate([board, following], limit)
    seen = _SeenMove(best, reply, reply.before(played))
    if seen.is_decided:
        return seen
    missed = allowed = None
    cost = seen.cost_cp
    if best.best not in (None, played) and _may_cost(cost, best):
        missed = explain_evaluation(board, best, evaluator, limit, seen.own.centipawns)
    if reply.best is not None and _may_cost(cost, reply):
        plain = _simplest_reply(following, reply, evaluator, limit)
        allowed = explain_evaluation(following, plain, evaluator, limit, -best.centipawns)

    def confirmed(side: FoundReason | None, there: chess.Board) -> FoundReason | None:
        if side is None or not _is_confirmed(side, seen, board.turn):
            return None
        held = _held(side, there, evaluator, limit)
        return held if held is not None and _is_confirmed(held, seen, board.turn) else None

    allowed, missed = confirmed(allowed, following), confirmed(missed, board)
    if missed is not None and not _is_seen(missed):
        missed = None
    if missed is not None and _takes_the_same(missed, played):
        # The right piece may win what the wrong one only trades; how it is punished says more.
        end = play_on(board, seen.own, evaluator, limit).end
        traded = balance(end, board.turn) - balance(board, board.turn)
        missed = missed if allowed is None and cost_of(missed) - traded >= WRONG_CAPTURER_MARGIN_PAWNS else None
    return replace(seen, missed=missed, allowed=allowed)


def _simplest_reply(board: chess.Board, reply: Evaluation, evaluator: Evaluator, limit: Limit) -> Evaluation:
    """The reply, or a later capture of its line that wins as much at once, as that is easier to see."""
    first = reply.best
    if first is None or reply.score.is_mate() or board.is_capture(first):
        return reply
    captures = (move for move in reply.line[2::2] if board.is_legal(move) and board.is_capture(move))
    capture = next((move for move in captures if exchange(board, move) > 0), None)
    if capture is None:
        return reply
    (answer,) = evaluator.evaluate([after(board, capture)], limit)
    plain = answer.before(capture)
    return plain if plain.centipawns >= reply.centipawns - PLAIN_CAPTURE_MARGIN_CP else reply


def _may_cost(cost: int, evaluation: Evaluation) -> bool:
    """Whether the difference between the moves is large enough to lose something: half a pawn, or a draw."""
    return cost >= LEAST_COST_PER_PAWN_CP or not evaluation.centipawns


def _quiet(
    mistake: FoundMistake,
    board: chess.Board,
    following: chess.Board,
    seen: _SeenMove,
    evaluator: Evaluator,
    limit: Limit,
) -> FoundMistake:
    """Explain a mistake that loses nothing at once: the reply makes a threat, or the better move met one."""
    if seen.reply.best is not None and not _is_taken_at_once(following, seen.reply):
        answer = explain_quiet(following, seen.reply, evaluator, limit)
        if _is_new(mistake, seen) and answer.purpose is not None and answer.purpose.kind is PointKind.THREATENS:
            return replace(mistake, quiet_reply=answer)
    if seen.reply.best is not None and _is_pinned_by(mistake.played, following, seen.reply):
        return mistake
    if seen.best.best not in (None, mistake.played):
        better = explain_quiet(board, seen.best, evaluator, limit)
        purpose = better.purpose or (
            _attack(better, evaluator, limit) if mistake.centipawns >= LEAST_COST_OF_SHOWN_ANSWER_CP else None
        )
        if purpose is not None and not is_done_too(purpose, mistake.best, following, hangs=False):
            return replace(mistake, quiet_best=replace(better, purpose=purpose, sentence=purpose.sentence))
    return mistake


def _is_pinned_by(played: chess.Move, following: chess.Board, reply: Evaluation) -> bool:
    """Whether the reply pins the piece that has just moved."""
    seen = shown(following, reply.line[0], reply.line)
    return any(each.idea == "pin" and played.to_square in each.squares for each in seen)


def _is_new(mistake: FoundMistake, seen: _SeenMove) -> bool:
    """Whether the mistake makes the reply good: the better move answers it or does not allow it."""
    reply = seen.reply.line[:1]
    is_answered = mistake.better is not None and mistake.better.line[1:2] == reply
    return is_answered or seen.best.line[1:2] != reply


def _attack(better: FoundReason, evaluator: Evaluator, limit: Limit) -> Purpose | None:
    """What the better move prepares, if it is a check; a plan to develop does not explain a mistake."""
    plan = find_plan(better, evaluator, limit)
    if plan is None or plan.without is None or len(plan.squares) != 2:
        return None
    return plan if plan.without.gives_check(chess.Move(*plan.squares)) else None


def _is_taken_at_once(board: chess.Board, reply: Evaluation) -> bool:
    """Whether the piece that replied can be captured at once, so that its threat is not the point."""
    if len(reply.line) < 2:
        return False
    first, second = reply.line[:2]
    following = after(board, first)
    taken_on = following.ep_square if following.is_en_passant(second) else first.to_square
    return following.is_capture(second) and second.to_square == taken_on


def _takes_the_same(side: FoundReason, played: chess.Move) -> bool:
    """Whether the better move only captures the piece that the move played captured, too."""
    if side.cause is None:
        return False
    witness = side.cause.witness
    return witness.motif in CAPTURE_MOTIFS and not witness.ply and played.to_square in witness.against


def _is_confirmed(side: FoundReason, seen: _SeenMove, mover: chess.Color) -> bool:
    """Whether the better move is better by enough to confirm what a reason says was lost or won."""
    cost = seen.cost_cp
    if not side.gain.is_mate and material_won(side.line) == ONE_PAWN and _may_be_chance(side):
        return False
    is_shown = side.cause is not None and (
        side.cause.witness.ply == 0 or side.cause.witness.motif not in CAPTURE_MOTIFS
    )
    is_a_pawn = side.gain.pawns == 1 and not side.gain.is_mate and side.line.start.queens
    if is_a_pawn and not is_shown and cost >= MORE_THAN_A_PAWN_CP:
        # In endings a pawn may well decide.
        return False
    most = MOST_LOST_PAWNS_COUNTED if side.line.winner != mover else MOST_MISSED_PAWNS_COUNTED
    least = (
        COST_PER_PAWN_WITHOUT_CAUSE_CP * min(cost_of(side), A_PIECE_PAWNS)
        if side.cause is None
        else LEAST_COST_PER_PAWN_CP * min(cost_of(side), most)
    )
    return (side.gain.is_something or side.gain.saves_draw) and cost >= least


def _is_seen(side: FoundReason) -> bool:
    """Whether a player sees how a line wins: by a proven cause or from the moves themselves."""
    return side.cause is not None or side.gain.is_mate or side.gain.saves_draw or is_seen(side.line)


def _may_be_chance(side: FoundReason) -> bool:
    """Whether a pawn may be won by chance: late in a long line without a known cause, or offered."""
    if side.cause is None:
        return len(side.line.moves) > LONGEST_LINE_PLIES or _is_offered(side)
    return side.cause.witness.motif in CAPTURE_MOTIFS and _is_offered(side)


def _held(side: FoundReason, board: chess.Board, evaluator: Evaluator, limit: Limit) -> FoundReason | None:
    """The part of a gain without a known cause that a slightly deeper search still finds; None if it finds nothing."""
    gain = side.gain
    if side.cause is not None or gain.is_mate or gain.saves_draw:
        return side
    surplus = side.evaluation.centipawns - 100 * balance(at_stake(side.line), side.line.winner)
    if gain.pawns == 1 and surplus < A_REAL_PAWN_CP:
        return None
    if len(side.line.moves) < 3:
        return side
    (answer,) = evaluator.evaluate([side.line.boards[1]], limit.deeper(PLIES_TO_HOLD))
    instead = side.evaluation.centipawns - gain.centipawns
    deeper = explain_evaluation(board, answer.before(side.move), evaluator, limit, instead)
    if deeper.gain.is_something:
        return side if deeper.gain.is_mate or deeper.gain.pawns >= gain.pawns else deeper
    return None


def _is_obviously_lost(side: FoundReason) -> bool:
    """Whether something is captured at once, or a first capture or check wins more than a pawn by a proven cause."""
    first, cause = side.line.steps[0], side.cause
    if not (first.is_capture or first.is_check):
        return False
    is_proven = cause is not None and cause.witness.ply < FEW_PLIES and (side.gain.is_mate or side.gain.pawns > 1)
    return is_proven or len(side.line.moves) <= FEW_PLIES


def _is_offered(side: FoundReason) -> bool:
    """Whether the piece captured last moved there during the line without being forced to."""
    line = side.line
    if not line.steps[-1].is_capture:
        return False
    for ply in range(1, len(line.moves) - 1, 2):
        offer, board = line.moves[ply], line.boards[ply]
        if offer.to_square == line.moves[-1].to_square and not (board.is_capture(offer) or board.is_check()):
            return True
    return False
