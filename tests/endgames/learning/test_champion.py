"""Test the champion of a run: the best program of the hall of fame, chosen and measured by new games."""

from __future__ import annotations

from collections import deque

from goldens import Golden
from motif.endgames.games import GameRules
from motif.endgames.learning.evolution import EvolutionSettings, Run, choose_champion, evolve
from motif.endgames.learning.fitness import Population
from motif.endgames.program import Program, find_program
from motif.endgames.simplification import simplify
from motif.errors import BadArgument

SETTINGS = EvolutionSettings(population=8, generations=3)
IDLE = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")
CLUMSY = Program.parse("(Advantage (If3 (Not (Not IsMate)) 0 0)) (Even 0) (Disadvantage 0)")


def a_run_of(*programs: Program) -> Run:
    """Return a run that ended with these programs, the fittest first."""
    count = len(programs)
    return Run((Population(programs, tuple(0.5 - place / 100 for place in range(count)), (10,) * count),), ())


def test_the_champion_is_the_best_against_the_master_not_against_peers() -> None:
    master = find_program("master")
    assert choose_champion(a_run_of(IDLE, CLUMSY, master), SETTINGS, 200, seed=1).program == simplify(master)


def test_of_equal_programs_the_simplest_is_the_champion() -> None:
    assert choose_champion(a_run_of(CLUMSY, CLUMSY), SETTINGS, 20, seed=1).program == IDLE


def test_the_champion_is_simplified_and_measured_by_new_games() -> None:
    run = deque(evolve(SETTINGS, seed=2), maxlen=1).pop()
    champion = choose_champion(run, SETTINGS, 160, seed=2)
    assert simplify(champion.program) == champion.program
    assert champion.score.games == 160
    assert champion == choose_champion(run, SETTINGS, 160, seed=2)
    assert champion.score != choose_champion(run, SETTINGS, 160, seed=3).score


def test_the_master_looks_one_ply_ahead_whatever_the_programs_do() -> None:
    far, near = (
        choose_champion(a_run_of(IDLE), EvolutionSettings(rules=rules), 40, seed=1)
        for rules in (GameRules(moves=20, plies=3, material=100.0), GameRules(moves=20))
    )
    assert far.score.mean > near.score.mean


def test_odd_numbers_of_games_are_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        choose_champion(a_run_of(IDLE), SETTINGS, 7, seed=1)
