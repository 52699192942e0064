"""What counts when few pieces are left: who comes to the passed pawns, who is kept away from them, where pawns hold."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.english import man
from motif.board.ideas.idea import Scene, Sighting, file_name, is_passed, rank_for
from motif.board.motifs.safety import is_en_prise
from motif.board.phases import Phase

FELT = 4
"""From this rank on a passed pawn asks for men."""

WINGS = {"queenside": chess.BB_FILE_A | chess.BB_FILE_B | chess.BB_FILE_C | chess.BB_FILE_D}
WINGS["kingside"] = chess.BB_ALL & ~WINGS["queenside"]


def opposition(scene: Scene) -> Iterator[Sighting]:
    """With kings and pawns alone, the kings face each other with one square between, and the other is to move."""
    if scene.kind != chess.KING or scene.board.occupied != scene.board.kings | scene.board.pawns:
        return
    other = scene.after.king(not scene.side)
    if other is None or scene.is_capture or not scene.board.pawns:
        return
    files = abs(_file(scene.target) - _file(other))
    ranks = abs(chess.square_rank(scene.target) - chess.square_rank(other))
    if sorted((files, ranks)) == [0, 2]:
        yield Sighting("opposition", f"takes the opposition against {man(scene.after, other)}", (scene.target, other))


def king_to_a_passed_pawn(scene: Scene) -> Iterator[Sighting]:
    """The king comes nearer to a passed pawn: to the way of the opponent's, or to the side of its own."""
    if scene.kind != chess.KING or scene.phase is not Phase.ENDGAME or scene.board.queens or scene.board.is_check():
        return
    if scene.is_a_race:
        return
    nearest: list[tuple[int, str, chess.Square]] = []
    for owner, whose in ((not scene.side, "the opponent's"), (scene.side, "its")):
        for pawn in _passed(scene.after, owner):
            aim = _promotion_square(pawn, owner) if owner != scene.side else pawn
            before, now = (chess.square_distance(square, aim) for square in (scene.origin, scene.target))
            # Whoever comes too late for a pawn does not go there.
            is_late = owner != scene.side and now > 8 - rank_for(pawn, owner) + 1
            # Nor does anybody go to a pawn of its own that is taken before.
            is_lost = owner == scene.side and is_en_prise(scene.after, pawn)
            # A step that leads away on the files leads nowhere, whatever it saves on the ranks.
            is_away = abs(_file(scene.target) - _file(aim)) > abs(_file(scene.origin) - _file(aim))
            if now < before and before > 1 and not (is_late or is_lost or is_away):
                nearest.append((now, f"{whose} passed pawn on {chess.square_name(pawn)}", pawn))
    for _, named, pawn in sorted(nearest)[:1]:
        yield Sighting("king to a passed pawn", f"brings the king nearer to {named}", (scene.target, pawn))


def cut_off(scene: Scene) -> Iterator[Sighting]:
    """A rook takes a file that the enemy king would have to cross to reach a passed pawn of either side."""
    if scene.kind != chess.ROOK or scene.phase is not Phase.ENDGAME or scene.is_capture:
        return
    king = scene.after.king(not scene.side)
    if king is None or is_en_prise(scene.after, scene.target) or scene.after.is_check():
        return
    for owner in chess.COLORS:
        for pawn in _passed(scene.after, owner):
            if _lies_between(scene.target, king, pawn) and not any(
                _lies_between(rook, king, pawn) for rook in scene.own(chess.ROOK)
            ):
                words = f"cuts {man(scene.after, king)} off from the passed pawn on {chess.square_name(pawn)}"
                yield Sighting("cut off", f"{words} along the {file_name(scene.target)}", (scene.target, king, pawn))


def passed_pawn_supported(scene: Scene) -> Iterator[Sighting]:
    """A passed pawn, or the square before it, gets a guard more, be it by a line that the move opens."""
    if scene.is_capture or scene.board.is_check() or is_en_prise(scene.after, scene.target):
        return
    for pawn in _passed(scene.after, scene.side):
        step = pawn + (8 if scene.side else -8)
        stood = scene.board.piece_at(pawn) == scene.after.piece_at(pawn) and pawn != scene.target
        if not stood or scene.after.color_at(step) == scene.side:
            continue
        for square, words in ((pawn, "supports"), (step, "supports the advance of")):
            new = scene.after.attackers(scene.side, square) & ~scene.board.attackers(scene.side, square)
            if {scene.target} & set(new) and scene.origin not in scene.board.attackers(scene.side, square):
                yield Sighting("supported passed pawn", f"{words} {_named(pawn)}", (scene.target, pawn))
                break
            opened = [guard for guard in new if guard != scene.target and _opens(scene, guard, square)]
            if opened:
                words = f"lets {man(scene.after, opened[0])} support {_named(pawn)}"
                yield Sighting("supported passed pawn", words, (opened[0], pawn))
                break


def passed_pawn_watched(scene: Scene) -> Iterator[Sighting]:
    """The square before an enemy passed pawn gets a guard, so that it cannot go on for nothing."""
    if scene.is_capture or scene.kind == chess.PAWN or scene.board.is_check():
        return
    if is_en_prise(scene.after, scene.target):
        return
    for pawn in _passed(scene.after, not scene.side):
        step = pawn + (-8 if scene.side else 8)
        if scene.after.piece_at(step) is not None or scene.board.attackers(scene.side, step):
            continue
        if step in scene.after.attacks(scene.target):
            words = f"guards {chess.square_name(step)}, in front of {_named(pawn)}"
            yield Sighting("watched passed pawn", words, (scene.target, step))


def fixed_pawn(scene: Scene) -> Iterator[Sighting]:
    """A pawn goes before an enemy pawn, which can no longer advance."""
    step = scene.target + (8 if scene.side else -8)
    if scene.kind != chess.PAWN or scene.is_capture or not 0 <= step < 64:
        return
    blocked = scene.after.piece_at(step) == chess.Piece(chess.PAWN, not scene.side)
    if blocked and not is_en_prise(scene.after, scene.target):
        yield Sighting("fixed pawn", f"stops {man(scene.after, step)} where it stands", (scene.target, step))


def majority(scene: Scene) -> Iterator[Sighting]:
    """In an ending a pawn of the wing advances on which its side has more pawns: there a passed pawn may come."""
    if scene.kind != chess.PAWN or scene.is_capture or scene.phase is not Phase.ENDGAME:
        return
    if is_passed(scene.board, scene.origin, scene.side) or is_en_prise(scene.after, scene.target):
        return
    if scene.rank(scene.target) < FELT:
        return
    for name, files in WINGS.items():
        own, theirs = (len(pawns & files) for pawns in (scene.own(chess.PAWN), scene.theirs(chess.PAWN)))
        if files & chess.BB_SQUARES[scene.target] and own == theirs + 1 and theirs:
            words = f"advances the majority on the {name}, {own} pawns against {theirs}"
            yield Sighting("majority", words, (scene.target,))


def _passed(board: chess.Board, owner: chess.Color) -> list[chess.Square]:
    """The passed pawns of a side that are felt, the furthest first."""
    pawns = [pawn for pawn in board.pieces(chess.PAWN, owner) if is_passed(board, pawn, owner)]
    return sorted((pawn for pawn in pawns if rank_for(pawn, owner) >= FELT), key=lambda pawn: -rank_for(pawn, owner))


def _promotion_square(pawn: chess.Square, owner: chess.Color) -> chess.Square:
    return chess.square(_file(pawn), 7 if owner else 0)


def _lies_between(rook: chess.Square, king: chess.Square, pawn: chess.Square) -> bool:
    """Whether the file of a rook lies between those of a king and a pawn."""
    low, high = sorted((_file(king), _file(pawn)))
    return low < _file(rook) < high


def _opens(scene: Scene, guard: chess.Square, square: chess.Square) -> bool:
    return bool(chess.between(guard, square) & chess.BB_SQUARES[scene.origin])


def _file(square: chess.Square) -> int:
    return chess.square_file(square)


def _named(pawn: chess.Square) -> str:
    return f"the passed pawn on {chess.square_name(pawn)}"
