"""Test learning from surprises: the paper's Figures 10, 12 and 13, and twins that teach something else or nothing."""

from __future__ import annotations

import chess
import pytest

from motif.board.material import gain_at_once
from motif.patterns.learning.hierarchy import PatternKnowledge
from motif.patterns.learning.surprises import (
    LearnedPattern,
    connected,
    learn_escape,
    learn_material,
    surprise,
)
from motif.patterns.learning.weighing import MoveWeight
from motif.patterns.move_pattern import MovePattern, parse_pattern
from motif.search.material import MATE_GAIN, MaterialLook
from patterns.hierarchy_walk import weigh

LOOK = MaterialLook(1)
NOTHING = MoveWeight()


def after(moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return board


def lesson(board: chess.Board, san: str, verdict: MoveWeight = NOTHING) -> LearnedPattern | None:
    return surprise(board, board.parse_san(san), verdict, LOOK)


def test_figure_10_a_pawn_that_hangs() -> None:
    learned = lesson(after("a3 Nf6 g4"), "Nxg4")
    assert learned is not None
    assert learned.threat is not None
    assert str(learned.pattern) == "hits 1 2\n1N -(+1)-> 2p"
    assert str(learned.threat) == "null\nhits 1 2\n1N -(-1)-> 2p"


def test_what_was_expected_is_no_surprise() -> None:
    assert lesson(after("a3 Nf6 g4"), "Nxg4", MoveWeight(gain=1.0)) is None
    assert lesson(after("a3 Nf6 e3"), "d5") is None


def test_figure_12_a_pawn_that_the_queen_guards() -> None:
    learned = lesson(after("e3 Nf6 g4"), "Nxg4", MoveWeight(gain=1.0))
    assert learned is not None
    assert learned.threat is not None
    assert str(learned.pattern) == "hits 1 2\nhits 3 2\n1N -(+1)-> 2p with 3q => {3 -(-3)-> 2}"
    # As a threat it is none, and says so where the more general one would count.
    assert learned.threat.weight == 0


def test_the_move_that_hangs_a_pawn_names_the_reply() -> None:
    board = after("a3 Nf6")
    learned = lesson(board, "g4")
    assert learned is not None
    assert str(learned.pattern).splitlines()[-1] == "1P -(+0)-> 2. with 3n => {3 -(-1)-> 2}"
    assert weigh(PatternKnowledge.of([learned.pattern]), board)[board.parse_san("g4")].weight == -1
    assert weigh(PatternKnowledge.of([learned.pattern]), board)[board.parse_san("g3")].weight == 0


def test_a_threat_that_existed_before_is_learned_as_a_threat() -> None:
    board = after("e4 Nf6")
    learned = lesson(board, "a3")
    assert learned is not None
    assert str(learned.pattern) == "hits 1 2\n1N -(+1)-> 2p"


def test_figure_13_a_knight_defends_the_pawn() -> None:
    board = after("e4 Nf6")
    threat = parse_pattern("null\nhits 1 2\n1N -(-1)-> 2p")
    defends, advances, looks_on = map(board.parse_san, ("Nc3", "e5", "Nh3"))
    assert weigh(PatternKnowledge.of([threat]), board)[defends].weight == -1
    learned = learn_escape(board, defends, chess.Move.from_uci("f6e4"), LOOK)
    assert learned is not None
    verdicts = weigh(PatternKnowledge.of([threat, learned.pattern]), board)
    assert verdicts[defends].weight == 0
    assert verdicts[advances].weight == 0
    assert verdicts[looks_on].weight == -1


def test_a_move_that_leaves_the_threat_is_no_escape() -> None:
    board = after("e4 Nf6")
    assert learn_escape(board, board.parse_san("Nh3"), chess.Move.from_uci("f6e4"), LOOK) is None
    assert learn_escape(board, board.parse_san("Nc3"), chess.Move.from_uci("f6g4"), LOOK) is None


def test_a_threat_that_is_none_is_corrected() -> None:
    """The rook on d5 attacks a pawn that the king guards; the general threat says it is lost."""
    board = chess.Board("7k/8/8/3r4/8/8/3P4/4K3 w - - 0 1")
    threat = parse_pattern("null\nhits 1 2\n1R -(-1)-> 2p")
    move = board.parse_san("Kf2")
    assert weigh(PatternKnowledge.of([threat]), board)[board.parse_san("Ke2")].weight == -1
    board = chess.Board("7k/8/8/3r4/8/8/P2P4/4K3 w - - 0 1")
    move = board.parse_san("a4")
    verdict = weigh(PatternKnowledge.of([threat]), board)[move]
    learned = surprise(board, move, verdict, LOOK)
    assert learned is not None
    assert learned.threat is not None
    assert learned.threat.weight == 0
    assert weigh(PatternKnowledge.of([threat, learned.threat]), board)[move].weight == 0


def test_a_mate_counts_more_than_a_queen() -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    learned = learn_material(board, board.parse_san("Ra8"), LOOK)
    assert learned is not None
    assert learned.pattern.weight == MATE_GAIN
    stalemate = chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    assert LOOK(stalemate, stalemate.parse_san("Qg6")) == (0.0, None)


def test_parts_without_a_relation_to_the_move_are_left_out() -> None:
    pattern = MovePattern.parse("reaches 1 2\nhits 3 4\n1N -(+0)-> 2. with 3q 4P => {3 -(-1)-> 4}")
    assert str(connected(pattern)) == "reaches 1 2\n1N -(+0)-> 2."
    whole = MovePattern.parse("reaches 1 2\nhits_from 1 2 4\nhits 3 4\n1N -(+0)-> 2. with 3q 4P => {3 -(-1)-> 4}")
    assert connected(whole) == whole.canonical()


@pytest.mark.parametrize(
    ("fen", "san", "worth"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 1),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q+", 13),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra5", 0),
    ],
)
def test_what_a_move_takes_at_once(fen: str, san: str, worth: int) -> None:
    board = chess.Board(fen)
    assert gain_at_once(board, board.parse_san(san)) == worth
