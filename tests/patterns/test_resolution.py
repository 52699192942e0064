"""Test the paper's own examples: Figures 7, 8 and 9, with the boards that their tables imply."""

from __future__ import annotations

import chess
import pytest

from motif.patterns.learning.hierarchy import PatternKnowledge
from motif.patterns.move_pattern import parse_pattern
from patterns.hierarchy_walk import ranked, weigh

P, N, B, R, Q = 1, 3, 3, 5, 9

FIGURE_8 = "7k/8/1q6/pP2p3/5p2/8/3Q4/7K w - - 0 1"

QUEEN_MOVES = "reaches 1 2\n1Q -(+0)-> 2."
QUEEN_TAKES_PAWN = "hits 1 2\n1Q -(+1)-> 2p"
ENEMY_QUEEN_TAKES_PAWN = "null\nhits 1 2\n1Q -(-1)-> 2p"
PAWN_TAKES_QUEEN = "reaches 1 2\ncovers 3 2\n1Q -(+0)-> 2. with 3p => {3 -(-9)-> 2}"
PAWN_RETAKES_QUEEN = "hits 1 2\nhits 3 2\n1Q -(+1)-> 2p with 3p => {3 -(-9)-> 2}"
QUEEN_TAKES_QUEEN = "reaches 1 2\nreaches 3 2\n1Q -(+0)-> 2. with 3q => {3 -(-9)-> 2}"
QUEEN_RETAKES_QUEEN = "hits 1 2\nhits 3 2\n1Q -(+1)-> 2p with 3q => {3 -(-9)-> 2}"
QUEEN_DEFENDS_PAWN = "hits 3 4\nhits_from 1 2 4\n1Q -(+0)-> 2. with 3q 4P => {3 -(+8)-> 4}"
QUEEN_TAKES_AND_DEFENDS = "hits 1 2\nhits 3 4\nhits_from 1 2 4\n1Q -(+1)-> 2p with 3q 4P => {3 -(+8)-> 4}"


@pytest.fixture
def figure_8() -> dict[str, float]:
    """Return the weights of every move by the patterns of Figure 8; S is empty, so captures need a separate pattern."""
    texts = [
        QUEEN_MOVES,
        QUEEN_TAKES_PAWN,
        ENEMY_QUEEN_TAKES_PAWN,
        PAWN_TAKES_QUEEN,
        PAWN_RETAKES_QUEEN,
        QUEEN_TAKES_QUEEN,
        QUEEN_RETAKES_QUEEN,
        QUEEN_DEFENDS_PAWN,
        QUEEN_TAKES_AND_DEFENDS,
    ]
    board = chess.Board(FIGURE_8)
    verdicts = weigh(PatternKnowledge.of(map(parse_pattern, texts)), board)
    return {board.san(move): verdict.weight for move, verdict in verdicts.items()}


def test_figure_8_moves_that_lose_the_queen(figure_8: dict[str, float]) -> None:
    assert {figure_8[move] for move in ("Qb4", "Qd4", "Qd6", "Qd8+", "Qe3", "Qf2")} == {-Q}


def test_figure_8_captures_that_lose_the_queen_for_a_pawn(figure_8: dict[str, float]) -> None:
    assert (figure_8["Qxf4"], figure_8["Qxa5"]) == (P - Q, P - Q)


def test_figure_8_moves_that_defend_the_pawn(figure_8: dict[str, float]) -> None:
    assert {figure_8[move] for move in ("Qb2", "Qd3", "Qd5", "Qd7", "Qe2")} == {0}


def test_figure_8_all_others_lose_the_pawn(figure_8: dict[str, float]) -> None:
    named = {"Qb4", "Qd4", "Qd6", "Qd8+", "Qe3", "Qf2", "Qxf4", "Qxa5", "Qb2", "Qd3", "Qd5", "Qd7", "Qe2"}
    others = {move: weight for move, weight in figure_8.items() if move not in named}
    assert len(others) > 5
    assert set(others.values()) == {-P}


def test_figure_9_a_fork_wins_only_one_piece() -> None:
    board = chess.Board("r3q2k/8/8/1N6/8/8/8/5K2 w - - 0 1")
    wins_queen = parse_pattern("hits_from 1 2 3\n1N -(+9)-> 2. with 3q")
    wins_rook = parse_pattern("hits_from 1 2 3\n1N -(+5)-> 2. with 3r")
    verdicts = weigh(PatternKnowledge.of([wins_queen, wins_rook]), board)
    assert verdicts[board.parse_san("Nc7")].weight == Q
    assert ranked(verdicts)[0] == board.parse_san("Nc7")
    assert verdicts[board.parse_san("Nc3")].weight == 0


FIGURE_7 = "6k1/5p2/6b1/8/5N2/8/8/6K1 w - - 0 1"


def test_figure_7_a_reply_is_weighed_by_the_pattern_that_knows_it() -> None:
    takes = parse_pattern("hits 1 2\n1N -(+3)-> 2b")
    pawn_retakes = parse_pattern("hits 1 2\nhits 3 2\n1N -(+3)-> 2b with 3p => {3 -(-3)-> 2}")
    board = chess.Board(FIGURE_7)
    verdict = weigh(PatternKnowledge.of([takes, pawn_retakes]), board)[board.parse_san("Nxg6")]
    assert (verdict.gain, verdict.loss, verdict.weight) == (B, -N, 0)


def test_figure_7_without_the_defender_the_bishop_is_won() -> None:
    takes = parse_pattern("hits 1 2\n1N -(+3)-> 2b")
    pawn_retakes = parse_pattern("hits 1 2\nhits 3 2\n1N -(+3)-> 2b with 3p => {3 -(-3)-> 2}")
    board = chess.Board(FIGURE_7.replace("5p2", "p7"))
    assert weigh(PatternKnowledge.of([takes, pawn_retakes]), board)[board.parse_san("Nxg6")].weight == B


def test_a_threat_counts_against_moves_that_leave_it_alone() -> None:
    board = chess.Board("7k/8/8/3r4/8/8/3P4/R6K w - - 0 1")
    threat = parse_pattern("null\nhits 1 2\n1R -(-1)-> 2p")
    verdicts = weigh(PatternKnowledge.of([threat]), board)
    assert verdicts[board.parse_san("Ra8+")].weight == -P
    assert verdicts[board.parse_san("d3")].weight == 0


def test_a_threat_that_is_blocked_counts_no_more() -> None:
    board = chess.Board("6k1/8/8/3r4/8/8/3P4/B6K w - - 0 1")
    threat = parse_pattern("null\nhits 1 2\n1R -(-1)-> 2p")
    verdicts = weigh(PatternKnowledge.of([threat]), board)
    assert verdicts[board.parse_san("Bd4")].weight == 0
    assert verdicts[board.parse_san("Bc3")].weight == -P
