"""Play a match at equal processor time, for a busy machine: a clock runs only while its player computes.

python experiments/motif-player/processor_time.py base --seconds 0.05 --games 200 --seed 1

Stops when the sequential test of 0 against 50 Elo is decided. Writes processor-time-base.json.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time

import chess

from motif.advice import Advice, Player, Reason
from motif.arena.game import Conditions, Entrant, PairRecord
from motif.arena.match import CrossTable, MatchSettings, play_match
from motif.engines.limits import Limit
from motif.openings.cases import shipped_cases
from motif.players.motif_player import Knowledge, MotifPlayer
from motif.players.searchers import PLAY_SETTINGS
from motif.runtime.parallel import Workers
from motif.search.player import SearchPlayer
from motif.search.settings import Pruning, PruningMode, SearchSettings
from motif.statistics.sprt import Sprt

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

HERE = Path(__file__).parent
OPPONENTS = {
    "base": SearchSettings(),
    "pruning": SearchSettings(pruning=Pruning(PruningMode.SOFT)),
    "techniques": PLAY_SETTINGS,
}
"""The last one is the search of motif alone; the remaining difference is the worth of everything else."""


class Timed:
    """A player whose notes say how long each move took, in processor seconds."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def new_game(self, seed: int) -> None:
        """Begin a new game."""
        self._player.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the player's move, with its time instead of a reason."""
        begun = process_time()
        advice = self._player.choose(board, limit)
        return Advice(advice.move, None, Reason("clock", str(process_time() - begun)))


def motif() -> Player:
    """Return the player motif, on the processor's clock."""
    return Timed(MotifPlayer(Knowledge(PLAY_SETTINGS, shipped_cases()), clock=process_time))


def opponent(name: str) -> Player:
    """Return a search alone, on the processor's clock."""
    return Timed(SearchPlayer(name, OPPONENTS[name], clock=process_time))


def mean_times(played: Sequence[PairRecord]) -> dict[str, float]:
    """Return the mean seconds per move of each player."""
    taken: dict[str, list[float]] = defaultdict(list)
    for game in (game for pair in played for game in pair.games):
        first = game.start.board().turn
        for place, said in enumerate(game.notes):
            mover = game.white if first == (place % 2 == 0) else game.black
            taken[mover].append(float(said.english))
    return {name: round(sum(times) / len(times), 4) for name, times in taken.items()}


def main() -> None:
    """Play the match; each game runs in one process, so its clock is that of the side to move."""
    chosen = read_options(
        __doc__, {"opponent": {"choices": list(OPPONENTS)}}, seconds=0.05, games=200, seed=1, workers=1
    )
    limit, test = Limit(seconds=chosen.seconds), Sprt(0, 50)
    settings = MatchSettings(chosen.games, chosen.seed, conditions=Conditions(notes=True), sprt=test)
    second = Entrant(chosen.opponent, partial(opponent, chosen.opponent), limit)
    played = []
    for pair in play_match(Entrant("motif", motif, limit), second, settings, Workers(chosen.workers)):
        played.append(pair)
        standing = CrossTable.of(played).standings["motif", chosen.opponent]
        result = {
            "processor seconds a move": chosen.seconds,
            "taken on average": mean_times(played),
            "seed": chosen.seed,
            "standing of motif": str(standing),
            "pairs with 0, 1/2, 1, 3/2 and 2 points": list(standing.pairs),
            "sprt 0 to 50": str(test.state(standing.pairs)),
        }
        print(json.dumps(result), flush=True)
        write_result(HERE / f"processor-time-{chosen.opponent}.json", result)


if __name__ == "__main__":
    main()
