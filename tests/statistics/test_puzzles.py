"""Test puzzles and mistakes as evidence, and the significance of a difference."""

from __future__ import annotations

from pathlib import Path

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions, encode_move
from motif.errors import BadArgument, BadFile
from motif.statistics.examples import Evidence, Reference, puzzle_evidence, read_evidence, read_puzzles, write_evidence
from motif.statistics.intervals import false_discovery_rates, fisher_exact

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/1r2R1K1 b - - 0 1"
HEADER = "PuzzleId,FEN,Moves,Themes\n"


def test_a_puzzle_begins_after_the_opponents_move(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    path.write_text(f"{HEADER}one,{BACK_RANK},b1e1 g1h1,mateIn1 short\n".replace("b1e1 g1h1", "b1b8 e1e8"))
    (puzzle,) = read_puzzles(path)
    assert puzzle.themes == {"mateIn1", "short"}
    evidence = puzzle_evidence([puzzle])
    assert evidence.positions[0].turn == chess.WHITE
    assert evidence.moves(Reference.BEST)[0] == encode_move(chess.Move.from_uci("e1e8"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("fen,moves\n", "line 1: expected the columns FEN, Moves and Themes"),
        (f"{HEADER}one,{BACK_RANK},b1b9 e1e8,fork\n", "line 2"),
        (f"{HEADER}one,{BACK_RANK},b1b8,fork\n", "line 2: 'b1b8'"),
    ],
)
def test_what_is_no_puzzle_is_refused_by_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "puzzles.csv"
    path.write_text(text)
    with pytest.raises(BadFile, match=complaint):
        list(read_puzzles(path))


def valued(played: str, values: dict[str, int]) -> Evidence:
    board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    legal = sorted(board.legal_moves, key=encode_move)
    return Evidence(
        Positions.from_boards([board]),
        np.array([encode_move(chess.Move.from_uci(played))], np.uint16),
        np.array([0]),
        (("Anna", "Boris"),),
        values=np.array([values[move.uci()] for move in legal], np.int32),
        ratings=np.array([1850], np.int16),
    )


def test_ratings_are_written_and_read(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "evidence.csv"
    write_evidence(valued("a1b1", {"a1a2": 0, "a1b1": 1, "a1b2": 2}), path)
    assert read_evidence(path).ratings_of_movers().tolist() == [1850]
    path.write_text(path.read_text().replace("1850", "strong"))
    with golden.raises(BadFile):
        read_evidence(path)


def test_more_hits_than_cases_are_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        fisher_exact(3, 2, 0, 1)


def test_one_finding_alone_needs_no_correction() -> None:
    assert false_discovery_rates([0.03]) == [0.03]
    assert false_discovery_rates([]) == []
