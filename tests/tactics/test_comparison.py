"""Two players are compared by the tactics that they follow, and chance differences are not certain."""

from __future__ import annotations

import chess
import numpy as np

from motif._core.board import Positions, encode_move
from motif.statistics.examples import Evidence
from motif.tactics.learning.measures import compare
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

TAKE = Rule.parse("take(P, F, T) :- captures(F, T, P), undefended(T, P).", FULL)
CASTLE = Rule.parse("castle(P, F, T) :- castles(F, T, P).", FULL)
LIBRARY = TacticsLibrary(FULL, (Tactic(CASTLE), Tactic(TAKE)))
QUEEN_EN_PRISE = chess.Board("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")


def played(move: str, times: int, otherwise: str, others: int) -> Evidence:
    codes = [encode_move(chess.Move.from_uci(name)) for name in [move] * times + [otherwise] * others]
    count = len(codes)
    return Evidence(
        Positions.from_boards([QUEEN_EN_PRISE] * count),
        np.array(codes, np.uint16),
        np.arange(count),
        (("Anna", "Boris"),) * count,
    )


def test_one_player_takes_the_queen_and_the_other_does_not() -> None:
    (found,) = compare(LIBRARY, played("c3d5", 19, "e1e2", 1), played("c3d5", 5, "e1e2", 15))
    assert found.tactic.name == "take", "no player could castle, so castling cannot be compared"
    assert (found.first.hits, found.first.count, found.second.hits) == (19, 20, 5)
    assert found.is_sure
    assert found.more == 0.7


def test_a_difference_of_one_move_may_be_chance() -> None:
    (found,) = compare(LIBRARY, played("c3d5", 10, "e1e2", 10), played("c3d5", 9, "e1e2", 11))
    assert not found.is_sure


def test_with_many_tactics_one_difference_is_less_certain() -> None:
    many = TacticsLibrary(FULL, (Tactic(TAKE), Tactic(TAKE.named("take_too")), Tactic(CASTLE)))
    first, second = played("c3d5", 19, "e1e2", 1), played("c3d5", 5, "e1e2", 15)
    alone, *_ = compare(TacticsLibrary(FULL, (Tactic(TAKE),)), first, second)
    among, *_ = compare(many, first, second)
    assert among.rate > alone.rate == alone.probability
