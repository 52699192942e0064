"""The words for a mistake: what was wrong, then the punishment with its line; or what was missed."""

from __future__ import annotations

import chess

from motif.board.english import man
from motif.reasons.causes import CAPTURES
from motif.reasons.explanation import Explanation
from motif.reasons.gain_words import within
from motif.reasons.words import moves, outcome, san

SAID_BY_THE_SLIP = CAPTURES | {"abandoned defence"}
"""Causes that say no more than what was wrong says already."""


def punished(clause: str, reply: Explanation) -> str:
    """What was wrong, and what comes of it."""
    if _is_said(reply):
        joined = (
            f"{clause}, which" if clause.endswith(f" {san(reply.line, 0)}") else f"{clause}, and {san(reply.line, 0)}"
        )
        return f"{joined} {_effect(reply)}: {moves(reply.line)}."
    return f"{clause}: {within(reply.sentence)}"


def allowed(played: str, reply: Explanation) -> str:
    """A punishment, where nothing that was wrong passed the check."""
    if _is_said(reply):
        return f"{played} allows {san(reply.line, 0)}, which {_effect(reply)}: {moves(reply.line)}."
    return f"{played} allows {san(reply.line, 0)}: {within(reply.sentence)}"


def missed(played: str, better: Explanation) -> str:
    """What the better move would have won."""
    if better.cause is None:
        return f"{played} misses {san(better.line, 0)}, which {_effect(better)}: {moves(better.line)}."
    return f"{played} misses {san(better.line, 0)}: {within(better.sentence)}"


def wrong_man(played: str, better: Explanation) -> str:
    """The same man is taken, by another."""
    return f"{played} takes with the wrong man: {within(better.sentence)}"


def gives(board: chess.Board, played: chess.Move) -> str:
    """A man is given for a cheaper one."""
    taken = "a pawn" if board.is_en_passant(played) else man(board, played.to_square)
    return f"{board.san(played)} gives {man(board, played.from_square)} for {taken}"


def answered(board: chess.Board, played: chess.Move, answer: tuple[chess.Move, ...]) -> str:
    """The answer to a move, and that it costs the king the right to castle where it does."""
    following = board.copy(stack=False)
    following.push(played)
    said = f"{board.san(played)} is answered by {following.variation_san(answer)}"
    for move in answer:
        following.push(move)
    may_castle = board.has_castling_rights(board.turn) and following.has_castling_rights(board.turn)
    king = following.king(board.turn)
    is_driven = following.is_check() and all(move.from_square == king for move in following.legal_moves)
    return f"{said}, and the king can no longer castle" if may_castle and is_driven else said


def too_early(played: str, better: Explanation) -> str:
    """What was played would have been right a little later."""
    return f"{played} comes too early: {within(better.sentence)}"


def quiet(played: str, explanation: Explanation, *, is_reply: bool) -> str:
    """A reply that threatens something, or a better move that is for something."""
    return f"{played} {'allows' if is_reply else 'misses'} {san(explanation.line, 0)}: {within(explanation.sentence)}"


def _is_said(reply: Explanation) -> bool:
    if reply.cause is None or reply.cause.witness.motif in SAID_BY_THE_SLIP:
        return True
    # A pawn that queens at once says so itself.
    return reply.cause.witness.motif == "promotion" and not reply.cause.witness.ply


def _effect(explanation: Explanation) -> str:
    if explanation.gain.saves_draw and not explanation.gain.is_something:
        return "saves the draw"
    return outcome(explanation.line, explanation.gain) or "wins material"
