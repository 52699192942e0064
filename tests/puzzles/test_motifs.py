"""Each motif beside a twin that lacks it."""

from __future__ import annotations

import csv
import os
from collections import Counter
from itertools import islice
from pathlib import Path

import chess
import pytest

from motif.puzzles.motifs import MOTIFS, motifs
from motif.puzzles.themes import Scene


def scene(fen: str, line: str) -> Scene:
    board = chess.Board(fen)
    boards, moves = [board.copy()], []
    for san in line.split():
        moves.append(board.push_san(san))
        boards.append(board.copy())
    return Scene(tuple(boards), tuple(moves), (len(moves) + 1) // 2)


EXAMPLES = {
    "fork": ("3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1", "Nf7+", "3q3k/8/8/8/8/3N4/8/6K1 w - - 0 1", "Ne5"),
    "pin": ("4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "Bb5", "5k2/8/2n5/8/8/8/8/4KB2 w - - 0 1", "Bb5"),
    "skewer": (
        "8/8/8/1r1k4/8/8/8/K6R w - - 0 1",
        "Rh5+ Ke4 Rxb5",
        "8/8/8/1r1k4/8/8/8/K6R w - - 0 1",
        "Rh4 Kc6 Ra4",
    ),
    "sacrifice": (
        "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1",
        "Qg8+ Rxg8 Nf7#",
        "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1",
        "Nf7+ Kg8 Nd6+",
    ),
    "discovered attack": (
        "3qk3/8/8/3B4/8/8/8/3RK3 w - - 0 1",
        "Bf7+ Kxf7 Rxd8",
        "3qk3/8/8/3B4/8/8/8/3RK3 w - - 0 1",
        "Bf7+ Kxf7 Rd7+",
    ),
    "discovered check": ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "Nc5+", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "Nf6+"),
    "double check": ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "Nf6+", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "Nc5+"),
    "promotion": ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a8=Q+", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "Kc2"),
    "underpromotion": ("8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a8=N", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a8=Q+"),
    "en passant": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e6"),
    "hanging piece": (
        "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1",
        "Rxd6",
        "4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1",
        "Rxd6",
    ),
    "quiet move": ("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "Rd2", "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "Rxd6"),
    "back rank": (
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "Rd8#",
        "6k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1",
        "Rd8+",
    ),
    "smothered": (
        "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1",
        "Qg8+ Rxg8 Nf7#",
        "r6k/7p/7N/8/2Q5/8/8/5K2 w - - 0 1",
        "Qg8+ Rxg8 Nf7+",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_motif_is_seen(name: str) -> None:
    fen, line, _, _ = EXAMPLES[name]
    assert name in motifs(scene(fen, line))


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_twin_lacks_it(name: str) -> None:
    _, _, fen, line = EXAMPLES[name]
    assert name not in motifs(scene(fen, line))


def test_no_motif_is_without_an_example() -> None:
    assert set(EXAMPLES) == set(MOTIFS)


def test_a_fork_that_can_be_taken_wins_nothing() -> None:
    forking = scene("r3r3/8/8/1N6/8/8/8/k5K1 w - - 0 1", "Nc7")
    taken = scene("r3r3/1b6/8/1N6/8/8/2r5/k5K1 w - - 0 1", "Nc7")
    assert "fork" in motifs(forking)
    assert "fork" not in motifs(taken)


def test_mate_is_not_a_fork() -> None:
    smothered = scene("q4rrk/6pp/7N/8/8/8/8/6K1 w - - 0 1", "Nf7+")
    assert "fork" not in motifs(smothered)


LICHESS = Path(os.environ.get("MOTIF_DATA", "/nowhere")) / "puzzles" / "lichess_puzzles_themed_half.csv"
SAME_MEANING = {
    "double check": "doubleCheck",
    "promotion": "promotion",
    "underpromotion": "underPromotion",
    "en passant": "enPassant",
    "back rank": "backRankMate",
    "smothered": "smotheredMate",
    "sacrifice": "sacrifice",
}


@pytest.mark.skipif(not LICHESS.exists(), reason="MOTIF_DATA names no folder with Lichess puzzles")
def test_lichess_sees_the_same_motifs() -> None:
    agree: Counter[str] = Counter()
    differ: Counter[str] = Counter()
    with LICHESS.open(encoding="utf-8") as file:
        for row in islice(csv.DictReader(file), 0, 35_000, 20):
            board = chess.Board(row["FEN"])
            first, *moves = row["Moves"].split()
            board.push_uci(first)
            start, line = board.fen(), []
            for uci in moves:
                line.append(board.san(chess.Move.from_uci(uci)))
                board.push_uci(uci)
            seen, theirs = set(motifs(scene(start, " ".join(line)))), set(row["Themes"].split())
            for ours, name in SAME_MEANING.items():
                if ours in seen or name in theirs:
                    (agree if ours in seen and name in theirs else differ)[ours] += 1
    assert all(agree[name] >= 19 * differ[name] for name in SAME_MEANING), differ
