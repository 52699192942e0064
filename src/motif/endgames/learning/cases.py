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

# What every legal move of a position is worth: by the tables, by a search, or by games that are played on.

Worth = npt.NDArray[np.float64]
"""One number for every legal move of every position, in the order of the legal moves."""

DISCOUNT_PER_MOVE = 0.95
SLOWEST_WIN_POINTS = 0.6
"""What a win is worth that takes for ever: games end after fifty moves."""

TANH_SCALE_CP = 575.0
"""So many centipawns ahead is worth 0.88; without end it is worth 1."""


@cache
def _tables() -> Tablebase:
    return Tablebase()


def are_known(positions: Positions) -> npt.NDArray[np.bool_]:
    """Whether there are few enough men for the tables."""
    return np.asarray(positions.material().sum(axis=1) <= MOST_PIECES)


def are_decided(positions: Positions) -> npt.NDArray[np.bool_]:
    """Whether somebody wins by the tables, where they know the position."""
    decided = are_known(positions)
    few = np.flatnonzero(decided)
    if len(few):
        decided[few] = _tables().probe_positions(positions.take(few))[:, 0] != 0
    return decided


def by_tables(positions: Positions) -> Worth:
    """By the exact result, and how far the mate is; for positions that the tables know."""
    # The result is that of the opponent, who is to move then.
    result, plies = _tables().probe_positions(positions.successors()).astype(np.float64).T
    decided = SLOWEST_WIN_POINTS + (1 - SLOWEST_WIN_POINTS) * DISCOUNT_PER_MOVE ** (plies / 2)
    return np.where(result < 0, decided, np.where(result > 0, 1 - decided, 0.5))


def by_search(positions: Positions, depth: int) -> Worth:
    """By a search that knows mate and material alone."""
    material = CompiledProgram([0.0], [0.0], [0.0]).evaluation(1.0)
    searcher = Searcher(material, hash_megabytes=1)
    legal = positions.legal_moves()
    most = int(np.diff(legal.offsets).max(initial=1))
    worth = np.zeros(len(legal.codes))
    for number, lines in enumerate(searcher.search_all(positions, depth=depth, multi_pv=most)):
        begin, end = legal.offsets[number : number + 2]
        values = {encode_move(line.moves[0]): line.centipawns for line in lines.lines}
        centipawns = [values[int(code)] for code in legal.codes[begin:end]]
        worth[begin:end] = 0.5 + 0.5 * np.tanh(np.array(centipawns) / TANH_SCALE_CP)
    return worth


@dataclass(frozen=True, slots=True)
class PlayingOn:
    """Who makes the moves and plays on against whom, how often, for which points, and how long at most."""

    player: CompiledProgram
    opponent: CompiledProgram
    times: int
    points: Points
    moves: int

    def judge(self, positions: Positions, rng: np.random.Generator) -> Worth:
        """By games; the lots belong to the position, so that its moves differ by what they are worth."""
        counts = np.diff(positions.legal_moves().offsets)
        boards = positions.successors()
        is_black = np.repeat(1 - positions.turns().astype(np.int64), counts * self.times)
        lots = rng.integers(2**62, size=(len(positions), self.times))
        seeds = np.repeat(lots, counts, axis=0).reshape(-1)
        places = np.repeat(np.arange(len(boards)), self.times)
        games = np.stack([is_black, 1 - is_black, places, seeds], axis=1).astype(np.int64)
        ends = play_programs([self.player, self.opponent], games, boards, moves=self.moves)
        won = outcomes(ends.winners, ends.balances)
        own = np.where(is_black == 0, won, 4 - won).astype(np.int8)
        return np.asarray(points(own, self.points).reshape(len(boards), self.times).mean(axis=1))


# Polishing: one tree at a time, many small changes, judged by cases; the best few are changed again.

Tokens = tuple[Word, ...]

PARENTS = 10
"""So many trees are changed at a time."""

OFFSPRING = 100
"""So many changes are tried before the best are chosen anew."""

POINTS_PER_SYMBOL = 1e-4
"""What a symbol costs: between equals the shorter tree is better, and a gain of nothing is none."""

# In a legal position after a legal move it is always true.
_POINTLESS = "NotMyKingInCheck"


@dataclass(frozen=True, slots=True)
class StateCases:
    """EndgameCases in which one tree speaks: positions, and the worth of every legal move."""

    positions: Positions
    worth: npt.NDArray[np.float64]

    @classmethod
    def joined(cls, parts: Sequence[StateCases]) -> StateCases:
        """All cases of the parts."""
        positions = Positions.concatenate([part.positions for part in parts])
        return cls(positions, np.concatenate([part.worth for part in parts]))


class Changes:
    """Small changes of trees, each one drawn by lot."""

    def __init__(self, extras: bool, most_symbols: int, endgames: Sequence[str] = ()) -> None:
        known = [each for each in terminals(extras, endgames) if each.name != _POINTLESS]
        self._truths = [each.name for each in known if each.gives is ValueKind.BOOLEAN]
        self._counts = [each.name for each in known if each.gives is ValueKind.QUERY]
        self._most = most_symbols

    def change(self, tree: Tokens, rng: Random) -> Tokens:
        """The tree with a rule more or less, another answer, or another question."""
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
        return self._with_another_question(tree, rng)

    def _with_a_rule(self, tree: Tokens, rng: Random) -> Tokens:
        at = rng.choice(_answers(tree))
        end = end_of(tree, at)
        branches = [(self._answer(rng),), tree[at:end]]
        if rng.random() < 0.25:
            branches.reverse()
        return (*tree[:at], "If3", *self._question(rng), *branches[0], *branches[1], *tree[end:])

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

    def _with_another_question(self, tree: Tokens, rng: Random) -> Tokens:
        rules = [at for at in _answers(tree) if tree[at] == "If3"]
        if not rules:
            return tree
        at = rng.choice(rules) + 1
        end = end_of(tree, at)
        old = tree[at:end]
        chance = rng.random()
        if chance < 0.4:
            new: Tokens = (rng.choice(("And2", "Or2")), *old, *self._question(rng))
        elif chance < 0.5:
            new = old[1:] if old[0] == "Not" else ("Not", *old)
        elif chance < 0.6 and old[0] in ("And2", "Or2"):
            second = end_of(old, 1)
            new = rng.choice((old[1:second], old[second:]))
        else:
            new = self._question(rng)
        return (*tree[:at], *new, *tree[end:])

    def _question(self, rng: Random) -> Tokens:
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
    """Programs of the best trees that were found for each state, the best trees together in the first of them."""
    best = {}
    for state in State:
        trees = list(dict.fromkeys(tuple(program.tree(state).tokens()) for program in programs))
        known = cases[state]
        best[state] = _improved(trees, known, changes[state], trials, rng) if len(known.positions) else trees
    count = min(len(trees) for trees in best.values())
    return [Program(*(Tree.from_tokens(iter(best[state][number])) for state in State)) for number in range(count)]


def _improved(trees: list[Tokens], cases: StateCases, changes: Changes, trials: int, rng: Random) -> list[Tokens]:
    """The best trees, best first, after so many changes."""
    parents: list[tuple[float, Tokens, bytes]] = []
    fresh = trees
    for _ in range(-(-trials // OFFSPRING) + 1):
        players = [CompiledProgram(tree, tree, tree) for tree in fresh]
        earned = earned_by_choices(players, cases.positions, cases.worth)
        columns = np.ascontiguousarray(earned.T)
        judged = [
            (float(column.mean()) - POINTS_PER_SYMBOL * len(tree), tree, column.tobytes())
            for tree, column in zip(fresh, columns, strict=True)
        ]
        different: dict[bytes, tuple[float, Tokens, bytes]] = {}
        for each in sorted([*parents, *judged], key=lambda judgement: -judgement[0]):
            different.setdefault(each[2], each)
        parents = list(different.values())[:PARENTS]
        fresh = [changes.change(rng.choice(parents)[1], rng) for _ in range(OFFSPRING)]
    return [tree for _, tree, _ in parents]


def _answers(tree: Tokens) -> list[int]:
    """Where values stand: the whole tree, and what follows the question of every If3 among them."""
    places, open_ = [], [0]
    while open_:
        at = open_.pop()
        places.append(at)
        if tree[at] == "If3":
            second = end_of(tree, at + 1)
            open_ += [end_of(tree, second), second]
    return places


def end_of(tree: Tokens, at: int) -> int:
    """Behind the last token of the subtree that begins here.

    >>> end_of(("If3", "Not", "IsMate", 1.0, 2.0), 1)
    3
    """
    missing = 1
    while missing:
        missing += _arity(tree[at]) - 1
        at += 1
    return at


def _arity(token: Word) -> int:
    return 0 if isinstance(token, float) else _ARITIES.get(token, 0)


_ARITIES = {each.name: len(each.takes) for each in functions(extras=True)}


CasePoints = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

WORTH = np.array([1, 3, 3, 5, 9])
"""What pawns, knights, bishops, rooks and queens are worth."""

ROUNDS_REMEMBERED = 16
"""So many rounds of cases stay in memory; a run that is taken up again makes those that it needs anew."""


@dataclass(frozen=True, slots=True)
class EndgameCases:
    """Positions, what each of their legal moves is worth, and how many games were played to find out."""

    positions: Positions
    worth: CasePoints
    games: int

    def earned(self, programs: Sequence[CompiledProgram]) -> CasePoints:
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

    def earned(self, champions: Sequence[str], programs: Sequence[Program]) -> CasePoints:
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

    def _latest(self, champions: Sequence[str]) -> list[EndgameCases]:
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

    def play(self, champion: str, number: int) -> EndgameCases:
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
        return _telling(EndgameCases(known + others, np.concatenate(worth), len(games) + played))


@lru_cache(maxsize=ROUNDS_REMEMBERED)
def _cases_of_round(maker: CaseMaker, champion: str, number: int) -> EndgameCases:
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


def _telling(cases: EndgameCases) -> EndgameCases:
    """The cases in which it matters what is played."""
    offsets = cases.positions.legal_moves().offsets
    highest = np.maximum.reduceat(cases.worth, offsets[:-1])
    telling = highest > np.minimum.reduceat(cases.worth, offsets[:-1])
    kept = cases.worth[np.repeat(telling, np.diff(offsets))]
    return EndgameCases(cases.positions.take(np.flatnonzero(telling)), kept, cases.games)
