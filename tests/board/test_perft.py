"""Perft: counting every legal move path finds a wrong move generator. Values are the published ones."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from motif._core.board import Positions

PUBLISHED = Path(__file__).parents[1] / "positions" / "perft.epd"


def read_perft(path: Path) -> list[tuple[str, dict[int, int]]]:
    """Lines such as `FEN ;D1 20 ;D2 400`, as chess programmers exchange them."""
    table = []
    for line in path.read_text().splitlines():
        fen, *counts = [part.strip() for part in line.split(";")]
        if counts:
            table.append((fen, {int(depth[1:]): int(count) for depth, count in map(str.split, counts)}))
    return table


@pytest.mark.parametrize(("fen", "counts"), read_perft(PUBLISHED))
def test_published_counts(fen: str, counts: dict[int, int]) -> None:
    positions = Positions([fen])
    assert {depth: int(positions.perft(depth)[0]) for depth in counts} == counts


def test_depth_zero_is_the_position_itself() -> None:
    assert Positions([fen for fen, _ in read_perft(PUBLISHED)]).perft(0).tolist() == [1] * 16


@pytest.mark.skipif("MOTIF_DATA" not in os.environ, reason="needs the perft collections under MOTIF_DATA")
@pytest.mark.parametrize("name", ["perft_standard_126.epd", "perft-marcel.epd"])
def test_large_collections_to_depth_4(name: str) -> None:
    table = read_perft(Path(os.environ["MOTIF_DATA"]) / "perft" / name)
    positions = Positions([fen for fen, _ in table])
    for depth in range(1, 5):
        expected = np.array([counts.get(depth, -1) for _, counts in table])
        counted = positions.perft(depth).astype(np.int64)
        wrong = np.flatnonzero((expected >= 0) & (expected != counted))
        assert not len(wrong), [table[i][0] for i in wrong]
