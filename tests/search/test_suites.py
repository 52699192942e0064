"""Test that the search finds every published mate in three, if the data folder has them."""

from __future__ import annotations

import os
from pathlib import Path

import chess.pgn
import pytest

from motif.search.settings import SearchSettings

DATA = Path(os.environ.get("MOTIF_DATA", "/nowhere"))
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="set MOTIF_DATA to the data folder")


@needs_data
@pytest.mark.parametrize("name", ["mate3.fen", "mate_in_3.pgn"])
def test_mates_in_three_are_found(name: str) -> None:
    searcher = SearchSettings().searcher()
    missed = []
    for board in _boards(DATA / "suites" / name):
        searcher.new_game()
        info = searcher.search(board, nodes=3_000_000)
        if info.lines[0].mate is None or not 0 < info.lines[0].mate <= 3:
            missed.append(board.fen())
    assert not missed


def _boards(path: Path) -> list[chess.Board]:
    if path.suffix == ".fen":
        return [chess.Board(line) for line in path.read_text().splitlines() if line.strip()]
    boards = []
    with path.open() as file:
        while game := chess.pgn.read_game(file):
            boards.append(game.board())
    return boards
