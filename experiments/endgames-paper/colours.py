"""Measure scores against an engine, with White and with Black separately: in KQRKQR the side that moves first attacks.

    python experiments/endgames-paper/colours.py ENGINE ENDGAME GAMES NAME …

Each name is a player of Motif, such as `KQRKQR,plies=3,material=100`, or a run of the file (`run:cases-KQRKQR-1`),
whose champion then looks two plies further. All play the same starts.
"""

from __future__ import annotations

import sys
from functools import partial
from statistics import mean, stdev

from records import champion_of
from runs import AHEAD

from motif.arena.game import Entrant
from motif.cli.endgames.programs import player_name
from motif.endgames.games import PAPER_POINTS
from motif.endgames.player import EndgameMatch, EndgamePlayer, outcomes_of, play_endgames
from motif.engines.limits import Limit
from motif.players.find import enter
from motif.statistics.elo import Z95

SEED = 211


def main() -> None:
    """Play and print."""
    engine, endgame, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for name in sys.argv[4:]:
        settings = EndgameMatch((endgame,), games, seed=SEED)
        white, black, both = [], [], []
        for pair, _ in play_endgames(entrant(name), enter(engine), settings):
            one, two = map(PAPER_POINTS.of, outcomes_of(pair))
            white.append(one)
            black.append(two)
            both.append((one + two) / 2)
        print(
            f"{name} against {engine}, {games} games: {text(both)}, White {text(white)}, Black {text(black)}",
            flush=True,
        )


def entrant(name: str) -> Entrant:
    """Return a player by name, or the champion of a run, looking ahead."""
    if not name.startswith("run:"):
        return enter(player_name(name))
    champion = champion_of(name)
    return Entrant(name, partial(EndgamePlayer, "champion", champion, AHEAD), Limit(depth=1))


def text(points: list[float]) -> str:
    """Return a mean with its 95 % interval as text."""
    return f"{mean(points):.3f} ± {Z95 * stdev(points) / len(points) ** 0.5:.3f}"


if __name__ == "__main__":
    main()
