"""Where rooks belong: open files, the seventh rank, behind passed pawns, beside each other."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.english import man
from motif.board.ideas.idea import Scene, Sighting, ahead, file_name, is_passed, rank_for
from motif.board.phases import Phase

PAWNS_WORTH_A_VISIT = 2
"""So many enemy pawns on their second rank make it worth a rook's while to go there."""


def open_file(scene: Scene) -> Iterator[Sighting]:
    """A rook goes from a file with pawns to one without."""
    if scene.kind == chess.ROOK and _pawns(scene, scene.target) == (0, 0) and _pawns(scene, scene.origin) != (0, 0):
        yield Sighting("open file", f"puts the rook on the open {file_name(scene.target)}", (scene.target,))


def half_open_file(scene: Scene) -> Iterator[Sighting]:
    """A rook goes from a file with a pawn of its own to one where only the opponent has one."""
    own, theirs = _pawns(scene, scene.target)
    if scene.kind != chess.ROOK or own or not theirs or not _pawns(scene, scene.origin)[0]:
        return
    seen = scene.after.attacks(scene.target) & scene.theirs(chess.PAWN, scene.after)
    on_file = [pawn for pawn in seen if chess.square_file(pawn) == chess.square_file(scene.target)]
    against = f", against {man(scene.after, on_file[0])}" if on_file else ""
    words = f"puts the rook on the half-open {file_name(scene.target)}{against}"
    yield Sighting("half-open file", words, (scene.target, *on_file[:1]))


def _pawns(scene: Scene, square: chess.Square) -> tuple[int, int]:
    """How many pawns the mover and the opponent have on the file of a square, after the move."""
    file = chess.BB_FILES[chess.square_file(square)]
    own, theirs = scene.own(chess.PAWN, scene.after), scene.theirs(chess.PAWN, scene.after)
    return len(own & file), len(theirs & file)


def seventh_rank(scene: Scene) -> Iterator[Sighting]:
    """A rook reaches the opponent's second rank, where it hems in the king or attacks pawns."""
    if scene.kind != chess.ROOK or scene.rank(scene.target) != 7 or scene.rank(scene.origin) == 7:
        return
    king = scene.after.king(not scene.side)
    pawns = [pawn for pawn in scene.theirs(chess.PAWN, scene.after) if scene.rank(pawn) == 7]
    if king is not None and scene.rank(king) == 8:
        words = f"puts the rook on the seventh rank and holds {man(scene.after, king)} on the eighth"
        yield Sighting("seventh rank", words, (scene.target, king))
    elif len(pawns) >= PAWNS_WORTH_A_VISIT:
        yield Sighting("seventh rank", "puts the rook on the seventh rank, among the pawns", tuple(pawns))


def doubled_rooks(scene: Scene) -> Iterator[Sighting]:
    """Two rooks stand on one file without a pawn of their own between or before them."""
    if scene.kind != chess.ROOK or _pawns(scene, scene.target)[0]:
        return
    for other in scene.own(chess.ROOK, scene.after):
        same_file = chess.square_file(other) == chess.square_file(scene.target) != chess.square_file(scene.origin)
        if other != scene.target and same_file and not chess.between(other, scene.target) & scene.after.occupied:
            words = f"doubles the rooks on the {file_name(scene.target)}"
            yield Sighting("doubled rooks", words, (other, scene.target))


def connected_rooks(scene: Scene) -> Iterator[Sighting]:
    """The two rooks guard each other on the first rank, for the first time."""
    rooks = [rook for rook in scene.own(chess.ROOK, scene.after) if scene.rank(rook) == 1]
    if len(rooks) != 2 or scene.kind == chess.ROOK:
        return
    first, second = rooks
    if chess.between(first, second) & scene.after.occupied or not chess.between(first, second):
        return
    stood = all(scene.board.piece_at(rook) == chess.Piece(chess.ROOK, scene.side) for rook in rooks)
    if not stood or chess.between(first, second) & scene.board.occupied:
        yield Sighting("connected rooks", "connects the rooks", (first, second))


def behind_a_passed_pawn(scene: Scene) -> Iterator[Sighting]:
    """A rook goes behind a passed pawn, its own or the opponent's."""
    if scene.kind != chess.ROOK:
        return
    for owner in (scene.side, not scene.side):
        for pawn in scene.after.pieces(chess.PAWN, owner):
            if not is_passed(scene.after, pawn, owner) or rank_for(pawn, owner) < 4:
                continue
            if _is_behind(scene.after, scene.target, pawn, owner) and not _is_behind(
                scene.board, scene.origin, pawn, owner
            ):
                whose = "its own" if owner == scene.side else "the opponent's"
                words = f"puts the rook behind {whose} passed pawn on {chess.square_name(pawn)}"
                yield Sighting("behind a passed pawn", words, (scene.target, pawn))


def _is_behind(board: chess.Board, rook: chess.Square, pawn: chess.Square, owner: chess.Color) -> bool:
    same_file = chess.square_file(rook) == chess.square_file(pawn)
    is_further_back = bool(chess.BB_SQUARES[pawn] & ahead(rook, owner))
    return same_file and is_further_back and not chess.between(rook, pawn) & board.occupied


def rook_lift(scene: Scene) -> Iterator[Sighting]:
    """A rook leaves the first ranks for the third, along which it can go to the enemy king."""
    king = scene.board.king(not scene.side)
    if scene.kind != chess.ROOK or king is None or scene.phase is Phase.ENDGAME or not scene.own(chess.QUEEN):
        return
    if scene.rank(scene.origin) > 2 or scene.rank(scene.target) != 3 or rank_for(king, not scene.side) > 2:
        return
    before_it = chess.square(chess.square_file(king), chess.square_rank(scene.target))
    way = chess.SquareSet(chess.between(scene.target, before_it)) | chess.SquareSet([before_it])
    if len(way) > 1 and not way & scene.after.occupied:
        yield Sighting(
            "rook lift", "lifts the rook to the third rank, where the way to the king is free", (scene.target,)
        )
