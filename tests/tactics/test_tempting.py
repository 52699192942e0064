"""The advice warns of a tempting other capture if that loses something, and only then."""

from __future__ import annotations

import chess
import pytest

from motif.tactics.adviser import TacticsAdviser
from motif.tactics.captures import warning_of_capture
from motif.tactics.library import TacticsLibrary

QUEEN_ATTACKED = "r4rk1/1pp2pp1/1b1p1n1p/pQ1P1q2/4P3/P3P1P1/1P1B1PBP/R3R1K1 b - - 0 17"
QUEEN_SAFE = "r2q1rk1/1pp2pp1/1b1p1n1p/pQ1P4/4P3/P3P1P1/1P1B1PBP/R3R1K1 b - - 0 17"


@pytest.mark.parametrize(
    ("fen", "move", "said"),
    [
        pytest.param(
            QUEEN_ATTACKED, "f6e4", "and not Nxd5, which leaves the queen on f5", id="the pawn took the queen"
        ),
        pytest.param(QUEEN_SAFE, "f6e4", "", id="nothing is left behind"),
        pytest.param(
            "4k3/4p3/3p4/2n5/1P6/4Q3/8/4K3 w - - 0 1", "b4c5", "and not Qxc5, which loses the queen", id="by a pawn"
        ),
        pytest.param("4k3/4p3/8/2n5/1P6/4Q3/8/4K3 w - - 0 1", "b4c5", "", id="the queen could take as well"),
        pytest.param("4k3/4p3/3p4/2n5/1P6/4Q3/8/r3K3 w - - 0 1", "e1d2", "", id="in check nothing tempts"),
    ],
)
def test_the_warning_of_the_losing_capture(fen: str, move: str, said: str) -> None:
    assert warning_of_capture(chess.Board(fen), chess.Move.from_uci(move)) == said


def test_only_the_first_advice_warns() -> None:
    advice = TacticsAdviser(TacticsLibrary.shipped(), count=3).advise(
        chess.Board("4k3/4p3/3p4/2n5/1P6/4Q3/8/4K3 w - - 0 1")
    )
    assert [chess.Move.uci(each.move) for each in advice][:1] == ["b4c5"]
    assert ["and not" in each.because.english for each in advice] == [True, False, False]
