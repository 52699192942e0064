"""A motif: its name, its theme on Lichess, one English phrase, the simpler motifs it includes, and its finder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from motif.board.motifs.lines import Line
from motif.board.motifs.witnesses import Undone, Witness

Finder = Callable[[Line], Iterator[Witness]]


@dataclass(frozen=True, slots=True)
class Motif:
    """One motif. `is_wider` marks what Lichess's theme leaves out although it is true: king forks, relative pins."""

    name: str
    english: str
    find: Finder
    theme: str | None = None
    includes: tuple[str, ...] = ()
    is_wider: bool = False
    prospect: Finder | None = None
    """How a single move is seen to set it up, where only later moves would prove it."""

    def shown(self, line: Line) -> bool:
        """Whether a line shows it."""
        return next(self.find(line), None) is not None

    def set_up(self, line: Line) -> bool:
        """Whether a line of one move shows it, or sets it up."""
        return next((self.prospect or self.find)(line), None) is not None

    def without(self, line: Line, witness: Witness) -> Undone | None:
        """The board without this cause: the first edit after which the same moves no longer show it; None if none."""
        return next(self.undoings(line, witness), None)

    def undoings(self, line: Line, witness: Witness) -> Iterator[Undone]:
        """All such edits, the smallest first."""
        for undone in witness.edits(line):
            again = self.find(line.replayed(undone.ply, undone.board))
            if not any(is_same(witness, other, undone.ply) for other in again):
                yield undone


def is_same(witness: Witness, other: Witness, shift: int) -> bool:
    """Whether another witness, on a line that starts later by so many plies, shows the same thing."""
    return (other.ply + shift, other.by, other.against) == (witness.ply, witness.by, witness.against)
