"""Is it the cause? Undo it with the smallest edit of the board, search again, and see whether the gain falls.

A witness is a cause when, without it, the same move gains less by at least two fifths of what the witness claims, or
the mate is gone. gain = the evaluator's score of the move - the balance of material before it, so that taking off a
piece does not count as winning it. A piece of the winner's that moves on the line is never taken off: without it
nothing works, whatever the reason. To take off the very piece that is captured shows nothing
either; such a cause is *plain*.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice

import chess

from motif._core.board import flights
from motif.board.material import balance
from motif.engines.evaluator import MATE_CP, Evaluator, SupportsTerms, after
from motif.engines.limits import Limit
from motif.explain.gains import Gain, Won
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line, Undone, Witness

CAPTURES: frozenset[str] = frozenset({"hanging piece", "winning capture"})
"""Motifs that say no more than that something is taken: they explain no mate."""

AFTERWARDS = CAPTURES | {"threat", "trapped piece", "abandoned defence"}
"""Motifs that may come after any move: they say nothing about a first move that has nothing to do with them."""

LATEST = 2
"""A motif that comes after more plies has little to do with the first move, unless it mates."""

LATER_MATE = 2
"""A mate that takes this many moves more is another mate."""

MOST_EDITS = 2
"""Each witness is undone in this many ways: the smallest edit may disturb something else."""

MOST_TRIED = 5
"""This many edits are tested, those of the best witnesses first: each costs a search or two."""

LEAST_FALL = 50
"""A gain that falls by less, in centipawns, has hardly changed."""

OF_A_PAWN = 40
"""The gain must fall by this many centipawns for each pawn that is claimed: scores are smaller than pawns counted."""

LARGEST = 2_000
"""Scores are cut here, in centipawns: how much more than decided a game is does not matter."""

ORDER = {name: place for place, name in enumerate(MOTIFS)}


@dataclass(frozen=True, slots=True)
class ProvenWitness:
    """A witness that passed the test: the board without it, and by how many centipawns the gain falls there."""

    witness: Witness
    undone: Undone
    fall: int

    @property
    def is_plain(self) -> bool:
        """Whether the only edit takes off the piece that is captured: a fact about the board, and no test."""
        witness, undone = self.witness, self.undone
        return (
            witness.motif in CAPTURES and undone.square in witness.against and not undone.board.piece_at(undone.square)
        )


def find_cause(won: Won, witnesses: Iterable[Witness], evaluator: Evaluator, limit: Limit) -> ProvenWitness | None:
    """The first motif on a line, the most important first, without which the line gains less; None if there is none."""
    edits = chain.from_iterable(islice(edits_of(won.line, witness), MOST_EDITS) for witness in ranked(won, witnesses))
    for undone in islice(edits, MOST_TRIED):
        fall = fall_without(won, undone, evaluator, limit)
        if fall is not None and _is_forced(won, undone.witness, evaluator, limit):
            return ProvenWitness(undone.witness, undone, fall)
    return None


def edits_of(line: Line, witness: Witness) -> list[Undone]:
    """The board edits that undo this witness alone, the loser's pieces first; none touches a piece that moves."""
    ways = [undone for undone in MOTIFS[witness.motif].undoings(line, witness) if not _takes_off_a_mover(line, undone)]
    return sorted(ways, key=lambda undone: line.boards[undone.ply].color_at(undone.square) == line.winner)


def _takes_off_a_mover(line: Line, undone: Undone) -> bool:
    """Whether the piece that an edit takes off is one of the winner's that moves later on the line."""
    if line.boards[undone.ply].color_at(undone.square) != line.winner:
        return False
    return any(move.from_square == undone.square for move in line.moves[undone.ply :: 2])


def ranked(won: Won, witnesses: Iterable[Witness]) -> list[Witness]:
    """The witnesses that could be the cause: the earliest first, then those that include others and claim more."""

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
    """Whether nothing was given for an attraction: what takes back in an exchange was drawn nowhere."""
    if witness.motif != "attraction" or len(line.boards) <= witness.ply + 2:
        return False
    before, drawn = line.boards[witness.ply], line.boards[witness.ply + 2]
    return balance(drawn, line.winner) >= balance(before, line.winner)


def _follows(line: Line, witness: Witness) -> bool:
    """Whether what is taken or attacked later has to do with the first move: it forces, attacks that, or goes there."""
    first = line.steps[0]
    if not witness.ply or witness.motif not in AFTERWARDS:
        return True
    is_attacked_already = bool(set(witness.against) & set(first.victims))
    if witness.motif not in CAPTURES and is_attacked_already:
        return False
    is_same_piece = line.moves[witness.ply].from_square == first.target
    return first.is_check or first.is_capture or is_same_piece or is_attacked_already


def _is_enough(gain: Gain, witness: Witness) -> bool:
    """Whether a witness could account for the gain: it can be undone, comes soon, and claims half of it at least."""
    if not witness.remedies:
        return False
    if gain.is_mate:
        return witness.motif not in CAPTURES | {"threat"}
    # To undo a clearance the piece that comes through is taken off: without it much else fails, too.
    if witness.motif == "clearance" or witness.ply > LATEST:
        return False
    return not witness.claim or 2 * witness.claim >= gain.pawns


def fall_without(won: Won, undone: Undone, evaluator: Evaluator, limit: Limit) -> int | None:
    """By how much the gain falls when a witness is undone; None when that is not enough."""
    line, ply = won.line, undone.ply
    before = won.evaluation.centipawns if ply == 0 else _value(line, ply, line.boards[ply], evaluator, limit)
    if won.gain.is_mate and not _mates(before):
        return None
    without = _value(line, ply, undone.board, evaluator, limit)
    fall = _gain(line, line.boards[ply], before) - _gain(line, undone.board, without)
    if won.gain.is_mate:
        return fall if without <= before - LATER_MATE else None
    if won.gain.saves_draw and not won.gain.is_something:
        return fall if 2 * fall >= won.gain.centipawns else None
    claim = min(undone.witness.claim or won.gain.pawns, won.gain.pawns)
    # Half of what the score gains is enough, too.
    enough = max(LEAST_FALL, min(OF_A_PAWN * claim, won.gain.centipawns // 2))
    return fall if fall >= enough else None


def _is_forced(won: Won, witness: Witness, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether an attacked piece could not go to safety, and one that is captured later not be captured at once.

    A move is not forced if another is as good within a margin: then neither attack nor preparation wins the piece.
    """
    if witness.motif == "threat":
        return not _could_be_saved(won, witness.ply, witness.against[0], evaluator, limit)
    if witness.motif not in CAPTURES or not witness.ply:
        return True
    return not _could_be_at_once(won, witness.ply, evaluator, limit) and not _could_be_saved(
        won, witness.ply - 2, witness.against[0], evaluator, limit
    )


def _could_be_saved(won: Won, ply: int, square: chess.Square, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether the piece on a square could go away, after a move of the winner, at hardly more than the line costs."""
    line, attacked = won.line, won.line.boards[ply + 1]
    if attacked.color_at(square) != attacked.turn:
        return False
    saved = [after(attacked, flight) for flight in flights(attacked, square)]
    here = won.evaluation.centipawns if ply == 0 else _value(line, ply, line.boards[ply], evaluator, limit)
    return any(answer.centipawns < here + LEAST_FALL for answer in evaluator.evaluate(saved, limit))


def _could_be_at_once(won: Won, ply: int, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether a later move of the winner is legal at the start, and worth as much there."""
    move, start = won.line.moves[ply], won.line.start
    if not start.is_legal(move):
        return False
    (answer,) = evaluator.evaluate([after(start, move)], limit)
    return answer.before(move).centipawns > won.evaluation.centipawns - LEAST_FALL


def _value(line: Line, ply: int, board: chess.Board, evaluator: Evaluator, limit: Limit) -> int:
    """The evaluator's score for the winner, of the line's move if it can be played, else of the best one."""
    move = line.moves[ply]
    if not board.is_legal(move):
        (best,) = evaluator.evaluate([board], limit)
        return best.centipawns
    (answer,) = evaluator.evaluate([after(board, move)], limit)
    return answer.before(move).centipawns


def _gain(line: Line, board: chess.Board, value: int) -> int:
    return max(-LARGEST, min(LARGEST, value)) - 100 * balance(board, line.winner)


def _mates(value: int) -> bool:
    return value > MATE_CP - 1_000


# Where nothing is won: which terms of the evaluator's own judgement speak for a move, and by how much.

Terms = tuple[tuple[str, int], ...]
"""Terms with their change in centipawns, the largest first."""

SMALLEST_TERM_SHOWN_CP = 15
"""Smaller changes, in centipawns, are noise."""

MOST_TERMS_SHOWN = 3

TERMS_NOT_SHOWN = frozenset({"tempo", "material"})
"""The turn is not the move's merit, and material is shown with its line, never as a term."""


def change_of_terms(evaluator: Evaluator, end: chess.Board, start: chess.Board, side: chess.Color) -> Terms:
    """The terms that get better for a side from one board to another; none if it cannot say or a game is over."""
    if not isinstance(evaluator, SupportsTerms) or end.is_game_over() or start.is_game_over():
        return ()
    before = evaluator.terms(start, side)
    changes = {name: round(value - before.get(name, 0)) for name, value in evaluator.terms(end, side).items()}
    largest = (item for item in changes.items() if item[0] not in TERMS_NOT_SHOWN and item[1] >= SMALLEST_TERM_SHOWN_CP)
    return tuple(islice(sorted(largest, key=lambda item: -item[1]), MOST_TERMS_SHOWN))
