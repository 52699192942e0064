"""What is wrong with a wrong answer: the line that punishes it and the reason, without giving the right one away."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.board.chances import winning_chance
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.board.valuation import after
from motif.reasons import LIMIT, explain_mistake
from motif.study.values import written

SHOWN = 4
"""Plies of the answer that are shown."""

ALSO_WINS = 0.9
"""A move after which the chance is still so high wins as well, if not as the puzzle asks."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """What a wrong answer allows, in a sentence, and the line behind it; `also_wins` where it is only not the best.

    `line` is to be read beside the sentence, and empty where that tells it; `moves` are to be played on a board, from
    the one after the wrong move.
    """

    sentence: str
    line: str
    also_wins: bool
    moves: tuple[chess.Move, ...] = ()


def refute(board: chess.Board, move: chess.Move, oracle: Oracle, limit: Limit = LIMIT) -> Refutation:
    """Why a move is not the answer, in the eyes of an oracle."""
    san, following = board.san(move), after(board, move)
    (best, reply) = oracle.evaluate([board, following], limit)
    own = reply.before(move)
    chance, was = winning_chance(own.centipawns), winning_chance(best.centipawns)
    shown = reply.line[:SHOWN]
    line = written(following, shown)
    if chance >= ALSO_WINS:
        return Refutation(f"{san} wins too, but there is something quicker or surer.", line, True, shown)
    allowed = explain_mistake(board, move, oracle, limit).allowed
    if allowed is not None and allowed.cause is not None:
        return Refutation(
            f"{san} allows {following.san(allowed.move)}: {allowed.sentence}", "", False, allowed.line.moves
        )
    if round(100 * chance) >= round(100 * was):
        return Refutation(f"{san} loses little, but is not among the moves that were found best.", line, False, shown)
    return Refutation(
        f"{san} leaves you a chance of {100 * chance:.0f} %, where {100 * was:.0f} % are possible.", line, False, shown
    )
