"""Learn patterns of people's moves from the moves of ordinary players.

python experiments/people/learn_patterns.py GAMES.pgn.zst weaker
python experiments/people/learn_patterns.py GAMES.pgn.zst stronger

The moves are those of half of all players (`player_parts.py`). Weaker players are rated below 1500.
Writes src/motif/data/weaker_patterns.txt or stronger_patterns.txt, by the code of `motif lab learn patterns`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from player_parts import Part, part_of

from motif.board.games import read_games
from motif.patterns.learning.logit import LearnSettings, learn
from motif.runtime.files import DATA
from motif.runtime.parallel import Progress
from motif.statistics.examples import Evidence

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options

EVERY_PLY = 1_000
RATINGS = {"weaker": range(1, 1500), "stronger": range(1500, 4000)}


def main() -> None:
    """Gather, learn and write."""
    given = read_options(
        __doc__, {"games": str, "who": {"choices": RATINGS}}, most=500_000, pairs=LearnSettings().pairs, seed=1,
        out=(Path, "the file for the patterns"),
    )  # fmt: skip
    evidence = gathered(given.games, RATINGS[given.who], given.most, given.seed)
    print(f"{len(evidence):,} moves", flush=True)
    library = learn(evidence, LearnSettings(pairs=given.pairs), _say)
    out = given.out or DATA / f"{given.who}_patterns.txt"
    library.write(out)
    print(f"{len(library):,} patterns are in {out}")


def gathered(path: str, ratings: range, most: int, seed: int) -> Evidence:
    """Return `most` moves of the players who teach patterns, evenly from all games."""
    games = (game for game in read_games(path) if Part.PATTERNS in map(part_of, game.players))
    evidence = Evidence.of_games(games, EVERY_PLY, 1, seed)
    wanted = {name for players in evidence.players for name in players if part_of(name) is Part.PATTERNS}
    rated = np.isin(evidence.ratings_of_movers(), ratings)
    teach = np.array([mover in wanted for mover in evidence.movers()])
    drawn = np.sort(np.random.default_rng(seed).permutation(np.flatnonzero(teach & rated))[:most])
    return evidence.take(drawn).with_a_choice()


def _say(progress: Progress) -> None:
    print(f"{progress.done} of {progress.total}: {progress.words}", flush=True)


if __name__ == "__main__":
    main()
