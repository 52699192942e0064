"""Run the paper's search in plain python-chess, as fast as we could make it: the peer of benchmarks/search.py.

The search is alpha-beta to a fixed depth with a table of visited states, captures first. It is the algorithm of
core/src/search/paper.rs, so both must visit the same number of nodes.
"""

from __future__ import annotations

import chess

from motif.search.evaluation import TABLES, Weights

MATE = 1_000_000_000
NEARLY_MATE = MATE - 256
MATERIAL = [0, 1, 3, 3, 5, 9, 0]
WORTH = [0, 100, 300, 300, 500, 900, 0]
EXACT, LOWER, UPPER = range(3)

# A number for each square as python-chess counts them, by colour and kind of piece.
_PLACED = {
    colour: [[0] * 64, *([table[chess.square_mirror(s) if colour else s] for s in chess.SQUARES] for table in TABLES)]
    for colour in chess.COLORS
}


class PlainSearch:
    """One search for the side to move at the root."""

    def __init__(self, weights: Weights) -> None:
        self._weights = [round(1000 * weight) for weight in weights.values]
        self._visited: dict[tuple[object, int], tuple[int, int]] = {}
        self._player = chess.WHITE
        self.nodes = 0
        self.hits = 0

    def search(self, board: chess.Board, depth: int) -> tuple[chess.Move, int]:
        """Return the best move and its value in thousandths."""
        self._player = board.turn
        self.nodes, self.hits = 1, 0
        self._visited.clear()
        alpha, best = -MATE, None
        for move in self._ordered(board):
            board.push(move)
            value = -self._node(board, depth - 1, 1, -MATE, -alpha)
            board.pop()
            if best is None or value > alpha:
                best = move
            alpha = max(alpha, value)
        assert best is not None
        return best, alpha

    def _node(self, board: chess.Board, depth: int, ply: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if board.is_insufficient_material():
            return 0
        if depth == 0:
            if not any(board.generate_legal_moves()):
                return ply - MATE if board.is_check() else 0
            value = self._heuristic(board, self._player)
            return value if board.turn == self._player else -value
        key = (board._transposition_key(), depth)
        known = self._visited.get(key)
        if known is not None:
            value, bound = known
            value += -ply if value >= NEARLY_MATE else ply if value <= -NEARLY_MATE else 0
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                self.hits += 1
                return value
        moves = self._ordered(board)
        if not moves:
            return ply - MATE if board.is_check() else 0
        best, bound = -MATE, UPPER
        for move in moves:
            board.push(move)
            value = -self._node(board, depth - 1, ply + 1, -beta, -alpha)
            board.pop()
            best = max(best, value)
            if value > alpha:
                alpha, bound = value, EXACT
            if value >= beta:
                bound = LOWER
                break
        stored = best + (ply if best >= NEARLY_MATE else -ply if best <= -NEARLY_MATE else 0)
        self._visited[key] = stored, bound
        return best

    def _ordered(self, board: chess.Board) -> list[chess.Move]:
        def place(move: chess.Move) -> tuple[int, int, int]:
            code = move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
            if not board.is_capture(move):
                return 0, 0, code
            victim = board.piece_type_at(move.to_square) or chess.PAWN
            taker = board.piece_type_at(move.from_square) or chess.PAWN
            return -WORTH[victim], WORTH[taker], code

        return sorted(board.generate_legal_moves(), key=place)

    def _heuristic(self, board: chess.Board, side: chess.Color) -> int:
        material = positioning = 0
        reach = [0, 0]
        kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        own, enemy = board.occupied_co[side], board.occupied_co[not side]
        placed = _PLACED[side]
        for kind, mask in enumerate(kinds, start=1):
            material += MATERIAL[kind] * ((mask & own).bit_count() - (mask & enemy).bit_count())
            table = placed[kind]
            for square in chess.scan_forward(mask & own):
                positioning += table[square]
                reach[side] |= board.attacks_mask(square)
            for square in chess.scan_forward(mask & enemy):
                reach[not side] |= board.attacks_mask(square)
        threats = (reach[side] & enemy).bit_count() - (reach[not side] & own).bit_count()
        weights = self._weights
        return weights[0] * material + weights[1] * positioning + weights[2] * threats


class PublicSearch(PlainSearch):
    """Run the same search with python-chess's public names only, as in a first version or in the paper."""

    def _heuristic(self, board: chess.Board, side: chess.Color) -> int:
        material = positioning = threats = 0
        for square, piece in board.piece_map().items():
            sign = 1 if piece.color == side else -1
            material += sign * MATERIAL[piece.piece_type]
            if piece.color == side:
                positioning += _PLACED[side][piece.piece_type][square]
            if board.is_attacked_by(not piece.color, square):
                threats -= sign
        weights = self._weights
        return weights[0] * material + weights[1] * positioning + weights[2] * threats
