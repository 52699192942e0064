"""Find a short list of preferences that mates a bare king with the rook against every defence, measured by the tables.

    python experiments/endgames-paper/short_mates.py SECONDS [SEED]

A random walk adds, removes, exchanges and moves preferences ("first this, among equals that"). A list is worth the won
positions from which it mates against every defence, minus half a position for each preference. Above the list are four
rules: mate, no stalemate, nothing left hanging, and a mate that is certain after the next move (`MyMateFollows`).
Without the last one no list mated from more than 6,241 of 21,959 positions. Prints every list that is better than those
before it.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions, canonical_positions
from motif._core.endgames import CompiledProgram
from motif.endgames.games import GameRules
from motif.endgames.learning.measuring import won_images
from motif.endgames.program import Program
from motif.engines.small_tables import Tablebase, mirrors

Places = npt.NDArray[np.int64]
MATERIAL = {"KRK": 5, "KQK": 9}
MOST_MOVES = 60


@dataclass(frozen=True, slots=True)
class BareKing:
    """The won positions of an endgame up to symmetry, the boards after each move, and the replies to them.

    `boards` are the distinct boards after a move. `moves` are indices into them; those of position i begin at
    `offsets[i]`. `defended` are the boards that keep the win and are not mate, `mates` those that are. `replies` are
    the positions after all replies; those to board `defended[i]` begin at `replies_begin[i]`. `best` are the moves to
    mate of each position.
    """

    boards: Positions
    before: npt.NDArray[np.int32]
    moves: Places
    offsets: Places
    mates: npt.NDArray[np.bool_]
    defended: Places
    replies: Places
    replies_begin: Places
    best: npt.NDArray[np.float64]

    def lengths(self, program: CompiledProgram) -> npt.NDArray[np.float64]:
        """Return the moves to mate from each position against every defence; infinite if mate is not certain.

        Mate must be certain after each of the moves that the program values equally.
        """
        values = program.evaluate(self.boards, self.before)[self.moves]
        highest = np.maximum.reduceat(values, self.offsets[:-1])
        chosen = np.flatnonzero(values == np.repeat(highest, np.diff(self.offsets)))
        begins, boards = np.searchsorted(chosen, self.offsets[:-1]), self.moves[chosen]
        left = np.where(self.mates, 0.0, np.inf)
        length = np.full(len(self.best), np.inf)
        for _ in range(MOST_MOVES):
            longer = np.maximum.reduceat(1 + left[boards], begins)
            if np.array_equal(longer, length):
                break
            length = longer
            left[self.defended] = np.maximum.reduceat(length[self.replies], self.replies_begin)
        return length


@cache
def bare_king(signature: str) -> BareKing:
    """Return the positions of the endgame with a rook or queen against a bare king."""
    tables = Tablebase()
    won = _images(won_images(tables, signature, mirrors(signature)[:1]))
    positions = Positions(sorted(set(won)))
    after = _images(positions.successors())
    boards = Positions(sorted(set(after)))
    result, plies = tables.probe_positions(boards).T
    defended = np.flatnonzero((result < 0) & (plies > 0))
    replying = boards.take(defended)
    return BareKing(
        boards,
        np.full(len(boards), MATERIAL[signature], dtype=np.int32),
        _places(after),
        positions.legal_moves().offsets.astype(np.int64),
        (result < 0) & (plies == 0),
        defended,
        _places(_images(replying.successors()), won),
        replying.legal_moves().offsets[:-1].astype(np.int64),
        (tables.probe_positions(positions)[:, 1].astype(np.float64) + 1) / 2,
    )


def _images(positions: Positions) -> list[str]:
    """Return a text for each position that its mirror images share; the move counters are ignored."""
    epds = positions.epds()
    different = list(dict.fromkeys(epds))
    image = dict(zip(different, canonical_positions([f"{epd} 0 1" for epd in different]), strict=True))
    return [image[epd] for epd in epds]


def _places(wanted: list[str], among: list[str] | None = None) -> Places:
    """Return the place of each text in the sorted list of different texts."""
    place = {text: number for number, text in enumerate(sorted(set(among or wanted)))}
    return np.array([place[text] for text in wanted], dtype=np.int64)


PREFERENCES = {
    "my king near the rook": "MyKingProxRook",
    "my king off the edge": "(If3 MyKingDistEdges 1 0)",
    "my king at least as near to the rook as the enemy's": "(If3 (Smaller MyKingProxRook OppKingProxPiece) 0 1)",
    "the rook near the enemy king": "OppKingProxPiece",
    "a small box": "OppKingConfinement",
    "kings near": "KingsProximity",
    "kings near in ranks and files": "KingsNearness",
    "few squares for the enemy king": "NumNotMovesOppKing",
    "the enemy king cut off": "(If3 IsOppKingCutOff 1 0)",
    "the rook protected": "(If3 IsMyKingProtectingPiece 1 0)",
    "check": "(If3 IsOppKingInCheck 1 0)",
    "no check": "(If3 IsOppKingInCheck 0 1)",
    "the enemy king at the edge": "OppKingProximityToEdges",
}
LONGEST = 9
PATIENCE = 400
ABOVE = "(If3 IsMate 1000 (If3 (Or2 IsStalemate (Not MyPieceCannotBeCaptured)) -1000 (If3 MyMateFollows 900 {})))"

Chain = tuple[str, ...]


def program_of(chain: Chain) -> Program:
    """Return the program that follows a chain of preferences."""
    *first, tree = (PREFERENCES[name] for name in chain)
    for text in reversed(first):
        tree = f"(Then {text} {tree})"
    return Program.parse(f"(Advantage {ABOVE.format(tree)}) (Even 0) (Disadvantage 0)")


def mated(chain: Chain) -> int:
    """Count the positions up to symmetry from which it mates against every defence."""
    return int(np.isfinite(bare_king("KRK").lengths(GameRules().compile(program_of(chain)))).sum())


def changed(chain: Chain, draw: Random) -> Chain:
    """Return a chain with a preference added, removed, exchanged, or two in the other order."""
    links, chance = list(chain), draw.random()
    if chance < 0.35 and len(links) < LONGEST:
        links.insert(draw.randint(0, len(links)), draw.choice(list(PREFERENCES)))
    elif chance < 0.55 and len(links) > 1:
        links.pop(draw.randrange(len(links)))
    elif chance < 0.8:
        links[draw.randrange(len(links))] = draw.choice(list(PREFERENCES))
    elif len(links) > 1:
        one, two = draw.sample(range(len(links)), 2)
        links[one], links[two] = links[two], links[one]
    return tuple(dict.fromkeys(links))


def main() -> None:
    """Walk until the time is over."""
    seconds, draw = float(sys.argv[1]), Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    until = time.process_time() + seconds
    best, worth, idle = 0.0, float("-inf"), PATIENCE + 1
    chain: Chain = ()
    while time.process_time() < until:
        if idle > PATIENCE:
            chain, idle = tuple(draw.sample(list(PREFERENCES), draw.randint(3, 6))), 0
            worth = mated(chain) - 0.5 * len(chain)
        other = changed(chain, draw)
        value = mated(other) - 0.5 * len(other)
        idle = 0 if value > worth else idle + 1
        if value >= worth:
            chain, worth = other, value
        if worth > best:
            best = worth
            print(
                f"{seconds - until + time.process_time():.0f} s: {mated(chain):,} mated by {', '.join(chain)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
