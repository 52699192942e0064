"""Compute the marks of a board by definition with python-chess, slowly, for comparison with the core."""

from __future__ import annotations

import chess

from patterns.plain_graph import Edge, quiet_moves

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
HOMES = {chess.KNIGHT: "bg", chess.BISHOP: "cf"}


def plain_marks(board: chess.Board) -> set[Edge]:
    """Every mark that the side to move sees, each tested as its definition says."""
    found = results_of_moves(board) | guards(board) | stages(board) | pawns(board)
    for square in chess.SQUARES:
        seen = square if board.turn else chess.square_mirror(square)
        name = chess.square_name(seen)
        found |= {(f"{kind}_{rest}", (square,)) for kind, rest in (("rank", name[1]), ("file", name[0]), ("on", name))}
        kings = [king for colour in chess.COLORS if (king := board.king(colour)) is not None]
        found |= {("near", (square, king)) for king in kings if 0 < chess.square_distance(square, king) <= 2}
    return found


def results_of_moves(board: chess.Board) -> set[Edge]:
    """Return the marks about the results of each move of the side to move, legal or not."""
    found: set[Edge] = set()
    for square, piece in board.piece_map().items():
        if piece.color != board.turn:
            continue
        captures = {target for target in board.attacks(square) if board.color_at(target) == (not piece.color)}
        for target in quiet_moves(board, square) | captures:
            gain = outcome(board, square, target, piece.color)
            if gain:
                found.add(("wins" if gain > 0 else "loses", (square, target)))
            after = moved(board, square, target)
            for other, other_piece in after.piece_map().items():
                if other != target and swapped(after, other, not other_piece.color) > 0:
                    found.add(("leaves" if other_piece.color == piece.color else "threatens", (square, target, other)))
            found |= {("forks", (square, target, victim)) for victim in forked(after, target)}
            more = len(after.attacks(target)) - len(board.attacks(square))
            if piece.piece_type not in (chess.PAWN, chess.KING) and abs(more) >= 3:
                found.add(("freer" if more > 0 else "tighter", (square, target)))
    return found


def forked(after: chess.Board, target: chess.Square) -> set[chess.Square]:
    """Return the king and the hanging pieces that a safe piece attacks, if there are at least two."""
    side = after.color_at(target)
    assert side is not None
    for capturer in after.attackers(not side, target):
        then = after.copy(stack=False)
        then.set_piece_at(target, then.remove_piece_at(capturer))
        king = then.king(not side)
        if king is None or not then.is_attacked_by(side, king):
            return set()
    enemies = (other for other in after.attacks(target) if after.color_at(other) == (not side))
    pieces = {other for other in enemies if after.piece_type_at(other) == chess.KING or swapped(after, other, side) > 0}
    return pieces if len(pieces) > 1 else set()


def moved(board: chess.Board, square: chess.Square, target: chess.Square) -> chess.Board:
    """Return the board after a piece has moved; a pawn on the last rank becomes a queen."""
    after = board.copy(stack=False)
    piece = after.remove_piece_at(square)
    assert piece
    is_queen = piece.piece_type == chess.PAWN and chess.square_rank(target) in (0, 7)
    after.set_piece_at(target, chess.Piece(chess.QUEEN if is_queen else piece.piece_type, piece.color))
    return after


def swapped(board: chess.Board, square: chess.Square, colour: chess.Color) -> int:
    """Return what a side wins by capturing on a square, least valuable piece first, even if that exposes its king."""
    if board.piece_type_at(square) == chess.KING:
        return 0
    pieces = least_first(board, board.attackers(colour, square), colour)
    if not pieces:
        return 0
    after = moved(board, pieces[0], square)
    if board.piece_type_at(pieces[0]) == chess.KING and after.attackers(not colour, square):
        return 0
    before, now = board.piece_type_at(pieces[0]), after.piece_type_at(square)
    victim = board.piece_type_at(square)
    assert before
    assert now
    assert victim
    return max(0, WORTH[victim] + WORTH[now] - WORTH[before] - swapped(after, square, not colour))


def least_first(board: chess.Board, squares: chess.SquareSet, colour: chess.Color) -> list[chess.Square]:
    """Return squares sorted by the kind of piece, equal pieces from their own back rank on."""
    as_white = {square: square if colour else chess.square_mirror(square) for square in squares}
    return sorted(squares, key=lambda square: (board.piece_type_at(square), as_white[square]))


def outcome(board: chess.Board, square: chess.Square, target: chess.Square, colour: chess.Color) -> int:
    """Return what a side wins by moving a piece to a square and by the captures there."""
    piece = board.piece_type_at(square)
    assert piece
    victim = board.piece_type_at(target)
    becomes = chess.QUEEN if piece == chess.PAWN and chess.square_rank(target) in (0, 7) else piece
    after = moved(board, square, target)
    won = (WORTH[victim] if victim else 0) + WORTH[becomes] - WORTH[piece]
    return won - captured(after, target, not colour)


def captured(board: chess.Board, square: chess.Square, colour: chess.Color) -> int:
    """Return what a side wins by capturing on a square with its least valuable piece that may, or by not capturing."""
    if board.piece_type_at(square) == chess.KING:
        return 0
    pieces = least_first(board, board.attackers(colour, square), colour)
    for piece in pieces:
        after = board.copy(stack=False)
        after.set_piece_at(square, after.remove_piece_at(piece))
        king = after.king(colour)
        if king is None or not after.is_attacked_by(not colour, king):
            return max(0, outcome(board, piece, square, colour))
    return 0


def guards(board: chess.Board) -> set[Edge]:
    found: set[Edge] = set()
    for square, piece in board.piece_map().items():
        if piece.piece_type == chess.KING:
            continue
        guarding = board.attackers(piece.color, square)
        attacked = bool(board.attackers(not piece.color, square))
        if not guarding:
            found.add(("loose", (square,)))
        if len(guarding) == 1 and attacked:
            found.add(("guards_alone", (guarding.pop(), square)))
        if captured(board, square, not piece.color) > 0:
            found.add(("hangs", (square,)))
    return found


def stages(board: chess.Board) -> set[Edge]:
    pieces = board.piece_map()
    home = [
        square
        for square, piece in pieces.items()
        if piece.piece_type in HOMES
        and chess.square_name(square)[0] in HOMES[piece.piece_type]
        and chess.square_rank(square) == (0 if piece.color else 7)
    ]
    material = sum(WORTH[piece.piece_type] for piece in pieces.values() if piece.piece_type != chess.PAWN)
    found: set[Edge] = set()
    if len(home) >= 5:
        found |= {("in_opening", (square,)) for square in pieces}
    elif material <= 26:
        found |= {("in_endgame", (square,)) for square in pieces}
    for colour in chess.COLORS:
        king = board.king(colour)
        if king is not None and board.is_attacked_by(not colour, king):
            found |= {("in_check", (square,)) for square, piece in pieces.items() if piece.color == colour}
    return found


def pawns(board: chess.Board) -> set[Edge]:
    found: set[Edge] = set()
    ours, theirs = (
        [place(pawn) for pawn in board.pieces(chess.PAWN, colour)] for colour in (board.turn, not board.turn)
    )
    for colour in chess.COLORS:
        for pawn in board.pieces(chess.PAWN, colour):
            file, rank = place(pawn)
            enemies = [place(other) for other in board.pieces(chess.PAWN, not colour)]
            if not any(abs(other - file) <= 1 and is_before(there, rank, colour) for other, there in enemies):
                found.add(("passed", (pawn,)))
    for square in chess.SQUARES:
        file, rank = place(square)
        own, enemy = (any(other == file for other, _ in side) for side in (ours, theirs))
        word = {(False, False): "open_file", (False, True): "half_open", (True, False): "enemy_half_open"}
        if (own, enemy) in word:
            found.add((word[own, enemy], (square,)))
        for name, side, colour in (("outpost", theirs, board.turn), ("enemy_outpost", ours, not board.turn)):
            if not any(abs(other - file) == 1 and is_before(there, rank, colour) for other, there in side):
                found.add((name, (square,)))
    return found


def place(square: chess.Square) -> tuple[int, int]:
    return chess.square_file(square), chess.square_rank(square)


def is_before(rank: int, other: int, colour: chess.Color) -> bool:
    """Whether a rank lies before another for a side."""
    return rank > other if colour else rank < other
