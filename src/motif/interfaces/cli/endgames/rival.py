"""A run against somebody else than the Master: the best of every tenth generation plays an engine, as in the paper.

Experiment 2 of the paper is `--rival crafty,depth=6`, or `xboard:/path/to/crafty,depth=6`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from motif.advice import Limit
from motif.arena.game import Entrant
from motif.endgames import EndgamePlayer, Program, Score
from motif.endgames.evolving.evolution import EvolutionSettings, Run
from motif.endgames.playing.matches import EndgameMatch, play_endgames
from motif.interfaces.cli.endgames.programs import player_name
from motif.interfaces.cli.grids import Grid
from motif.parallel import Workers
from motif.players import enter
from motif.seeds import seed_of

EVERY = 10


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody by name, and how many games each program plays against it."""

    name: str
    games: int
    entrant: Entrant

    @classmethod
    def find(cls, name: str, games: int) -> Rival:
        """The rival of this name; nobody of an unknown name, and an engine that does not start, is refused at once."""
        return cls(name, games, enter(player_name(name)))

    def scores(
        self, run: Run, champion: Program, settings: EvolutionSettings, seed: int, workers: Workers
    ) -> Iterator[tuple[str, Score]]:
        """How the best of the first and of every tenth generation did, then the champion."""
        chosen = {
            generation.number: generation.best
            for generation in run.history
            if generation.island == 0 and (generation.number == 1 or generation.number % EVERY == 0)
        }
        for title, program in [*((str(number), best) for number, best in chosen.items()), ("champion", champion)]:
            match = EndgameMatch(settings.endgames, self.games, settings.rules.moves, seed_of(seed, "rival", title))
            player = Entrant(title, partial(EndgamePlayer, title, program, settings.rules), Limit(depth=1))
            *_, (_, score) = play_endgames(player, self.entrant, match, workers)
            yield title, score


def table(rival: Rival, scores: dict[str, Score]) -> Grid:
    """The scores as a table."""
    grid = Grid("generation", "score", "wins", "advantages", "draws", "disadvantages", "losses")
    grid.title = f"against {rival.name}, {rival.games} games each"
    for column in grid.columns:
        column.justify = "right"
    for title, score in scores.items():
        counts = (score.wins, score.advantages, score.draws, score.disadvantages, score.losses)
        grid.add_row(title, f"{score.mean:.3f} ± {score.error:.3f}", *map(str, counts))
    return grid
