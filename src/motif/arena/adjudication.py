"""Ending a game before the rules do, by the evaluations of a judge that plays for neither side.

A game is won when the last `resign_plies` positions in a row all have at least `resign_centipawns` for the
same side. From move `draw_from_move` on it is drawn when the last `draw_plies` positions in a row are all
within `draw_centipawns` of equal. The players' own words are not used: the weight of an advice is a gain over
the average move, no evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import chess

from motif.arena.records import Ending, Result, Termination
from motif.board.limits import Limit
from motif.errors import BadArgument

if TYPE_CHECKING:
    from motif.board.oracles import Oracle


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Who judges, under which limit, and when the game is over for the judge."""

    judge: Callable[[], Oracle]
    limit: Limit
    resign_centipawns: float = 900
    resign_plies: int = 8
    draw_centipawns: float = 10
    draw_plies: int = 16
    draw_from_move: int = 40

    def __post_init__(self) -> None:
        if self.resign_plies < 1 or self.draw_plies < 1:
            raise BadArgument("adjudication needs at least one ply to judge by")
        if self.draw_centipawns >= self.resign_centipawns:
            raise BadArgument(
                f"adjudication cannot call {self.resign_centipawns} centipawns won"
                f" and {self.draw_centipawns} centipawns drawn"
            )

    def describe(self) -> str:
        """The rules in one line; a checkpoint holds it."""
        return (
            f"{self.limit}; won at {self.resign_centipawns} for {self.resign_plies} plies;"
            f" drawn at {self.draw_centipawns} for {self.draw_plies} plies from move {self.draw_from_move}"
        )


@dataclass(slots=True)
class Verdicts:
    """The judge at work on one game."""

    rules: Adjudication
    judge: Oracle
    scores: list[float] = field(default_factory=list)

    def after(self, board: chess.Board) -> Ending | None:
        """Look at the position after a move; the ending, when the game is decided."""
        (evaluation,) = self.judge.evaluate([board], self.rules.limit)
        self.scores.append(evaluation.centipawns if board.turn == chess.WHITE else -evaluation.centipawns)
        decided = self._last(self.rules.resign_plies)
        for colour, sign in ((chess.WHITE, 1), (chess.BLACK, -1)):
            if decided and all(sign * score >= self.rules.resign_centipawns for score in decided):
                return self._ending(Result.win_for(colour))
        level = self._last(self.rules.draw_plies)
        if not level or board.fullmove_number < self.rules.draw_from_move:
            return None
        drawn = all(abs(score) <= self.rules.draw_centipawns for score in level)
        return self._ending(Result.DRAW) if drawn else None

    def _last(self, plies: int) -> list[float]:
        return self.scores[-plies:] if len(self.scores) >= plies else []

    def _ending(self, result: Result) -> Ending:
        said = f"evaluation {self.scores[-1] / 100:+.2f} seen from White"
        return Ending(result, Termination.ADJUDICATED, said)
