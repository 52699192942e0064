"""Room 4, endgames: programs that value boards, read like rules and evolve by playing each other."""

from motif.endgames.contest import Rules
from motif.endgames.evolution import EvolutionSettings, Generation, Run, evolve
from motif.endgames.player import EndgameAdviser, EndgamePlayer
from motif.endgames.program import Program, State, find_program, shipped_names
from motif.endgames.scores import Outcome, Points, Score

__all__ = [
    "EndgameAdviser",
    "EndgamePlayer",
    "EvolutionSettings",
    "Generation",
    "Outcome",
    "Points",
    "Program",
    "Rules",
    "Run",
    "Score",
    "State",
    "evolve",
    "find_program",
    "shipped_names",
]
