"""Who judges the games of a study, and how far: a first look at every position, a second wherever a move seems to lose.

The first only has to point at the moves worth a second. The built-in search looks at a game from its end to its
beginning with one table, so that a move that was played is seen as deeply as the position after it (experiments/judge).
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.board.cached_oracle import CachedOracle
from motif.board.engines import get_engine
from motif.board.limits import Limit
from motif.board.oracles import Accountable, Oracle
from motif.players import Name, find_oracle, try_out
from motif.reasons import LIMIT

BUILT_IN = "search"
STOCKFISH = "stockfish"

FIRST_LOOK = Limit(depth=8, nodes=2_500)
SECOND_LOOK = Limit(depth=12, nodes=40_000)
ENGINES_LOOKS = (Limit(depth=10), Limit(depth=12), Limit(depth=12))


@dataclass(frozen=True, slots=True)
class Judge:
    """An oracle by name, its looks, whether the evaluations in the file spare it the first, and the limit of reasons.

    >>> str(Judge())
    'evaluations in the file, else search, depth=8,nodes=2500, then depth=12,nodes=40000'
    """

    name: str = BUILT_IN
    first: Limit = FIRST_LOOK
    second: Limit = SECOND_LOOK
    from_file: bool = True
    reasons: Limit = LIMIT

    @classmethod
    def find(cls, name: str | None = None, limit: Limit | None = None, *, fresh: bool = False) -> Judge:
        """Whoever is asked for, or else Stockfish where it is found, or else the built-in search; refused at once."""
        called = name or (STOCKFISH if get_engine(STOCKFISH) else BUILT_IN)
        parsed = Name.parse(called)
        looks = (FIRST_LOOK, SECOND_LOOK, LIMIT) if parsed.head == BUILT_IN else ENGINES_LOOKS
        given = limit or parsed.limit
        first, second, reasons = (given, given, given) if given else looks
        try_out(called)
        return cls(str(parsed.with_limit(None)), first, second, not fresh, reasons)

    def oracle(self) -> Oracle:
        """The oracle itself; close it after use.

        The built-in search answers sooner than a disk, and what it said about a game is kept with the game.
        """
        oracle = find_oracle(self.name)
        if isinstance(oracle, CachedOracle) and Name.parse(self.name).head == BUILT_IN:
            return CachedOracle(oracle.oracle)
        return oracle

    def fingerprint(self) -> str:
        """All that the judgement of a game depends on besides the game: the very program that searches, too."""
        oracle = find_oracle(self.name)
        inner = oracle.oracle if isinstance(oracle, CachedOracle) else oracle
        asked = inner.question(chess.Board(), SECOND_LOOK, 1) if isinstance(inner, Accountable) else None
        judging = f"{self}, reasons {self.reasons}"
        return f"{judging} by {asked.engine, asked.options}" if asked else judging

    def __str__(self) -> str:
        fresh = f"{self.name}, {self.first}"
        if self.second != self.first:
            fresh += f", then {self.second}"
        return f"evaluations in the file, else {fresh}" if self.from_file else fresh
