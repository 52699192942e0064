"""Static puzzles: only White moves, and Black is not in check before the mate."""

from __future__ import annotations

from itertools import islice

import pytest

from goldens import Golden
from motif.errors import BadArgument, ImpossibleRecipe, NothingFound
from motif.puzzles.paper import StaticPuzzle, compose_static, prove_optimum, static_mates
from motif.puzzles.puzzle import Goal, Stipulation
from motif.puzzles.recipe import PieceCount, Recipe
from motif.puzzles.themes import THEMES

SMALL = Recipe(board=(4, 4), white=PieceCount(1, 4), black=PieceCount(1, 3))


def test_a_rook_may_not_check_on_its_way_to_the_back_rank() -> None:
    shut_in = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    assert static_mates(shut_in, 2) == [("a1a8",)]
    # The rook from f1 reaches the back rank in several ways.
    two_ways = static_mates("6k1/5ppp/8/8/8/8/6PP/5RK1 w - - 0 1", 2)
    assert all(len(line) == 2 and line[-1].endswith("8") for line in two_ways)
    assert len(two_ways) == 2, "a second solution is enough to know that it is not sound"


def test_a_composed_static_puzzle_has_one_solution_and_no_unneeded_piece() -> None:
    puzzle = next(found for found in compose_static(SMALL, seed=1) if found)
    assert static_mates(puzzle.position, 2) == [puzzle.line]
    for square, sign in puzzle.diagram.placed:
        if sign not in "Kk":
            without = [piece for piece in puzzle.diagram.placed if piece[0] != square]
            fewer = str(type(puzzle.diagram).of(4, 4, without))
            assert static_mates(fewer, 2) != [puzzle.line], square
    assert puzzle.line_text().startswith("1. ")
    assert puzzle.line_text().endswith("#")
    assert isinstance(puzzle, StaticPuzzle)


def test_impossible_static_puzzles_are_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        static_mates("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 9)
    with golden.raises(BadArgument):
        next(compose_static(Recipe(themes=(THEMES["zugzwang"],))))
    with golden.raises(BadArgument):
        next(compose_static(Recipe(Stipulation(Goal.WIN, 1))))
    with golden.raises(ImpossibleRecipe):
        list(compose_static(Recipe(board=(4, 4), white=PieceCount(1, 1), black=PieceCount(1, 2))))


def test_optimal_static_values_are_proved_unless_time_is_over() -> None:
    one = Recipe(Stipulation(Goal.MATE, 1), board=(4, 4), white=PieceCount(2, 2), black=PieceCount(1, 1))
    optimum = prove_optimum(one, static=True)
    assert optimum.is_static
    assert (optimum.white, optimum.black) == (5, 0), "a rook; a key that promotes is not allowed"
    assert optimum.sound()
    # The message ends with the best values so far, which depend on the speed of the machine.
    with pytest.raises(NothingFound, match="0 seconds"):
        prove_optimum(Recipe(board=(4, 4)), seconds=0)


def test_the_example_of_the_help_is_found_within_600_attempts() -> None:
    recipe = Recipe(Stipulation(Goal.MATE, 3), board=(5, 5), white=PieceCount(1, 6), black=PieceCount(1, 8))
    puzzle = next(found for found in islice(compose_static(recipe, seed=1), 600) if found)
    assert static_mates(puzzle.position, 3) == [puzzle.line]
    assert len(puzzle.line) == 3
