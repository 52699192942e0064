"""Test how many players find the better move: more see a hanging piece than a quiet move."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.errors import BadFile
from motif.players.findable import Find, Findable, features, share_text

HANGS = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 4")
"""The knight on e5 can be taken for a pawn."""


def chance(board: chess.Board, uci: str, rating: int) -> float:
    (found,) = Findable.read().chances([Find(board, chess.Move.from_uci(uci), rating)])
    return found


def test_most_take_a_knight_and_fewer_find_a_quiet_move_that_leaves_it_there() -> None:
    assert chance(HANGS, "c6e5", 1500) > 0.7
    assert chance(HANGS, "h7h6", 1500) < chance(HANGS, "c6e5", 1500) - 0.1


def test_the_stronger_see_more() -> None:
    assert chance(HANGS, "c6e5", 2200) > chance(HANGS, "c6e5", 1000)


def test_every_feature_has_a_weight_and_every_weight_a_feature() -> None:
    (true,) = features([Find(HANGS, chess.Move.from_uci("c6e5"), 1500)])
    assert set(true) == set(Findable.read().weights)
    assert features([]) == []


def test_the_weights_come_back_from_their_text(tmp_path: Path) -> None:
    table = Findable({"always": 1.5, "it takes": -0.25})
    table.write(tmp_path / "findable.tsv", ["a note"])
    assert Findable.read(tmp_path / "findable.tsv") == table


def test_a_line_that_is_no_weight_is_refused_with_its_number(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "findable.tsv"
    path.write_text("# motif findable 1\nit takes\tmuch\n# end of 1 lines\n")
    with golden.raises(BadFile):
        Findable.read(path)


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.97, "nearly everybody at 1500 sees this"),
        (0.66, "two of three players at 1500 see this"),
        (0.5, "every other player at 1500 sees this"),
        (0.2, "one of five players at 1500 sees this"),
        (0.01, "hardly any player at 1500 sees this"),
    ],
)
def test_shares_as_text(share: float, words: str) -> None:
    assert share_text(share, 1534) == words
