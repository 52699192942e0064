"""Find what a quiet move of a king or pawn does: castling, shelter, passed pawns, pawn breaks, space."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_en_prise
from motif.board.material import Phase
from motif.board.moves import MoveOnBoard, rank_for
from motif.board.wording import counted, listed, piece_on, plural
from motif.motifs.idea import Sighting, file_name, is_passed, neighbours, promotion_square
from motif.motifs.motif import can_be_won, exchange
from motif.motifs.piece_ideas import CENTRE, MINOR, castles_soon, is_developed

MIDDLE = (chess.D4, chess.E4, chess.D5, chess.E5)

REACHED_SOON = 4
"""At this distance or less a king is said to approach a pawn."""


def castling(played: MoveOnBoard) -> Iterator[Sighting]:
    """The king goes behind its pawns, and a rook comes into play."""
    if not played.board.is_castling(played.move):
        return
    king = played.after.king(played.side)
    assert king is not None
    if not played.theirs(chess.QUEEN):
        # Without the opponent's queen the king is safe in the middle as well, and more useful there.
        yield Sighting("castling", (king,), {}, "without queens")
        return
    pawns = shelter(played.after, king, played.side)
    if len(pawns) > 1:
        yield Sighting("castling", (king, *pawns), {"pawns": counted(len(pawns), "pawn", spelled=True)}, "sheltered")
    else:
        yield Sighting("castling", (king,))


def way_to_castle(played: MoveOnBoard) -> Iterator[Sighting]:
    """The last piece between king and rook moves away, so that the king can castle."""
    if played.kind in (chess.KING, chess.PAWN) or played.board.is_check() or is_developed(played):
        return
    if castles_soon(played.after, played.side) - castles_soon(played.board, played.side):
        yield Sighting("way to castle", (played.target,))


def shelter(board: chess.Board, king: chess.Square, side: chess.Color) -> list[chess.Square]:
    """Return the pawns that shelter a king: one or two squares in front of it, on its own or a neighbouring file."""
    step = 8 if side else -8
    near = chess.SquareSet()
    for distance in (1, 2):
        for file in (-1, 0, 1):
            square = king + step * distance + file
            if 0 <= square < 64 and abs(chess.square_file(square) - chess.square_file(king)) <= 1:
                near.add(square)
    return sorted(near & board.pieces(chess.PAWN, side), key=chess.square_file)


def flight(played: MoveOnBoard) -> Iterator[Sighting]:
    """A king that is shut in on its first rank gets an escape square."""
    king = played.board.king(played.side)
    if king is None or played.kind != chess.PAWN or played.rank(king) != 1 or played.phase is Phase.OPENING:
        return
    if chess.square_file(king) in (3, 4):
        return  # In the middle it is not shut in behind its pawns.
    if not (played.theirs(chess.ROOK) or played.theirs(chess.QUEEN)) or _flights(played.board, king, played.side):
        return
    free = _flights(played.after, king, played.side)
    if free:
        yield Sighting("flight", (king, free[0]), {"square": chess.square_name(free[0])})


def checks_avoided(played: MoveOnBoard) -> Iterator[Sighting]:
    """A king that could be checked steps to a square where no safe check reaches it."""
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
        squares = checks[0].from_square, checks[0].to_square
        yield Sighting("checks avoided", squares, {"check": passed.san(checks[0])})


def _checks(board: chess.Board) -> list[chess.Move]:
    """The checks that lose no material."""
    return [move for move in board.legal_moves if board.gives_check(move) and exchange(board, move) >= 0]


def _flights(board: chess.Board, king: chess.Square, side: chess.Color) -> list[chess.Square]:
    """The squares off its first rank that a king could move to."""
    first = chess.BB_RANK_1 if side else chess.BB_RANK_8
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[king] & ~first & ~board.occupied_co[side])
    return [square for square in ring if not board.is_attacked_by(not side, square)]


def active_king(played: MoveOnBoard) -> Iterator[Sighting]:
    """In an endgame without queens the king goes towards the centre or a pawn, and no check drives it there."""
    if played.kind != chess.KING or played.board.queens or not played.board.pawns:
        return
    if played.phase is not Phase.ENDGAME and played.board.rooks:
        return
    if played.board.is_check() or played.is_a_race:
        return
    towards_the_centre = Sighting("active king", (played.target,))
    if _distance(played.target) < _distance(played.origin):
        yield towards_the_centre
        return
    near = [pawn for pawn in played.theirs(chess.PAWN, played.after) if _steps(played.target, pawn) <= REACHED_SOON]
    way = chess.square_manhattan_distance
    nearest = min(near, key=lambda pawn: (_steps(played.target, pawn), way(played.target, pawn)), default=None)
    # Next to a pawn one file counts; far from it only whole steps do.
    measure = way if nearest is not None and _steps(played.target, nearest) <= 2 else _steps
    if nearest is not None and measure(played.target, nearest) < measure(played.origin, nearest):
        yield Sighting("active king", (played.target, nearest), {"pawn": piece_on(played.after, nearest)}, "pawn")
    elif _way(played.target) < _way(played.origin):
        yield towards_the_centre


def _steps(origin: chess.Square, target: chess.Square) -> int:
    return chess.square_distance(origin, target)


def _distance(square: chess.Square) -> int:
    return min(_steps(square, middle) for middle in MIDDLE)


def _way(square: chess.Square) -> int:
    """The distance to the centre in files plus ranks, so that g1 is nearer to the centre than h1."""
    return min(chess.square_manhattan_distance(square, middle) for middle in MIDDLE)


# Pawns: passed pawns, breaks, the centre, squares they take from the opponent, weaknesses after a trade.

FAR = {Phase.OPENING: 5, Phase.MIDDLEGAME: 5, Phase.ENDGAME: 4}
"""The rank from which a passed pawn matters; it is lower with fewer pieces."""


MOST_RANKS_APART = 2
"""Two passed pawns on neighbouring files are connected if they are at most this many ranks apart."""

OUTSIDE_FILES = 3
"""A passed pawn this many files from the nearest other pawn is an outside passed pawn."""


def passed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn becomes a passed pawn."""
    for pawn in played.own(chess.PAWN, played.settled):
        was = played.origin if pawn == played.target and played.kind == chess.PAWN else pawn
        was_there = played.board.piece_at(was) == chess.Piece(chess.PAWN, played.side)
        new = not (was_there and is_passed(played.board, was, played.side))
        if new and is_passed(played.settled, pawn, played.side):
            yield Sighting("passed pawn", (pawn,), {"square": chess.square_name(pawn)})


def advanced_passed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A passed pawn advances to a rank where it matters."""
    if played.kind != chess.PAWN or played.is_capture or played.move.promotion:
        return
    if played.rank(played.target) >= FAR[played.phase] and is_passed(played.board, played.origin, played.side):
        left = 8 - played.rank(played.target)
        partner = _connected(played)
        if left == 1:
            yield Sighting("advanced passed pawn", (played.target,), {}, "near")
        elif _is_outside(played):
            yield Sighting("advanced passed pawn", (played.target,), {}, "outside")
        elif partner is not None:
            yield Sighting("advanced passed pawn", (played.target, partner), {}, "connected")
        else:
            yield Sighting("advanced passed pawn", (played.target,))


def _connected(played: MoveOnBoard) -> chess.Square | None:
    """The passed pawn on a neighbouring file, at most two ranks away, that supports the one that moves."""
    others = played.own(chess.PAWN, played.after) & neighbours(played.target)
    near = (pawn for pawn in others if chess.square_distance(pawn, played.target) <= MOST_RANKS_APART)
    return next((pawn for pawn in near if is_passed(played.after, pawn, played.side)), None)


def _is_outside(played: MoveOnBoard) -> bool:
    """Whether, in a pawn endgame, the pawn is far from all others and the opponent's king has to catch it."""
    others = [chess.square_file(pawn) for pawn in chess.SquareSet(played.after.pawns) if pawn != played.target]
    file, king = chess.square_file(played.target), played.after.king(not played.side)
    if played.after.occupied != played.after.kings | played.after.pawns or king is None or not others:
        return False
    goal = chess.square(file, 7 if played.side else 0)
    is_caught = chess.square_distance(king, goal) <= 8 - played.rank(played.target)
    return is_caught and min(abs(file - other) for other in others) >= OUTSIDE_FILES


def blockade(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece blocks a passed pawn of the opponent, or the king steps in front of it."""
    if played.kind == chess.PAWN:
        return
    for runner in _passed_pawns_of(played.after, not played.side) if played.kind == chess.KING else ():
        is_new = _file(played.target) == _file(runner) != _file(played.origin)
        if is_new and rank_for(played.target, not played.side) > rank_for(runner, not played.side) + 1:
            yield Sighting("blockade", (played.target, runner), {"square": chess.square_name(runner)}, "king")
            return
    square = played.target + (8 if played.side else -8)
    pawn = chess.Piece(chess.PAWN, not played.side)
    if not 0 <= square < 64 or played.after.piece_at(square) != pawn or rank_for(square, not played.side) < 4:
        return
    if is_passed(played.after, square, not played.side):
        yield Sighting("blockade", (played.target, square), {"square": chess.square_name(square)})


def centre(played: MoveOnBoard) -> Iterator[Sighting]:
    """In the opening a pawn goes to one of the four central squares."""
    if played.phase is not Phase.OPENING or played.kind != chess.PAWN or played.target not in CENTRE:
        return
    # A pawn that captures and may be recaptured is half of a trade.
    if played.is_capture and played.after.attackers(not played.side, played.target):
        return
    yield Sighting("centre", (played.target,))


def pawn_break(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn attacks a pawn that another pawn protects, or that it blocks, or one in the centre."""
    if played.kind != chess.PAWN or played.is_capture:
        return
    for pawn in played.after.attacks(played.target) & played.theirs(chess.PAWN, played.after):
        guards = played.after.attackers(not played.side, pawn) & played.theirs(chess.PAWN, played.after)
        fixed = played.after.piece_at(pawn + (-8 if played.side else 8)) == chess.Piece(chess.PAWN, played.side)
        if guards or fixed:
            variant = "centre" if 3 <= chess.square_file(pawn) <= 4 else ""
            names = {"pawn": piece_on(played.after, pawn)}
            yield Sighting("pawn break", (played.target, pawn), names, variant)
        elif played.phase is not Phase.ENDGAME and (played.target in CENTRE or pawn in CENTRE):
            yield Sighting("pawn break", (played.target, pawn), {"pawn": piece_on(played.after, pawn)}, "challenge")


def square_taken(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn covers a square to which a knight or bishop of the opponent could have gone, in the mover's half."""
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
            there = [chess.Move(visitor, square) for visitor in visitors]
            there = [move for move in there if played.after.is_legal(move)]
            moves = [played.after.san(move) for move in there]
            if not moves:
                continue
            if len(moves) == 1:
                yield Sighting("square taken", (square, *visitors), {"move": moves[0]})
            else:
                kinds = [chess.piece_name(played.after.piece_type_at(move.from_square) or chess.PAWN) for move in there]
                kept = listed([f"the {kind}" for kind in kinds]) if len(set(kinds)) > 1 else f"the {plural(kinds[0])}"
                names = {"pieces": kept, "square": chess.square_name(square)}
                yield Sighting("square taken", (square, *visitors), names, "several")


def doubled_for_them(played: MoveOnBoard) -> Iterator[Sighting]:
    """A trade leaves the opponent with new doubled pawns."""
    if not played.is_capture:
        return
    before, now = played.theirs(chess.PAWN), played.theirs(chess.PAWN, played.settled)
    for file in range(8):
        mask = chess.BB_FILES[file]
        if len(now & mask) == 2 > len(before & mask):
            pawns = tuple(now & mask)
            yield Sighting("doubled pawns", pawns, {"file": file_name(pawns[0])})


def isolated_for_them(played: MoveOnBoard) -> Iterator[Sighting]:
    """A trade leaves the opponent with a pawn that no other pawn can protect any more."""
    if not played.is_capture:
        return
    before, now = played.theirs(chess.PAWN), played.theirs(chess.PAWN, played.settled)
    for pawn in now:
        if pawn in before and before & neighbours(pawn) and not now & neighbours(pawn):
            yield Sighting("isolated pawn", (pawn,), {"pawn": piece_on(played.settled, pawn)})


def pawn_storm(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn advances against the opponent's king, far away from the mover's king."""
    own, theirs = played.board.king(played.side), played.board.king(not played.side)
    if played.kind != chess.PAWN or own is None or theirs is None or played.phase is Phase.ENDGAME:
        return
    near = abs(chess.square_file(theirs) - chess.square_file(played.target)) <= 1
    far = abs(chess.square_file(own) - chess.square_file(played.target)) >= 3
    queens = played.board.pieces(chess.QUEEN, played.side)
    if near and far and queens and 4 <= played.rank(played.target) <= 6 and rank_for(theirs, not played.side) <= 2:
        names = {"pawn": f"{chess.FILE_NAMES[chess.square_file(played.target)]}-pawn"}
        yield Sighting("pawn storm", (played.target, theirs), names)


def space(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn goes to the fourth or fifth rank of a wing, where no pawn can capture it."""
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
    yield Sighting("space", (played.target,), {"wing": "queenside" if file < 3 else "kingside"})


# Endgames: kings and rooks that help or stop passed pawns, and pawn majorities.

LEAST_RANK = 4
"""The lowest rank on which a passed pawn matters to the other pieces."""

WINGS = {"queenside": chess.BB_FILE_A | chess.BB_FILE_B | chess.BB_FILE_C | chess.BB_FILE_D}
WINGS["kingside"] = chess.BB_ALL & ~WINGS["queenside"]


def king_to_a_passed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """The king comes nearer to a passed pawn: in the way of the opponent's, or next to one of its side."""
    if played.kind != chess.KING or played.phase is not Phase.ENDGAME or played.board.queens or played.board.is_check():
        return
    if played.is_a_race:
        return
    nearest: list[tuple[int, str, chess.Square]] = []
    for owner, whose in ((not played.side, "the opponent's"), (played.side, "its")):
        for pawn in _passed_pawns_of(played.after, owner):
            aim = promotion_square(pawn, owner) if owner != played.side else pawn
            before, now = (chess.square_distance(square, aim) for square in (played.origin, played.target))
            # A king that comes too late does not go there.
            is_late = owner != played.side and now > 8 - rank_for(pawn, owner) + 1
            # Nor does it go to a pawn that is captured first.
            is_lost = owner == played.side and is_en_prise(played.after, pawn)
            # A step to a file further away leads nowhere.
            is_away = abs(_file(played.target) - _file(aim)) > abs(_file(played.origin) - _file(aim))
            if now < before and before > 1 and not (is_late or is_lost or is_away):
                nearest.append((now, whose, pawn))
    for _, whose, pawn in sorted(nearest)[:1]:
        names = {"whose": whose, "square": chess.square_name(pawn)}
        yield Sighting("king to a passed pawn", (played.target, pawn), names)


def cut_off(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook goes to a file that the opponent's king would have to cross to reach a passed pawn of either side."""
    if played.kind != chess.ROOK or played.phase is not Phase.ENDGAME or played.is_capture:
        return
    king = played.after.king(not played.side)
    if king is None or is_en_prise(played.after, played.target) or played.after.is_check():
        return
    for owner in chess.COLORS:
        for pawn in _passed_pawns_of(played.after, owner):
            # From further away the king would come too late all the same.
            steps = 8 - rank_for(pawn, owner)
            is_near = chess.square_distance(king, promotion_square(pawn, owner)) <= steps + 1
            if (
                is_near
                and _lies_between(played.target, king, pawn)
                and not any(_lies_between(rook, king, pawn) for rook in played.own(chess.ROOK))
            ):
                names = {"square": chess.square_name(pawn), "file": file_name(played.target)}
                yield Sighting("cut off", (played.target, king, pawn), names)


def way_for_a_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece leaves the square in front of a passed pawn of its side."""
    for pawn in _passed_pawns_of(played.board, played.side):
        if played.origin == pawn + (8 if played.side else -8) and _file(played.target) != _file(pawn):
            yield Sighting("way for a pawn", (pawn, played.origin), {"square": chess.square_name(pawn)})


def passed_pawn_supported(played: MoveOnBoard) -> Iterator[Sighting]:
    """A passed pawn or the square in front of it gets a defender, perhaps along a line that the move opens."""
    if played.is_capture or played.board.is_check() or is_en_prise(played.after, played.target):
        return
    for pawn in _passed_pawns_of(played.after, played.side):
        step = pawn + (8 if played.side else -8)
        was_there = played.board.piece_at(pawn) == played.after.piece_at(pawn) and pawn != played.target
        if not was_there or played.after.color_at(step) == played.side or can_be_won(played.after, pawn):
            continue
        for square, variant in ((pawn, ""), (step, "advance")):
            names = {"square": chess.square_name(pawn)}
            new = played.after.attackers(played.side, square) & ~played.board.attackers(played.side, square)
            if {played.target} & set(new) and played.origin not in played.board.attackers(played.side, square):
                yield Sighting("supported passed pawn", (played.target, pawn), names, variant)
                break
            opened = [guard for guard in new if guard != played.target and _opens(played, guard, square)]
            if opened:
                names["piece"] = piece_on(played.after, opened[0])
                yield Sighting("supported passed pawn", (opened[0], pawn), names, "opened")
                break


def passed_pawn_watched(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece guards the square in front of a passed pawn of the opponent."""
    if played.is_capture or played.kind == chess.PAWN or played.board.is_check():
        return
    if is_en_prise(played.after, played.target):
        return
    for pawn in _passed_pawns_of(played.after, not played.side):
        step = pawn + (-8 if played.side else 8)
        if played.after.piece_at(step) is not None or played.board.attackers(played.side, step):
            continue
        if step in played.after.attacks(played.target):
            names = {"step": chess.square_name(step), "square": chess.square_name(pawn)}
            yield Sighting("watched passed pawn", (played.target, step), names)


def fixed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn blocks a pawn of the opponent."""
    step = played.target + (8 if played.side else -8)
    if played.kind != chess.PAWN or played.is_capture or not 0 <= step < 64:
        return
    blocked = played.after.piece_at(step) == chess.Piece(chess.PAWN, not played.side)
    if blocked and not is_en_prise(played.after, played.target):
        yield Sighting("fixed pawn", (played.target, step), {"pawn": piece_on(played.after, step)})


def majority(played: MoveOnBoard) -> Iterator[Sighting]:
    """In an endgame a pawn advances on the wing where its side has more pawns, and may get a passed pawn."""
    if played.kind != chess.PAWN or played.is_capture or played.phase is not Phase.ENDGAME:
        return
    if is_passed(played.board, played.origin, played.side) or is_en_prise(played.after, played.target):
        return
    if played.rank(played.target) < LEAST_RANK:
        return
    for name, files in WINGS.items():
        own, theirs = (len(pawns & files) for pawns in (played.own(chess.PAWN), played.theirs(chess.PAWN)))
        if files & chess.BB_SQUARES[played.target] and own == theirs + 1 and theirs:
            names = {"wing": name, "own": str(own), "theirs": str(theirs)}
            yield Sighting("majority", (played.target,), names)


def _passed_pawns_of(board: chess.Board, owner: chess.Color) -> list[chess.Square]:
    """The passed pawns of a side that matter, the furthest first."""
    pawns = [pawn for pawn in board.pieces(chess.PAWN, owner) if is_passed(board, pawn, owner)]
    return sorted(
        (pawn for pawn in pawns if rank_for(pawn, owner) >= LEAST_RANK), key=lambda pawn: -rank_for(pawn, owner)
    )


def _lies_between(rook: chess.Square, king: chess.Square, pawn: chess.Square) -> bool:
    """Whether the file of a rook lies between those of a king and a pawn."""
    low, high = sorted((_file(king), _file(pawn)))
    return low < _file(rook) < high


def _opens(played: MoveOnBoard, guard: chess.Square, square: chess.Square) -> bool:
    return bool(chess.between(guard, square) & chess.BB_SQUARES[played.origin])


def _file(square: chess.Square) -> int:
    return chess.square_file(square)
