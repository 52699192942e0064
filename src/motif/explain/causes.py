"""Test whether a motif causes a gain: undo it with the smallest change of the board and search again.

A witness is a cause if, without it, the same move gains less by at least two fifths of what the witness claims, or
no longer mates. gain = the evaluator's score of the move - the balance of material before it, so that removing a
piece does not count as winning it. A piece of the winner that moves on the line is never removed: without it no line
would work, whatever the motif. Removing the captured piece itself proves nothing; such a cause is called *plain*.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice

import chess

from motif._core.board import flights
from motif.board.material import balance
from motif.engines.evaluator import MATE_CP, Evaluator, after
from motif.engines.limits import Limit
from motif.explain.gains import Gain, Won
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line, Undone, Witness

CAPTURE_MOTIFS: frozenset[str] = frozenset({"hanging piece", "winning capture"})
"""Motifs that only say that something is captured: they cannot explain a mate."""

MOTIFS_AFTER_ANY_MOVE = CAPTURE_MOTIFS | {"threat", "trapped piece", "abandoned defence"}
"""Motifs that may follow any move: they explain the first move only if it has to do with them."""

LATEST_PLY_OF_A_CAUSE = 2
"""A motif that comes later than this ply explains the first move only if it mates."""

SLOWER_MATE_MOVES = 2
"""A mate that takes this many more moves counts as a different mate."""

MOST_EDITS_PER_WITNESS = 2
"""How many ways of undoing each witness are tried: the smallest edit may disturb something else."""

MOST_EDITS_TESTED = 5
"""How many edits are tested in all, those of the best witnesses first: each costs one or two searches."""

LEAST_FALL_CP = 50
"""If the gain falls by fewer centipawns, the edit did not matter."""

LEAST_FALL_PER_PAWN_CP = 40
"""The gain must fall by this many centipawns for each pawn claimed: engine scores are smaller than material counts."""

LARGEST_SCORE_CP = 2_000
"""Scores are capped here, in centipawns: beyond it a game is decided anyway."""

ORDER = {name: place for place, name in enumerate(MOTIFS)}


@dataclass(frozen=True, slots=True)
class ProvenWitness:
    """A witness that passed the test, the board on which it is undone, and how many centipawns the gain falls there."""

    witness: Witness
    undone: Undone
    fall: int

    @property
    def is_plain(self) -> bool:
        """Whether the only possible edit removes the captured piece, which proves nothing."""
        witness, undone = self.witness, self.undone
        return (
            witness.motif in CAPTURE_MOTIFS
            and undone.square in witness.against
            and not undone.board.piece_at(undone.square)
        )


def find_cause(won: Won, witnesses: Iterable[Witness], evaluator: Evaluator, limit: Limit) -> ProvenWitness | None:
    """Return the most important motif of a line without which the line gains less, or None."""
    edits = chain.from_iterable(
        islice(edits_of(won.line, witness), MOST_EDITS_PER_WITNESS) for witness in ranked(won, witnesses)
    )
    for undone in islice(edits, MOST_EDITS_TESTED):
        fall = fall_without(won, undone, evaluator, limit)
        if fall is not None and _is_forced(won, undone.witness, evaluator, limit):
            return ProvenWitness(undone.witness, undone, fall)
    return None


def edits_of(line: Line, witness: Witness) -> list[Undone]:
    """The board edits that undo one witness, the loser's pieces first; none removes a piece that moves on the line."""
    ways = [undone for undone in MOTIFS[witness.motif].undoings(line, witness) if not _takes_off_a_mover(line, undone)]
    return sorted(ways, key=lambda undone: line.boards[undone.ply].color_at(undone.square) == line.winner)


def _takes_off_a_mover(line: Line, undone: Undone) -> bool:
    """Whether an edit removes a piece of the winner that moves later on the line."""
    if line.boards[undone.ply].color_at(undone.square) != line.winner:
        return False
    return any(move.from_square == undone.square for move in line.moves[undone.ply :: 2])


def ranked(won: Won, witnesses: Iterable[Witness]) -> list[Witness]:
    """The witnesses that could be the cause: the earliest first, then the more specific and those that claim more."""

    def rank(witness: Witness) -> tuple[int, int, int, int]:
        includes = len(MOTIFS[witness.motif].includes)
        return witness.ply, -includes, -witness.claim, ORDER[witness.motif]

    best: dict[tuple[str, int], Witness] = {}
    for witness in sorted(filter(partial(_could_be, won), witnesses), key=rank):
        best.setdefault((witness.motif, witness.ply), witness)
    return list(best.values())


def _could_be(won: Won, witness: Witness) -> bool:
    return _is_enough(won.gain, witness) and _follows(won.line, witness) and not _is_trade(won.line, witness)


def _is_trade(line: Line, witness: Witness) -> bool:
    """Whether an "attraction" is only a trade: nothing was given up to draw the piece there."""
    if witness.motif != "attraction" or len(line.boards) <= witness.ply + 2:
        return False
    before, drawn = line.boards[witness.ply], line.boards[witness.ply + 2]
    return balance(drawn, line.winner) >= balance(before, line.winner)


def _follows(line: Line, witness: Witness) -> bool:
    """Whether a later capture or attack depends on the first move: it forces, attacks the target, or goes there."""
    first = line.steps[0]
    if not witness.ply or witness.motif not in MOTIFS_AFTER_ANY_MOVE:
        return True
    is_attacked_already = bool(set(witness.against) & set(first.victims))
    if witness.motif not in CAPTURE_MOTIFS and is_attacked_already:
        return False
    is_same_piece = line.moves[witness.ply].from_square == first.target
    return first.is_check or first.is_capture or is_same_piece or is_attacked_already


def _is_enough(gain: Gain, witness: Witness) -> bool:
    """Whether a witness could explain the gain: it can be undone, comes soon, and claims at least half of the gain."""
    if not witness.remedies:
        return False
    if gain.is_mate:
        return witness.motif not in CAPTURE_MOTIFS | {"threat"}
    # To undo a clearance the piece that comes through is taken off: without it much else fails, too.
    if witness.motif == "clearance" or witness.ply > LATEST_PLY_OF_A_CAUSE:
        return False
    return not witness.claim or 2 * witness.claim >= gain.pawns


def fall_without(won: Won, undone: Undone, evaluator: Evaluator, limit: Limit) -> int | None:
    """By how many centipawns the gain falls when a witness is undone; None if that is too little to matter."""
    line, ply = won.line, undone.ply
    before = won.evaluation.centipawns if ply == 0 else _value(line, ply, line.boards[ply], evaluator, limit)
    if won.gain.is_mate and not _mates(before):
        return None
    without = _value(line, ply, undone.board, evaluator, limit)
    fall = _gain(line, line.boards[ply], before) - _gain(line, undone.board, without)
    if won.gain.is_mate:
        return fall if without <= before - SLOWER_MATE_MOVES else None
    if won.gain.saves_draw and not won.gain.is_something:
        return fall if 2 * fall >= won.gain.centipawns else None
    claim = min(undone.witness.claim or won.gain.pawns, won.gain.pawns)
    # Half of what the score gains is enough, too.
    enough = max(LEAST_FALL_CP, min(LEAST_FALL_PER_PAWN_CP * claim, won.gain.centipawns // 2))
    return fall if fall >= enough else None


def _is_forced(won: Won, witness: Witness, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether the attacked piece could not escape and a later capture could not be made at once.

    If another move is as good within a margin, the attack or the preparation is not what wins the piece.
    """
    if witness.motif == "threat":
        return not _could_be_saved(won, witness.ply, witness.against[0], evaluator, limit)
    if witness.motif not in CAPTURE_MOTIFS or not witness.ply:
        return True
    return not _could_be_played_at_once(won, witness.ply, evaluator, limit) and not _could_be_saved(
        won, witness.ply - 2, witness.against[0], evaluator, limit
    )


def _could_be_saved(won: Won, ply: int, square: chess.Square, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether the opponent could move the attacked piece away at little more cost than on the line."""
    line, attacked = won.line, won.line.boards[ply + 1]
    if attacked.color_at(square) != attacked.turn:
        return False
    saved = [after(attacked, flight) for flight in flights(attacked, square)]
    here = won.evaluation.centipawns if ply == 0 else _value(line, ply, line.boards[ply], evaluator, limit)
    return any(answer.centipawns < here + LEAST_FALL_CP for answer in evaluator.evaluate(saved, limit))


def _could_be_played_at_once(won: Won, ply: int, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether a later move of the winner could be played at once and would be worth as much."""
    move, start = won.line.moves[ply], won.line.start
    if not start.is_legal(move):
        return False
    (answer,) = evaluator.evaluate([after(start, move)], limit)
    return answer.before(move).centipawns > won.evaluation.centipawns - LEAST_FALL_CP


def _value(line: Line, ply: int, board: chess.Board, evaluator: Evaluator, limit: Limit) -> int:
    """The winner's score in centipawns after the line's move on an edited board, or after the best move if it is
    illegal."""
    move = line.moves[ply]
    if not board.is_legal(move):
        (best,) = evaluator.evaluate([board], limit)
        return best.centipawns
    (answer,) = evaluator.evaluate([after(board, move)], limit)
    return answer.before(move).centipawns


def _gain(line: Line, board: chess.Board, value: int) -> int:
    return max(-LARGEST_SCORE_CP, min(LARGEST_SCORE_CP, value)) - 100 * balance(board, line.winner)


def _mates(value: int) -> bool:
    return value > MATE_CP - 1_000
