"""What pawns do: passed pawns, breaks, the centre, squares they take from the enemy, weaknesses after an exchange."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.english import listed, man
from motif.board.ideas.idea import Scene, Sighting, file_name, is_passed, neighbours, rank_for
from motif.board.ideas.pieces import CENTRE, MINOR
from motif.board.phases import Phase

FAR = {Phase.OPENING: 5, Phase.MIDDLEGAME: 5, Phase.ENDGAME: 4}
"""From this rank on a passed pawn is felt: the fewer men, the sooner."""


OUTSIDE = 3
"""So many files from the nearest other pawn a passed pawn is an outside one."""


def passed_pawn(scene: Scene) -> Iterator[Sighting]:
    """A pawn becomes a passed pawn."""
    for pawn in scene.own(chess.PAWN, scene.settled):
        was = scene.origin if pawn == scene.target and scene.kind == chess.PAWN else pawn
        stood = scene.board.piece_at(was) == chess.Piece(chess.PAWN, scene.side)
        new = not (stood and is_passed(scene.board, was, scene.side))
        if new and is_passed(scene.settled, pawn, scene.side):
            yield Sighting("passed pawn", f"makes a passed pawn on {chess.square_name(pawn)}", (pawn,))


def advanced_passed_pawn(scene: Scene) -> Iterator[Sighting]:
    """A passed pawn goes on, and is near enough to be felt."""
    if scene.kind != chess.PAWN or scene.is_capture or scene.move.promotion:
        return
    if scene.rank(scene.target) >= FAR[scene.phase] and is_passed(scene.board, scene.origin, scene.side):
        left = 8 - scene.rank(scene.target)
        steps = "one step" if left == 1 else f"{left} steps"
        words = f"pushes the passed pawn, which has {steps} to go"
        if _is_outside(scene):
            king = scene.after.king(not scene.side)
            assert king is not None
            words = f"pushes the outside passed pawn, which draws {man(scene.after, king)} away from the others"
        yield Sighting("advanced passed pawn", words, (scene.target,))


def _is_outside(scene: Scene) -> bool:
    """Whether, with kings and pawns alone, the pawn that moves is far from all others, and the enemy king near it."""
    others = [chess.square_file(pawn) for pawn in chess.SquareSet(scene.after.pawns) if pawn != scene.target]
    file, king = chess.square_file(scene.target), scene.after.king(not scene.side)
    if scene.after.occupied != scene.after.kings | scene.after.pawns or king is None or not others:
        return False
    goal = chess.square(file, 7 if scene.side else 0)
    is_caught = chess.square_distance(king, goal) <= 8 - scene.rank(scene.target)
    return is_caught and min(abs(file - other) for other in others) >= OUTSIDE


def blockade(scene: Scene) -> Iterator[Sighting]:
    """A piece stops an enemy passed pawn by standing in front of it."""
    if scene.kind == chess.PAWN:
        return
    square = scene.target + (8 if scene.side else -8)
    pawn = chess.Piece(chess.PAWN, not scene.side)
    if not 0 <= square < 64 or scene.after.piece_at(square) != pawn or rank_for(square, not scene.side) < 4:
        return
    if is_passed(scene.after, square, not scene.side):
        yield Sighting("blockade", f"stops {_passed(square)} by standing in front of it", (scene.target, square))


def _passed(square: chess.Square) -> str:
    return f"the passed pawn on {chess.square_name(square)}"


def centre(scene: Scene) -> Iterator[Sighting]:
    """In the opening a pawn goes to one of the four squares in the middle."""
    if scene.phase is not Phase.OPENING or scene.kind != chess.PAWN or scene.target not in CENTRE:
        return
    # A pawn that takes and may be taken back is half of a trade, not yet a share of anything.
    if scene.is_capture and scene.after.attackers(not scene.side, scene.target):
        return
    covered = [chess.square_name(square) for square in scene.after.attacks(scene.target)]
    yield Sighting("centre", f"takes a share of the centre and covers {listed(covered)}", (scene.target,))


def pawn_break(scene: Scene) -> Iterator[Sighting]:
    """A pawn attacks a pawn that another pawn guards, so that the chain may have to open, or two meet in the centre."""
    if scene.kind != chess.PAWN or scene.is_capture:
        return
    for pawn in scene.after.attacks(scene.target) & scene.theirs(chess.PAWN, scene.after):
        guards = scene.after.attackers(not scene.side, pawn) & scene.theirs(chess.PAWN, scene.after)
        fixed = scene.after.piece_at(pawn + (-8 if scene.side else 8)) == chess.Piece(chess.PAWN, scene.side)
        if guards or fixed:
            opens = " to open the centre" if 3 <= chess.square_file(pawn) <= 4 else ""
            yield Sighting("pawn break", f"strikes at {man(scene.after, pawn)}{opens}", (scene.target, pawn))
        elif scene.phase is Phase.OPENING and (scene.target in CENTRE or pawn in CENTRE):
            where = " in the centre" if pawn in CENTRE else ""
            words = f"challenges {man(scene.after, pawn)}{where}"
            yield Sighting("pawn break", words, (scene.target, pawn))


def square_taken(scene: Scene) -> Iterator[Sighting]:
    """A pawn covers a square to which an enemy knight or bishop could have gone, in the mover's half of the board."""
    if scene.kind != chess.PAWN or scene.is_capture or scene.after.is_check():
        return
    for square in scene.after.attacks(scene.target):
        if not 4 <= scene.rank(square) <= 5 or scene.after.piece_at(square):
            continue
        if scene.board.attackers(scene.side, square) & scene.own(chess.PAWN):
            continue
        visitors = [
            visitor
            for visitor in scene.after.attackers(not scene.side, square)
            if scene.after.piece_type_at(visitor) in MINOR and not scene.after.is_pinned(not scene.side, visitor)
        ]
        if visitors:
            men = listed([man(scene.after, visitor) for visitor in visitors])
            yield Sighting("square taken", f"keeps {men} out of {chess.square_name(square)}", (square, *visitors))


def doubled_for_them(scene: Scene) -> Iterator[Sighting]:
    """An exchange leaves the opponent with doubled pawns that were not there."""
    if not scene.is_capture:
        return
    before, now = scene.theirs(chess.PAWN), scene.theirs(chess.PAWN, scene.settled)
    for file in range(8):
        mask = chess.BB_FILES[file]
        if len(now & mask) == 2 > len(before & mask):
            pawns = tuple(now & mask)
            words = f"leaves the opponent with doubled pawns on the {file_name(pawns[0])}"
            yield Sighting("doubled pawns", words, pawns)


def isolated_for_them(scene: Scene) -> Iterator[Sighting]:
    """An exchange leaves the opponent with a pawn that no other can guard any more."""
    if not scene.is_capture:
        return
    before, now = scene.theirs(chess.PAWN), scene.theirs(chess.PAWN, scene.settled)
    for pawn in now:
        if pawn in before and before & neighbours(pawn) and not now & neighbours(pawn):
            words = f"leaves the pawn on {chess.square_name(pawn)} without a pawn that could guard it"
            yield Sighting("isolated pawn", words, (pawn,))


def pawn_storm(scene: Scene) -> Iterator[Sighting]:
    """A pawn runs at the enemy king, far away from the mover's own."""
    own, theirs = scene.board.king(scene.side), scene.board.king(not scene.side)
    if scene.kind != chess.PAWN or own is None or theirs is None or scene.phase is Phase.ENDGAME:
        return
    near = abs(chess.square_file(theirs) - chess.square_file(scene.target)) <= 1
    far = abs(chess.square_file(own) - chess.square_file(scene.target)) >= 3
    queens = scene.board.pieces(chess.QUEEN, scene.side)
    if near and far and queens and 4 <= scene.rank(scene.target) <= 6 and rank_for(theirs, not scene.side) <= 2:
        words = f"sends the {chess.FILE_NAMES[chess.square_file(scene.target)]}-pawn at {man(scene.after, theirs)}"
        yield Sighting("pawn storm", words, (scene.target, theirs))


def space(scene: Scene) -> Iterator[Sighting]:
    """A pawn goes to the fourth or fifth rank of a wing, where no pawn can take it."""
    if scene.kind != chess.PAWN or scene.is_capture or scene.phase is Phase.ENDGAME:
        return
    if scene.rank(scene.target) not in (4, 5) or scene.after.attackers(not scene.side, scene.target) & scene.theirs(
        chess.PAWN, scene.after
    ):
        return
    king = scene.board.king(scene.side)
    file = chess.square_file(scene.target)
    if file in (3, 4) or king is None or abs(chess.square_file(king) - file) <= 1:
        return
    yield Sighting("space", f"gains space on the {'queenside' if file < 3 else 'kingside'}", (scene.target,))
