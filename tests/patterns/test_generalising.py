"""Test how examples become patterns: the paper's Figures 10 and 12, and the pieces that remain in them."""

from __future__ import annotations

from dataclasses import replace

import chess

from motif.patterns.board_pattern import BoardPattern
from motif.patterns.learning.hierarchy import PatternKnowledge
from motif.patterns.learning.surprises import Gain, neighbourhood, pattern_of, reduced
from motif.patterns.move_pattern import MovePattern, NullMovePattern
from patterns.hierarchy_walk import weigh

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def material(board: chess.Board, side: chess.Color) -> int:
    return sum(WORTH[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values())


def gain(board: chess.Board, move: chess.Move) -> float:
    """What a move gains in material after the enemy's best capture in reply."""
    side, before = board.turn, material(board, board.turn)
    after = board.copy(stack=False)
    after.push(move)
    worst = material(after, side)
    for reply in after.legal_moves:
        if after.is_capture(reply):
            then = after.copy(stack=False)
            then.push(reply)
            worst = min(worst, material(then, side))
    return worst - before


def after(moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return board


def learned_from(board: chess.Board, san: str, gain: Gain) -> MovePattern:
    """Return the pattern of the pieces that the gain of the move depends on."""
    move = board.parse_san(san)
    return replace(pattern_of(reduced(board, move, gain), move), weight=gain(board, move)).canonical()


def test_figure_10_the_knight_wins_a_pawn() -> None:
    """1.a3 Nf6 2.g4: only the knight and the pawn remain, and the reflected pattern is a threat."""
    board = after("a3 Nf6 g4")
    move = learned_from(board, "Nxg4", lambda *example: max(gain(*example), 1.0))
    threat = NullMovePattern(replace(move, weight=-move.weight))
    assert str(move) == "hits 1 2\n1N -(+1)-> 2p"
    assert str(threat) == "null\nhits 1 2\n1N -(-1)-> 2p"


def test_figure_12_the_queen_recaptures() -> None:
    """With e3 the queen on d1 guards g4: the capture loses a knight for a pawn, and the queen is part of the reason."""
    board = after("e3 Nf6 g4")
    learned = learned_from(board, "Nxg4", gain)
    assert learned.weight == 1 - 3
    assert learned.context.edges == MovePattern.parse("hits 1 2\nhits 3 2\n1N -(-2)-> 2p with 3q").context.edges
    assert "3q" in str(learned)


def test_a_learned_capture_is_a_threat_to_the_other_side() -> None:
    board = after("a3 Nf6 g4")
    learned = learned_from(board, "Nxg4", lambda *example: max(gain(*example), 1.0))
    # The same knight attacks the same pawn, but it is White's move: if White does not protect it, it is lost.
    white = chess.Board("4k3/8/5n2/8/6P1/8/8/4K3 w - - 0 1")
    verdicts = weigh(PatternKnowledge.of([learned, NullMovePattern(replace(learned, weight=-learned.weight))]), white)
    assert verdicts[white.parse_san("Kd2")].weight == -1
    assert verdicts[white.parse_san("g5")].weight == 0


def test_the_neighbourhood_of_a_developing_move() -> None:
    """Figure 11: Nf3 is what it hits and what covers its square, wherever the rooks stand."""
    board = chess.Board()
    pattern = neighbourhood(board, board.parse_san("Nf3"))
    labels = {str(label) for _, label in pattern.context.labels}
    assert labels <= {".", "N", "P", "Q", "K", "B", "R"}
    assert {str(edge.relation) for edge in pattern.context.edges} <= {"hits", "covers", "reaches", "hits_from"}
    assert next(pattern.embeddings(BoardPattern.full(board), board, board.parse_san("Nf3")), None)
