"""What an opening is called, by position: however the moves came about, the board has one name.

The name of a game is that of its last position where a case ends; its code is the finer one of `codes`, where given.
A position inside a line carries the name of the longest case that ends at or before it; where cases meet, the one with
the longer such line names the position.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import chess

from motif.board.games import Game
from motif.board.positions import Positions
from motif.openings.cases import Case, CaseBase
from motif.openings.codes import OpeningCodes


@dataclass(frozen=True, slots=True)
class OpeningName:
    """The name of an opening, and after how many plies of the game its position stood on the board."""

    eco: str
    name: str
    ply: int

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


@lru_cache(maxsize=8)
def openings_of(base: CaseBase) -> Openings:
    """The names of a base, gathered once."""
    return Openings(base)


class Openings:
    """The names of a case base.

    >>> from motif.openings.case_files import shipped_cases
    >>> board = chess.Board()
    >>> for move in "c4 Nf6 d4 g6 Nc3 d5".split():
    ...     _ = board.push_san(move)
    >>> print(Openings(shipped_cases()).name_of(board))
    D80 Grünfeld Defence
    """

    def __init__(self, base: CaseBase, codes: OpeningCodes | None = None) -> None:
        self._codes = codes
        self._keys = [base.core.positions(line).hashes().tolist() for line in range(len(base))]
        ends = {line[-1]: case for line, case in zip(self._keys, base.cases, strict=True)}
        self._ends = ends
        self._named: dict[int, Case] = {}
        for line in self._keys:
            current: Case | None = None
            for key in line:
                current = ends.get(key, current)
                known = self._named.get(key)
                if current and (known is None or len(current) > len(known)):
                    self._named[key] = current

    def name_of(self, board: chess.Board) -> OpeningName | None:
        """The name of the game that led to this board, or of the position alone if it has no history."""
        game = board.copy()
        positions = [game.copy(stack=False)]
        while game.move_stack:
            game.pop()
            positions.append(game.copy(stack=False))
        return self._last_named(Positions.from_boards(reversed(positions)))

    def name_at(self, line: int, ply: int) -> str | None:
        """The name of the position after some moves of a line of the base."""
        case = self._named.get(self._keys[line][ply - 1])
        return case.name if case else None

    def name_of_game(self, game: Game) -> OpeningName | None:
        """The name of a game that was read from a file."""
        return self._last_named(game.positions(range(len(game) + 1)))

    def _last_named(self, positions: Positions) -> OpeningName | None:
        keys = list(enumerate(positions.hashes().tolist()))
        for known in (self._ends, self._named):
            for ply, key in reversed(keys):
                if case := known.get(key):
                    coded = self._codes.code_at([key for _, key in keys[1:]]) if self._codes else None
                    # Where a case goes on beyond what games have shown, its own code is the better one.
                    return OpeningName(coded[0] if coded and coded[1] >= ply else case.eco, case.name, ply)
        return None
