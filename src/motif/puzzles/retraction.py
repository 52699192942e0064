"""The last move: a move of the other side that could have led to a position, which Lichess puzzles begin with.

One such move is the honest minimum of retro-legality; it never claims that a game could lead there.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.errors import BadPosition


def last_move(position: chess.Board) -> tuple[chess.Board, chess.Move]:
    """The board before a last move and the move; quiet ones first, then captures; neither castling nor en passant."""
    target = position.board_fen()
    for before, move in _candidates(position):
        if before.is_valid() and before.is_legal(move):
            after = before.copy(stack=False)
            after.push(move)
            if after.board_fen() == target and after.ep_square is None:
                return before, move
    raise BadPosition(f"no last move leads to {position.fen()}")


def _candidates(position: chess.Board) -> Iterator[tuple[chess.Board, chess.Move]]:
    mover = not position.turn
    # A king's retreat looks least like play, and a capture brings in a man that the diagram does not show.
    squares = sorted(
        chess.SquareSet(position.occupied_co[mover]), key=lambda square: position.piece_type_at(square) == chess.KING
    )
    taken = [None, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
    for captured in taken:
        for square in squares:
            for origin in _origins(position, square, captured is not None):
                yield _undone(position, square, origin, captured), chess.Move(origin, square)


def _origins(position: chess.Board, square: chess.Square, captures: bool) -> Iterator[chess.Square]:
    piece = position.piece_at(square)
    assert piece is not None
    if piece.piece_type == chess.PAWN:
        back = -8 if piece.color == chess.WHITE else 8
        if captures:
            steps = [back - 1, back + 1]
        else:
            start = 1 if piece.color == chess.WHITE else 6
            double = chess.square_rank(square) + (back // 8) * 2 == start
            steps = [back, *([2 * back] if double else [])]
        for step in steps:
            origin = square + step
            near = 0 <= origin < 64 and abs(chess.square_file(origin) - chess.square_file(square)) <= 1
            if near and position.piece_at(origin) is None and chess.square_rank(origin) not in (0, 7):
                yield origin
        return
    for origin in position.attacks(square):
        if position.piece_at(origin) is None:
            yield origin


def _undone(
    position: chess.Board, square: chess.Square, origin: chess.Square, captured: chess.PieceType | None
) -> chess.Board:
    before = position.copy(stack=False)
    piece = before.remove_piece_at(square)
    assert piece is not None
    before.set_piece_at(origin, piece)
    if captured is not None:
        before.set_piece_at(square, chess.Piece(captured, position.turn))
    before.turn = not position.turn
    before.ep_square = None
    before.halfmove_clock = 0
    return before
