"""The champion of a run: the best of the hall of fame on games that did not breed it, and no luckier than it is."""

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
    """A run that ended with these programs, the first the fittest."""
    count = len(programs)
    return Run((Population(programs, tuple(0.5 - place / 100 for place in range(count)), (10,) * count),), ())


def test_the_better_one_is_chosen_though_another_was_fitter_among_its_peers() -> None:
    master = find_program("master")
    assert choose_champion(a_run_of(IDLE, CLUMSY, master), SETTINGS, 200, seed=1).program == simplify(master)


def test_of_two_that_play_alike_the_simplest_is_left() -> None:
    assert choose_champion(a_run_of(CLUMSY, CLUMSY), SETTINGS, 20, seed=1).program == IDLE


def test_a_champion_is_simple_and_measured_on_other_games_than_chose_it() -> None:
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
