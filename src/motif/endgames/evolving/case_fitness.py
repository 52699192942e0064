"""Fitness by cases: positions in which every legal move was judged beforehand, instead of games of each program.

    worth(move, position) = what tables, a search, or games say in which the best program so far plays on
    fitness(program) = mean worth of the moves that it chooses, over all cases

A game says little about a single move, and what it says is forgotten with the program that played it; here every game
counts for every program of several generations. Every so many generations the best program plays games against the
Master, or against itself, and positions of its own games become new cases: this is policy iteration by play-outs, with
programs bred instead of a classifier trained (Lagoudakis & Parr 2003).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions
from motif._core.endgames import CompiledProgram, earned_by_choices, play_programs
from motif.endgames.evolving.breeding_settings import BreedingSettings
from motif.endgames.evolving.case_settings import CaseSettings
from motif.endgames.evolving.fitness import MASTER, Fitness, FitnessSettings, FitnessTest
from motif.endgames.evolving.move_values import PlayingOn, are_decided, are_known, by_search, by_tables
from motif.endgames.evolving.polishing import Changes, StateCases, polish
from motif.endgames.evolving.population import Population
from motif.endgames.language.program import Program, State, find_program
from motif.endgames.playing.games import GameRules, match, starts
from motif.seeds import seed_of

Points = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

WORTH = np.array([1, 3, 3, 5, 9])
"""What pawns, knights, bishops, rooks and queens are worth."""

ROUNDS_REMEMBERED = 16
"""So many rounds of cases stay in memory; a run that is taken up again makes those that it needs anew."""


@dataclass(frozen=True, slots=True)
class Cases:
    """Positions, what each of their legal moves is worth, and how many games were played to find out."""

    positions: Positions
    worth: Points
    games: int

    def earned(self, programs: Sequence[CompiledProgram]) -> Points:
        """(cases, programs): what the choice of each program is worth."""
        return earned_by_choices(programs, self.positions, self.worth)

    def of(self, state: State) -> StateCases:
        """The cases in which the side to move is ahead, even or behind."""
        men = self.positions.material().astype(np.int64)
        white = men[:, :5] @ WORTH - men[:, 6:11] @ WORTH
        balances = np.where(self.positions.turns(), white, -white)
        own = np.array([State.of(int(balance)) is state for balance in balances], dtype=np.bool_)
        counts = np.diff(self.positions.legal_moves().offsets)
        return StateCases(self.positions.take(np.flatnonzero(own)), self.worth[np.repeat(own, counts)])


@dataclass(frozen=True, slots=True)
class CaseMaker:
    """All that cases depend on beside the program that plays: what is played, for which points, and the seed."""

    settings: FitnessSettings
    endgames: tuple[str, ...]
    rules: GameRules
    seed: int

    def games(self, champions: Sequence[str]) -> int:
        """How many games the newest cases took."""
        return _cases_of_round(self, champions[-1], len(champions) - 1).games

    def earned(self, champions: Sequence[str], programs: Sequence[Program]) -> Points:
        """(cases, programs): what each program earns in the cases of the last rounds.

        A champion, the text of a program, made those of each round.
        """
        players = [self.rules.compile(program) for program in programs]
        return np.concatenate([each.earned(players) for each in self._latest(champions)])

    def test(self, champions: Sequence[str]) -> FitnessTest:
        """Fitness by the cases of the last rounds."""

        def examine(programs: Sequence[Program], seed: int) -> Fitness:
            earned = self.earned(champions, programs)
            # Who chooses as a shorter program does in every case is a copy and earns nothing, or copies crowd out all.
            by_size = sorted(range(len(programs)), key=lambda place: (programs[place].size, place))
            first = {earned[:, place].tobytes(): place for place in reversed(by_size)}
            means = [
                float(mean) if first[earned[:, place].tobytes()] == place else 0.0
                for place, mean in enumerate(earned.mean(axis=0))
            ]
            return Fitness(means, [len(earned)] * len(programs), 0)

        return examine

    def polished(
        self, population: Population, champions: Sequence[str], breeding: BreedingSettings, rng: Random
    ) -> Population:
        """The population with the programs that polishing made of its best instead of its worst."""
        settings = self._cases
        if not settings.polish or not champions:
            return population
        latest = self._latest(champions)
        cases = {state: StateCases.joined([each.of(state) for each in latest]) for state in State}
        changes = {state: Changes(breeding.extras, breeding.most_symbols_of(state), self.endgames) for state in State}
        made = polish(population.best(settings.candidates), cases, changes, settings.polish, rng)
        earned = self.test(champions)(made, 0)
        newcomers = Population(tuple(made), tuple(earned.points), tuple(earned.played))
        return population.receive(newcomers, len(made))

    def _latest(self, champions: Sequence[str]) -> list[Cases]:
        rounds = range(max(0, len(champions) - self._cases.rounds), len(champions))
        return [_cases_of_round(self, champions[number], number) for number in rounds]

    def champion(self, population: Population, champions: Sequence[str]) -> Program:
        """Who makes the next cases: of the fittest and the last champion the one that does best against the Master."""
        candidates = [*population.best(self._cases.candidates), *map(Program.parse, champions[-1:])]
        master = self.settings.master_rules.compile(find_program(MASTER))
        seed = seed_of(self.seed, "champion", len(champions))

        def score(program: Program) -> float:
            player = self.rules.compile(program)
            return match(player, master, self.endgames, self._cases.trial_games, seed, self.rules.moves).mean

        return max(candidates, key=score)

    @property
    def _cases(self) -> CaseSettings:
        assert self.settings.cases is not None  # there is a maker only where there are cases
        return self.settings.cases

    def play(self, champion: str, number: int) -> Cases:
        """Positions of the champion's games with all moves judged: by the tables, by search, or by playing on."""
        settings = self._cases
        player = self.rules.compile(Program.parse(champion))
        opponent = player if settings.itself else self.settings.master_rules.compile(find_program(MASTER))
        rng = np.random.default_rng(seed_of(self.seed, "cases", number))
        wanted = -(-settings.positions // settings.each_game)
        begins = starts(self.endgames, wanted, seed_of(self.seed, "case starts", number))
        encounters = _encounters(np.arange(wanted) % 2 == 0, np.arange(wanted), rng)
        games = play_programs([player, opponent], encounters, begins, moves=self.rules.moves, record=True)
        positions = _some_positions(encounters, begins, games.lengths, games.codes, settings.each_game, rng)
        # One move is no choice.
        positions = positions.take(np.flatnonzero(np.diff(positions.legal_moves().offsets) > 1))
        playing_on = PlayingOn(player, opponent, settings.playouts, self.settings.points, self.rules.moves)
        is_searched = number < settings.searched
        # A draw by the tables may be hard to hold: only games show that.
        by_table = are_known(positions) if is_searched else are_decided(positions)
        known, others = positions.take(np.flatnonzero(by_table)), positions.take(np.flatnonzero(~by_table))
        worth = [by_tables(known), by_search(others, settings.depth) if is_searched else playing_on.judge(others, rng)]
        played = 0 if is_searched else len(worth[1]) * settings.playouts
        return _telling(Cases(known + others, np.concatenate(worth), len(games) + played))


@lru_cache(maxsize=ROUNDS_REMEMBERED)
def _cases_of_round(maker: CaseMaker, champion: str, number: int) -> Cases:
    return maker.play(champion, number)


def _encounters(as_white: npt.NDArray[np.bool_], places: Numbers, rng: np.random.Generator) -> Numbers:
    """Games of player 0 against player 1 from starts at these places, with lots."""
    black = as_white.astype(np.int64)
    lots = rng.integers(2**62, size=len(places))
    return np.stack([1 - black, black, places, lots], axis=1).astype(np.int64)


def _some_positions(
    encounters: Numbers,
    begins: Positions,
    lengths: npt.NDArray[np.int32],
    codes: npt.NDArray[np.uint16],
    each_game: int,
    rng: np.random.Generator,
) -> Positions:
    """The start and a few other positions of each game, no position twice.

    Both sides' positions are taken: who is to move is who shall learn, whether it is ahead or behind.
    """
    first_code = np.cumsum(lengths) - lengths
    later = (1 + rng.permutation(max(0, int(length) - 1))[: each_game - 1] for length in lengths)
    wanted = [{0, *plies.tolist()} for plies in later]
    positions, numbers, parts = begins.take(np.ascontiguousarray(encounters[:, 2])), np.arange(len(lengths)), []
    for ply in range(int(lengths.max(initial=0))):
        on = lengths[numbers] > ply
        numbers, positions = numbers[on], positions.take(np.flatnonzero(on))
        parts.append(positions.take(np.flatnonzero([ply in wanted[number] for number in numbers])))
        positions = positions.play(codes[first_code[numbers] + ply])
    drawn = Positions.concatenate(parts)
    _, different = np.unique(drawn.hashes(), return_index=True)
    return drawn.take(np.sort(different).astype(np.int64))


def _telling(cases: Cases) -> Cases:
    """The cases in which it matters what is played."""
    offsets = cases.positions.legal_moves().offsets
    highest = np.maximum.reduceat(cases.worth, offsets[:-1])
    telling = highest > np.minimum.reduceat(cases.worth, offsets[:-1])
    kept = cases.worth[np.repeat(telling, np.diff(offsets))]
    return Cases(cases.positions.take(np.flatnonzero(telling)), kept, cases.games)
