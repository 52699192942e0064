"""Tactics at the board: as an adviser that says what applies here, and as a player that follows them all together.

The weight of a move is its expected gain in centipawns over the average legal move. In a library with votes it is
WORTH_OF_VOTES * (v - mean of v over the legal moves), v the sum of the votes of all tactics that suggest the move; in
one without it follows from the precision p of the first such tactic, measured on games it was not learned from:
WORTH.at_nought + WORTH.slope * p. The numbers were fitted by experiments/tactics-advice, which gives their error on
held-out games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import chess
import numpy as np

from motif.advice import Advice, Limit, Player, Reason
from motif.board.closing import close
from motif.board.positions import Positions
from motif.evidence.calibration import Calibration
from motif.evidence.examples import Rows
from motif.tactics.board.illustration import arrows
from motif.tactics.language.coverage import Coverage, square_of_last_capture
from motif.tactics.library.decision import VOTE, together, votes_of
from motif.tactics.library.library import Library, Tactic

SOURCE = "tactics"
WORTH = Calibration(at_nought=-84.0, slope=837.3)
WORTH_OF_VOTES = 95.8

SECOND_MATTERS = 0.5
"""A second tactic is named too when its word counts at least this share of the first one's."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, the tactics that suggest it, the best reason first, and the sum of their votes if the library has any."""

    move: chess.Move
    tactics: tuple[Tactic, ...]
    votes: float | None = None

    @property
    def speakers(self) -> tuple[Tactic, ...]:
        """The tactic that speaks for the move, and a second one if its word counts beside the first's."""
        first, *others = self.tactics
        if self.votes is None or not others:
            return (first,)
        matters = 0 < SECOND_MATTERS * _word(first) <= _word(others[0])
        return (first, others[0]) if matters else (first,)


def suggestions(library: Library, board: chess.Board) -> list[Suggestion]:
    """What the tactics of a library suggest: by the sum of votes if it has any, else in the order of its tactics."""
    moves, covered, _ = _asked(library, board)
    return _gathered(library, moves, covered)


class TacticsAdviser:
    """Advises the moves that tactics suggest, the weightiest first, each on the word of the best such tactic."""

    def __init__(self, library: Library, count: int = 3, worth: Calibration = WORTH) -> None:
        self._library = library
        self._count = count
        self._worth = worth

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The suggested moves with the sentence of the tactic, and the men that make it true."""
        found = suggestions(self._library, board)
        weighed = sorted(zip(self._weights(board, found), found, strict=True), key=lambda pair: -pair[0])
        return [self._advice(board, suggestion, weight) for weight, suggestion in weighed[: self._count]]

    def advice(self, board: chess.Board, move: chess.Move, found: Sequence[Suggestion]) -> Advice:
        """The advice to play one of the moves that were suggested."""
        place = [suggestion.move for suggestion in found].index(move)
        return self._advice(board, found[place], self._weights(board, found)[place])

    def _weights(self, board: chess.Board, found: Sequence[Suggestion]) -> list[float]:
        votes = [suggestion.votes for suggestion in found if suggestion.votes is not None]
        if not votes:
            return [self._worth.weight(each.tactics[0].figures.get("precision", 0.0)) for each in found]
        # A move that nobody suggests has no votes, and counts in the mean all the same.
        mean = sum(votes) / board.legal_moves.count()
        return [WORTH_OF_VOTES * (vote - mean) for vote in votes]

    def _advice(self, board: chess.Board, suggestion: Suggestion, weight: float) -> Advice:
        first, *second = suggestion.speakers
        english = f"{board.san(suggestion.move)}{_named(first)}: {first.sentence()}"
        english += "".join(f" Also{_named(tactic)}: {tactic.sentence()}" for tactic in second)
        shown = arrows(first.rule, self._library.vocabulary, board, suggestion.move)
        return Advice(suggestion.move, weight, Reason(SOURCE, english, (), shown))


class TacticsPlayer:
    """Plays what all tactics say together, and leaves the move to somebody else where no tactic applies."""

    def __init__(self, library: Library, otherwise: Player) -> None:
        self._library = library
        self._otherwise = otherwise
        self._adviser = TacticsAdviser(library)
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Begin the draw among equals anew."""
        self._rng = Random(seed)
        self._otherwise.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """A move that is left, by lot among equals; without one, the other player's, with a word about it."""
        moves, covered, offsets = _asked(self._library, board)
        left = together(self._library, covered, offsets)
        if not left.any():
            advice = self._otherwise.choose(board, limit)
            because = replace(advice.because, english=f"no tactic applies; {advice.because.english}")
            return replace(advice, because=because)
        move = moves[self._rng.choice(np.flatnonzero(left).tolist())]
        return self._adviser.advice(board, move, _gathered(self._library, moves, covered))

    def close(self) -> None:
        """Close the other player, if that can be closed."""
        close(self._otherwise)


def _named(tactic: Tactic) -> str:
    """A name that a reader knows; the names of other tactics say nothing that their sentences do not."""
    return f", {tactic.motif.replace('_', ' ')}" if tactic.motif else ""


def _asked(library: Library, board: chess.Board) -> tuple[list[chess.Move], list[Rows], Rows]:
    """The legal moves, and what each tactic suggests of them."""
    positions = Positions.from_boards([board])
    coverage = Coverage(positions, library.vocabulary, np.array([square_of_last_capture(board)], np.int8))
    return positions.legal_moves()[0], coverage.rows(library.rules), coverage.offsets


def _gathered(library: Library, moves: Sequence[chess.Move], covered: Sequence[Rows]) -> list[Suggestion]:
    by_row: dict[int, list[Tactic]] = {}
    for tactic, rows in zip(library.tactics, covered, strict=True):
        for row in rows.tolist():
            by_row.setdefault(row, []).append(tactic)
    if votes_of(library) is None:
        return [Suggestion(moves[row], tuple(tactics)) for row, tactics in by_row.items()]
    found = []
    for row, tactics in by_row.items():
        ranked = sorted(tactics, key=_word, reverse=True)
        found.append(Suggestion(moves[row], tuple(ranked), sum(map(_vote, ranked))))
    return sorted(found, key=lambda suggestion: -(suggestion.votes or 0.0))


def _vote(tactic: Tactic) -> float:
    return tactic.figures.get(VOTE, 0.0)


def _word(tactic: Tactic) -> float:
    """How much a tactic has to say as a reason: a vote is heavy for what often applies, and then explains little."""
    return _vote(tactic) * tactic.figures.get("precision", 1.0)
