"""How the next generation is bred: the chances of each way, and the limits that keep programs readable."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from motif.endgames.language.program import State
from motif.errors import BadArgument


@dataclass(frozen=True, slots=True)
class BreedingSettings:
    """The paper's probabilities, and the limits that keep programs readable.

    The chance of mutation is what reproduction and crossover leave; among mutations, `constants` and `rules` are the
    weights of a fresh constant and of a rule more; among crossovers, `transplants` is the share of those that give a
    whole tree to another state. `parsimony` is what every symbol costs in points.
    Where fitness is by cases, `lexicase` of them, drawn anew for each generation, choose the parents instead of
    tournaments: who is among the best in one case after another, in an order drawn by lot, is left in the end.
    The best few, the `elite`, always stay: a tournament of two loses the best program every other generation.
    With `standard` a mutation is a fresh subtree or a fresh constant, nothing else.
    """

    reproduction: float = 0.35
    crossover: float = 0.5
    constants: float = 0.2
    rules: float = 0.3
    transplants: float = 0.25
    tournament: int = 2
    lexicase: int = 0
    first_depth: tuple[int, int] = (2, 4)
    most_symbols: int = 80
    most_symbols_when_behind: int = 30
    deepest: int = 12
    parsimony: float = 0.0
    unique: bool = True
    elite: int = 4
    extras: bool = False
    standard: bool = False

    def __post_init__(self) -> None:
        if min(self.reproduction, self.crossover) < 0 or self.reproduction + self.crossover > 1:
            raise BadArgument(
                f"reproduction {self.reproduction:g} and crossover {self.crossover:g} are no probabilities",
                hint="neither may be negative, and together they are at most 1",
            )
        if self.tournament < 1:
            raise BadArgument(f"a tournament of {self.tournament} has no winner; 1 is the least")
        if self.lexicase < 0:
            raise BadArgument(f"{self.lexicase} cases cannot choose anybody")
        if min(self.most_symbols, self.most_symbols_when_behind) < 1:
            raise BadArgument("a tree of less than one symbol is none")

    def most_symbols_of(self, state: State) -> int:
        """How large a tree may grow."""
        return self.most_symbols_when_behind if state is State.DISADVANTAGE else self.most_symbols


PAPER_BREEDING = BreedingSettings(transplants=0.0, unique=False, elite=0, standard=True)
"""As far as the paper says: the standard operators at its rates, and nobody stays by right."""


class Algorithm(StrEnum):
    """Who says how programs are bred."""

    MOTIF = "motif"
    PAPER = "paper"

    @property
    def breeding(self) -> BreedingSettings:
        """The chances and limits."""
        return PAPER_BREEDING if self is Algorithm.PAPER else BreedingSettings()
