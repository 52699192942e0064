"""Search by plain minimax with the three-term heuristic, in Python: no cutoffs, no tables, no move ordering."""

from __future__ import annotations

import chess

from motif.search.evaluation import TABLES, Weights

MATERIAL = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
MATE = 1_000_000_000


def heuristic_terms(board: chess.Board, side: chess.Color) -> tuple[int, int, int]:
    material = positioning = threats = 0
    for square, piece in board.piece_map().items():
        sign = 1 if piece.color == side else -1
        material += sign * MATERIAL[piece.piece_type]
        if piece.color == side:
            place = chess.square_mirror(square) if side == chess.WHITE else square
            positioning += TABLES[piece.piece_type - 1][place]
        if board.is_attacked_by(not piece.color, square):
            threats -= sign
    return material, positioning, threats


def heuristic(board: chess.Board, side: chess.Color, weights: Weights) -> int:
    terms = heuristic_terms(board, side)
    return sum(round(1000 * weight) * term for weight, term in zip(weights.values, terms, strict=True))


def minimax(board: chess.Board, depth: int, weights: Weights, player: chess.Color, ply: int = 0) -> int:
    """Return the value for the player in thousandths of a pawn; a mate counts its plies."""
    if board.is_checkmate():
        return ply - MATE if board.turn == player else MATE - ply
    if board.is_stalemate() or board.is_insufficient_material():
        return 0
    if depth == 0:
        return heuristic(board, player, weights)
    values = []
    for move in list(board.legal_moves):
        board.push(move)
        values.append(minimax(board, depth - 1, weights, player, ply + 1))
        board.pop()
    return max(values) if board.turn == player else min(values)


def activity(board: chess.Board, side: chess.Color) -> int:
    """Count the squares that a side's pieces attack, without its own pieces, and its pawn steps."""
    own = board.occupied_co[side]
    total = 0
    for square, piece in board.piece_map().items():
        if piece.color != side:
            continue
        total += chess.popcount(int(board.attacks(square)) & ~own)
        if piece.piece_type == chess.PAWN:
            ahead = square + (8 if side == chess.WHITE else -8)
            if not board.piece_at(ahead):
                total += 1
                home = 1 if side == chess.WHITE else 6
                further = ahead + (ahead - square)
                if chess.square_rank(square) == home and not board.piece_at(further):
                    total += 1
    return total
