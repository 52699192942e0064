"""Test the counts of opening moves: known positions have shares, others none, and the file reads back."""

from __future__ import annotations

from pathlib import Path

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions, encode_move
from motif.errors import BadFile
from motif.players.human_boards import BoardFeatures
from motif.players.human_model import OpeningCounts

START = int(Positions.from_boards([chess.Board()]).hashes()[0])


def test_the_most_frequent_move_has_the_largest_share() -> None:
    features = BoardFeatures([chess.Board(), chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")])
    shares = OpeningCounts({START: {"e2e4": 70, "d2d4": 30}}).shares(features)
    codes = features.codes.tolist()[: features.offsets[1]]
    assert codes[int(np.argmax(shares[: len(codes)]))] == encode_move(chess.Move.from_uci("e2e4"))
    assert np.exp(shares[: len(codes)]).sum() == pytest.approx(1.0)
    assert not shares[len(codes) :].any()


def test_the_counts_read_back_and_ship(tmp_path: Path) -> None:
    counts = OpeningCounts({START: {"e2e4": 7, "d2d4": 3}, 5: {"a7a6": 1}})
    counts.write(tmp_path / "counts.txt", ["a note"])
    assert OpeningCounts.read(tmp_path / "counts.txt") == counts
    assert max(OpeningCounts.read().played[START].items(), key=lambda pair: pair[1])[0] == "e2e4"


@pytest.mark.parametrize("line", ["nonsense e2e4:3", "00000000000000ff e2e4", "00000000000000ff e2z4:3"])
def test_a_bad_line_is_refused_with_its_number(golden: Golden, tmp_path: Path, line: str) -> None:
    path = tmp_path / "counts.txt"
    path.write_text(f"# motif opening counts 1\n{line}\n# end of 1 lines\n")
    with golden.raises(BadFile):
        OpeningCounts.read(path)
