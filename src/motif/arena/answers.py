"""How players answer a move, and how they go on after their own: counted in the games of ordinary players.

    # motif answers 1
    answer bg4 Ph2h3:+203 Bf1e2:+200
    answer xne5 Nf3e5:+235
    go on pg3 Bf1g2:+127
    # end of 3 lines

After a bishop's move to g4, h3 is played 7.6 times (exp 2.03) as often as it is otherwise where it can be played; after
a capture of a knight on e5 … The squares are those that White would see if the mover were White; a small letter is the
man that moved before, a capital the one that moves now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import chess
import numpy as np

from motif.arena.glances import NOWHERE, Floats, Glance, Ints
from motif.board.shipped import DATA
from motif.store import Format

FORMAT = Format("answers", 1)
SHIPPED = DATA / "people_answers.txt"

ANSWER, GO_ON = "answer", "go on"
_LINES = {ANSWER: 0, GO_ON: 1}
_SQUARES, _WAYS = 64, 6 * 64 * 64
# Tens of thousands of moves are read at a start, and a look into a table is the quickest way to read a square.
_PLACES = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_KINDS = {chess.piece_symbol(kind).upper(): kind for kind in chess.PIECE_TYPES}

Lifts = Mapping[str, Mapping[str, int]]
"""For each move before the moves with a hundred times the logarithm of how much more often they are played."""


def key_before(kind: int, square: int, took: bool) -> int:
    """A number for a move before: the man, where it went, and whether it took."""
    return (2 * (kind - 1) + took) * _SQUARES + square


def key_move(kind: int, start: int, target: int) -> int:
    """A number for a move: the man, and its two squares."""
    return ((kind - 1) * _SQUARES + start) * _SQUARES + target


@dataclass(frozen=True)
class Answers:
    """What players answer to the other side's move, and how they go on after their own."""

    answers: Lifts
    goings_on: Lifts

    @classmethod
    def read(cls, path: Path = SHIPPED) -> Answers:
        """Read the counts; refused, with the line, where they cannot be read."""
        tables: dict[str, dict[str, dict[str, int]]] = {ANSWER: {}, GO_ON: {}}
        for number, line in FORMAT.read(path):
            if line.startswith("#"):
                continue
            kind = next((word for word in _LINES if line.startswith(f"{word} ")), ANSWER)
            try:
                before, *moves = line.removeprefix(f"{kind} ").split()
                _before(before)
                lifts = {move: int(lift) for move, _, lift in (each.partition(":") for each in moves)}
                list(map(_move, lifts))
            except (ValueError, LookupError):
                FORMAT.refuse(path, number, f"expected a move and MOVE:NUMBER …, found {line[:60]!r}")
            tables[kind][before] = lifts
        return cls(tables[ANSWER], tables[GO_ON])

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        """Write the counts."""
        lines = []
        for word, table in ((ANSWER, self.answers), (GO_ON, self.goings_on)):
            for before, lifts in table.items():
                moves = sorted(lifts.items(), key=lambda pair: (-pair[1], pair[0]))
                lines.append(" ".join([word, before, *(f"{move}:{lift:+d}" for move, lift in moves)]))
        FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    @cached_property
    def _tables(self) -> tuple[tuple[Ints, Floats], tuple[Ints, Floats]]:
        return _sorted(self.answers), _sorted(self.goings_on)

    def lifts(self, glance: Glance) -> tuple[Floats, Floats]:
        """For each row the logarithm of how much more often it is played after the other side's last move, and after
        the mover's own; 0 where nothing is known."""
        _, theirs, took, _, own, _ = glance.last[glance.owner].T
        move = (glance.moved - 1) * _SQUARES * _SQUARES
        move = move + (glance.start ^ glance.turned) * _SQUARES + (glance.target ^ glance.turned)
        answers, goings_on = self._tables
        return (
            _looked_up(answers, _keys(glance, theirs, took), move),
            # A man that was taken since has nothing to go on with.
            _looked_up(goings_on, _keys(glance, np.where(own == theirs, NOWHERE, own), np.zeros_like(took)), move),
        )


def _keys(glance: Glance, square: Ints, took: Ints) -> Ints:
    """The number of the move before, NOWHERE where it is not known."""
    there = np.maximum(square, 0)
    kind = glance.kinds[glance.owner, there]
    return np.where(square == NOWHERE, NOWHERE, (2 * (kind - 1) + took) * _SQUARES + (there ^ glance.turned))


def _looked_up(table: tuple[Ints, Floats], before: Ints, move: Ints) -> Floats:
    keys, lifts = table
    if not len(keys):
        return np.zeros(len(move))
    wanted = before * _WAYS + move
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where((keys[place] == wanted) & (before != NOWHERE), lifts[place], 0.0)


def _sorted(lifts: Lifts) -> tuple[Ints, Floats]:
    keys = [_before(before) * _WAYS + _move(move) for before, moves in lifts.items() for move in moves]
    values = [lift for moves in lifts.values() for lift in moves.values()]
    order = np.argsort(keys)
    return np.array(keys, np.int64)[order], np.array(values, np.float64)[order] / 100


def _before(text: str) -> int:
    plain = text.removeprefix("x")
    return key_before(_KINDS[plain[0].upper()], _PLACES[plain[1:]], plain != text)


def _move(text: str) -> int:
    return key_move(_KINDS[text[0]], _PLACES[text[1:3]], _PLACES[text[3:]])
