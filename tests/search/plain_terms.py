"""Count the finer terms of the tapered evaluation with python-chess, as their definitions say."""

from __future__ import annotations

from collections import Counter

import chess

OFFICERS = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
NAMES = {piece: chess.piece_name(piece) for piece in OFFICERS}


def finer_terms(board: chess.Board, side: chess.Color) -> Counter[str]:
    """Count how often a side has each finer feature."""
    return Counter(
        {
            name: count
            for part in (_passed_pawns, _pawns, _pieces, _kings, _threats)
            for name, count in part(board, side).items()
            if count
        }
    )


def _rank(square: chess.Square, side: chess.Color) -> int:
    """Return the rank of a square from a side's view, counted from 1."""
    rank = chess.square_rank(square)
    return rank + 1 if side else 8 - rank


def _pawns_of(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    return board.pieces(chess.PAWN, side)


def _is_ahead(square: chess.Square, of: chess.Square, side: chess.Color) -> bool:
    return _rank(square, side) > _rank(of, side)


def _near_files(square: chess.Square, other: chess.Square) -> int:
    return abs(chess.square_file(square) - chess.square_file(other))


def _stop(square: chess.Square, side: chess.Color) -> chess.Square:
    return square + (8 if side else -8)


def _reached(board: chess.Board, side: chess.Color, *pieces: chess.PieceType) -> chess.SquareSet:
    found = chess.SquareSet()
    for square in chess.SquareSet(board.occupied_co[side]):
        if not pieces or board.piece_type_at(square) in pieces:
            found |= board.attacks(square)
    return found


def _reached_twice(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    # All pawns together count as one piece.
    parts = [_reached(board, side, chess.PAWN)]
    parts += [
        board.attacks(square)
        for square in chess.SquareSet(board.occupied_co[side])
        if board.piece_type_at(square) != chess.PAWN
    ]
    return chess.SquareSet(square for square in chess.SQUARES if sum(square in part for part in parts) >= 2)


def _is_doubled(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    return any(_near_files(square, other) == 0 and _is_ahead(other, square, side) for other in _pawns_of(board, side))


def _is_passed(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    return not _is_doubled(board, square, side) and not any(
        _near_files(square, other) <= 1 and _is_ahead(other, square, side) for other in _pawns_of(board, not side)
    )


def _passed_pawns(board: chess.Board, side: chess.Color) -> Counter[str]:
    found: Counter[str] = Counter()
    kings = {"own": board.king(side), "enemy": board.king(not side)}
    bare = not any(board.pieces(piece, not side) for piece in OFFICERS)
    for square in _pawns_of(board, side):
        if not _is_passed(board, square, side):
            continue
        stop, far = _stop(square, side), max(0, _rank(square, side) - 3)
        path = [each for each in chess.SQUARES if not _near_files(each, square) and _is_ahead(each, square, side)]
        for whose, king in kings.items():
            assert king is not None
            found[f"passed pawn: {whose} king's distance"] += far * min(5, chess.square_distance(king, stop))
        enemies = _reached(board, not side) | chess.SquareSet(board.occupied_co[not side])
        if board.color_at(stop) == (not side):
            found["passed pawn: blocked"] += far
        elif not any(each in enemies for each in path):
            found["passed pawn: free path"] += far
        neighbour = any(
            _near_files(square, other) == 1 and _rank(other, side) == _rank(square, side)
            for other in _pawns_of(board, side)
        )
        if neighbour or square in _reached(board, side, chess.PAWN):
            found["passed pawn: with a neighbour"] += far
        behind = [
            board.color_at(rook)
            for rook in board.pieces(chess.ROOK, chess.WHITE) | board.pieces(chess.ROOK, chess.BLACK)
            if not _near_files(rook, square) and _is_ahead(square, rook, side) and square in board.attacks(rook)
        ]
        if side in behind:
            found["passed pawn: own rook behind"] += 1
        elif behind:
            found["passed pawn: enemy rook behind"] += 1
        runner = board.king(not side)
        assert runner is not None
        needed = 8 - _rank(square, side)
        if bare and not any(board.piece_at(each) for each in path):
            found["passed pawn: outruns the king"] += (
                chess.square_distance(runner, path[-1 if side else 0]) > needed + 1
            )
    for whose in kings:
        name = f"passed pawn: {whose} king's distance"
        found[name] = min(60, found[name])
    return found


def _pawns(board: chess.Board, side: chess.Color) -> Counter[str]:
    found: Counter[str] = Counter()
    pawns = _pawns_of(board, side)
    for square in pawns:
        found["pawns: side by side"] += any(
            other == square + 1 and chess.square_rank(other) == chess.square_rank(square) for other in pawns
        )
        helped = any(_near_files(other, square) == 1 and not _is_ahead(other, square, side) for other in pawns)
        held = _stop(square, side) in _reached(board, not side, chess.PAWN)
        passed_or_doubled = _is_passed(board, square, side) or _is_doubled(board, square, side)
        found["pawns: backward"] += held and not helped and not passed_or_doubled
    for bishop in board.pieces(chess.BISHOP, side):
        light = bool(chess.BB_LIGHT_SQUARES & chess.BB_SQUARES[bishop])
        colour = chess.SquareSet(chess.BB_LIGHT_SQUARES if light else chess.BB_DARK_SQUARES)
        found["pawns: on the colour of the bishop"] += len(colour & pawns)
    return found


def _pieces(board: chess.Board, side: chess.Color) -> Counter[str]:
    found: Counter[str] = Counter()
    own, theirs = chess.SquareSet(board.occupied_co[side]), _reached(board, not side, chess.PAWN)
    for piece in (chess.KNIGHT, chess.BISHOP):
        for square in board.pieces(piece, side):
            chased = any(
                _near_files(square, pawn) == 1 and _is_ahead(pawn, square, side) for pawn in _pawns_of(board, not side)
            )
            guarded = square in _reached(board, side, chess.PAWN)
            found[f"outposts: {NAMES[piece]}"] += guarded and not chased and 4 <= _rank(square, side) <= 6
    for piece in OFFICERS:
        for square in board.pieces(piece, side):
            found["pieces: without a move"] += not board.attacks(square) - own - theirs
    found["pieces: space"] = sum(
        2 <= _rank(square, side) <= 4
        and 2 <= chess.square_file(square) <= 5
        and square not in _pawns_of(board, side)
        and square not in _reached(board, not side)
        for square in chess.SQUARES
    )
    return found


def _kings(board: chess.Board, side: chess.Color) -> Counter[str]:
    found: Counter[str] = Counter()
    own = chess.SquareSet(board.occupied_co[side])
    king, enemy = board.king(side), board.king(not side)
    assert king is not None
    assert enemy is not None
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[enemy])
    attackers = sum(
        bool(board.attacks(square) & (ring | chess.SquareSet([enemy])))
        for piece in OFFICERS
        for square in board.pieces(piece, side)
    )
    if attackers >= 2:
        found[f"king safety: {('two', 'three', 'four')[min(attackers, 4) - 2]} attackers"] = 1
    reached, theirs = _reached(board, side), _reached(board, not side)
    weak = reached - _reached(board, not side, chess.PAWN, *OFFICERS)
    found["king safety: undefended squares"] = len(ring & weak - own)
    pressed = _reached_twice(board, side) - _reached_twice(board, not side)
    lines = {
        chess.KNIGHT: chess.SquareSet(chess.BB_KNIGHT_ATTACKS[enemy]),
        chess.BISHOP: _lines(board, enemy, chess.BISHOP),
        chess.ROOK: _lines(board, enemy, chess.ROOK),
        chess.QUEEN: _lines(board, enemy, chess.QUEEN),
    }
    for piece, squares in lines.items():
        checks = squares & _reached(board, side, piece) - own
        found[f"king safety: check by {NAMES[piece]}"] = any(
            square not in theirs or (square in pressed and square in weak) for square in checks
        )
    files = {file for file in range(8) if abs(file - chess.square_file(king)) <= 1}
    with_pawn = {chess.square_file(pawn) for pawn in _pawns_of(board, side)}
    found["king safety: files without a pawn"] = len(files - with_pawn)
    found["king safety: pawn storm"] = sum(
        chess.square_file(pawn) in files and 1 <= _rank(pawn, side) - _rank(king, side) <= 3
        for pawn in _pawns_of(board, not side)
    )
    return found


def _lines(board: chess.Board, square: chess.Square, piece: chess.PieceType) -> chess.SquareSet:
    """Return the squares that a piece would reach from a square."""
    changed = board.copy(stack=False)
    changed.set_piece_at(square, chess.Piece(piece, chess.WHITE))
    return changed.attacks(square)


def _threats(board: chess.Board, side: chess.Color) -> Counter[str]:
    found: Counter[str] = Counter()
    own, others = _reached(board, side), chess.SquareSet(board.occupied_co[not side])
    theirs = _reached(board, not side)
    found["threats: hanging"] = len(own & others - theirs)
    found["threats: by a rook"] = len(_reached(board, side, chess.ROOK) & board.pieces(chess.QUEEN, not side))
    targets = chess.SquareSet()
    for pawn in _pawns_of(board, side):
        stop = _stop(pawn, side)
        if (
            board.piece_at(stop)
            or stop in _reached(board, not side, chess.PAWN)
            or (stop in theirs and stop not in own)
        ):
            continue
        targets |= chess.SquareSet(chess.BB_PAWN_ATTACKS[side][stop])
    officers = [square for square in others & targets if board.piece_type_at(square) in OFFICERS]
    found["threats: by a pawn's step"] = len(officers)
    return found
