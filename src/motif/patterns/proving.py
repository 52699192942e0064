"""Whether patterns of material keep their promise: each is held against moves it speaks about in other games.

A pattern is made from one example, by taking off every man without which the surprise stays. What the relations cannot
say, such as how far a pawn has come, is lost on the way, and what is left may promise a rook's worth to every rook that
guards a pawn. Rules 2 and 3 then let the largest promise speak. A pattern promises

    1R -(+4)-> 2.               the move gains at least that, unless it takes as much at once
    1Q -(+0)-> 2. => {3 -(-9)-> 2}   it gains no more than the two together
    null 1R -(-4)-> 2.          the enemy's move would gain at least that if we passed

and is dropped when it was heard several times and was wrong in more than half of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import chess

from motif.patterns.generalising import SURPRISE
from motif.patterns.hierarchy import Hierarchy, Knowledge, Number
from motif.patterns.move_pattern import MovePattern
from motif.patterns.paper_library import PaperLibrary
from motif.patterns.resolution import passing
from motif.patterns.retention import without
from motif.patterns.surprises import Look, taken
from motif.patterns.weigher import heard
from motif.progress import Progress, Watch, unwatched

HEARD = 5
"""Who was heard less often is kept."""


@dataclass(slots=True)
class Proof:
    """How often a pattern was heard, and how often it was right."""

    heard: int = 0
    right: int = 0

    @property
    def stands(self) -> bool:
        """Whether it was right often enough, or heard too seldom to say."""
        return self.heard < HEARD or 2 * self.right >= self.heard


def proved(library: PaperLibrary, boards: Sequence[chess.Board], look: Look, watch: Watch = unwatched) -> PaperLibrary:
    """The library without the patterns of material and threats that do not keep their promises on these boards."""
    known = library.knowledge
    away = [passed for board in boards if (passed := passing(board))]
    ours = _proofs(known.moves, boards, look, lambda done: watch(Progress(done, len(boards) + len(away), "our moves")))
    theirs = _proofs(
        known.threats, away, look, lambda done: watch(Progress(len(boards) + done, len(boards) + len(away), "threats"))
    )
    moves = without(known.moves, _fallen(ours))
    threats = without(known.threats, _fallen(theirs))
    count = len(known.moves) + len(known.threats)
    notes = {**library.notes, "proved": f"{len(moves) + len(threats):,} of {count:,}, on {len(boards):,} positions"}
    return PaperLibrary(Knowledge(moves, threats, known.habits), library.usage, notes)


def _proofs(
    hierarchy: Hierarchy, boards: Sequence[chess.Board], look: Look, tell: Callable[[int], None]
) -> list[Proof]:
    """What became of the promises of each pattern."""
    proofs = [Proof() for _ in range(len(hierarchy))]
    for done, (board, said) in enumerate(heard(hierarchy, boards), start=1):
        for move, numbers in said.items():
            at_once = taken(board, move)
            promising = [number for number in numbers if _promises(hierarchy.patterns[number], at_once)]
            gain = look(board, move)[0] if promising else 0.0
            for number in promising:
                proofs[number].heard += 1
                proofs[number].right += _is_kept(hierarchy.patterns[number], gain)
        tell(done)
    return proofs


def _promises(pattern: MovePattern, at_once: float) -> bool:
    """Whether a pattern says more of a move than what it takes."""
    return bool(pattern.replies) or abs(pattern.weight) > at_once or pattern.weight < 0


def _is_kept(pattern: MovePattern, gain: float) -> bool:
    if pattern.replies:
        return gain < pattern.weight + min(reply.weight for reply in pattern.replies) + SURPRISE / 2
    return gain > abs(pattern.weight) - SURPRISE / 2


def _fallen(proofs: Iterable[Proof]) -> set[Number]:
    return {number for number, proof in enumerate(proofs) if not proof.stands}
