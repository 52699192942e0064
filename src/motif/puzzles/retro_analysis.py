"""Could a game lead to this position? Rules of retro analysis, each of which can only refuse.

A pawn on its first square has never moved, so a bishop cannot have passed it; a pawn changes its file by a capture
only, and of each capture a man is missing; every man beyond the first set is a pawn that was promoted. What passes all
of them, and has some last move, is still not proved to come from a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import chess

from motif._core.puzzles import has_last_move
from motif.errors import BadPosition
from motif.puzzles.diagram import Diagram
from motif.puzzles.quality import has_no_promoted_piece

FULL_SET = 16
HOMES = (chess.C1, chess.F1)
"""Where White's bishops begin."""

_IMPOSSIBLE = chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_OPPOSITE_CHECK


def unreachable_reasons(position: str, promoted: bool = False) -> list[str]:
    """Why no game leads to a position, and which men must be promoted where such are not wanted, in words.

    >>> unreachable_reasons("br6/kp6/p7/1P6/8/8/K6Q/8 w - - 0 1")
    ['the bishop on a8 cannot have come past the pawns at home']
    >>> unreachable_reasons("1r6/kp6/p7/1P6/8/8/K6Q/8 w - - 0 1")
    []
    """
    diagram = Diagram.parse(position)
    if not diagram.is_full_size:
        return [] if promoted or has_no_promoted_piece(diagram) else ["a man must have been promoted"]
    board = chess.Board(position)
    impossible = []
    if board.status() & _IMPOSSIBLE:
        impossible.append("a king stands in a check that no move can have given")
    elif not has_last_move([position])[0]:
        impossible.append("no last move leads to it")
    for colour in chess.COLORS:
        # Every rule is written for White; Black is seen in a mirror.
        side = board if colour else board.mirror()
        name = chess.COLOR_NAMES[colour].capitalize()

        def square_name(square: chess.Square, white: bool = colour) -> str:
            return chess.square_name(square if white else chess.square_mirror(square))

        impossible += [
            f"the bishop on {square_name(square)} cannot have come past the pawns at home"
            for square in shut_out_bishops(side)
        ]
        pawns = len(side.pieces(chess.PAWN, chess.WHITE))
        if pawns + (number := promoted_men(side)) > chess.popcount(chess.BB_RANK_2):
            impossible.append(f"{name} has {pawns} pawns and {number} men that must have been promoted")
        elif number and not promoted:
            impossible.append(f"{number} of {name}'s men must have been promoted")
        missing = FULL_SET - chess.popcount(side.occupied_co[chess.BLACK])
        captures = fewest_captures(side)
        if captures is None:
            impossible.append(f"{name}'s pawns cannot have come from eight files")
        elif captures > missing:
            impossible.append(f"{name}'s pawns have made {captures} captures at least, and {missing} men are missing")
    return impossible


def shut_out_bishops(board: chess.Board) -> list[chess.Square]:
    """White's bishops on the first rank, not at home, where pawns that never moved shut every way in."""
    return [
        square for square in board.pieces(chess.BISHOP, chess.WHITE) if square not in HOMES and _is_shut(board, square)
    ]


def promoted_men(board: chess.Board) -> int:
    """How many of White's men must have been promoted.

    Beyond the first set every man; a bishop whose fellow at home never got out; one that Black's pawns at home shut
    in, for it can only have been made there.
    """
    beyond = [
        max(0, len(board.pieces(kind, chess.WHITE)) - first_set)
        for kind, first_set in ((chess.KNIGHT, 2), (chess.ROOK, 2), (chess.QUEEN, 1))
    ]
    bishops = 0
    mirrored = board.mirror()
    for home in HOMES:
        of_colour = chess.BB_LIGHT_SQUARES if chess.BB_SQUARES[home] & chess.BB_LIGHT_SQUARES else chess.BB_DARK_SQUARES
        men = [square for square in board.pieces(chess.BISHOP, chess.WHITE) if chess.BB_SQUARES[square] & of_colour]
        made_there = sum(_is_shut(mirrored, chess.square_mirror(square)) for square in men)
        if _is_shut(board, home):
            bishops += sum(square != home for square in men)
        else:
            bishops += max(made_there, len(men) - 1)
    return sum(beyond) + bishops


def fewest_captures(board: chess.Board) -> int | None:
    """How many captures White's pawns have made at least, each from a file of its own; None where they cannot stand so.

    captures = min over assignments of pawns to files of sum |file - first file|, with no more of them than steps.
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
    """Whether a bishop on White's first rank has a white pawn at home on every way out."""
    if chess.square_rank(square) != 0:
        return False
    ways = chess.BB_DIAG_ATTACKS[square][0] & chess.BB_RANK_2
    return not ways & ~int(board.pieces(chess.PAWN, chess.WHITE))


# The last move: a move of the other side that could have led to a position, which Lichess puzzles begin with.


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
