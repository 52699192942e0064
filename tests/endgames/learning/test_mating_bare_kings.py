"""Test which shipped programs mate a bare king from every won position against every defence, by the tables."""

from __future__ import annotations

import numpy as np
import pytest

from motif.endgames.games import GameRules
from motif.endgames.program import Program, find_program
from test_experiments import script

BARE_KING = script("endgames-paper/short_mates.py").bare_king


@pytest.mark.parametrize("endgame", ["KRK", "KQK"])
def test_sure_mate_mates_against_every_defence_within_fifty_moves(endgame: str) -> None:
    every = BARE_KING(endgame)
    moves = every.lengths(GameRules().compile(find_program("sure-mate")))
    assert moves.max() <= 50
    assert (moves >= every.best).all()


@pytest.mark.parametrize(("endgame", "longest"), [("KRK", 36), ("KQK", 16)])
def test_fourteen_rules_mate_against_every_defence(endgame: str, longest: int) -> None:
    program = find_program("short-mate")
    assert BARE_KING(endgame).lengths(GameRules().compile(program)).max() == longest
    # Every preference of a chain except the last is the first argument of a Then; three rules precede both chains.
    preferences = str(program).count("(Then ") + 2
    assert 3 + preferences <= 15


def test_bare_king_mates_against_every_defence_with_the_queen_only() -> None:
    program = GameRules().compile(find_program("bare-king"))
    assert np.isfinite(BARE_KING("KQK").lengths(program)).all()
    # A defender that does not choose the longest reply can lead the rook in circles.
    assert not np.isfinite(BARE_KING("KRK").lengths(program)).all()


def test_without_the_certain_mate_the_rook_is_led_in_circles() -> None:
    text = str(find_program("short-mate")).replace("MyMateFollows", "IsMate")
    moves = BARE_KING("KRK").lengths(GameRules().compile(Program.parse(text)))
    assert np.isfinite(moves).mean() < 0.1


def test_an_idle_program_mates_nowhere() -> None:
    idle = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")
    # The program chooses a mate in one only at random, so not even that is certain.
    assert not np.isfinite(BARE_KING("KQK").lengths(GameRules().compile(idle))).any()
