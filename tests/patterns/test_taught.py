"""Test a hierarchy learned from games as an adviser, and in a search that considers the moves it keeps."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.patterns.learning.hierarchy import PatternKnowledge
from motif.patterns.learning.paper_library import PaperLibrary, read_library
from motif.patterns.move_pattern import parse_pattern
from motif.players.names import find_adviser, find_player

KNIGHT_TAKES_PAWN = "hits 1 2\n1N -(+1)-> 2p"
PAWN_TAKES_BACK = "hits 1 2\nhits 3 2\n1N -(+1)-> 2p with 3p => {3 -(-3)-> 2}"
FREE_PAWN = chess.Board("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1")
GUARDED_PAWN = chess.Board("4k3/8/2p5/3p4/8/4N3/8/4K3 w - - 0 1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    knowledge = PatternKnowledge.of(map(parse_pattern, [KNIGHT_TAKES_PAWN, PAWN_TAKES_BACK]))
    PaperLibrary(knowledge, (), {"weights": "paper"}).write(tmp_path / "taught.txt")
    return tmp_path / "taught.txt"


def test_the_file_says_itself_that_it_is_a_hierarchy(path: Path) -> None:
    assert isinstance(read_library(path), PaperLibrary)


def test_a_taught_hierarchy_advises_to_take_what_is_free(golden: Golden, path: Path) -> None:
    first = find_adviser(f"patterns:{path}").advise(FREE_PAWN)[0]
    assert FREE_PAWN.san(first.move) == "Nxd5"
    golden(first.because.english)
    assert first.because.arrows


def test_what_is_taken_back_is_not_advised(path: Path) -> None:
    moves = [piece.move for piece in find_adviser(f"patterns:{path}").advise(GUARDED_PAWN)]
    assert GUARDED_PAWN.parse_san("Nxd5") not in moves


def test_the_search_looks_at_the_kept_moves_alone(path: Path) -> None:
    # Depth 3 sees that the guarded pawn is not free; with k=1 the knight takes what the patterns know to be free.
    player = find_player(f"patterns:{path},k=1,depth=3")
    assert FREE_PAWN.san(player.choose(FREE_PAWN, Limit(depth=1)).move) == "Nxd5"
    lost_rook = chess.Board("r3k3/8/8/3p4/R7/4N3/8/4K3 w - - 0 1")
    assert lost_rook.san(player.choose(lost_rook, Limit(depth=1)).move) == "Nxd5"
    wider = find_player(f"patterns:{path},gamma=1,depth=3")
    assert lost_rook.san(wider.choose(lost_rook, Limit(depth=1)).move) == "Rxa8+"


@pytest.mark.parametrize("setting", ["plies=2", "filter=soft"])
def test_a_hierarchy_filters_only_the_root(golden: Golden, path: Path, setting: str) -> None:
    with golden.raises(BadArgument):
        find_player(f"patterns:{path},{setting}")
