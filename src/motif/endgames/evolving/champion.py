"""The champion of a run: chosen on one set of games and measured on another.

The best of many is partly the luckiest, so the games that chose it say too much about it.
"""

from __future__ import annotations

from dataclasses import dataclass

from motif.endgames.evolving.evolution import EvolutionSettings, Run
from motif.endgames.evolving.fitness import MASTER
from motif.endgames.language.program import Program, find_program
from motif.endgames.language.simplification import simplify
from motif.endgames.playing.games import GameRules, match
from motif.endgames.playing.scores import Score
from motif.seeds import seed_of

CANDIDATES = 12
CHOICE = 8
"""A candidate plays an eighth of the games that the champion is measured on."""


@dataclass(frozen=True, slots=True)
class Champion:
    """The best program of a run, simplified, and its score against the Master on fresh games."""

    program: Program
    score: Score


def choose_champion(run: Run, settings: EvolutionSettings, games: int, seed: int) -> Champion:
    """The program of the hall of fame that does best against the Master, who looks one ply ahead."""
    master = GameRules(settings.rules.moves).compile(find_program(MASTER))

    def against_master(program: Program, count: int, name: str) -> Score:
        player = settings.rules.compile(program)
        return match(player, master, settings.endgames, count, seed_of(seed, name), settings.rules.moves)

    candidates = dict.fromkeys(map(simplify, run.hall_of_fame(CANDIDATES)))
    trial = max(2, games // CHOICE // 2 * 2)
    best = max(candidates, key=lambda program: (against_master(program, trial, "choice").mean, -program.size))
    return Champion(best, against_master(best, games, "fresh"))
