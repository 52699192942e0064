"""Test the fitness by mates: a program mates a bare king from every won position or it does not."""

from __future__ import annotations

import numpy as np
import pytest

from goldens import Golden
from motif.endgames.games import GameRules
from motif.endgames.program import Program, find_program
from motif.errors import BadArgument
from test_experiments import script

MATING = script("endgames-paper/mating.py")
IDLE = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")


def test_the_shipped_program_mates_everywhere_against_one_longest_defence() -> None:
    """Test mates with the queen; test_measures counts mates with the rook in all positions."""
    every = MATING.bare_king("KQK")
    assert every.positions == 18_081
    moves = MATING.MatingPlay.of(GameRules().compile(find_program("bare-king")), every).lengths()
    assert np.isfinite(moves).all()
    assert moves.mean() <= 2 * every.best.mean()
    assert (moves >= every.best).all()


def test_an_idle_program_mates_nowhere() -> None:
    every = MATING.bare_king("KQK")
    # The program chooses a mate in one only at random, so not even that is certain.
    assert not np.isfinite(MATING.MatingPlay.of(GameRules().compile(IDLE), every).lengths()).any()


def test_mating_once_is_better_than_never() -> None:
    mates = Program.parse("(Advantage (If3 IsMate 1 0)) (Even 0) (Disadvantage 0)")
    programs = (IDLE, mates, find_program("bare-king"))
    idle, sees_mate, best = (MATING.mating_fitness(program, "KQK") for program in programs)
    assert idle < sees_mate < 1 < best <= 2


def test_a_mate_against_the_longest_defence_may_fail_against_others() -> None:
    program = find_program("bare-king")
    # A defender that does not choose the longest reply can lead the rook in circles, but not the queen.
    for endgame, holds in (("KRK", False), ("KQK", True)):
        longest, every = (MATING.mating_fitness(program, endgame, defence) for defence in (False, True))
        assert longest > 1
        assert (every == longest) is holds


@pytest.mark.parametrize("endgame", ["KRK", "KQK"])
def test_sure_mate_mates_against_every_defence_within_fifty_moves(endgame: str) -> None:
    every = MATING.bare_king(endgame)
    moves = MATING.MatingPlay.of(GameRules().compile(find_program("sure-mate")), every).sure_lengths()
    assert np.isfinite(moves).all()
    assert moves.max() <= 50
    assert (moves >= every.best).all()


@pytest.mark.parametrize(("endgame", "longest"), [("KRK", 36), ("KQK", 16)])
def test_fourteen_rules_mate_against_every_defence(endgame: str, longest: int) -> None:
    program, every = find_program("short-mate"), MATING.bare_king(endgame)
    moves = MATING.MatingPlay.of(GameRules().compile(program), every).sure_lengths()
    assert np.isfinite(moves).all()
    assert moves.max() == longest
    # Every preference of a chain except the last is the first argument of a Then; three rules precede both chains.
    preferences = str(program).count("(Then ") + 2
    assert 3 + preferences <= 15


def test_without_the_certain_mate_the_rook_is_led_in_circles() -> None:
    text = str(find_program("short-mate")).replace("MyMateFollows", "IsMate")
    moves = MATING.MatingPlay.of(GameRules().compile(Program.parse(text)), MATING.bare_king("KRK")).sure_lengths()
    assert np.isfinite(moves).mean() < 0.1


def test_mates_are_counted_against_a_bare_king_only(golden: Golden) -> None:
    with golden.raises(BadArgument):
        MATING.bare_king("KRKR")
