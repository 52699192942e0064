"""Tactics at the board: as an adviser that says what applies here, and as a player that follows the list.

The weight of a move follows from the precision p of the first tactic that suggests it, measured on games it was not
learned from: weight = WORTH.at_nought + WORTH.of_precision * p, in centipawns over the average legal move. The two
numbers were fitted by experiments/tactics-advice; docs/tactics.md gives their error on held-out games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import chess
import numpy as np

from motif.advice import Advice, Limit, Player, Reason
from motif.board.positions import Positions
from motif.tactics.calibration import Calibration
from motif.tactics.illustration import arrows
from motif.tactics.library import Library, Tactic
from motif.tactics.ordered import SILENT, Rows, narrowed
from motif.tactics.suggestions import Examiner, square_of_last_capture

SOURCE = "tactics"
WORTH = Calibration(at_nought=55.6, of_precision=413.4)


class TacticsAdviser:
    """Advises the moves that some tactic suggests, the weightiest first, each on the word of the best such tactic."""

    def __init__(self, library: Library, count: int = 3, worth: Calibration = WORTH) -> None:
        self._library = library
        self._count = count
        self._worth = worth

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The suggested moves with the sentence of the tactic, and the men that make it true."""
        moves, covered, _ = _asked(self._library, board)
        vouching: dict[int, Tactic] = {}
        for tactic, rows in zip(self._library.tactics, covered, strict=True):
            for row in rows:
                vouching.setdefault(int(row), tactic)
        found = [self.advice(board, moves[row], tactic) for row, tactic in vouching.items()]
        return sorted(found, key=lambda advice: -advice.weight)[: self._count]

    def advice(self, board: chess.Board, move: chess.Move, tactic: Tactic) -> Advice:
        """The advice to play a move on the word of a tactic."""
        name = tactic.motif or tactic.name
        english = f"{board.san(move)}, {name.replace('_', ' ')}: {tactic.sentence()}"
        reason = Reason(SOURCE, english, (), arrows(tactic.rule, self._library.vocabulary, board, move))
        return Advice(move, self._worth.weight(tactic.figures.get("precision", 0.0)), reason)


class TacticsPlayer:
    """Plays what the list of tactics says, and leaves the move to somebody else where no tactic applies."""

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
        """A move that the list leaves, by lot among equals; without one, the other player's, with a word about it."""
        moves, covered, offsets = _asked(self._library, board)
        left, speaker = narrowed(covered, offsets)
        if speaker[0] == SILENT:
            advice = self._otherwise.choose(board, limit)
            because = replace(advice.because, english=f"no tactic applies; {advice.because.english}")
            return replace(advice, because=because)
        move = moves[self._rng.choice(np.flatnonzero(left).tolist())]
        tactic = self._library.tactics[int(speaker[0])]
        return self._adviser.advice(board, move, tactic)

    def close(self) -> None:
        """Close the other player, if that can be closed."""
        close = getattr(self._otherwise, "close", None)
        if close:
            close()


def _asked(library: Library, board: chess.Board) -> tuple[list[chess.Move], list[Rows], Rows]:
    """The legal moves, and what each tactic suggests of them."""
    positions = Positions.from_boards([board])
    examiner = Examiner(positions, library.vocabulary, np.array([square_of_last_capture(board)], np.int8))
    return positions.legal_moves()[0], examiner.covered(library.rules), examiner.offsets
