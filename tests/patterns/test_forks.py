"""Test that the shipped library knows every pair of pieces that a knight or queen can fork, and recommends the forks.

Each board has a twin without one piece: one of the two forked pieces or, if a forked piece could capture the forking
piece but is pinned, the piece that pins it. There the same move forks nothing.
"""

from __future__ import annotations

import chess
import pytest

from goldens import Golden
from motif._core.patterns import marked_graph
from motif.patterns.learning.logit import FORKED, fork, hits_two, is_fork
from motif.patterns.library import Library
from motif.patterns.move_pattern import to_core
from motif.patterns.sentences import sentence

BOARDS = [
    ("N", "kq", "b4d3", "8/2K5/2P5/6p1/1N3p2/8/5k2/4q3", "8/2K5/2P5/6p1/1N3p2/8/5k2/8"),
    ("N", "kr", "e6c5", "8/K3p3/P3N1P1/8/rp6/1k2p3/8/8", "8/K3p3/P3N1P1/8/1p6/1k2p3/8/8"),
    ("N", "kb", "b6d7", "Kb6/8/1N6/4k3/P6P/8/2p4P/8", "K7/8/1N6/4k3/P6P/8/2p4P/8"),
    ("N", "kn", "g1e2", "6K1/7p/5p2/8/pP6/2n1P2P/8/2k3NR", "6K1/7p/5p2/8/pP6/2n1P2P/8/2k3N1"),
    ("N", "kp", "a5c6", "8/p3k3/5p2/N7/8/7P/2P5/5K2", "8/4k3/5p2/N7/8/7P/2P5/5K2"),
    ("N", "qq", "f4g6", "7q/8/3Pp3/1k6/2p2N1q/8/6P1/6K1", "7q/8/3Pp3/1k6/2p2N2/8/6P1/6K1"),
    ("N", "qr", "a3c2", "1k6/8/4p3/8/1q1r4/N5P1/P2p2P1/3K4", "1k6/8/4p3/8/1q6/N5P1/P2p2P1/3K4"),
    ("N", "qb", "g8h6", "2K3N1/3p1b2/8/8/6qp/8/5Pp1/k7", "2K3N1/3p4/8/8/6qp/8/5Pp1/k7"),
    ("N", "qn", "g3e4", "6R1/P7/8/2n5/7K/6N1/1p1q2k1/8", "8/P7/8/2n5/7K/6N1/1p1q2k1/8"),
    ("N", "qp", "f5g7", "4q3/4P3/1K1Pp3/5N2/5P2/p1p5/2k5/8", "4q3/4P3/1K1P4/5N2/5P2/p1p5/2k5/8"),
    ("N", "rr", "c2a3", "8/1K6/1p6/k7/2r5/6P1/2N5/1r6", "8/1K6/1p6/k7/2r5/6P1/2N5/8"),
    ("N", "rb", "h7f8", "8/p2r3N/4b3/p4P2/2k3P1/6K1/4P3/8", "8/p2r3N/8/p4P2/2k3P1/6K1/4P3/8"),
    ("N", "rn", "f3g5", "8/3p3r/1P4B1/1K5P/1P2n2p/5N2/5p2/1k6", "8/3p3r/1P6/1K5P/1P2n2p/5N2/5p2/1k6"),
    ("N", "rp", "e7d5", "2K5/3pN3/8/2p1p3/1r6/4p2k/8/8", "2K5/3pN3/8/2p1p3/1r6/7k/8/8"),
    ("N", "bb", "f2e4", "8/4k3/1p6/8/8/1Kb3b1/5NP1/8", "8/4k3/1p6/8/8/1K4b1/5NP1/8"),
    ("N", "bn", "f4h3", "1k6/7p/4K3/5Pb1/3P1N2/6B1/p4np1/8", "1k6/7p/4K3/5Pb1/3P1N2/8/p4np1/8"),
    ("N", "bp", "a1b3", "1k2K3/4p1pP/8/8/3b4/8/3p4/N7", "1k2K3/4p1pP/8/8/3b4/8/8/N7"),
    ("N", "nn", "f7g5", "8/3k1N1R/pK6/2P5/4nR2/1p3n2/2p3P1/8", "8/3k1N2/pK6/2P5/4nR2/1p3n2/2p3P1/8"),
    ("N", "np", "d7e5", "4K1k1/1p1N1n2/8/8/3P2p1/1B6/8/8", "4K1k1/1p1N1n2/8/8/3P2p1/8/8/8"),
    ("N", "pp", "h7f8", "8/3p3N/6p1/p3P3/6p1/1P6/p1K5/7k", "8/3p3N/8/p3P3/6p1/1P6/p1K5/7k"),
    ("Q", "kq", "d4c3", "8/3P4/6p1/k5K1/3Qp3/q7/2P1P3/R7", "8/3P4/6p1/k5K1/3Qp3/q7/2P1P3/8"),
    ("Q", "kr", "f4f3", "8/1P6/p7/3r4/5Q2/K1pk4/5P2/8", "8/1P6/p7/8/5Q2/K1pk4/5P2/8"),
    ("Q", "kb", "e8d7", "4Q3/pP5k/3b4/6p1/2K5/2p5/8/8", "4Q3/pP5k/8/6p1/2K5/2p5/8/8"),
    ("Q", "kn", "h8f8", "2n4Q/7P/6K1/8/5k1p/4p3/8/8", "7Q/7P/6K1/8/5k1p/4p3/8/8"),
    ("Q", "kp", "h5d1", "8/2P5/3p4/3P3Q/pP1k1p2/7p/8/K7", "8/2P5/3p4/3P3Q/1P1k1p2/7p/8/K7"),
    ("Q", "qq", "f8f6", "3R1Q2/8/3q4/4P3/3k1q1R/8/8/K7", "3R1Q2/8/3q4/4P3/3k1q2/8/8/K7"),
    ("Q", "qr", "e6e8", "1B6/3r4/4Q3/Pp2q3/6P1/3P3p/3K3k/8", "8/3r4/4Q3/Pp2q3/6P1/3P3p/3K3k/8"),
    ("Q", "qb", "h2h6", "3R1qk1/2K5/1P4b1/8/3p4/2p5/4P2Q/8", "5qk1/2K5/1P4b1/8/3p4/2p5/4P2Q/8"),
    ("Q", "qn", "a2d2", "3n4/2P1P3/8/7p/7k/2K5/Q4q1p/4B3", "3n4/2P1P3/8/7p/7k/2K5/Q4q1p/8"),
    ("Q", "qp", "d1d4", "7R/5pK1/1P1p4/8/2p4q/7k/P7/3Q4", "8/5pK1/1P1p4/8/2p4q/7k/P7/3Q4"),
    ("Q", "rr", "d6d7", "2r3k1/p1p5/3QP3/5P2/r7/8/1Kp5/8", "2r3k1/p1p5/3QP3/5P2/8/8/1Kp5/8"),
    ("Q", "rb", "e2g4", "7K/7p/8/ppP5/8/8/4Q1b1/k2r4", "7K/7p/8/ppP5/8/8/4Q3/k2r4"),
    ("Q", "rn", "c7c1", "8/1pQ1P3/8/3k4/5r2/3P3p/K7/3n4", "8/1pQ1P3/8/3k4/5r2/3P3p/K7/8"),
    ("Q", "rp", "d3d4", "2k5/8/4P3/8/4PP2/3Q1p2/1rpp4/5K2", "2k5/8/4P3/8/4PP2/3Q1p2/1rp5/5K2"),
    ("Q", "bb", "f7e8", "1b5b/5Q2/1P2K3/6kp/8/4P3/8/8", "7b/5Q2/1P2K3/6kp/8/4P3/8/8"),
    ("Q", "bn", "h5h8", "1n6/8/8/7Q/2p2p2/5K1b/7P/1k6", "8/8/8/7Q/2p2p2/5K1b/7P/1k6"),
    ("Q", "bp", "f1e2", "8/1P2P3/3KP3/p5pp/k7/4b3/3p4/5Q2", "8/1P2P3/3KP3/p5p1/k7/4b3/3p4/5Q2"),
    ("Q", "nn", "b8d8", "1Q3n1K/p7/2k5/8/4P3/3n4/1p3p2/8", "1Q3n1K/p7/2k5/8/4P3/8/1p3p2/8"),
    ("Q", "np", "a2a4", "8/1p6/2pk4/2p2P2/7p/8/Q7/n1K5", "8/1p6/2pk4/2p2P2/8/8/Q7/n1K5"),
    ("Q", "pp", "g7e5", "8/5pQ1/p7/P6p/5P2/2p5/4Pk1p/7K", "8/5pQ1/p7/P6p/5P2/8/4Pk1p/7K"),
]
"""Who forks whom by which move, on which board, and its twin; White is to move."""


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.shipped()


def score(library: Library, board: chess.Board, move: chess.Move) -> float:
    return dict(library.rank(board))[move]


def forked(board: chess.Board, move: chess.Move) -> list[str]:
    """Return the pieces that a move forks."""
    ends = (move.from_square, move.to_square)
    victims = [places[2] for name, places in marked_graph(board) if name == "forks" and places[:2] == ends]
    return [piece.symbol() for victim in victims if (piece := board.piece_at(victim))]


def test_every_pair_has_its_board() -> None:
    pairs = {first + second for place, first in enumerate(FORKED) for second in FORKED[place:]} - {"kk"}
    assert {mover + pair for mover, pair, *_ in BOARDS} == {mover + pair for mover in "NQ" for pair in pairs}


@pytest.mark.parametrize(("mover", "pair", "uci", "placement", "twin"), BOARDS)
def test_a_fork_speaks_for_the_move(
    library: Library, mover: str, pair: str, uci: str, placement: str, twin: str
) -> None:
    move = chess.Move.from_uci(uci)
    board, other = (chess.Board(f"{position} w - - 0 1") for position in (placement, twin))
    assert sorted(forked(board, move)) == sorted(pair)
    assert forked(other, move) == []
    assert score(library, board, move) > score(library, other, move)
    speaks = [pattern for pattern in library.fitting(board, move) if is_fork(to_core(pattern))]
    assert [pattern.context for pattern in speaks] == [fork(mover, *pair).context]
    assert speaks[0].weight > 0
    assert not any(is_fork(to_core(pattern)) for pattern in library.fitting(other, move))


def test_no_double_attack_counts_against_a_move(library: Library) -> None:
    attacks = [number for number, pattern in enumerate(library.patterns) if hits_two(to_core(pattern))]
    assert len(attacks) > 40
    for number in attacks:
        assert library.pattern(number).weight > 0
        assert library.effect(number) > 0, sentence(library.pattern(number))


def test_fork_sentences_are_short(golden: Golden) -> None:
    golden(sentence(fork("N", "k", "q")))
    golden(sentence(fork("Q", "r", "r")))
