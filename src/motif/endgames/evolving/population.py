"""The programs of an island and what is known of them: fitness over the games of several generations.

Few games say little. worth = (fitness * games + mean * DOUBT) / (games + DOUBT) draws a lucky newcomer to the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from motif.endgames.evolving.fitness import Fitness
from motif.endgames.language.program import Program

DOUBT = 40
"""How many games of mean results a program is thought to have played before its first."""

HOPE = 0.25
"""About the standard deviation of a game's points."""


@dataclass(frozen=True, slots=True)
class Population:
    """The programs of an island with their fitness, and the number of games that it rests on."""

    programs: tuple[Program, ...]
    fitness: tuple[float, ...]
    games: tuple[int, ...]

    @classmethod
    def new(cls, programs: list[Program], last: Population | None, memory: int) -> Population:
        """Programs before their games; whoever was there before keeps its fitness, for as many games as are kept."""
        before = dict(zip(last.programs, zip(last.fitness, last.games, strict=True), strict=True)) if last else {}
        kept = [before.get(program, (0.0, 0)) for program in programs]
        return cls(
            tuple(programs), tuple(fitness for fitness, _ in kept), tuple(min(games, memory) for _, games in kept)
        )

    def after(self, earned: Fitness, places: Sequence[int]) -> Population:
        """The population after games of the programs at these places."""
        fitness, games = list(self.fitness), list(self.games)
        for place, points, played in zip(places, earned.points, earned.played, strict=True):
            total = games[place] + played
            fitness[place] = (fitness[place] * games[place] + points * played) / total
            games[place] = total
        return Population(self.programs, tuple(fitness), tuple(games))

    def worth(self) -> list[float]:
        """The fitness drawn towards the mean of all, the more the fewer games: a lucky day is no strength."""
        mean = sum(self.fitness) / len(self.fitness)
        return [
            (fitness * games + mean * DOUBT) / (games + DOUBT)
            for fitness, games in zip(self.fitness, self.games, strict=True)
        ]

    def promising(self, count: int) -> list[int]:
        """The places of those that may yet be the best: fitness + HOPE / sqrt(games) is highest."""
        hope = [fitness + HOPE / sqrt(games) for fitness, games in zip(self.fitness, self.games, strict=True)]
        return sorted(range(len(self.programs)), key=lambda place: (-hope[place], place))[:count]

    def ranked(self) -> list[int]:
        """The places of the programs, the fittest first; among equals the smaller program, then the earlier."""
        worth = self.worth()
        return sorted(range(len(self.programs)), key=lambda n: (-worth[n], self.programs[n].size, n))

    def best(self, count: int) -> list[Program]:
        """The fittest programs."""
        return [self.programs[place] for place in self.ranked()[:count]]

    def receive(self, source: Population, count: int) -> Population:
        """The population with its least fit programs replaced by the best of another."""
        programs, fitness, games = list(self.programs), list(self.fitness), list(self.games)
        guests = [place for place in source.ranked() if source.programs[place] not in programs][:count]
        for place, guest in zip(reversed(self.ranked()), guests, strict=False):
            programs[place] = source.programs[guest]
            fitness[place], games[place] = source.fitness[guest], source.games[guest]
        return Population(tuple(programs), tuple(fitness), tuple(games))

    def to_json(self) -> dict[str, Any]:
        """The population as a JSON value."""
        return {
            "programs": [str(program) for program in self.programs],
            "fitness": list(self.fitness),
            "games": list(self.games),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Population:
        """Read a population back."""
        return cls(tuple(map(Program.parse, value["programs"])), tuple(value["fitness"]), tuple(value["games"]))
