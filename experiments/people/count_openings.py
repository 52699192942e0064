"""Count what ordinary players chose in positions that many of them reached.

python experiments/people/count_openings.py GAMES.pgn.zst --least 10

Counts the moves of the players who teach patterns (`player_parts.py`), and writes src/motif/data/people_openings.txt.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

from player_parts import Part, part_of

from motif._core.board import decode_move
from motif.board.games import read_games
from motif.players.human_model import SHIPPED_OPENINGS, OpeningCounts

PLIES = 24


def main() -> None:
    """Count and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games")
    parser.add_argument("--least", type=int, default=10, help="players who must have reached a position")
    parser.add_argument("--out", type=Path, default=SHIPPED_OPENINGS)
    given = parser.parse_args()
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    moves = 0
    for game in read_games(given.games):
        teaches = [part_of(player) is Part.PATTERNS for player in game.players]
        if not any(teaches) or not len(game):
            continue
        plies = range(min(PLIES, len(game)))
        positions = game.positions(list(plies))
        rows = zip(positions.hashes().tolist(), positions.turns(), game.move_codes[: len(plies)].tolist(), strict=True)
        for key, is_white, code in rows:
            if teaches[0 if is_white else 1]:
                counts[key][code] += 1
                moves += 1
    known = {key: each for key, each in counts.items() if each.total() >= given.least}
    # A move that one or two players chose is as good as unseen, and its line would not be read.
    played = {
        key: {decode_move(code).uci(): count for code, count in each.items() if count > 2}
        for key, each in known.items()
    }
    notes = [
        f"what ordinary players chose in {len(played):,} positions of {moves:,}; experiments/people/count_openings.py"
    ]
    OpeningCounts(played).write(given.out, notes)
    print(len(played), given.out.stat().st_size)


if __name__ == "__main__":
    main()
