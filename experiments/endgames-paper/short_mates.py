"""Find a short list of preferences that mates a bare king with the rook against every defence, measured by the tables.

    python experiments/endgames-paper/short_mates.py SECONDS [SEED]

`bare_kings.py every` walked over the same chains and reached 6,241 of 21,959 positions, because one question above the
chain was missing: is a mate next move certain, whatever the reply (`MyMateFollows`)? With it the walk counts the
positions that are mated against every defence, minus half a position for each preference, and soon mates them all.
Prints every chain that is better than those before it.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import numpy as np

from motif.endgames.games import GameRules
from motif.endgames.program import Program

sys.path.append(str(Path(__file__).parent))
from mating import MatingPlay, bare_king

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
    return int(
        np.isfinite(MatingPlay.of(GameRules().compile(program_of(chain)), bare_king("KRK")).sure_lengths()).sum()
    )


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
