"""What people of a rating would play in a position, why it draws them, and the mistake that is typical of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import chess
import numpy as np

from motif.arena.glances import Floats
from motif.arena.people import Crowd
from motif.arena.term_words import in_words
from motif.board.english import in_percent
from motif.board.positions import decode_move

MOST_REASONS = 2
SOME = 0.02
"""A share of those who reached a position that is worth saying."""

WORTH_SAYING = 0.25
"""What a term must add beside what it adds to the moves that people choose anyway: 0.25 makes a move a quarter
likelier."""

OFTEN = 0.05
"""A mistake is typical when one of twenty makes it."""

A_MISTAKE = 0.10
"""A mistake gives so much of the winning chance away."""

PLAIN = (
    *("takes back", "takes a queen", "takes a rook", "takes a bishop", "takes a knight", "takes a pawn", "gives check"),
    *("saves a man that hung", "castles short", "castles long", "threatens more than before", "is best by one ply"),
)
"""What everybody sees, said where nothing weighs more than the rest."""

NO_REASON = "it looks like what such players do"


@dataclass(frozen=True, slots=True)
class TypicalMove:
    """A move, the share of people who would choose it, and what draws them to it."""

    move: chess.Move
    share: float
    because: str


def typical_moves(crowd: Crowd, board: chess.Board, rating: int, most: int = 5) -> list[TypicalMove]:
    """What people of this rating choose, the likeliest first; nothing when the game is over."""
    if not any(board.legal_moves):
        return []
    outlook = crowd.look([board])
    shares = crowd.shares(outlook, [rating])
    names, true, adds = crowd.adds(outlook, rating)
    # What the other moves that people choose have as well is no reason for this one.
    rest = (shares @ adds - shares[:, None] * adds) / np.maximum(1 - shares, 1e-9)[:, None]
    margins = adds - rest
    moves = list(map(decode_move, outlook.glance.codes.tolist()))
    order = sorted(range(len(moves)), key=lambda row: (-shares[row], moves[row].uci()))
    typical = []
    for row in order[:most]:
        said = _said(names, adds[row], margins[row]) or _plain(names, true[row])
        because = " and ".join(said[:MOST_REASONS])
        if np.log(SOME) < outlook.shares[row] < 0:
            because = "; ".join([f"{in_percent(np.exp(outlook.shares[row]))} chose it in this opening", *said[:1]])
        typical.append(TypicalMove(moves[row], float(shares[row]), because or NO_REASON))
    return typical


def _said(names: Sequence[str], adds: Floats, margins: Floats) -> list[str]:
    """What speaks most for a move, in words: only what is true of it, not what is false of others."""
    ranked = np.argsort(-margins, kind="stable")
    true = [names[term] for term in ranked if margins[term] >= WORTH_SAYING and adds[term] > 0]
    return list(dict.fromkeys(filter(None, map(in_words, true))))


def _plain(names: Sequence[str], true: Floats) -> list[str]:
    facts = {name for name, value in zip(names, true, strict=True) if value > 0}
    return [in_words(name) for name in PLAIN if name in facts][:1]


def typical_mistake(moves: Sequence[TypicalMove], losses: Mapping[chess.Move, float]) -> TypicalMove | None:
    """The likeliest of the moves that a judge calls a mistake; None where one of twenty at most goes wrong so."""
    wrong = (each for each in moves if each.share >= OFTEN and losses.get(each.move, 0.0) >= A_MISTAKE)
    return max(wrong, key=lambda each: each.share, default=None)
