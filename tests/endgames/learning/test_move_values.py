"""Test the values of moves by tables, by search and by games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif._core.endgames import endgame_starts
from motif.endgames.games import GameRules, Points
from motif.endgames.learning import cases
from motif.endgames.learning.cases import (
    Rollouts,
    are_decided,
    are_known,
    by_search,
    by_tables,
    kept_by_search,
    kept_by_tables,
    won_starts,
)
from motif.endgames.program import Program, find_program
from motif.engines.small_tables import Tablebase
from motif.errors import BadArgument

IDLE = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")
SKEWER = "R7/4k2r/8/8/8/8/8/K7 w - - 0 1"
"""Ra7+ wins the rook behind the king."""


def judged(worth: np.ndarray, fen: str) -> dict[str, float]:
    moves = Positions([fen]).legal_moves()[0]
    return dict(zip([move.uci() for move in moves], worth.tolist(), strict=True))


def test_tables_know_that_the_skewer_wins_and_that_nothing_else_does() -> None:
    worth = judged(by_tables(Positions([SKEWER])), SKEWER)
    assert 0.6 < worth.pop("a8a7") < 1
    assert set(worth.values()) <= {0.5} | {value for value in worth.values() if value < 0.5}


def test_tables_prefer_the_faster_mate() -> None:
    fen = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"
    worth = judged(by_tables(Positions([fen])), fen)
    assert worth["f1f8"] == 1
    assert worth["f1f7"] == 0.5  # stalemate
    assert 0.6 < worth["f1a1"] < 1


def test_a_search_sees_the_skewer_and_that_the_rook_must_not_be_lost() -> None:
    worth = judged(by_search(Positions([SKEWER]), 4), SKEWER)
    assert max(worth, key=lambda move: worth[move]) == "a8a7"
    assert worth["a8a7"] > 0.8
    assert worth["a8h8"] < 0.2  # the rook takes it
    assert worth["a1b2"] == pytest.approx(0.5)


@pytest.mark.parametrize("kept", [kept_by_tables, kept_by_search])
def test_only_the_skewer_keeps_the_win(kept: Callable[[Positions], np.ndarray]) -> None:
    worth = judged(kept(Positions([SKEWER])), SKEWER)
    assert worth.pop("a8a7") >= 0.9
    assert set(worth.values()) == {0}


def test_won_starts_are_won_and_can_be_spoilt() -> None:
    won = won_starts(("KRKR",), 12, seed=3)
    assert 0 < len(won.positions) <= 12
    before = Tablebase().probe_positions(won.positions)[:, 0]
    assert (before == 1).all()
    for begin, end in pairwise(won.positions.legal_moves().offsets.tolist()):
        assert min(won.values[begin:end]) < max(won.values[begin:end])
    champion, master = (find_program(name).compiled for name in ("KRKR", "master"))
    assert won.earned([champion, master]).shape == (len(won.positions), 2)


def test_an_endgame_without_wins_has_no_won_starts(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "MOST_DRAWS", 1)
    with golden.raises(BadArgument):
        won_starts(("KNK",), 3, seed=1)


def test_games_show_the_cost_of_a_hanging_rook() -> None:
    master = GameRules().compile(find_program("master"))
    rollouts = Rollouts(GameRules().compile(IDLE), master, 4, Points(), 50)
    for fen in (SKEWER, "k7/8/8/8/8/8/4K2R/r7 b - - 0 1"):
        positions = Positions([fen])
        worth = rollouts.values(positions, np.random.default_rng(1))
        assert len(worth) == len(positions.legal_moves()[0])
        assert np.array_equal(worth, rollouts.values(positions, np.random.default_rng(1)))
        assert worth.min() >= 0
        assert worth.max() <= 1
    own = judged(rollouts.values(Positions([SKEWER]), np.random.default_rng(1)), SKEWER)
    assert own["a8h8"] < 0.5


def test_tables_have_small_endgames_and_decide_won_ones() -> None:
    mates_in_one, rook_ahead, bare = "7k/8/6K1/8/8/8/8/5Q2 w", "7k/8/8/8/8/8/8/K5R1 w", "8/8/4k3/8/8/4K3/8/8 w"
    positions = Positions([f"{each} - - 0 1" for each in (mates_in_one, rook_ahead, bare)])
    many = endgame_starts("KQRKQR", 2, 1)
    assert are_known(positions + many).tolist() == [True, True, True, False, False]
    assert are_decided(positions + many).tolist() == [True, True, False, False, False]
    assert len(by_tables(Positions([]))) == len(by_search(Positions([]), 3)) == 0
