"""Compute the relations of a board by definition with python-chess, slowly, for comparison with the core."""

from __future__ import annotations

import chess

Edge = tuple[str, tuple[chess.Square, ...]]

STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
SLIDES = {chess.ROOK: STRAIGHT, chess.BISHOP: DIAGONAL, chess.QUEEN: STRAIGHT + DIAGONAL}


def plain_graph(board: chess.Board) -> set[Edge]:
    """Every relation that holds, each tested as its definition says."""
    found: set[Edge] = set()
    occupied = board.piece_map()
    goes = {square: quiet_moves(board, square) for square in occupied}
    for square, piece in occupied.items():
        pawn = piece.piece_type == chess.PAWN
        for target in goes[square]:
            found.add(("moves" if pawn else "reaches", (square, target)))
        for target in board.attacks(square):
            if board.piece_at(target):
                found.add(("hits", (square, target)))
            elif pawn:
                found.add(("covers", (square, target)))
        captures = [target for target in board.attacks(square) if board.color_at(target) == (not piece.color)]
        for target in [*goes[square], *captures]:
            after = board.copy(stack=False)
            after.remove_piece_at(square)
            after.set_piece_at(target, piece)
            for other in after.attacks(target):
                if after.piece_at(other):
                    found.add(("hits_from", (square, target, other)))
            for line in lines(after, target):
                if len(occupied_there := on(after, line)) >= 2:
                    found.add(("through_from", (square, target, *occupied_there[:2])))
        for line in lines(board, square):
            found |= along(board, square, line, goes)
    return found


def quiet_moves(board: chess.Board, square: chess.Square) -> set[chess.Square]:
    piece = board.piece_at(square)
    assert piece
    if piece.piece_type != chess.PAWN:
        return {target for target in board.attacks(square) if not board.piece_at(target)}
    step = 8 if piece.color else -8
    pushes = set()
    if 0 <= square + step < 64 and not board.piece_at(square + step):
        pushes.add(square + step)
        if chess.square_rank(square) == (1 if piece.color else 6) and not board.piece_at(square + 2 * step):
            pushes.add(square + 2 * step)
    return pushes


def lines(board: chess.Board, square: chess.Square) -> list[list[chess.Square]]:
    """Return the squares on each line of a slider up to the edge of the board, empty or not."""
    kind = board.piece_type_at(square)
    assert kind
    found = []
    for file_step, rank_step in SLIDES.get(kind, ()):
        line = []
        file, rank = chess.square_file(square) + file_step, chess.square_rank(square) + rank_step
        while 0 <= file < 8 and 0 <= rank < 8:
            line.append(chess.square(file, rank))
            file, rank = file + file_step, rank + rank_step
        found.append(line)
    return found


def on(board: chess.Board, line: list[chess.Square]) -> list[chess.Square]:
    return [square for square in line if board.piece_at(square)]


def along(
    board: chess.Board, square: chess.Square, line: list[chess.Square], goes: dict[chess.Square, set[chess.Square]]
) -> set[Edge]:
    found: set[Edge] = set()
    occupied = on(board, line)
    if len(occupied) >= 2:
        found.add(("through", (square, *occupied[:2])))
    if len(occupied) >= 3:
        found.add(("through_two", (square, *occupied[:3])))
    for place in line:
        before = [piece for piece in occupied if line.index(piece) < line.index(place)]
        if place in occupied or not occupied:
            continue
        for comer in goes:
            if place not in goes[comer] or comer == square:
                continue
            if not before and comer != occupied[0]:
                found.add(("blocks", (square, comer, place, occupied[0])))
                if len(occupied) >= 2 and comer != occupied[1]:
                    found.add(("blocks_first", (square, comer, place, *occupied[:2])))
            if len(before) == 1 and comer != occupied[0]:
                found.add(("shelters", (square, occupied[0], comer, place)))
                if len(occupied) >= 2 and comer != occupied[1]:
                    found.add(("blocks_second", (square, occupied[0], comer, place, occupied[1])))
    return found
