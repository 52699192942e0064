"""Show why a program loses: how often its moves allow what a player would call a mistake, and what they leave undone.

    python experiments/endgames-paper/mistakes.py ENDGAME PROGRAM …

Each program, by name or file or as the champion of a run (`run:cases-KRKR-1`), plays 400 games against the Master. The
script counts, per thousand of its moves, those that allow something bad that another move would have avoided, and those
that ignore something good.
"""

from __future__ import annotations

import sys

import numpy as np
from records import champion_of

from motif._core.board import Positions
from motif._core.endgames import EXTRA_TERMINALS, TERMINALS, endgame_starts, endgame_terminals, play_programs
from motif.endgames.games import GameRules, outcomes
from motif.endgames.program import Program, find_program

GAMES = 400
NAMES = [name for name, *_ in TERMINALS + EXTRA_TERMINALS]
# A terminal of a board after a move, and whether it is good for the side that moved.
SIGNS = {
    "IsMate": True,
    "MyCheckWinsPiece": True,
    "MyPieceCannotBeCaptured": True,
    "IsMateInOne": False,
    "IsMateInTwo": False,
    "OppHasNoWinningCheck": True,
}
WORTH = np.array([1, 3, 3, 5, 9, 0])


def main() -> None:
    """Play, count and print."""
    endgame = sys.argv[1]
    master = GameRules().compile(find_program("master"))
    for name in sys.argv[2:]:
        player = GameRules().compile(read(name))
        starts = endgame_starts(endgame, GAMES // 2, 7)
        numbers = np.arange(GAMES, dtype=np.int64)
        encounters = np.stack([numbers % 2, 1 - numbers % 2, numbers // 2, numbers], axis=1)
        games = play_programs([player, master], encounters, starts, record=True)
        ends = outcomes(games.winners, games.balances)
        own = np.where(numbers % 2 == 0, ends, 4 - ends)
        print(f"{name}: {np.bincount(own, minlength=5)} score {np.array([1, 0.75, 0.5, 0.25, 0])[own].mean():.3f}")
        positions = starts.take(np.ascontiguousarray(encounters[:, 2]))
        begins = np.cumsum(games.lengths) - games.lengths
        counts, moves = dict.fromkeys(SIGNS, 0), 0
        for ply in range(int(games.lengths.max())):
            on = games.lengths[numbers] > ply
            numbers, positions = numbers[on], positions.take(np.flatnonzero(on))
            codes = games.codes[begins[numbers] + ply]
            mine = np.flatnonzero(encounters[numbers, np.where(positions.turns(), 0, 1)] == 0)
            moves += len(mine)
            for sign, count in mistakes(positions.take(mine), codes[mine]).items():
                counts[sign] += count
            positions = positions.play(codes)
        cells = ", ".join(f"{sign} {1000 * count / moves:.1f}" for sign, count in counts.items())
        print(f"  {moves} moves, of a thousand: {cells}", flush=True)


def mistakes(positions: Positions, codes: np.ndarray) -> dict[str, int]:
    """Count the moves that lack each sign that another move would have had."""
    if not len(positions):
        return {}
    legal = positions.legal_moves()
    counts = np.diff(legal.offsets)
    pieces = positions.material().astype(np.int64)
    white = (pieces[:, :6] * WORTH).sum(axis=1) - (pieces[:, 6:] * WORTH).sum(axis=1)
    before = np.repeat(np.where(positions.turns(), white, -white), counts).astype(np.int32)
    answers = endgame_terminals(positions.successors(), before, extras=True)
    played = legal.codes == np.repeat(codes, counts)
    found = {}
    for sign, is_good in SIGNS.items():
        good = (answers[:, NAMES.index(sign)] > 0) == is_good
        possible = np.maximum.reduceat(good, legal.offsets[:-1])
        found[sign] = int((possible & ~good[played]).sum())
    return found


def read(name: str) -> Program:
    """Return a program by name or file, or the champion of a run."""
    return champion_of(name) if name.startswith("run:") else find_program(name)


if __name__ == "__main__":
    main()
