"""What the winning line of a puzzle shows: fork, pin, skewer, sacrifice … one small test for each.

The tests look at a line played out on python-chess boards, the winner moving first. They name what can be seen
on the board; they do not ask whether the line would win without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType

import chess

from motif.board.material import TARGET_VALUES as WORTH
from motif.board.material import balance
from motif.puzzles.themes import Scene

SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)


def motifs(scene: Scene) -> tuple[str, ...]:
    """The names of all motifs that a line shows."""
    return tuple(name for name, shows in MOTIFS.items() if shows(scene))


def winners_moves(scene: Scene) -> Iterator[tuple[chess.Board, chess.Move, chess.Board]]:
    """The winner's moves, each between the board before it and the board after it."""
    for ply in range(0, len(scene.moves), 2):
        yield scene.boards[ply], scene.moves[ply], scene.boards[ply + 1]


def fork(scene: Scene) -> bool:
    """One man attacks two that are worth more than it, or that nothing defends.

    What the last move of a longer line attacks no longer matters.
    """
    moves = list(winners_moves(scene))
    return any(len(_victims(after, move.to_square)) >= 2 for _, move, after in moves[:-1] or moves)


def _victims(after: chess.Board, square: chess.Square) -> list[chess.Square]:
    man = after.piece_type_at(square)
    assert man is not None
    side = not after.turn
    if man == chess.KING or after.is_checkmate() or _can_be_taken(after, square):
        # Mate needs no fork, and a man that is lost itself forks nothing.
        return []
    return [
        target
        for target in after.attacks(square) & after.occupied_co[not side]
        if (kind := after.piece_type_at(target))
        and kind != chess.PAWN
        and (WORTH[kind] > WORTH[man] or not after.is_attacked_by(not side, target))
    ]


def _can_be_taken(board: chess.Board, square: chess.Square) -> bool:
    man = board.piece_type_at(square)
    assert man is not None
    takers = [WORTH[kind] for taker in board.attackers(board.turn, square) if (kind := board.piece_type_at(taker))]
    is_defended = board.is_attacked_by(not board.turn, square)
    return bool(takers) and (not is_defended or min(takers) < WORTH[man])


def pin(scene: Scene) -> bool:
    """A slider comes to pin a man that was free."""
    for before, move, after in winners_moves(scene):
        king = after.king(after.turn)
        if king is None or after.piece_type_at(move.to_square) not in SLIDERS:
            continue
        line = chess.SquareSet.between(move.to_square, king) & after.occupied_co[after.turn]
        for square in line:
            if after.is_pinned(after.turn, square) and not before.is_pinned(after.turn, square):
                return True
    return False


def skewer(scene: Scene) -> bool:
    """A slider drives a man off its line and takes a cheaper one that stood behind."""
    for ply in range(0, len(scene.moves) - 2, 2):
        move, reply, capture = scene.moves[ply : ply + 3]
        after = scene.boards[ply + 1]
        front, back = after.piece_type_at(reply.from_square), after.piece_type_at(capture.to_square)
        if (
            after.piece_type_at(move.to_square) in SLIDERS
            and capture.from_square == move.to_square
            and capture.to_square != reply.to_square
            and reply.from_square in chess.SquareSet.between(capture.from_square, capture.to_square)
            and front is not None
            and back is not None
            and WORTH[front] > WORTH[back]
        ):
            return True
    return False


def sacrifice(scene: Scene) -> bool:
    """Even after the next move the winner is two pawns or more worse off than at the start: it was no exchange."""
    side = scene.start.turn
    at_first = balance(scene.start, side)
    return any(balance(scene.boards[ply], side) <= at_first - 2 for ply in range(3, len(scene.boards), 2))


def discovered_check(scene: Scene) -> bool:
    """A man steps aside and another one gives check."""
    return any(
        after.is_check() and move.to_square not in after.checkers() and not before.is_castling(move)
        for before, move, after in winners_moves(scene)
    )


def double_check(scene: Scene) -> bool:
    """Two men give check at once."""
    return any(len(after.checkers()) == 2 for _, _, after in winners_moves(scene))


def discovered_attack(scene: Scene) -> bool:
    """A man steps out of the way of a slider, which then takes what stood behind."""
    for ply in range(0, len(scene.moves) - 2, 2):
        move, capture = scene.moves[ply], scene.moves[ply + 2]
        opened = chess.SquareSet.between(capture.from_square, capture.to_square)
        if (
            scene.boards[ply + 2].is_capture(capture)
            and move.from_square in opened
            and scene.moves[ply + 1].to_square != capture.to_square
        ):
            return True
    return False


def promotion(scene: Scene) -> bool:
    """A pawn becomes a piece."""
    return any(move.promotion for _, move, _ in winners_moves(scene))


def underpromotion(scene: Scene) -> bool:
    """A pawn becomes less than a queen."""
    return any(move.promotion not in (None, chess.QUEEN) for _, move, _ in winners_moves(scene))


def en_passant(scene: Scene) -> bool:
    """A pawn is taken in passing."""
    return any(before.is_en_passant(move) for before, move, _ in winners_moves(scene))


def hanging_piece(scene: Scene) -> bool:
    """The first move takes a piece that nothing defends."""
    start, move = scene.start, scene.moves[0]
    kind = start.piece_type_at(move.to_square)
    return kind not in (None, chess.PAWN) and not start.is_attacked_by(not start.turn, move.to_square)


def quiet_move(scene: Scene) -> bool:
    """The first move neither takes nor checks nor promotes."""
    move = scene.moves[0]
    return not (scene.start.is_capture(move) or scene.start.gives_check(move) or move.promotion)


def back_rank(scene: Scene) -> bool:
    """Rook or queen mates along the rank that the king's own men close, none of which could be taken instead."""
    if not scene.end.is_checkmate():
        return False
    home, front = (0, 1) if scene.end.turn == chess.WHITE else (7, 6)
    flights = [square for square in scene.around if chess.square_rank(square) == front]
    return (
        chess.square_rank(scene.king) == home
        and all(chess.square_rank(square) == home for square in scene.end.checkers())
        and all(
            scene.end.color_at(square) == scene.end.turn and not scene.end.is_attacked_by(scene.start.turn, square)
            for square in flights
        )
    )


def smothered(scene: Scene) -> bool:
    """A knight mates a king shut in by its own men."""
    by_knight = all(scene.end.piece_type_at(square) == chess.KNIGHT for square in scene.end.checkers())
    shut_in = all(scene.end.color_at(square) == scene.end.turn for square in scene.around)
    return scene.end.is_checkmate() and by_knight and shut_in


MOTIFS: MappingProxyType[str, Callable[[Scene], bool]] = MappingProxyType(
    {
        "fork": fork,
        "pin": pin,
        "skewer": skewer,
        "sacrifice": sacrifice,
        "discovered attack": discovered_attack,
        "discovered check": discovered_check,
        "double check": double_check,
        "promotion": promotion,
        "underpromotion": underpromotion,
        "en passant": en_passant,
        "hanging piece": hanging_piece,
        "quiet move": quiet_move,
        "back rank": back_rank,
        "smothered": smothered,
    }
)
"""The motifs by name."""
