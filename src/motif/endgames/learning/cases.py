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

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions, encode_move
from motif._core.endgames import CompiledProgram, earned_by_choices, play_programs
from motif._core.search import Searcher
from motif.endgames.games import GameRules, Points, match, outcomes, points, starts
from motif.endgames.learning.fitness import (
    MASTER,
    BreedingSettings,
    CaseSettings,
    Fitness,
    FitnessSettings,
    FitnessTest,
    Population,
)
from motif.endgames.program import CONSTANTS, Program, State, Tree, ValueKind, Word, find_program, functions, terminals
from motif.engines.small_tables import MOST_PIECES, Tablebase
from motif.runtime.parallel import seed_of

# Values of all legal moves by tables, by a search, or by games.

MoveValues = npt.NDArray[np.float64]
"""One number for each legal move of each position, in the order of the legal moves."""

DISCOUNT_PER_MOVE = 0.95
SLOWEST_WIN_POINTS = 0.6
"""The limit that the value of ever longer wins approaches: they may not fit into fifty moves."""

TANH_SCALE_CP = 575.0
"""An advantage of this size has the value 0.88; a boundless one has 1."""


@cache
def _tables() -> Tablebase:
    return Tablebase()


def are_known(positions: Positions) -> npt.NDArray[np.bool_]:
    """Say which positions have few enough pieces for the tables."""
    return np.asarray(positions.material().sum(axis=1) <= MOST_PIECES)


def are_decided(positions: Positions) -> npt.NDArray[np.bool_]:
    """Say which positions are in the tables and not drawn."""
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
    """Return the values of legal moves by a search for mate and material."""
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
        own = np.where(is_black == 0, won, 4 - won).astype(np.int8)
        return np.asarray(points(own, self.points).reshape(len(boards), self.times).mean(axis=1))


# Polishing: try many small changes of one tree on the cases, then change the best trees further.

Tokens = tuple[Word, ...]

PARENTS = 10
"""The number of trees that are changed at a time."""

OFFSPRING = 100
"""The number of changes after which the best trees are chosen again."""

POINTS_PER_SYMBOL = 1e-4
"""The cost of a symbol, so that the shorter of two equal trees is better."""

# This terminal is true after every legal move.
_ALWAYS_TRUE = "NotMyKingInCheck"


@dataclass(frozen=True, slots=True)
class StateCases:
    """The cases for one tree: positions, and the value of every legal move."""

    positions: Positions
    values: MoveValues

    @classmethod
    def joined(cls, parts: Sequence[StateCases]) -> StateCases:
        """Concatenate several sets of cases."""
        positions = Positions.concatenate([part.positions for part in parts])
        return cls(positions, np.concatenate([part.values for part in parts]))


class Changes:
    """Makes small random changes to trees."""

    def __init__(self, extras: bool, most_symbols: int, endgames: Sequence[str] = ()) -> None:
        known = [each for each in terminals(extras, endgames) if each.name != _ALWAYS_TRUE]
        self._truths = [each.name for each in known if each.gives is ValueKind.BOOLEAN]
        self._counts = [each.name for each in known if each.gives is ValueKind.QUERY]
        self._most = most_symbols

    def change(self, tree: Tokens, rng: Random) -> Tokens:
        """Return the tree with one rule more or less, another answer, or another condition."""
        while True:
            changed = self._changed(tree, rng)
            if changed != tree and len(changed) <= self._most:
                return changed
            if len(tree) > self._most // 2:
                tree = self._without_a_rule(tree, rng)

    def _changed(self, tree: Tokens, rng: Random) -> Tokens:
        chance = rng.random()
        if chance < 0.55:
            return self._with_a_rule(tree, rng)
        if chance < 0.7:
            return self._without_a_rule(tree, rng)
        if chance < 0.85:
            return self._with_another_answer(tree, rng)
        return self._with_another_condition(tree, rng)

    def _with_a_rule(self, tree: Tokens, rng: Random) -> Tokens:
        at = rng.choice(_answers(tree))
        end = end_of(tree, at)
        branches = [(self._answer(rng),), tree[at:end]]
        if rng.random() < 0.25:
            branches.reverse()
        return (*tree[:at], "If3", *self._condition(rng), *branches[0], *branches[1], *tree[end:])

    def _without_a_rule(self, tree: Tokens, rng: Random) -> Tokens:
        rules = [at for at in _answers(tree) if tree[at] == "If3"]
        if not rules:
            return tree
        at = rng.choice(rules)
        begin = end_of(tree, at + 1)
        if rng.random() < 0.5:
            begin = end_of(tree, begin)
        return (*tree[:at], *tree[begin : end_of(tree, begin)], *tree[end_of(tree, at) :])

    def _with_another_answer(self, tree: Tokens, rng: Random) -> Tokens:
        at = rng.choice([at for at in _answers(tree) if tree[at] != "If3"])
        return (*tree[:at], self._answer(rng), *tree[end_of(tree, at) :])

    def _with_another_condition(self, tree: Tokens, rng: Random) -> Tokens:
        rules = [at for at in _answers(tree) if tree[at] == "If3"]
        if not rules:
            return tree
        at = rng.choice(rules) + 1
        end = end_of(tree, at)
        old = tree[at:end]
        chance = rng.random()
        if chance < 0.4:
            new: Tokens = (rng.choice(("And2", "Or2")), *old, *self._condition(rng))
        elif chance < 0.5:
            new = old[1:] if old[0] == "Not" else ("Not", *old)
        elif chance < 0.6 and old[0] in ("And2", "Or2"):
            second = end_of(old, 1)
            new = rng.choice((old[1:second], old[second:]))
        else:
            new = self._condition(rng)
        return (*tree[:at], *new, *tree[end:])

    def _condition(self, rng: Random) -> Tokens:
        chance = rng.random()
        if chance < 0.5:
            return (rng.choice(self._truths),)
        if chance < 0.65:
            return ("Not", rng.choice(self._truths))
        if chance < 0.75:
            return (rng.choice(self._counts),)
        if chance < 0.9:
            return (rng.choice(("And2", "Or2")), *self._simple(rng), *self._simple(rng))
        return ("Smaller", *rng.sample(self._counts, 2))

    def _simple(self, rng: Random) -> Tokens:
        name = rng.choice(self._truths)
        return (name,) if rng.random() < 0.7 else ("Not", name)

    def _answer(self, rng: Random) -> Word:
        return rng.choice(CONSTANTS) if rng.random() < 0.75 else rng.choice(self._counts)


def polish(
    programs: Sequence[Program], cases: dict[State, StateCases], changes: dict[State, Changes], trials: int, rng: Random
) -> list[Program]:
    """Improve each state's trees on its cases; return programs made of the best trees, the second best and so on."""
    best = {}
    for state in State:
        trees = list(dict.fromkeys(tuple(program.tree(state).tokens()) for program in programs))
        known = cases[state]
        best[state] = _improved(trees, known, changes[state], trials, rng) if len(known.positions) else trees
    count = min(len(trees) for trees in best.values())
    return [Program(*(Tree.from_tokens(iter(best[state][number])) for state in State)) for number in range(count)]


def _improved(trees: list[Tokens], cases: StateCases, changes: Changes, trials: int, rng: Random) -> list[Tokens]:
    """Return the best trees after this many trials, best first."""
    parents: list[tuple[float, Tokens, bytes]] = []
    fresh = trees
    for _ in range(-(-trials // OFFSPRING) + 1):
        players = [CompiledProgram(tree, tree, tree) for tree in fresh]
        earned = earned_by_choices(players, cases.positions, cases.values)
        columns = np.ascontiguousarray(earned.T)
        rated = [
            (float(column.mean()) - POINTS_PER_SYMBOL * len(tree), tree, column.tobytes())
            for tree, column in zip(fresh, columns, strict=True)
        ]
        # Of the trees that choose the same moves in all cases, keep only the best.
        distinct: dict[bytes, tuple[float, Tokens, bytes]] = {}
        for each in sorted([*parents, *rated], key=lambda rating: -rating[0]):
            distinct.setdefault(each[2], each)
        parents = list(distinct.values())[:PARENTS]
        fresh = [changes.change(rng.choice(parents)[1], rng) for _ in range(OFFSPRING)]
    return [tree for _, tree, _ in parents]


def _answers(tree: Tokens) -> list[int]:
    """Return the places of answers: the root, and both branches of every If3 that is an answer itself."""
    places, open_ = [], [0]
    while open_:
        at = open_.pop()
        places.append(at)
        if tree[at] == "If3":
            second = end_of(tree, at + 1)
            open_ += [end_of(tree, second), second]
    return places


def end_of(tree: Tokens, at: int) -> int:
    """Return the place after the last token of the subtree that begins at `at`.

    >>> end_of(("If3", "Not", "IsMate", 1.0, 2.0), 1)
    3
    """
    missing = 1
    while missing:
        missing += _ARITIES.get(tree[at], 0) - 1
        at += 1
    return at


_ARITIES: dict[Word, int] = {each.name: len(each.takes) for each in functions(extras=True)}


# Rounds of cases.

CasePoints = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

PIECE_VALUES = np.array([1, 3, 3, 5, 9])
"""Pawn, knight, bishop, rook and queen."""

ROUNDS_IN_MEMORY = 16
"""Rounds that are not in memory, as after a resumed run starts, are made again when they are needed."""


@dataclass(frozen=True, slots=True)
class EndgameCases:
    """Positions, the values of their legal moves, and the number of games behind the values."""

    positions: Positions
    values: CasePoints
    games: int

    def earned(self, programs: Sequence[CompiledProgram]) -> CasePoints:
        """Return the values of the programs' choices, of shape (cases, programs)."""
        return earned_by_choices(programs, self.positions, self.values)

    def of(self, state: State) -> StateCases:
        """Return the cases in which the side to move is in this state: ahead, even or behind."""
        pieces = self.positions.material().astype(np.int64)
        white = pieces[:, :5] @ PIECE_VALUES - pieces[:, 6:11] @ PIECE_VALUES
        balances = np.where(self.positions.turns(), white, -white)
        own = np.array([State.of(int(balance)) is state for balance in balances], dtype=np.bool_)
        counts = np.diff(self.positions.legal_moves().offsets)
        return StateCases(self.positions.take(np.flatnonzero(own)), self.values[np.repeat(own, counts)])


@dataclass(frozen=True, slots=True)
class CaseMaker:
    """Makes cases from the games of the best programs (champions), and rates programs by them."""

    settings: FitnessSettings
    endgames: tuple[str, ...]
    rules: GameRules
    seed: int

    def games(self, champions: Sequence[str]) -> int:
        """Return the number of games behind the newest cases."""
        return _cases_of_round(self, champions[-1], len(champions) - 1).games

    def earned(self, champions: Sequence[str], programs: Sequence[Program]) -> CasePoints:
        """Return each program's points in the cases of the last rounds, of shape (cases, programs).

        `champions` are the texts of the programs whose games became the cases of each round.
        """
        players = [self.rules.compile(program) for program in programs]
        return np.concatenate([each.earned(players) for each in self._latest(champions)])

    def test(self, champions: Sequence[str]) -> FitnessTest:
        """Return a fitness test by the cases of the last rounds."""

        def examine(programs: Sequence[Program], seed: int) -> Fitness:
            earned = self.earned(champions, programs)
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
        changes = {state: Changes(breeding.extras, breeding.most_symbols_of(state), self.endgames) for state in State}
        made = polish(population.best(settings.candidates), cases, changes, settings.polish, rng)
        earned = self.test(champions)(made, 0)
        newcomers = Population(tuple(made), tuple(earned.points), tuple(earned.played))
        return population.receive(newcomers, len(made))

    def _latest(self, champions: Sequence[str]) -> list[EndgameCases]:
        rounds = range(max(0, len(champions) - self._cases.rounds), len(champions))
        return [_cases_of_round(self, champions[number], number) for number in rounds]

    def champion(self, population: Population, champions: Sequence[str]) -> Program:
        """Return, of the fittest programs and the last champion, the best against the Master, for the next cases."""
        candidates = [*population.best(self._cases.candidates), *map(Program.parse, champions[-1:])]
        master = self.settings.master_rules.compile(find_program(MASTER))
        seed = seed_of(self.seed, "champion", len(champions))

        def score(program: Program) -> float:
            player = self.rules.compile(program)
            return match(player, master, self.endgames, self._cases.trial_games, seed, self.rules.moves).mean

        return max(candidates, key=score)

    @property
    def _cases(self) -> CaseSettings:
        assert self.settings.cases is not None  # cases are made only if the settings ask for them
        return self.settings.cases

    def play(self, champion: str, number: int) -> EndgameCases:
        """Play the champion's games, and return positions from them with the values of all legal moves."""
        settings = self._cases
        player = self.rules.compile(Program.parse(champion))
        opponent = player if settings.itself else self.settings.master_rules.compile(find_program(MASTER))
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
        # Only games show that a theoretical draw is hard to hold.
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
