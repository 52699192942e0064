"""Under which circumstances people choose: what is true of a position, whatever the move, and of two things at once.

A circumstance has no weight of its own, for it is the same for all moves; beside a term it has: "gives check & is
ahead" says how much more, or less, a check draws whoever is ahead. Which pairs have a weight was chosen by how much
they explain (experiments/people/choose_pairs.py), and is a matter of the table of weights alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess
import numpy as np

from motif.arena.glances import WORTH, Floats, Glance, Ints
from motif.arena.recent import Term, opening
from motif.board.chances import winning_chances

BOTH = " & "
"""What stands between the names of two things that are true at once."""

MANY_MOVES = 30


def circumstances(glance: Glance, values: Ints, known: Floats) -> Iterator[Term]:
    """What is true of the position of each row; `values` are those of the deepest look."""
    chance = winning_chances(np.maximum.reduceat(values, glance.offsets[:-1]).astype(np.float64))
    worth = (WORTH[glance.kinds] * (glance.own.astype(np.int64) - glance.theirs)).sum(1) / 100
    last = glance.last
    whose = glance.owner
    yield "in an ending", (1 - glance.phase)[whose]
    yield "in the opening", opening(glance)
    yield "in check", glance.in_check[whose]
    yield "in a known opening", known
    yield "is ahead", np.maximum(2 * chance - 1, 0)[whose]
    yield "is behind", np.maximum(1 - 2 * chance, 0)[whose]
    yield "has more men", np.clip(worth, 0, 5)[whose]
    yield "has fewer men", np.clip(-worth, 0, 5)[whose]
    yield "was just taken from", (last[:, 2] == 1)[whose]
    yield "has a man that hangs", ((glance.hanging * glance.own).max(1) > 0)[whose]
    yield "can win a man", ((glance.hanging * glance.theirs).max(1) > 0)[whose]
    yield "has many moves", (np.diff(glance.offsets) / MANY_MOVES)[whose]
    yield "has no queen against it", ~((glance.kinds == chess.QUEEN) & glance.theirs).any(1)[whose]
    yield "may still castle", np.array([board.has_castling_rights(board.turn) for board in glance.boards])[whose]


def pairs(wanted: Sequence[str], names: Sequence[str], columns: Floats) -> Floats:
    """(rows, pairs): the product of both things of each pair that is wanted."""
    place = {name: number for number, name in enumerate(names)}
    both = [[place[part] for part in name.split(BOTH)] for name in wanted]
    first, second = np.array(both, np.int64).reshape(-1, 2).T
    return columns[:, first] * columns[:, second]
