"""Kings: castling, the shelter, a flight from the back rank, and the king that fights in an ending."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.english import counted
from motif.board.ideas.idea import Scene, Sighting
from motif.board.ideas.pieces import is_developed, may_castle_soon
from motif.board.motifs.safety import exchange
from motif.board.phases import Phase

MIDDLE = (chess.D4, chess.E4, chess.D5, chess.E5)

REACHED_SOON = 4
"""Steps from which on a king goes for a pawn."""


def castling(scene: Scene) -> Iterator[Sighting]:
    """The king goes behind its pawns, and a rook comes into play."""
    if not scene.board.is_castling(scene.move):
        return
    king = scene.after.king(scene.side)
    assert king is not None
    if not scene.theirs(chess.QUEEN):
        # Without the enemy queen a king is safe in the middle, too, and of more use there.
        yield Sighting("castling", "brings the rook into play", (king,))
        return
    pawns = shelter(scene.after, king, scene.side)
    behind = f"behind {counted('pawn', len(pawns))} " if len(pawns) > 1 else ""
    yield Sighting("castling", f"brings the king to safety {behind}and the rook into play", (king, *pawns))


def way_to_castle(scene: Scene) -> Iterator[Sighting]:
    """The last man between king and rook leaves, so that the king may castle."""
    if scene.kind in (chess.KING, chess.PAWN) or scene.board.is_check() or is_developed(scene):
        return
    if may_castle_soon(scene.after, scene.side) and not may_castle_soon(scene.board, scene.side):
        yield Sighting("way to castle", "makes way for castling", (scene.target,))


def shelter(board: chess.Board, king: chess.Square, side: chess.Color) -> list[chess.Square]:
    """The pawns that stand one or two squares before a king, on its file and beside it."""
    step = 8 if side else -8
    near = chess.SquareSet()
    for distance in (1, 2):
        for file in (-1, 0, 1):
            square = king + step * distance + file
            if 0 <= square < 64 and abs(chess.square_file(square) - chess.square_file(king)) <= 1:
                near.add(square)
    return sorted(near & board.pieces(chess.PAWN, side), key=chess.square_file)


def loosened_shelter(scene: Scene) -> Iterator[Sighting]:
    """A pawn leaves the king that it shelters, while the queens are on the board."""
    king = scene.board.king(scene.side)
    if king is None or scene.kind != chess.PAWN or not scene.theirs(chess.QUEEN) or scene.phase is Phase.ENDGAME:
        return
    if scene.rank(king) != 1 or chess.square_file(king) in (3, 4):
        return
    before, now = shelter(scene.board, king, scene.side), shelter(scene.after, king, scene.side)
    if scene.origin in before and scene.target not in now:
        words = f"takes the pawn away that sheltered the king on {chess.square_name(king)}"
        yield Sighting("loosened shelter", words, (scene.origin, king))


def flight(scene: Scene) -> Iterator[Sighting]:
    """A king shut in on its first rank gets a square to flee to."""
    king = scene.board.king(scene.side)
    if king is None or scene.kind != chess.PAWN or scene.rank(king) != 1 or scene.phase is Phase.OPENING:
        return
    if chess.square_file(king) in (3, 4):
        return  # In the middle it is not shut in behind its own pawns.
    if not (scene.theirs(chess.ROOK) or scene.theirs(chess.QUEEN)) or _flights(scene.board, king, scene.side):
        return
    free = _flights(scene.after, king, scene.side)
    if free:
        words = f"gives the king a flight on {chess.square_name(free[0])}, away from the back rank"
        yield Sighting("flight", words, (king, free[0]))


def checks_avoided(scene: Scene) -> Iterator[Sighting]:
    """A king that a bishop, rook or queen could check steps to where nobody can."""
    if scene.kind != chess.KING or scene.is_capture or scene.board.is_check() or scene.board.is_castling(scene.move):
        return
    passed = scene.board.copy(stack=False)
    passed.push(chess.Move.null())
    checks = _checks(passed)
    if checks and not _checks(scene.after):
        words = f"avoids the check {passed.san(checks[0])}"
        yield Sighting("checks avoided", words, (checks[0].from_square, checks[0].to_square))


def _checks(board: chess.Board) -> list[chess.Move]:
    """The checks that cost the man who gives them nothing."""
    return [move for move in board.legal_moves if board.gives_check(move) and exchange(board, move) >= 0]


def _flights(board: chess.Board, king: chess.Square, side: chess.Color) -> list[chess.Square]:
    """Where a king could step off its first rank."""
    first = chess.BB_RANK_1 if side else chess.BB_RANK_8
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[king] & ~first & ~board.occupied_co[side])
    return [square for square in ring if not board.is_attacked_by(not side, square)]


def active_king(scene: Scene) -> Iterator[Sighting]:
    """In an ending without queens the king comes nearer to the middle of the board, and nobody drives it there."""
    if scene.kind != chess.KING or scene.phase is not Phase.ENDGAME or scene.board.queens or not scene.board.pawns:
        return
    if scene.board.is_check() or scene.is_a_race:
        return
    towards_the_centre = Sighting("active king", "brings the king towards the centre", (scene.target,))
    if _distance(scene.target) < _distance(scene.origin):
        yield towards_the_centre
        return
    near = [pawn for pawn in scene.theirs(chess.PAWN, scene.after) if _steps(scene.target, pawn) <= REACHED_SOON]
    nearest = min(near, key=lambda pawn: _steps(scene.target, pawn), default=None)
    if nearest is not None and _steps(scene.target, nearest) < _steps(scene.origin, nearest):
        words = f"brings the king nearer to the pawn on {chess.square_name(nearest)}"
        yield Sighting("active king", words, (scene.target, nearest))
    elif _way(scene.target) < _way(scene.origin):
        yield towards_the_centre


def _steps(origin: chess.Square, target: chess.Square) -> int:
    return chess.square_distance(origin, target)


def _distance(square: chess.Square) -> int:
    return min(_steps(square, middle) for middle in MIDDLE)


def _way(square: chess.Square) -> int:
    """The same by files and ranks together: from h1 to g1 is nearer, too."""
    return min(chess.square_manhattan_distance(square, middle) for middle in MIDDLE)
