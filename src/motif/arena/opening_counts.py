"""How often ordinary players chose each move in positions that many of them reached.

    # motif opening counts 1
    463b96181691fc9c e2e4:17406 d2d4:6127 g1f3:810
    # end of 1 lines

The first word of a line is the Polyglot key of the position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess
import numpy as np

from motif.arena.glances import Floats, Glance
from motif.board.positions import encode_move
from motif.board.shipped import DATA
from motif.store import Format

FORMAT = Format("opening counts", 1)
SHIPPED = DATA / "people_openings.txt"

Counts = Mapping[str, int]


@dataclass(frozen=True)
class OpeningCounts:
    """For each position that is known the moves, as UCI writes them, with how many chose each."""

    played: Mapping[int, Counts]

    @classmethod
    def read(cls, path: Path = SHIPPED) -> OpeningCounts:
        """Read the counts; refused, with the line, where they cannot be read."""
        played: dict[int, Counts] = {}
        for number, line in FORMAT.read(path):
            if line.startswith("#"):
                continue
            key, *moves = line.split()
            try:
                counts = {move: int(count) for move, _, count in (each.partition(":") for each in moves)}
                list(map(chess.Move.from_uci, counts))
                played[int(key, 16)] = counts
            except ValueError:
                FORMAT.refuse(path, number, f"expected a key and MOVE:COUNT …, found {line[:60]!r}")
        return cls(played)

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        """Write the counts, the positions that most players reached first."""
        ranked = sorted(self.played, key=lambda key: (-sum(self.played[key].values()), key))
        lines = []
        for key in ranked:
            moves = sorted(self.played[key].items(), key=lambda pair: (-pair[1], pair[0]))
            lines.append(" ".join([f"{key:016x}", *(f"{move}:{count}" for move, count in moves)]))
        FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    def shares(self, glance: Glance) -> Floats:
        """For each row log((count + 1) / (all counts + moves)); 0 where the position is not known."""
        shares = np.zeros(len(glance.codes))
        for place, key in enumerate(glance.positions.hashes().tolist()):
            counts = self.played.get(key)
            if counts is None:
                continue
            begin, end = glance.offsets[place : place + 2]
            chosen = np.ones(end - begin)
            row = {int(code): number for number, code in enumerate(glance.codes[begin:end].tolist())}
            for move, count in counts.items():
                at = row.get(encode_move(chess.Move.from_uci(move)))
                if at is not None:
                    chosen[at] += count
            shares[begin:end] = np.log(chosen / chosen.sum())
        return shares
