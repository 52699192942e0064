"""Kings: castling, the shelter, a flight from the back rank, and the king that fights in an ending."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_en_prise
from motif.board.moves import MoveOnBoard, rank_for
from motif.board.phases import Phase
from motif.board.wording import counted, listed, piece_on
from motif.motifs.idea import Sighting, file_name, is_passed, neighbours
from motif.motifs.motif import exchange
from motif.motifs.piece_ideas import CENTRE, MINOR, is_developed, may_castle_soon

MIDDLE = (chess.D4, chess.E4, chess.D5, chess.E5)

REACHED_SOON = 4
"""Steps from which on a king goes for a pawn."""


def castling(played: MoveOnBoard) -> Iterator[Sighting]:
    """The king goes behind its pawns, and a rook comes into play."""
    if not played.board.is_castling(played.move):
        return
    king = played.after.king(played.side)
    assert king is not None
    if not played.theirs(chess.QUEEN):
        # Without the enemy queen a king is safe in the middle, too, and of more use there.
        yield Sighting("castling", "brings the rook into play", (king,))
        return
    pawns = shelter(played.after, king, played.side)
    behind = f"behind {counted(len(pawns), 'pawn', spelled=True)} " if len(pawns) > 1 else ""
    yield Sighting("castling", f"brings the king to safety {behind}and the rook into play", (king, *pawns))


def way_to_castle(played: MoveOnBoard) -> Iterator[Sighting]:
    """The last man between king and rook leaves, so that the king may castle."""
    if played.kind in (chess.KING, chess.PAWN) or played.board.is_check() or is_developed(played):
        return
    if may_castle_soon(played.after, played.side) and not may_castle_soon(played.board, played.side):
        yield Sighting("way to castle", "makes way for castling", (played.target,))


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


def loosened_shelter(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn leaves the king that it shelters, while the queens are on the board."""
    king = played.board.king(played.side)
    if king is None or played.kind != chess.PAWN or not played.theirs(chess.QUEEN) or played.phase is Phase.ENDGAME:
        return
    if played.rank(king) != 1 or chess.square_file(king) in (3, 4):
        return
    before, now = shelter(played.board, king, played.side), shelter(played.after, king, played.side)
    if played.origin in before and played.target not in now:
        words = f"takes the pawn away that sheltered the king on {chess.square_name(king)}"
        yield Sighting("loosened shelter", words, (played.origin, king))


def flight(played: MoveOnBoard) -> Iterator[Sighting]:
    """A king shut in on its first rank gets a square to flee to."""
    king = played.board.king(played.side)
    if king is None or played.kind != chess.PAWN or played.rank(king) != 1 or played.phase is Phase.OPENING:
        return
    if chess.square_file(king) in (3, 4):
        return  # In the middle it is not shut in behind its own pawns.
    if not (played.theirs(chess.ROOK) or played.theirs(chess.QUEEN)) or _flights(played.board, king, played.side):
        return
    free = _flights(played.after, king, played.side)
    if free:
        words = f"gives the king a flight on {chess.square_name(free[0])}, away from the back rank"
        yield Sighting("flight", words, (king, free[0]))


def checks_avoided(played: MoveOnBoard) -> Iterator[Sighting]:
    """A king that a bishop, rook or queen could check steps to where nobody can."""
    if (
        played.kind != chess.KING
        or played.is_capture
        or played.board.is_check()
        or played.board.is_castling(played.move)
    ):
        return
    passed = played.board.copy(stack=False)
    passed.push(chess.Move.null())
    checks = _checks(passed)
    if checks and not _checks(played.after):
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


def active_king(played: MoveOnBoard) -> Iterator[Sighting]:
    """In an ending without queens the king comes nearer to the middle of the board, and nobody drives it there."""
    if played.kind != chess.KING or played.phase is not Phase.ENDGAME or played.board.queens or not played.board.pawns:
        return
    if played.board.is_check() or played.is_a_race:
        return
    towards_the_centre = Sighting("active king", "brings the king towards the centre", (played.target,))
    if _distance(played.target) < _distance(played.origin):
        yield towards_the_centre
        return
    near = [pawn for pawn in played.theirs(chess.PAWN, played.after) if _steps(played.target, pawn) <= REACHED_SOON]
    nearest = min(near, key=lambda pawn: _steps(played.target, pawn), default=None)
    if nearest is not None and _steps(played.target, nearest) < _steps(played.origin, nearest):
        words = f"brings the king nearer to the pawn on {chess.square_name(nearest)}"
        yield Sighting("active king", words, (played.target, nearest))
    elif _way(played.target) < _way(played.origin):
        yield towards_the_centre


def _steps(origin: chess.Square, target: chess.Square) -> int:
    return chess.square_distance(origin, target)


def _distance(square: chess.Square) -> int:
    return min(_steps(square, middle) for middle in MIDDLE)


def _way(square: chess.Square) -> int:
    """The same by files and ranks together: from h1 to g1 is nearer, too."""
    return min(chess.square_manhattan_distance(square, middle) for middle in MIDDLE)


# What pawns do: passed pawns, breaks, the centre, squares they take from the enemy, weaknesses after an exchange.

FAR = {Phase.OPENING: 5, Phase.MIDDLEGAME: 5, Phase.ENDGAME: 4}
"""From this rank on a passed pawn is felt: the fewer men, the sooner."""


OUTSIDE = 3
"""So many files from the nearest other pawn a passed pawn is an outside one."""


def passed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn becomes a passed pawn."""
    for pawn in played.own(chess.PAWN, played.settled):
        was = played.origin if pawn == played.target and played.kind == chess.PAWN else pawn
        stood = played.board.piece_at(was) == chess.Piece(chess.PAWN, played.side)
        new = not (stood and is_passed(played.board, was, played.side))
        if new and is_passed(played.settled, pawn, played.side):
            yield Sighting("passed pawn", f"makes a passed pawn on {chess.square_name(pawn)}", (pawn,))


def advanced_passed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A passed pawn goes on, and is near enough to be felt."""
    if played.kind != chess.PAWN or played.is_capture or played.move.promotion:
        return
    if played.rank(played.target) >= FAR[played.phase] and is_passed(played.board, played.origin, played.side):
        left = 8 - played.rank(played.target)
        steps = "one step" if left == 1 else f"{left} steps"
        words = f"pushes the passed pawn, which has {steps} to go"
        if _is_outside(played):
            king = played.after.king(not played.side)
            assert king is not None
            words = f"pushes the outside passed pawn, which draws {piece_on(played.after, king)} away from the others"
        yield Sighting("advanced passed pawn", words, (played.target,))


def _is_outside(played: MoveOnBoard) -> bool:
    """Whether, with kings and pawns alone, the pawn that moves is far from all others, and the enemy king near it."""
    others = [chess.square_file(pawn) for pawn in chess.SquareSet(played.after.pawns) if pawn != played.target]
    file, king = chess.square_file(played.target), played.after.king(not played.side)
    if played.after.occupied != played.after.kings | played.after.pawns or king is None or not others:
        return False
    goal = chess.square(file, 7 if played.side else 0)
    is_caught = chess.square_distance(king, goal) <= 8 - played.rank(played.target)
    return is_caught and min(abs(file - other) for other in others) >= OUTSIDE


def blockade(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece stops an enemy passed pawn by standing in front of it."""
    if played.kind == chess.PAWN:
        return
    square = played.target + (8 if played.side else -8)
    pawn = chess.Piece(chess.PAWN, not played.side)
    if not 0 <= square < 64 or played.after.piece_at(square) != pawn or rank_for(square, not played.side) < 4:
        return
    if is_passed(played.after, square, not played.side):
        yield Sighting("blockade", f"stops {_passed(square)} by standing in front of it", (played.target, square))


def _passed(square: chess.Square) -> str:
    return f"the passed pawn on {chess.square_name(square)}"


def centre(played: MoveOnBoard) -> Iterator[Sighting]:
    """In the opening a pawn goes to one of the four squares in the middle."""
    if played.phase is not Phase.OPENING or played.kind != chess.PAWN or played.target not in CENTRE:
        return
    # A pawn that takes and may be taken back is half of a trade, not yet a share of anything.
    if played.is_capture and played.after.attackers(not played.side, played.target):
        return
    covered = [chess.square_name(square) for square in played.after.attacks(played.target)]
    yield Sighting("centre", f"takes a share of the centre and covers {listed(covered)}", (played.target,))


def pawn_break(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn attacks a pawn that another pawn guards, so that the chain may have to open, or two meet in the centre."""
    if played.kind != chess.PAWN or played.is_capture:
        return
    for pawn in played.after.attacks(played.target) & played.theirs(chess.PAWN, played.after):
        guards = played.after.attackers(not played.side, pawn) & played.theirs(chess.PAWN, played.after)
        fixed = played.after.piece_at(pawn + (-8 if played.side else 8)) == chess.Piece(chess.PAWN, played.side)
        if guards or fixed:
            opens = " to open the centre" if 3 <= chess.square_file(pawn) <= 4 else ""
            yield Sighting("pawn break", f"strikes at {piece_on(played.after, pawn)}{opens}", (played.target, pawn))
        elif played.phase is Phase.OPENING and (played.target in CENTRE or pawn in CENTRE):
            where = " in the centre" if pawn in CENTRE else ""
            words = f"challenges {piece_on(played.after, pawn)}{where}"
            yield Sighting("pawn break", words, (played.target, pawn))


def square_taken(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn covers a square to which an enemy knight or bishop could have gone, in the mover's half of the board."""
    if played.kind != chess.PAWN or played.is_capture or played.after.is_check():
        return
    for square in played.after.attacks(played.target):
        if not 4 <= played.rank(square) <= 5 or played.after.piece_at(square):
            continue
        if played.board.attackers(played.side, square) & played.own(chess.PAWN):
            continue
        visitors = [
            visitor
            for visitor in played.after.attackers(not played.side, square)
            if played.after.piece_type_at(visitor) in MINOR and not played.after.is_pinned(not played.side, visitor)
        ]
        if visitors:
            men = listed([piece_on(played.after, visitor) for visitor in visitors])
            yield Sighting("square taken", f"keeps {men} out of {chess.square_name(square)}", (square, *visitors))


def doubled_for_them(played: MoveOnBoard) -> Iterator[Sighting]:
    """An exchange leaves the opponent with doubled pawns that were not there."""
    if not played.is_capture:
        return
    before, now = played.theirs(chess.PAWN), played.theirs(chess.PAWN, played.settled)
    for file in range(8):
        mask = chess.BB_FILES[file]
        if len(now & mask) == 2 > len(before & mask):
            pawns = tuple(now & mask)
            words = f"leaves the opponent with doubled pawns on the {file_name(pawns[0])}"
            yield Sighting("doubled pawns", words, pawns)


def isolated_for_them(played: MoveOnBoard) -> Iterator[Sighting]:
    """An exchange leaves the opponent with a pawn that no other can guard any more."""
    if not played.is_capture:
        return
    before, now = played.theirs(chess.PAWN), played.theirs(chess.PAWN, played.settled)
    for pawn in now:
        if pawn in before and before & neighbours(pawn) and not now & neighbours(pawn):
            words = f"leaves the pawn on {chess.square_name(pawn)} without a pawn that could guard it"
            yield Sighting("isolated pawn", words, (pawn,))


def pawn_storm(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn runs at the enemy king, far away from the mover's own."""
    own, theirs = played.board.king(played.side), played.board.king(not played.side)
    if played.kind != chess.PAWN or own is None or theirs is None or played.phase is Phase.ENDGAME:
        return
    near = abs(chess.square_file(theirs) - chess.square_file(played.target)) <= 1
    far = abs(chess.square_file(own) - chess.square_file(played.target)) >= 3
    queens = played.board.pieces(chess.QUEEN, played.side)
    if near and far and queens and 4 <= played.rank(played.target) <= 6 and rank_for(theirs, not played.side) <= 2:
        words = (
            f"sends the {chess.FILE_NAMES[chess.square_file(played.target)]}-pawn at {piece_on(played.after, theirs)}"
        )
        yield Sighting("pawn storm", words, (played.target, theirs))


def space(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn goes to the fourth or fifth rank of a wing, where no pawn can take it."""
    if played.kind != chess.PAWN or played.is_capture or played.phase is Phase.ENDGAME:
        return
    if played.rank(played.target) not in (4, 5) or played.after.attackers(
        not played.side, played.target
    ) & played.theirs(chess.PAWN, played.after):
        return
    king = played.board.king(played.side)
    file = chess.square_file(played.target)
    if file in (3, 4) or king is None or abs(chess.square_file(king) - file) <= 1:
        return
    yield Sighting("space", f"gains space on the {'queenside' if file < 3 else 'kingside'}", (played.target,))


# What counts when few pieces are left: who comes to the passed pawns, who is kept away from them, where pawns hold.

FELT = 4
"""From this rank on a passed pawn asks for men."""

WINGS = {"queenside": chess.BB_FILE_A | chess.BB_FILE_B | chess.BB_FILE_C | chess.BB_FILE_D}
WINGS["kingside"] = chess.BB_ALL & ~WINGS["queenside"]


def opposition(played: MoveOnBoard) -> Iterator[Sighting]:
    """With kings and pawns alone, the kings face each other with one square between, and the other is to move."""
    if played.kind != chess.KING or played.board.occupied != played.board.kings | played.board.pawns:
        return
    other = played.after.king(not played.side)
    if other is None or played.is_capture or not played.board.pawns:
        return
    files = abs(_file(played.target) - _file(other))
    ranks = abs(chess.square_rank(played.target) - chess.square_rank(other))
    if sorted((files, ranks)) == [0, 2]:
        yield Sighting(
            "opposition", f"takes the opposition against {piece_on(played.after, other)}", (played.target, other)
        )


def king_to_a_passed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """The king comes nearer to a passed pawn: to the way of the opponent's, or to the side of its own."""
    if played.kind != chess.KING or played.phase is not Phase.ENDGAME or played.board.queens or played.board.is_check():
        return
    if played.is_a_race:
        return
    nearest: list[tuple[int, str, chess.Square]] = []
    for owner, whose in ((not played.side, "the opponent's"), (played.side, "its")):
        for pawn in _passed_pawns_of(played.after, owner):
            aim = _promotion_square(pawn, owner) if owner != played.side else pawn
            before, now = (chess.square_distance(square, aim) for square in (played.origin, played.target))
            # Whoever comes too late for a pawn does not go there.
            is_late = owner != played.side and now > 8 - rank_for(pawn, owner) + 1
            # Nor does anybody go to a pawn of its own that is taken before.
            is_lost = owner == played.side and is_en_prise(played.after, pawn)
            # A step that leads away on the files leads nowhere, whatever it saves on the ranks.
            is_away = abs(_file(played.target) - _file(aim)) > abs(_file(played.origin) - _file(aim))
            if now < before and before > 1 and not (is_late or is_lost or is_away):
                nearest.append((now, f"{whose} passed pawn on {chess.square_name(pawn)}", pawn))
    for _, named, pawn in sorted(nearest)[:1]:
        yield Sighting("king to a passed pawn", f"brings the king nearer to {named}", (played.target, pawn))


def cut_off(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook takes a file that the enemy king would have to cross to reach a passed pawn of either side."""
    if played.kind != chess.ROOK or played.phase is not Phase.ENDGAME or played.is_capture:
        return
    king = played.after.king(not played.side)
    if king is None or is_en_prise(played.after, played.target) or played.after.is_check():
        return
    for owner in chess.COLORS:
        for pawn in _passed_pawns_of(played.after, owner):
            if _lies_between(played.target, king, pawn) and not any(
                _lies_between(rook, king, pawn) for rook in played.own(chess.ROOK)
            ):
                words = f"cuts {piece_on(played.after, king)} off from the passed pawn on {chess.square_name(pawn)}"
                yield Sighting("cut off", f"{words} along the {file_name(played.target)}", (played.target, king, pawn))


def passed_pawn_supported(played: MoveOnBoard) -> Iterator[Sighting]:
    """A passed pawn, or the square before it, gets a guard more, be it by a line that the move opens."""
    if played.is_capture or played.board.is_check() or is_en_prise(played.after, played.target):
        return
    for pawn in _passed_pawns_of(played.after, played.side):
        step = pawn + (8 if played.side else -8)
        stood = played.board.piece_at(pawn) == played.after.piece_at(pawn) and pawn != played.target
        if not stood or played.after.color_at(step) == played.side:
            continue
        for square, words in ((pawn, "supports"), (step, "supports the advance of")):
            new = played.after.attackers(played.side, square) & ~played.board.attackers(played.side, square)
            if {played.target} & set(new) and played.origin not in played.board.attackers(played.side, square):
                yield Sighting("supported passed pawn", f"{words} {_named(pawn)}", (played.target, pawn))
                break
            opened = [guard for guard in new if guard != played.target and _opens(played, guard, square)]
            if opened:
                words = f"lets {piece_on(played.after, opened[0])} support {_named(pawn)}"
                yield Sighting("supported passed pawn", words, (opened[0], pawn))
                break


def passed_pawn_watched(played: MoveOnBoard) -> Iterator[Sighting]:
    """The square before an enemy passed pawn gets a guard, so that it cannot go on for nothing."""
    if played.is_capture or played.kind == chess.PAWN or played.board.is_check():
        return
    if is_en_prise(played.after, played.target):
        return
    for pawn in _passed_pawns_of(played.after, not played.side):
        step = pawn + (-8 if played.side else 8)
        if played.after.piece_at(step) is not None or played.board.attackers(played.side, step):
            continue
        if step in played.after.attacks(played.target):
            words = f"guards {chess.square_name(step)}, in front of {_named(pawn)}"
            yield Sighting("watched passed pawn", words, (played.target, step))


def fixed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn goes before an enemy pawn, which can no longer advance."""
    step = played.target + (8 if played.side else -8)
    if played.kind != chess.PAWN or played.is_capture or not 0 <= step < 64:
        return
    blocked = played.after.piece_at(step) == chess.Piece(chess.PAWN, not played.side)
    if blocked and not is_en_prise(played.after, played.target):
        yield Sighting("fixed pawn", f"stops {piece_on(played.after, step)} where it stands", (played.target, step))


def majority(played: MoveOnBoard) -> Iterator[Sighting]:
    """In an ending a pawn of the wing advances on which its side has more pawns: there a passed pawn may come."""
    if played.kind != chess.PAWN or played.is_capture or played.phase is not Phase.ENDGAME:
        return
    if is_passed(played.board, played.origin, played.side) or is_en_prise(played.after, played.target):
        return
    if played.rank(played.target) < FELT:
        return
    for name, files in WINGS.items():
        own, theirs = (len(pawns & files) for pawns in (played.own(chess.PAWN), played.theirs(chess.PAWN)))
        if files & chess.BB_SQUARES[played.target] and own == theirs + 1 and theirs:
            words = f"advances the majority on the {name}, {own} pawns against {theirs}"
            yield Sighting("majority", words, (played.target,))


def _passed_pawns_of(board: chess.Board, owner: chess.Color) -> list[chess.Square]:
    """The passed pawns of a side that are felt, the furthest first."""
    pawns = [pawn for pawn in board.pieces(chess.PAWN, owner) if is_passed(board, pawn, owner)]
    return sorted((pawn for pawn in pawns if rank_for(pawn, owner) >= FELT), key=lambda pawn: -rank_for(pawn, owner))


def _promotion_square(pawn: chess.Square, owner: chess.Color) -> chess.Square:
    return chess.square(_file(pawn), 7 if owner else 0)


def _lies_between(rook: chess.Square, king: chess.Square, pawn: chess.Square) -> bool:
    """Whether the file of a rook lies between those of a king and a pawn."""
    low, high = sorted((_file(king), _file(pawn)))
    return low < _file(rook) < high


def _opens(played: MoveOnBoard, guard: chess.Square, square: chess.Square) -> bool:
    return bool(chess.between(guard, square) & chess.BB_SQUARES[played.origin])


def _file(square: chess.Square) -> int:
    return chess.square_file(square)


def _named(pawn: chess.Square) -> str:
    return f"the passed pawn on {chess.square_name(pawn)}"
