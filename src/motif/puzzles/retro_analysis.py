"""Find reasons why no game can lead to a position, and construct a possible last move.

Pawns on their second rank have never moved, so they shut in bishops. A pawn changes its file only by capturing, and
each capture costs the opponent a piece. Pieces beyond those of the initial position are promoted pawns. Passing these
tests does not prove that a game can lead to a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import chess

from motif._core.puzzles import has_last_move
from motif.errors import BadPosition
from motif.puzzles.diagram import Diagram
from motif.puzzles.quality import has_no_promoted_piece

PIECES_AT_START = 16
BISHOP_HOMES = (chess.C1, chess.F1)

_IMPOSSIBLE = chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_OPPOSITE_CHECK


def unreachable_reasons(position: str, promoted: bool = False) -> list[str]:
    """Return the reasons why no game can lead to a position; unless `promoted`, a promoted piece is one of them.

    >>> unreachable_reasons("br6/kp6/p7/1P6/8/8/K6Q/8 w - - 0 1")
    ['the bishop on a8 cannot have passed the unmoved pawns']
    >>> unreachable_reasons("1r6/kp6/p7/1P6/8/8/K6Q/8 w - - 0 1")
    []
    """
    diagram = Diagram.parse(position)
    if not diagram.is_full_size:
        return [] if promoted or has_no_promoted_piece(diagram) else ["a piece must have been promoted"]
    board = chess.Board(position)
    impossible = []
    if board.status() & _IMPOSSIBLE:
        impossible.append("a king is in a check that no last move can have given")
    elif not has_last_move([position])[0]:
        impossible.append("no last move can lead to the position")
    for colour in chess.COLORS:
        # Every rule is written for White; for Black the board is mirrored.
        side = board if colour else board.mirror()
        name = chess.COLOR_NAMES[colour].capitalize()

        def square_name(square: chess.Square, white: bool = colour) -> str:
            return chess.square_name(square if white else chess.square_mirror(square))

        impossible += [
            f"the bishop on {square_name(square)} cannot have passed the unmoved pawns"
            for square in shut_out_bishops(side)
        ]
        pawns = len(side.pieces(chess.PAWN, chess.WHITE))
        if pawns + (number := fewest_promotions(side)) > chess.popcount(chess.BB_RANK_2):
            impossible.append(f"{name} has {pawns} pawns and {number} pieces that must have been promoted")
        elif number and not promoted:
            impossible.append(f"{number} of {name}'s pieces must have been promoted")
        missing = PIECES_AT_START - chess.popcount(side.occupied_co[chess.BLACK])
        captures = fewest_captures(side)
        if captures is None:
            impossible.append(f"{name}'s pawns cannot all have started on different files")
        elif captures > missing:
            impossible.append(
                f"{name}'s pawns need at least {captures} captures, but the opponent has lost only {missing}"
            )
    return impossible


def shut_out_bishops(board: chess.Board) -> list[chess.Square]:
    """Return the white bishops that White's unmoved pawns shut in on the first rank, away from their home squares."""
    return [
        square
        for square in board.pieces(chess.BISHOP, chess.WHITE)
        if square not in BISHOP_HOMES and _is_shut(board, square)
    ]


def fewest_promotions(board: chess.Board) -> int:
    """Return the minimum number of White's pieces that must have been promoted.

    These are all pieces beyond those of the initial position, bishops elsewhere if the original one was shut in at
    home, and bishops shut in by Black's unmoved pawns, which can only have promoted there.
    """
    extra = [
        max(0, len(board.pieces(kind, chess.WHITE)) - first_set)
        for kind, first_set in ((chess.KNIGHT, 2), (chess.ROOK, 2), (chess.QUEEN, 1))
    ]
    bishops = 0
    mirrored = board.mirror()
    for home in BISHOP_HOMES:
        colour = chess.BB_LIGHT_SQUARES if home == chess.F1 else chess.BB_DARK_SQUARES
        same_colour = list(board.pieces(chess.BISHOP, chess.WHITE) & colour)
        promoted_there = sum(_is_shut(mirrored, chess.square_mirror(square)) for square in same_colour)
        if _is_shut(board, home):
            bishops += sum(square != home for square in same_colour)
        else:
            bishops += max(promoted_there, len(same_colour) - 1)
    return sum(extra) + bishops


def fewest_captures(board: chess.Board) -> int | None:
    """Return the minimum number of captures with which White's pawns can have reached their files; None if impossible.

    captures = min over assignments of pawns to home files of sum |file - home file|, each at most the ranks advanced.
    """
    pawns = [(chess.square_file(square), chess.square_rank(square) - 1) for square in board.pieces(1, chess.WHITE)]

    @cache
    def least(number: int, taken: int) -> int | None:
        if number == len(pawns):
            return 0
        file, steps = pawns[number]
        ways = [
            abs(file - first) + rest
            for first in range(8)
            if not taken >> first & 1
            and abs(file - first) <= steps
            and (rest := least(number + 1, taken | 1 << first)) is not None
        ]
        return min(ways, default=None)

    return least(0, 0)


def _is_shut(board: chess.Board, square: chess.Square) -> bool:
    """Whether unmoved white pawns block both diagonals of a first-rank square."""
    if chess.square_rank(square) != 0:
        return False
    exits = chess.BB_DIAG_ATTACKS[square][0] & chess.BB_RANK_2
    return not exits & ~int(board.pieces(chess.PAWN, chess.WHITE))


def last_move(position: chess.Board) -> tuple[chess.Board, chess.Move]:
    """Return a board and a legal move from it to this position; a row of Lichess's CSV begins with such a pair.

    Quiet moves are tried before captures; castling and en passant are not tried.
    """
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
    # Captures come after quiet moves, since taking one back adds a piece to the diagram; kings move last.
    squares = sorted(
        chess.SquareSet(position.occupied_co[mover]), key=lambda square: position.piece_type_at(square) == chess.KING
    )
    for captured in (None, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
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
