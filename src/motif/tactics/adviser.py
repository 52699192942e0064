"""Advise and play moves that a library of tactics suggests, each with a rule that explains it on this board.

A list ranks the moves: the first is the one that the list leaves, the second the one that it would leave without the
first, and so on. The reason for a move is a rule that decides for it: one that excludes other moves, or one that
suggests only this move; among several, the most specific, that is, the one that applies most rarely. The rule that
counts captures is the reason only if the other rules alone would not leave the same move. A library with votes ranks
moves by the sum of votes, and its reason is the tactic with the largest vote * precision.

The weight of a move is its expected gain in centipawns over the average legal move. With votes it is
WORTH_OF_VOTES * (v - mean of v over the legal moves), where v is the sum of the votes for a move
(experiments/tactics-advice). With a list it is WORTH.weight(p), where p is the precision of the reason on games that it
was not learned from, but at most the weight of the move before it. WORTH was fitted to advised moves, the first three
in each of 300 positions from games that were not used for learning; a fit to all legal moves doubles the slope, since
rules suggest most of them and few are good. A fit to the shipped list on 1,200 positions was not significantly better
than either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random

import chess
import numpy as np

from motif._core.board import Positions
from motif.advice import Advice, Player, Reason
from motif.engines.limits import Limit
from motif.runtime.files import close
from motif.statistics.examples import Rows
from motif.statistics.fitting import Calibration
from motif.tactics.coverage import Coverage, square_of_last_capture
from motif.tactics.library import VOTE, Decide, Tactic, TacticsLibrary, decided_by, deciders, together
from motif.tactics.on_board import arrows, describe, named_pieces
from motif.tactics.witnesses import find_witness

SOURCE = "tactics"
COUNTING = "settles_most"
"""The condition of the rule that counts captures to the end."""

WORTH = Calibration(at_zero=92.1, slope=504.8)
WORTH_OF_VOTES = 101.2

WORTH_SAYING = 0.15
"""A rule is worth naming as a typical idea from this precision on, four times that of a move at random."""

NEGLIGIBLE_VOTE = 0.005
"""A smaller negative vote, which would be printed as 0.00, is not a warning."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, the tactics that suggest it, the best reason first, and the sum of their votes if the library has any."""

    move: chess.Move
    tactics: tuple[Tactic, ...]
    votes: float | None = None


def suggestions(library: TacticsLibrary, board: chess.Board) -> list[Suggestion]:
    """Return the moves that tactics suggest, best first: by the sum of votes, or in the order of a ranked library."""
    moves, covered, _ = _covered(library, board)
    return _suggestions(library, moves, covered)


class TacticsAdviser:
    """Advises the best moves that tactics suggest, each with the best tactic as the reason."""

    def __init__(self, library: TacticsLibrary, count: int = 3, worth: Calibration = WORTH) -> None:
        self._library = library
        self._count = count
        self._worth = worth

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the best moves, each with what its tactic says about this board and the pieces involved."""
        suggested = suggestions(self._library, board)
        weights = self._weights(board, suggested)
        return [
            self._advice(board, suggested, place, weights[place]) for place in range(min(self._count, len(suggested)))
        ]

    def advice(self, board: chess.Board, move: chess.Move, suggested: Sequence[Suggestion]) -> Advice:
        place = [suggestion.move for suggestion in suggested].index(move)
        return self._advice(board, suggested, place, self._weights(board, suggested)[place])

    def _weights(self, board: chess.Board, suggested: Sequence[Suggestion]) -> list[float]:
        votes = [suggestion.votes for suggestion in suggested if suggestion.votes is not None]
        if not votes:
            precisions = (each.tactics[0].figures.get("precision", 0.0) for each in suggested)
            return list(accumulate(map(self._worth.weight, precisions), min))
        # The mean is over all legal moves; moves that no tactic suggests have no votes.
        mean = sum(votes) / board.legal_moves.count()
        return [WORTH_OF_VOTES * (vote - mean) for vote in votes]

    def _advice(self, board: chess.Board, suggested: Sequence[Suggestion], place: int, weight: float) -> Advice:
        suggestion = suggested[place]
        first = suggestion.tactics[0]
        squares = find_witness(first.rule, self._library.vocabulary, board, suggestion.move) or {}
        is_warning = _vote(first) <= -NEGLIGIBLE_VOTE and suggestion.votes is not None
        words = describe(first.rule, board, suggestion.move, squares)
        reason = Reason(
            SOURCE,
            words.replace(":", " (a warning):", 1) if is_warning else words,
            named_pieces(first.rule, board, squares),
            arrows(first.rule, self._library.vocabulary, board, suggestion.move, squares),
            "" if is_warning or first.figures.get("precision", 0.0) < WORTH_SAYING else first.sentence(),
        )
        return Advice(suggestion.move, weight, reason)


class TacticsPlayer:
    """Plays the moves that all tactics choose together; where no tactic applies, lets another player choose."""

    def __init__(self, library: TacticsLibrary, otherwise: Player) -> None:
        self._library = library
        self._otherwise = otherwise
        self._adviser = TacticsAdviser(library)
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Restart the random choice among equal moves."""
        self._rng = Random(seed)
        self._otherwise.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Choose at random among the moves that the tactics leave; if there are none, let the other player choose."""
        moves, covered, offsets = _covered(self._library, board)
        left = together(self._library, covered, offsets)
        if not left.any():
            advice = self._otherwise.choose(board, limit)
            because = replace(advice.because, english=f"no tactic applies; {advice.because.english}")
            return replace(advice, because=because)
        move = moves[self._rng.choice(np.flatnonzero(left).tolist())]
        return self._adviser.advice(board, move, _suggestions(self._library, moves, covered))

    def close(self) -> None:
        close(self._otherwise)


def _covered(library: TacticsLibrary, board: chess.Board) -> tuple[list[chess.Move], list[Rows], Rows]:
    """Return the legal moves, the rows (moves) that each tactic suggests, and the offsets of the rows."""
    positions = Positions.from_boards([board])
    coverage = Coverage(positions, library.vocabulary, np.array([square_of_last_capture(board)], np.int8))
    return positions.legal_moves()[0], coverage.rows(library.rules), coverage.offsets


def _suggestions(library: TacticsLibrary, moves: Sequence[chess.Move], covered: Sequence[Rows]) -> list[Suggestion]:
    if decided_by(library) is Decide.LIST:
        return _ranked_by_list(library, moves, covered)
    by_row: dict[int, list[Tactic]] = {}
    for tactic, rows in zip(library.tactics, covered, strict=True):
        for row in rows.tolist():
            by_row.setdefault(row, []).append(tactic)
    voted = []
    for row, tactics in by_row.items():
        ranked = sorted(tactics, key=_vote_as_reason, reverse=True)
        voted.append(Suggestion(moves[row], tuple(ranked), sum(map(_vote, ranked))))
    return sorted(voted, key=lambda suggestion: -(suggestion.votes or 0.0))


def _ranked_by_list(library: TacticsLibrary, moves: Sequence[chess.Move], covered: Sequence[Rows]) -> list[Suggestion]:
    """Return the moves in the order of the list; in each suggestion the rules that decided it come first."""
    bits = np.zeros((len(moves), len(library)), np.bool_)
    for place, rows in enumerate(covered):
        bits[rows, place] = True
    keys = [tuple(line) for line in (bits & np.array(library.is_read)).tolist()]
    # If the other rules alone would leave the same move, the rule that counts captures is not needed as a reason.
    is_known = [all(literal.relation != COUNTING for literal in rule.body) for rule in library.rules]
    known = [tuple(line) for line in (bits & np.array(is_known)).tolist()]
    # A rule that suggests only one move would decide for it anywhere in the list.
    alone = (bits.sum(0) == 1) & np.array(is_known)
    ordered = []
    for row in sorted(range(len(moves)), key=keys.__getitem__, reverse=True):
        if not any(keys[row]):
            break
        no_better = [other for other, key in enumerate(keys) if key <= keys[row]]
        decided = []
        if all(known[other] <= known[row] for other in no_better):
            decided = deciders(known[row], [known[other] for other in no_better])
        decided = decided or deciders(keys[row], [keys[other] for other in no_better])
        decided = sorted({*decided, *np.flatnonzero(bits[row] & alone).tolist()})
        reasons = sorted(decided, key=lambda place: library.tactics[place].figures.get("coverage", 1.0))
        others = [place for place in np.flatnonzero(bits[row]).tolist() if place not in decided]
        ordered.append(Suggestion(moves[row], tuple(library.tactics[place] for place in (*reasons, *others))))
    return ordered


def _vote(tactic: Tactic) -> float:
    return tactic.figures.get(VOTE, 0.0)


def _vote_as_reason(tactic: Tactic) -> float:
    """Return the vote times the precision: a rule that often applies may have a large vote and explain little."""
    return _vote(tactic) * tactic.figures.get("precision", 1.0)
