"""What makes a mate a good puzzle, as hard criteria that full-width search can test.

Exactly one key; no shorter mate; the side to move is not in check; the key is quiet: no check, no capture, no
promotion; every man is needed; some last move exists. After Romstad's rules in Ahmer & Huang 2022.
"""

from __future__ import annotations

from dataclasses import dataclass

from motif.errors import BadArgument

LONGEST_MATE = 8
"""More moves than this are beyond full-width search."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a composed mate in `moves` must fulfil; the core tests it (`judge`, `minimise`, `repair`).

    >>> Criteria(2, key_may_check=True).is_quiet
    False
    """

    moves: int = 2
    key_may_check: bool = False
    key_may_capture: bool = False
    key_may_promote: bool = False
    may_start_in_check: bool = False
    every_man_needed: bool = True
    last_move_exists: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.moves <= LONGEST_MATE:
            raise BadArgument(f"cannot ask for a mate in {self.moves}; between 1 and {LONGEST_MATE} moves are possible")

    @property
    def is_quiet(self) -> bool:
        """Whether the key may neither check nor capture nor promote."""
        return not (self.key_may_check or self.key_may_capture or self.key_may_promote)
