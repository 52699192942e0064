"""Test the fitness by cases, which are positions with the value of every legal move."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from motif._core.board import Positions
from motif._core.endgames import earned_by_choices, endgame_starts
from motif.endgames.games import GameRules
from motif.endgames.learning.breeding import Breeder
from motif.endgames.learning.cases import CaseMaker
from motif.endgames.learning.evolution import EvolutionSettings, Run, evolve
from motif.endgames.learning.fitness import BreedingSettings, CaseSettings, FitnessSettings
from motif.endgames.program import Program, find_program
from motif.errors import BadArgument
from motif.runtime.parallel import Workers

IDLE = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")
GREEDY = Program.parse("(Advantage EvaluateMaterial) (Even EvaluateMaterial) (Disadvantage EvaluateMaterial)")
FEW = CaseSettings(
    positions=12, playouts=2, renewed=2, rounds=2, candidates=2, trial_games=4, searched=1, depth=2, polish=0
)
SMALL = EvolutionSettings(
    ("KRKR",), population=8, generations=6, fitness=FitnessSettings(peers=1, games=2, cases=FEW), migrants=2
)


def last(settings: EvolutionSettings, seed: int = 1, workers: int = 1, checkpoint: Path | None = None) -> Run:
    *_, run = evolve(settings, seed, Workers(workers), checkpoint)
    return run


def test_taking_the_rook_earns_its_points() -> None:
    position = Positions(["4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1"])
    captures = [move.uci() == "d1d5" for move in position.legal_moves()[0]]
    worth = np.array(captures, dtype=np.float64)
    greedy, idle = earned_by_choices([GameRules().compile(each) for each in (GREEDY, IDLE)], position, worth)[0]
    assert greedy == 1
    assert idle == pytest.approx(1 / len(captures))


@pytest.mark.parametrize("rules", [GameRules(), GameRules(plies=3, material=100.0)])
def test_the_moves_that_earn_are_those_that_are_played(rules: GameRules) -> None:
    positions = Positions.concatenate([endgame_starts(each, 4, 5, turn="random") for each in ("KQRKQR", "KRRKQ")])
    texts = [*Breeder(BreedingSettings()).first(12, Random(3)), find_program("master")]
    programs = [rules.compile(program) for program in texts]
    offsets = positions.legal_moves().offsets
    worth = np.random.default_rng(1).random(int(offsets[-1]))
    earned = earned_by_choices(programs, positions, worth)
    for case, board in enumerate(positions):
        for number, program in enumerate(programs):
            values = np.array([value for _, value in program.values(board)])
            own = worth[offsets[case] : offsets[case + 1]]
            assert earned[case, number] == pytest.approx(own[values == values.max()].mean())
    assert np.array_equal(earned, earned_by_choices(programs, positions, worth, threads=2))


def test_a_missing_or_superfluous_value_is_refused() -> None:
    positions = endgame_starts("KRKR", 2, 1)
    moves = int(positions.legal_moves().offsets[-1])
    for count in (moves - 1, moves + 1, 0):
        with pytest.raises(BadArgument, match=f"{count} judgements are not one for every legal move"):
            earned_by_choices([GameRules().compile(IDLE)], positions, np.zeros(count))


@pytest.mark.parametrize("searched", [0, 1])
def test_cases_say_that_a_rook_should_not_be_left_hanging(searched: int) -> None:
    settings = FitnessSettings(cases=CaseSettings(positions=80, playouts=4, searched=searched, depth=3))
    maker = CaseMaker(settings, ("KRKR",), GameRules(), seed=1)
    careful = Program.parse("(Advantage 0) (Even (If3 MyPieceCannotBeCaptured 0 -500)) (Disadvantage 0)")
    careless = Program.parse("(Advantage 0) (Even (If3 MyPieceCannotBeCaptured 0 500)) (Disadvantage 0)")
    fitness = maker.test([str(IDLE)])([careful, IDLE, careless], 0).points
    assert fitness[0] > fitness[1] > fitness[2]


def test_cases_are_positions_whose_moves_differ_in_value() -> None:
    maker = CaseMaker(FitnessSettings(cases=FEW), ("KRKR",), GameRules(), seed=1)
    cases = maker.play(str(find_program("master")), 0)
    offsets = cases.positions.legal_moves().offsets
    assert 0 < len(cases.positions) <= FEW.positions
    for begin, end in pairwise(offsets):
        assert len(set(cases.values[begin:end])) > 1


def test_the_same_seed_gives_the_same_run_and_another_seed_another() -> None:
    assert last(SMALL) == last(SMALL)
    assert last(SMALL).populations != last(SMALL, seed=2).populations


def test_two_workers_share_the_islands_and_change_nothing() -> None:
    settings = replace(SMALL, islands=2, migration_every=3)
    assert last(settings) == last(settings, workers=2)


@pytest.mark.parametrize("stop", [1, 2, 3, 4])
def test_a_resumed_run_gives_the_identical_population(tmp_path: Path, stop: int) -> None:
    path = tmp_path / "run.json"
    for run in evolve(SMALL, 1, checkpoint=path):
        if run.number == stop:
            break
    assert last(SMALL, checkpoint=path) == last(SMALL)


def test_a_copy_of_a_shorter_program_earns_nothing() -> None:
    maker = CaseMaker(FitnessSettings(cases=FEW), ("KRKR",), GameRules(), seed=1)
    longer = Program.parse("(Advantage 0) (Even (If3 IsMate 250 (If3 IsMate 500 0))) (Disadvantage 0)")
    shorter = Program.parse("(Advantage 0) (Even (If3 IsMate 250 0)) (Disadvantage 0)")
    fitness = maker.test([str(IDLE)])([longer, shorter], 0).points
    assert fitness[0] == 0 < fitness[1]


def test_a_run_with_polishing_can_be_resumed(tmp_path: Path) -> None:
    settings = replace(SMALL, fitness=replace(SMALL.fitness, cases=replace(FEW, polish=100)))
    path = tmp_path / "run.json"
    for run in evolve(settings, 1, checkpoint=path):
        if run.number == 3:
            break
    assert last(settings, checkpoint=path) == last(settings)
    assert last(settings).populations != last(SMALL).populations


def test_games_are_counted_where_cases_are_made() -> None:
    games = [generation.games for generation in last(SMALL).history]
    assert [count > 0 for count in games] == [True, False, True, False, True, False]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"positions": 0}, "positions must be at least 1, not 0"),
        ({"playouts": 0}, "playouts must be at least 1, not 0"),
        ({"searched": -1}, "searched must be at least 0, not -1"),
        ({"polish": -5}, "polish must be at least 0, not -5"),
        ({"trial_games": 3}, "a trial cannot have 3 games; ask for an even number"),
    ],
)
def test_bad_settings_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        replace(FEW, **wrong)
