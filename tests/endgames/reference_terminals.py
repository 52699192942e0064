"""Define the 32 terminals and the extra ones with python-chess, and mates in two with the solver of puzzles.

`board` is the position after a move. "My" side has just moved, the opponent is to move, and `before` is my balance of
material before the move.
"""

from __future__ import annotations

from collections.abc import Callable

import chess

from motif._core.puzzles import mate_lengths
from motif.explain.technique.pawn_rules import key_square_set

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def balance(board: chess.Board, side: chess.Color) -> int:
    """Return a side's material minus the other side's."""
    return sum(VALUES[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values())


def pieces(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    """Return the squares of a side's pieces and pawns without its king."""
    return [square for square in chess.SquareSet(board.occupied_co[side]) if square != board.king(side)]


def king(board: chess.Board, side: chess.Color) -> chess.Square:
    square = board.king(side)
    assert square is not None
    return square


def edge(square: chess.Square) -> int:
    file, rank = chess.square_file(square), chess.square_rank(square)
    return min(file, 7 - file, rank, 7 - rank)


def king_moves(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    """Return the squares to which a king could move if its side were to move."""
    view = board.copy(stack=False)
    view.turn, view.ep_square, view.castling_rights = side, None, 0
    return [move.to_square for move in view.legal_moves if move.from_square == king(board, side)]


def worth_attacking(board: chess.Board, side: chess.Color) -> int:
    enemies = board.occupied_co[not side]
    attacking = [square for square in pieces(board, side) if int(board.attacks(square)) & enemies]
    return sum(VALUES[board.piece_type_at(square) or chess.KING] for square in attacking)


def forks(board: chess.Board, side: chess.Color) -> bool:
    own, other = chess.SquareSet(board.occupied_co[side]), board.occupied_co[not side]
    return any(chess.popcount(int(board.attacks(square)) & other) >= 2 for square in own)


def rook_steps(board: chess.Board, side: chess.Color) -> int | None:
    rooks = board.pieces(chess.ROOK, side)
    return min((chess.square_distance(king(board, side), rook) for rook in rooks), default=None)


def protect_each_other(board: chess.Board, side: chess.Color) -> bool:
    own = pieces(board, side)
    return any(b in board.attacks(a) and a in board.attacks(b) for a in own for b in own if a < b)


def king_protects(board: chess.Board, side: chess.Color) -> bool:
    return any(square in board.attacks(king(board, side)) for square in pieces(board, side))


def can_capture_freely(board: chess.Board) -> bool:
    """Say whether the side to move has a legal capture without a legal recapture."""
    for move in board.legal_moves:
        if not board.is_capture(move) or board.piece_type_at(move.to_square) == chess.KING:
            continue
        after = board.copy(stack=False)
        after.push(move)
        if all(answer.to_square != move.to_square for answer in after.legal_moves):
            return True
    return False


def passed(board: chess.Board) -> chess.Board:
    view = board.copy(stack=False)
    view.turn, view.ep_square = not board.turn, None
    return view


def can_mate(board: chess.Board) -> bool:
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        if after.is_checkmate():
            return True
    return False


def can_mate_in_two(board: chess.Board) -> bool:
    """Say whether the side to move mates in at most two, by the solver of puzzles, which programs do not use."""
    return not board.is_game_over() and 0 < int(mate_lengths([board.fen()], 2)[0]) <= 2


def loses_to_check(board: chess.Board) -> bool:
    """Say whether the side to move is in check, cannot capture, and loses a piece after every reply."""
    if not board.is_check() or not any(board.legal_moves):
        return False
    for reply in list(board.legal_moves):
        if board.is_capture(reply):
            return False
        after = board.copy(stack=False)
        after.push(reply)
        if not can_capture_freely(after):
            return False
    return True


def has_winning_check(board: chess.Board) -> bool:
    for move in list(board.legal_moves):
        after = board.copy(stack=False)
        after.push(move)
        if loses_to_check(after):
            return True
    return False


def leads_inward(board: chess.Board, side: chess.Color) -> bool:
    here = edge(king(board, side))
    return any(edge(square) >= max(here, 1) for square in king_moves(board, side))


def is_king_behind(board: chess.Board, side: chess.Color) -> bool:
    own_king = king(board, side)
    for piece in pieces(board, side):
        between = chess.SquareSet(chess.between(own_king, piece))
        if chess.square_distance(own_king, piece) < 2 or any(board.piece_at(square) for square in between):
            continue
        straight = chess.square_file(piece) == chess.square_file(own_king)
        straight = straight or chess.square_rank(piece) == chess.square_rank(own_king)
        if not straight and not between:
            continue  # not on a line at all
        user = chess.ROOK if straight else chess.BISHOP
        if board.pieces(user, not side) or board.pieces(chess.QUEEN, not side):
            return True
    return False


def pinned(board: chess.Board, side: chess.Color) -> bool:
    return any(board.is_pinned(side, square) for square in pieces(board, side))


def attacked(board: chess.Board, side: chess.Color, squares: list[chess.Square]) -> int:
    """Count the pieces of a side on these squares that the other side attacks."""
    return sum(board.is_attacked_by(not side, square) for square in squares)


def queens(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    return list(board.pieces(chess.QUEEN, side))


def lines_of(square: chess.Square) -> tuple[int, int]:
    return chess.square_rank(square), chess.square_file(square)


def long_pieces(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    """Return the squares of a side's rooks and queens."""
    return [*board.pieces(chess.ROOK, side), *board.pieces(chess.QUEEN, side)]


def is_cut_off(board: chess.Board, my: chess.Color) -> bool:
    kings = list(zip(lines_of(king(board, my)), lines_of(king(board, not my)), strict=True))
    pieces_lines = [lines_of(square) for square in long_pieces(board, my)]
    return any(min(pair) < line < max(pair) for lines in pieces_lines for pair, line in zip(kings, lines, strict=True))


def smallest_box(board: chess.Board, my: chess.Color) -> int:
    """Count the squares on the king's side of a piece's rank and file, all eight lines if the king is on that line."""
    sizes = [64]
    for piece in long_pieces(board, my):
        size = 1
        for at, line in zip(lines_of(king(board, not my)), lines_of(piece), strict=True):
            size *= 8 if at == line else sum((other < line) == (at < line) for other in range(8) if other != line)
        sizes.append(size)
    return min(sizes)


def steps_to_piece(board: chess.Board, my: chess.Color) -> int:
    return min((chess.square_distance(king(board, not my), piece) for piece in pieces(board, my)), default=8)


def mate_follows(board: chess.Board) -> bool:
    """Say whether the side to move has a legal move, and is mated after every one."""
    replies = list(board.legal_moves)
    for reply in replies:
        after = board.copy(stack=False)
        after.push(reply)
        if not can_mate(after):
            return False
    return bool(replies)


def is_opposition(board: chess.Board) -> bool:
    kings = king(board, chess.WHITE), king(board, chess.BLACK)
    files = abs(chess.square_file(kings[0]) - chess.square_file(kings[1]))
    ranks = abs(chess.square_rank(kings[0]) - chess.square_rank(kings[1]))
    return (files, ranks) in {(0, 2), (2, 0)}


def steps_left(board: chess.Board, pawn: chess.Square) -> int:
    rank = chess.square_rank(pawn)
    return 7 - rank if board.color_at(pawn) else rank


def leading_pawn(board: chess.Board) -> chess.Square | None:
    """Return the pawn nearest to its last rank, on ties the one on the lowest square."""
    pawns = chess.SquareSet(board.pawns)
    return min(pawns, key=lambda square: (steps_left(board, square), square), default=None)


def pawn_runs(board: chess.Board) -> bool:
    pawn = leading_pawn(board)
    if pawn is None:
        return False
    side = board.color_at(pawn)
    assert side is not None
    promotion = chess.square(chess.square_file(pawn), 7 if side else 0)
    path = chess.SquareSet(chess.between(pawn, promotion)) | chess.SquareSet([promotion])
    if int(path) & board.occupied or board.occupied_co[not side] & ~board.pawns & ~board.kings:
        return False
    pushes = steps_left(board, pawn) - (steps_left(board, pawn) == 6)
    return chess.square_distance(king(board, not side), promotion) > pushes + (board.turn != side)


def nearer_pawn(board: chess.Board, my: chess.Color) -> bool:
    pawn = leading_pawn(board)
    if pawn is None:
        return False
    return chess.square_distance(king(board, my), pawn) <= chess.square_distance(king(board, not my), pawn)


def key_square_lead(board: chess.Board, my: chess.Color) -> int:
    pawn = leading_pawn(board)
    if pawn is None:
        return 0
    side = board.color_at(pawn)
    assert side is not None
    keys = key_square_set(side, pawn)
    mine, other = (
        min(chess.square_distance(king(board, colour), square) for square in keys) for colour in (my, not my)
    )
    return 8 + other - mine


# My side, the opponent's, the board after the move, my balance before it.
Definition = Callable[[chess.Color, chess.Color, chess.Board, int], float]

DEFINITIONS: dict[str, Definition] = {
    "NotMyKingInCheck": lambda my, opp, board, before: not board.is_attacked_by(opp, king(board, my)),
    "IsOppKingInCheck": lambda my, opp, board, before: board.is_check(),
    "MyKingDistEdges": lambda my, opp, board, before: edge(king(board, my)),
    "OppKingProximityToEdges": lambda my, opp, board, before: 3 - edge(king(board, opp)),
    "NumMyPiecesNotAttacked": lambda my, opp, board, before: (
        len(pieces(board, my)) - attacked(board, my, pieces(board, my))
    ),
    "NumOppPiecesAttacked": lambda my, opp, board, before: attacked(board, opp, pieces(board, opp)),
    "ValueMyPiecesAttacking": lambda my, opp, board, before: worth_attacking(board, my),
    "ValueOppPiecesAttacking": lambda my, opp, board, before: worth_attacking(board, opp),
    "IsMyQueenNotAttacked": lambda my, opp, board, before: attacked(board, my, queens(board, my)) == 0,
    "IsOppQueenAttacked": lambda my, opp, board, before: attacked(board, opp, queens(board, opp)) > 0,
    "IsMyFork": lambda my, opp, board, before: forks(board, my),
    "IsOppNotFork": lambda my, opp, board, before: not forks(board, opp),
    "NumMovesMyKing": lambda my, opp, board, before: len(king_moves(board, my)),
    "NumNotMovesOppKing": lambda my, opp, board, before: 8 - len(king_moves(board, opp)),
    "MyKingProxRook": lambda my, opp, board, before: 8 - (rook_steps(board, my) or 8),
    "OppKingDistRook": lambda my, opp, board, before: rook_steps(board, opp) or 0,
    "MyPiecesSameLine": lambda my, opp, board, before: protect_each_other(board, my),
    "OppPiecesNotSameLine": lambda my, opp, board, before: not protect_each_other(board, opp),
    "IsOppKingProtectingPiece": lambda my, opp, board, before: king_protects(board, opp),
    "IsMyKingProtectingPiece": lambda my, opp, board, before: king_protects(board, my),
    "EvaluateMaterial": lambda my, opp, board, before: balance(board, my),
    "IsMaterialIncrease": lambda my, opp, board, before: balance(board, my) > before,
    "IsMate": lambda my, opp, board, before: board.is_checkmate(),
    "IsMateInOne": lambda my, opp, board, before: can_mate(board),
    "OppPieceCanBeCaptured": lambda my, opp, board, before: can_capture_freely(passed(board)),
    "MyPieceCannotBeCaptured": lambda my, opp, board, before: not can_capture_freely(board),
    "IsOppKingStuck": lambda my, opp, board, before: not leads_inward(board, opp),
    "IsMyKingNotStuck": lambda my, opp, board, before: leads_inward(board, my),
    "IsOppKingBehindPiece": lambda my, opp, board, before: is_king_behind(board, opp),
    "IsMyKingNotBehindPiece": lambda my, opp, board, before: not is_king_behind(board, my),
    "IsOppPiecePinned": lambda my, opp, board, before: pinned(board, opp),
    "IsMyPieceNotPinned": lambda my, opp, board, before: not pinned(board, my),
}

EXTRA_DEFINITIONS: dict[str, Definition] = {
    "IsStalemate": lambda my, opp, board, before: board.is_stalemate(),
    "IsOppKingCutOff": lambda my, opp, board, before: is_cut_off(board, my),
    "KingsProximity": lambda my, opp, board, before: 8 - chess.square_distance(king(board, my), king(board, opp)),
    "KingsNearness": lambda my, opp, board, before: (
        14 - chess.square_manhattan_distance(king(board, my), king(board, opp))
    ),
    "OppKingProxPiece": lambda my, opp, board, before: 8 - steps_to_piece(board, my),
    "OppKingConfinement": lambda my, opp, board, before: 64 - smallest_box(board, my),
    "IsDraw": lambda my, opp, board, before: board.is_stalemate() or board.is_insufficient_material(),
    "IsMateInTwo": lambda my, opp, board, before: can_mate_in_two(board),
    "MyCheckWinsPiece": lambda my, opp, board, before: loses_to_check(board),
    "OppHasNoWinningCheck": lambda my, opp, board, before: not has_winning_check(board),
    "MyMateFollows": lambda my, opp, board, before: mate_follows(board),
    "IsOpposition": lambda my, opp, board, before: is_opposition(board),
    "IsPawnRunning": lambda my, opp, board, before: pawn_runs(board),
    "MyKingNearerPawn": lambda my, opp, board, before: nearer_pawn(board, my),
    "MyKingProxPawn": lambda my, opp, board, before: (
        0 if (pawn := leading_pawn(board)) is None else 8 - chess.square_distance(king(board, my), pawn)
    ),
    "MyKingProxPawnFile": lambda my, opp, board, before: (
        0
        if (pawn := leading_pawn(board)) is None
        else 8 - abs(chess.square_file(king(board, my)) - chess.square_file(pawn))
    ),
    "MyKeySquareLead": lambda my, opp, board, before: key_square_lead(board, my),
}


def terminals(board: chess.Board, before: int = 0) -> dict[str, float]:
    """Return every terminal of the board after a move, the extra ones last."""
    my = not board.turn
    board = board.copy(stack=False)
    board.castling_rights = 0
    definitions = DEFINITIONS | EXTRA_DEFINITIONS
    return {name: float(definition(my, not my, board, before)) for name, definition in definitions.items()}
