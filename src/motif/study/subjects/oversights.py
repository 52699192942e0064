"""Oversights: what a player's mistakes did not see, beside the opponents in the same games, under the same judge.

"You overlook threats" is the first thing that a coach counts: whether the punishment was there before the move, or the
move itself made it possible, and by what (`reasons.slips`, where each of these is checked).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from motif.board.review import Judgement
from motif.study.counting import Side
from motif.study.games import Oversight
from motif.study.profile import OversightRecord
from motif.study.values import Rate


@dataclass(frozen=True, slots=True)
class Words:
    """How a kind of oversight is told: as a heading, as what a mistake does, and in a table."""

    title: str
    does: str
    short: str


WORDS = {
    Oversight.THREAT: Words(
        "You overlook threats", "ignored a threat that was already there", "ignores a threat that was there"
    ),
    Oversight.CAPTURE: Words(
        "You put men where they are lost",
        "put a man where it could be taken, forked or pinned",
        "steps into a capture, a fork or a pin",
    ),
    Oversight.GUARD: Words(
        "You move guards away", "took the guard from a man or a square", "takes the guard from something"
    ),
    Oversight.LINE: Words("You open lines for your opponent", "opened a line for the opponent", "opens a line"),
    Oversight.REPLY: Words(
        "You do not see what your move allows",
        "allowed a reply that did not win before",
        "allows a reply that did not win before",
    ),
    Oversight.QUIET: Words(
        "You miss quiet answers", "were answered by a quiet move with a threat", "is punished by a quiet move"
    ),
    Oversight.CHANCE: Words(
        "You let chances go", "allowed nothing, but missed something", "allows nothing, only misses something"
    ),
}


def oversight_records(sides: Sequence[Side], others: Sequence[Side]) -> tuple[OversightRecord, ...]:
    """Of the blunders on both sides, how many overlooked what; those of which nobody could say it stand last."""
    yours, theirs = _blunders(sides), _blunders(others)
    if not yours.total():
        return ()
    kinds: list[Oversight | None] = [*sorted(Oversight, key=lambda kind: -yours[kind]), None]
    return tuple(
        OversightRecord(kind, Rate(yours[kind], yours.total()), Rate(theirs[kind], theirs.total())) for kind in kinds
    )


def _blunders(sides: Sequence[Side]) -> Counter[Oversight | None]:
    counted: Counter[Oversight | None] = Counter()
    for side in sides:
        kinds = {each.ply: each.oversight for each in side.overlooked}
        counted.update(kinds.get(ply) for ply, move in side.moves if move.judgement is Judgement.BLUNDER)
    return counted
