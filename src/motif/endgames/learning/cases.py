"""Rate programs by cases, which are positions with the value of every legal move, and improve their trees on them.

    value(move, position) = result by tables, by a search, or by games that the best program plays on from there
    fitness(program) = mean value of the moves that it chooses, over all cases

A game says little about a single move, and only about the program that played it; a case rates all programs of several
generations. From time to time the best program plays the Master or itself, and positions from its games become new
cases: this is policy iteration by rollouts (Lagoudakis & Parr 2003), with bred programs instead of a classifier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

import chess
import numpy as np
import numpy.typing as npt

from motif._core.board import Positions, encode_move
from motif._core.endgames import CompiledProgram, earned_by_choices, play_programs
from motif._core.search import Searcher
from motif.board.material import VALUES
from motif.endgames.games import GameOutcome, GameRules, Points, match, outcomes, points, starts
from motif.endgames.learning.climbing import MoveValues, StateCases, TreeChanger, polish
from motif.endgames.learning.fitness import (
    BreedingSettings,
    CaseSettings,
    Fitness,
    FitnessSettings,
    FitnessTest,
    Population,
)
from motif.endgames.program import Program, State
from motif.engines.small_tables import MOST_PIECES, Tablebase
from motif.errors import BadArgument
from motif.runtime.parallel import seed_of

SLOWEST_WIN_POINTS = 0.6
"""The longer a win takes, the closer its value comes to this: it may not fit into the fifty moves of a game."""

DISCOUNT_PER_MOVE = 0.95
"""The factor by which each move to mate reduces the part of a win's value above SLOWEST_WIN_POINTS."""

TANH_SCALE_CP = 575.0
"""An advantage of this size has the value 0.88; a boundless one has 1."""

CasePoints = npt.NDArray[np.float64]
"""The value of the move that each program chooses in each case, of shape (cases, programs)."""

Numbers = npt.NDArray[np.int64]

PIECE_VALUES_PAWNS = np.array([VALUES[piece] for piece in range(chess.PAWN, chess.KING)])
"""The values of pawn, knight, bishop, rook and queen."""

ROUNDS_IN_MEMORY = 16
"""Rounds that are not in memory, as after a resumed run starts, are made again when they are needed."""


@cache
def _tables() -> Tablebase:
    return Tablebase()


def are_known(positions: Positions) -> npt.NDArray[np.bool_]:
    """Say which positions have few enough pieces for the tables."""
    return np.asarray(positions.material().sum(axis=1) <= MOST_PIECES)


def are_decided(positions: Positions) -> npt.NDArray[np.bool_]:
    """Say which positions the tables know to be won or lost."""
    decided = are_known(positions)
    few = np.flatnonzero(decided)
    if len(few):
        decided[few] = _tables().probe_positions(positions.take(few))[:, 0] != 0
    return decided


def by_tables(positions: Positions) -> MoveValues:
    """Return the values of legal moves by result and distance to mate; the tables must have the positions."""
    # After the move the result is the opponent's.
    result, plies = _tables().probe_positions(positions.successors()).astype(np.float64).T
    decided = SLOWEST_WIN_POINTS + (1 - SLOWEST_WIN_POINTS) * DISCOUNT_PER_MOVE ** (plies / 2)
    return np.where(result < 0, decided, np.where(result > 0, 1 - decided, 0.5))


def by_search(positions: Positions, depth: int) -> MoveValues:
    """Return the values of legal moves by a search that looks for mate and counts material."""
    # A program of three constant trees adds nothing, so the evaluation is material alone.
    material = CompiledProgram([0.0], [0.0], [0.0]).evaluation(1.0)
    searcher = Searcher(material, hash_megabytes=1)
    legal = positions.legal_moves()
    most = int(np.diff(legal.offsets).max(initial=1))
    found = np.zeros(len(legal.codes))
    for number, lines in enumerate(searcher.search_all(positions, depth=depth, multi_pv=most)):
        begin, end = legal.offsets[number : number + 2]
        values = {encode_move(line.moves[0]): line.centipawns for line in lines.lines}
        centipawns = [values[int(code)] for code in legal.codes[begin:end]]
        found[begin:end] = 0.5 + 0.5 * np.tanh(np.array(centipawns) / TANH_SCALE_CP)
    return found


@dataclass(frozen=True, slots=True)
class Rollouts:
    """How moves are played out: the program, its opponent, the games per move, their points and maximum length."""

    player: CompiledProgram
    opponent: CompiledProgram
    times: int
    points: Points
    moves: int

    def values(self, positions: Positions, rng: np.random.Generator) -> MoveValues:
        """Return the values of legal moves by games; the moves of a position share seeds, so luck cancels out."""
        counts = np.diff(positions.legal_moves().offsets)
        boards = positions.successors()
        is_black = np.repeat(1 - positions.turns().astype(np.int64), counts * self.times)
        drawn = rng.integers(2**62, size=(len(positions), self.times))
        seeds = np.repeat(drawn, counts, axis=0).reshape(-1)
        places = np.repeat(np.arange(len(boards)), self.times)
        games = np.stack([is_black, 1 - is_black, places, seeds], axis=1).astype(np.int64)
        ends = play_programs([self.player, self.opponent], games, boards, moves=self.moves)
        won = outcomes(ends.winners, ends.balances)
        # Outcomes are numbered from a win to a loss, so for Black they count from the other end.
        own = np.where(is_black == 0, won, len(GameOutcome) - 1 - won).astype(np.int8)
        return np.asarray(points(own, self.points).reshape(len(boards), self.times).mean(axis=1))


@dataclass(frozen=True, slots=True)
class EndgameCases:
    """Positions, the values of their legal moves, and the number of games behind the values."""

    positions: Positions
    values: MoveValues
    games: int

    def earned(self, programs: Sequence[CompiledProgram]) -> CasePoints:
        """Return the values of the programs' choices, of shape (cases, programs)."""
        return earned_by_choices(programs, self.positions, self.values)

    def of(self, state: State) -> StateCases:
        """Return the cases in which the side to move is in this state: ahead, even or behind."""
        pieces = self.positions.material().astype(np.int64)
        white = pieces[:, :5] @ PIECE_VALUES_PAWNS - pieces[:, 6:11] @ PIECE_VALUES_PAWNS
        balances = np.where(self.positions.turns(), white, -white)
        own = np.array([State.of(int(balance)) is state for balance in balances], dtype=np.bool_)
        counts = np.diff(self.positions.legal_moves().offsets)
        return StateCases(self.positions.take(np.flatnonzero(own)), self.values[np.repeat(own, counts)])


SLOWEST_KEPT_WIN_POINTS = 0.9
"""In won starts, a move that keeps the win is worth from this to 1, by its distance to mate, and any other move 0."""

WON_BY_SEARCH_POINTS = 0.8
"""Where no table knows the result, a start or a move counts as won from this value by search on: about four pawns."""

STARTS_PER_DRAW, MOST_DRAWS = 200, 1000
"""How many starts are drawn at a time, and how often, so that an endgame without wins ends the search."""


@lru_cache(maxsize=ROUNDS_IN_MEMORY)
def won_starts(endgames: tuple[str, ...], count: int, seed: int) -> EndgameCases:
    """Return random starts that the side to move wins, taking the endgames in turn."""
    is_known = all(len(signature) <= MOST_PIECES for signature in endgames)
    parts, values, left = [], [], count
    for number in range(MOST_DRAWS):
        drawn = starts(endgames, STARTS_PER_DRAW, seed_of(seed, "won starts", number))
        worth = kept_by_tables(drawn) if is_known else kept_by_search(drawn)
        offsets = drawn.legal_moves().offsets
        found = np.flatnonzero(np.maximum.reduceat(worth, offsets[:-1]) > 0)[:left]
        parts.append(drawn.take(found))
        values += [worth[offsets[place] : offsets[place + 1]] for place in found]
        left -= len(found)
        if not left:
            break
    if not values:
        raise BadArgument(f"no random start of {', '.join(endgames)} is won", hint="leave out won")
    return _with_a_choice(EndgameCases(Positions.concatenate(parts), np.concatenate(values), 0))


def kept_by_tables(positions: Positions) -> MoveValues:
    """Return for each legal move how well it keeps a win, by the tables; 0 where nothing wins."""
    result, plies = _tables().probe_positions(positions.successors()).astype(np.float64).T
    kept = SLOWEST_KEPT_WIN_POINTS + (1 - SLOWEST_KEPT_WIN_POINTS) * DISCOUNT_PER_MOVE ** (plies / 2)
    return np.where(result < 0, kept, 0.0)


def kept_by_search(positions: Positions) -> MoveValues:
    """Return 1 for each legal move that a search calls winning, and 0 for all others."""
    return (by_search(positions, CaseSettings().depth) >= WON_BY_SEARCH_POINTS).astype(np.float64)


@dataclass(frozen=True, slots=True)
class CaseMaker:
    """Makes cases from the games of the best programs (champions), and rates programs by them."""

    settings: FitnessSettings
    endgames: tuple[str, ...]
    rules: GameRules
    seed: int

    def games(self, champions: Sequence[str]) -> int:
        """Return the number of games from which the newest cases were taken; the last champion played them."""
        return _cases_of_round(self, champions[-1], len(champions) - 1).games

    def test(self, champions: Sequence[str]) -> FitnessTest:
        """Return a fitness test by the cases of the last rounds.

        `champions` are the texts of the programs whose games became the cases of each round.
        """
        latest = self._latest(champions)

        def examine(programs: Sequence[Program], seed: int) -> Fitness:
            players = [self.rules.compile(program) for program in programs]
            earned = np.concatenate([each.earned(players) for each in latest])
            # A program that chooses like a shorter one gets no points, so that copies do not take over.
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
        """Polish the best programs, and replace the worst ones by the results."""
        settings = self._cases
        if not settings.polish or not champions:
            return population
        latest = self._latest(champions)
        cases = {state: StateCases.joined([each.of(state) for each in latest]) for state in State}
        changers = {
            state: TreeChanger(breeding.extras, breeding.most_symbols_of(state), self.endgames) for state in State
        }
        made = polish(population.best(settings.candidates), cases, changers, settings.polish, rng)
        earned = self.test(champions)(made, 0)
        newcomers = Population(tuple(made), tuple(earned.points), tuple(earned.played))
        return population.receive(newcomers, len(made))

    def _latest(self, champions: Sequence[str]) -> list[EndgameCases]:
        rounds = range(max(0, len(champions) - self._cases.rounds), len(champions))
        latest = [_cases_of_round(self, champions[number], number) for number in rounds]
        won = self._won_starts()
        return [*latest, won] if won else latest

    def _won_starts(self) -> EndgameCases | None:
        return won_starts(self.endgames, self._cases.won, self.seed) if self._cases.won else None

    def champion(self, population: Population, champions: Sequence[str]) -> Program:
        """Choose, from the fittest programs and the last champion, the one that scores best against the Master.

        With won starts, their value counts as much as that score.
        """
        candidates = [*population.best(self._cases.candidates), *map(Program.parse, champions[-1:])]
        seed = seed_of(self.seed, "champion", len(champions))

        def score(program: Program) -> float:
            player = self.rules.compile(program)
            points = match(
                player, self.settings.master, self.endgames, self._cases.trial_games, seed, self.rules.moves
            ).mean
            won = self._won_starts()
            return points + float(won.earned([player]).mean()) if won else points

        return max(candidates, key=score)

    @property
    def _cases(self) -> CaseSettings:
        assert self.settings.cases is not None  # cases are made only if the settings ask for them
        return self.settings.cases

    def play(self, champion: str, number: int) -> EndgameCases:
        """Play the champion's games, and return positions from them with the values of all legal moves."""
        settings = self._cases
        player = self.rules.compile(Program.parse(champion))
        opponent = self.settings.master
        rng = np.random.default_rng(seed_of(self.seed, "cases", number))
        wanted = -(-settings.positions // settings.each_game)
        begins = starts(self.endgames, wanted, seed_of(self.seed, "case starts", number))
        encounters = _encounters(np.arange(wanted) % 2 == 0, np.arange(wanted), rng)
        games = play_programs([player, opponent], encounters, begins, moves=self.rules.moves, record=True)
        positions = _some_positions(encounters, begins, games.lengths, games.codes, settings.each_game, rng)
        # A single legal move leaves no choice.
        positions = positions.take(np.flatnonzero(np.diff(positions.legal_moves().offsets) > 1))
        rollouts = Rollouts(player, opponent, settings.playouts, self.settings.points, self.rules.moves)
        is_searched = number < settings.searched
        # If moves are valued by games, drawn positions of the tables are played out as well: only games show that a
        # theoretical draw is hard to hold.
        by_table = are_known(positions) if is_searched else are_decided(positions)
        known, others = positions.take(np.flatnonzero(by_table)), positions.take(np.flatnonzero(~by_table))
        values = [by_tables(known), by_search(others, settings.depth) if is_searched else rollouts.values(others, rng)]
        played = 0 if is_searched else len(values[1]) * settings.playouts
        return _with_a_choice(EndgameCases(known + others, np.concatenate(values), len(games) + played))


@lru_cache(maxsize=ROUNDS_IN_MEMORY)
def _cases_of_round(maker: CaseMaker, champion: str, number: int) -> EndgameCases:
    return maker.play(champion, number)


def _encounters(as_white: npt.NDArray[np.bool_], places: Numbers, rng: np.random.Generator) -> Numbers:
    """Return rows for games of player 0 against player 1 from the starts at these places, with random seeds."""
    black = as_white.astype(np.int64)
    seeds = rng.integers(2**62, size=len(places))
    return np.stack([1 - black, black, places, seeds], axis=1).astype(np.int64)


def _some_positions(
    encounters: Numbers,
    begins: Positions,
    lengths: npt.NDArray[np.int32],
    codes: npt.NDArray[np.uint16],
    each_game: int,
    rng: np.random.Generator,
) -> Positions:
    """Return the start and a few random later positions of each game, without duplicates."""
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


def _with_a_choice(cases: EndgameCases) -> EndgameCases:
    """Return only the cases in which the moves differ in value."""
    offsets = cases.positions.legal_moves().offsets
    highest = np.maximum.reduceat(cases.values, offsets[:-1])
    differs = highest > np.minimum.reduceat(cases.values, offsets[:-1])
    kept = cases.values[np.repeat(differs, np.diff(offsets))]
    return EndgameCases(cases.positions.take(np.flatnonzero(differs)), kept, cases.games)
