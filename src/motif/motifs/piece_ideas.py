"""Find the better square, line or file that a quiet move of a piece reaches."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_en_prise
from motif.board.material import Phase
from motif.board.moves import MoveOnBoard, rank_for
from motif.board.wording import listed, piece_on
from motif.motifs.idea import Sighting, ahead, can_be_driven_away, file_name, is_passed
from motif.motifs.motif import worth

MINOR = (chess.KNIGHT, chess.BISHOP)
CENTRE = chess.SquareSet([chess.D4, chess.E4, chess.D5, chess.E5])
EDGE = chess.SquareSet(chess.BB_FILE_A | chess.BB_FILE_H | chess.BB_RANK_1 | chess.BB_RANK_8)
LONG_DIAGONALS = {chess.B2: "a1 to h8", chess.G7: "a1 to h8", chess.G2: "h1 to a8", chess.B7: "h1 to a8"}

HOME = chess.Board()

MORE_SQUARES = 3
"""A piece that reaches at least this many more squares has become clearly better."""

FEWER_SQUARES = 2
"""A line is closed if a bishop or rook loses at least this many squares."""

MOST_SQUARES_NAMED = 2
"""How many squares the sentence about a better square names."""


def outpost(played: MoveOnBoard) -> Iterator[Sighting]:
    """A knight or bishop goes where a pawn protects it and no pawn of the opponent can ever attack it."""
    target = played.target
    if played.kind not in MINOR or not 4 <= played.rank(target) <= 6 or target in EDGE:
        return
    guards = played.after.attackers(played.side, target) & played.own(chess.PAWN, played.after)
    if guards and not can_be_driven_away(played.after, target, played.side):
        pawn = piece_on(played.after, min(guards))
        yield Sighting("outpost", (target, min(guards)), {"piece": chess.piece_name(played.kind), "pawn": pawn})


def is_developed(played: MoveOnBoard) -> bool:
    """Return whether a knight or bishop leaves its first square and its first rank, before the endgame."""
    if played.phase is Phase.ENDGAME or played.kind not in MINOR or played.is_capture:
        return False
    return HOME.piece_at(played.origin) == chess.Piece(played.kind, played.side) and played.rank(played.target) > 1


def development(played: MoveOnBoard) -> Iterator[Sighting]:
    """A knight or bishop leaves its first square, in the opening or later."""
    if not is_developed(played):
        return
    names = {"piece": chess.piece_name(played.kind)}
    seen = played.after.attacks(played.target) & CENTRE
    if castles_soon(played.after, played.side) - castles_soon(played.board, played.side):
        yield Sighting("development", (played.target,), names, "castling")
    elif played.phase is Phase.MIDDLEGAME:
        yield Sighting("development", (played.target,), names, "late")
    elif seen and played.kind == chess.KNIGHT:
        names["squares"] = _named(seen)
        yield Sighting("development", (played.target,), names, "centre")
    else:
        yield Sighting("development", (played.target,), names)


def castles_soon(board: chess.Board, side: chess.Color) -> set[chess.Square]:
    """Return the rooks with which a side has the right to castle, with no piece between the king and the rook."""
    king = board.king(side)
    if king is None:
        return set()
    rooks = chess.SquareSet(board.castling_rights & chess.BB_BACKRANKS & board.occupied_co[side])
    return {rook for rook in rooks if not chess.between(king, rook) & board.occupied}


def long_diagonal(played: MoveOnBoard) -> Iterator[Sighting]:
    """A bishop goes to b2, g2, b7 or g7 and looks at the centre from there."""
    name = LONG_DIAGONALS.get(played.target)
    if played.kind != chess.BISHOP or name is None or played.phase is Phase.ENDGAME or played.rank(played.target) != 2:
        return
    if played.after.attacks(played.target) & CENTRE:
        yield Sighting("long diagonal", (played.target,), {"diagonal": name})


def better_square(played: MoveOnBoard) -> Iterator[Sighting]:
    """A knight, bishop, rook or queen reaches clearly more squares, and looks at squares in the opponent's half.

    In the endgame a rook or queen reaches many squares from nearly everywhere, so only knights and bishops count.
    """
    if played.kind in (chess.PAWN, chess.KING) or played.is_capture or played.phase is Phase.OPENING:
        return
    if played.phase is Phase.ENDGAME and played.kind in (chess.ROOK, chess.QUEEN):
        return
    before, now = reach(played.board, played.origin), reach(played.after, played.target)
    if now < before + MORE_SQUARES:
        return
    names = {"piece": chess.piece_name(played.kind)}
    eyed = _eyed(played)[:MOST_SQUARES_NAMED]
    if eyed:
        names["squares"] = listed([chess.square_name(square) for square in eyed])
        yield Sighting("better square", (played.target, *eyed), names)


def _eyed(played: MoveOnBoard) -> list[chess.Square]:
    """The squares that the piece newly attacks in the opponent's half: occupied ones, then those near the king."""
    new = played.after.attacks(played.target) & ~played.board.attacks(played.origin)
    king = played.after.king(not played.side)
    pawns = played.theirs(chess.PAWN, played.after)
    guarded = chess.SquareSet()
    for pawn in pawns:
        guarded |= played.after.attacks(pawn)
    squares = [square for square in new if played.rank(square) >= 5 and played.after.color_at(square) != played.side]
    squares = [square for square in squares if played.after.piece_at(square) or square not in guarded]

    def order(square: chess.Square) -> tuple[bool, int, int]:
        distance = chess.square_distance(square, king) if king is not None else 0
        return played.after.piece_at(square) is None, distance, square

    return sorted(squares, key=order)


def reach(board: chess.Board, square: chess.Square) -> int:
    """Return how many squares a piece attacks, without its own side's pieces and squares that pawns guard."""
    side = board.color_at(square)
    assert side is not None
    guarded = chess.SquareSet()
    for pawn in board.pieces(chess.PAWN, not side):
        guarded |= board.attacks(pawn)
    return len(board.attacks(square) & ~guarded & ~board.occupied_co[side])


def _seen(board: chess.Board, square: chess.Square) -> int:
    side = board.color_at(square)
    assert side is not None
    return len(board.attacks(square) & ~board.occupied_co[side])


def opened_line(played: MoveOnBoard) -> Iterator[Sighting]:
    """The piece or pawn that moves opens the diagonal of a bishop or queen, or the file of a rook or queen."""
    for square in played.board.attackers(played.side, played.origin):
        kind = played.board.piece_type_at(square)
        if kind not in (chess.BISHOP, chess.ROOK, chess.QUEEN) or played.after.piece_type_at(square) != kind:
            continue
        if square == played.target or chess.ray(square, played.origin) & chess.BB_SQUARES[played.target]:
            continue
        is_file = chess.square_file(square) == chess.square_file(played.origin)
        is_rank = chess.square_rank(square) == chess.square_rank(played.origin)
        line = "file" if is_file else "rank" if is_rank else "diagonal"
        names = {"line": line, "slider": piece_on(played.after, square), "piece": chess.piece_name(kind)}
        victim = _victim_behind(played, square)
        if victim is not None:
            names["victim"] = piece_on(played.after, victim)
            yield Sighting("opened line", (square, victim), names, "against")
            continue
        if is_rank or kind == chess.QUEEN or played.phase is Phase.ENDGAME:
            continue
        # For a bishop on its first square every square counts, for others only those that no pawn guards.
        is_at_home = kind == chess.BISHOP and HOME.piece_at(square) == chess.Piece(kind, played.side)
        room = _seen if is_at_home else reach
        if room(played.after, square) >= room(played.board, square) + MORE_SQUARES:
            yield Sighting("opened line", (square, played.origin), names)


def closed_line(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn steps into the diagonal of a bishop or the file of a rook, where it cannot be won."""
    if played.kind != chess.PAWN or played.is_capture or is_en_prise(played.after, played.target):
        return
    for slider in played.after.attackers(not played.side, played.target):
        kind = played.after.piece_type_at(slider)
        lost = _seen(played.board, slider) - _seen(played.after, slider)
        if kind in (chess.BISHOP, chess.ROOK) and lost >= FEWER_SQUARES and played.phase is not Phase.ENDGAME:
            line = "file" if chess.square_file(slider) == chess.square_file(played.target) else "diagonal"
            if kind == chess.BISHOP or line == "file":
                names = {"line": line, "slider": piece_on(played.after, slider)}
                yield Sighting("closed line", (played.target, slider), names)


def _victim_behind(played: MoveOnBoard, slider: chess.Square) -> chess.Square | None:
    """The opponent's piece that the slider attacks only since the move, if that attack matters."""
    new = played.after.attacks(slider) & ~played.board.attacks(slider) & played.after.occupied_co[not played.side]
    victims = [square for square in new & ~played.after.kings if is_worth_attacking(played, square, slider)]
    return max(victims, key=lambda square: worth(played.after, square), default=None)


def is_worth_attacking(played: MoveOnBoard, victim: chess.Square, attacker: chess.Square) -> bool:
    """Return whether attacking a piece matters: it is undefended, worth more, or attacked more often than defended."""
    attackers = played.after.attackers(played.side, victim)
    defenders = played.after.attackers(not played.side, victim)
    is_dearer = worth(played.after, victim) > worth(played.after, attacker)
    is_cheap = any(worth(played.after, defender) == 1 for defender in defenders)
    return is_dearer or not defenders or (len(attackers) > len(defenders) and not is_cheap)


def towards_the_king(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece attacks two or more squares next to the opponent's king, and attacked none of them before."""
    king = played.board.king(not played.side)
    if king is None or played.kind in (chess.PAWN, chess.KING) or not played.theirs(chess.PAWN):
        return
    if played.phase is Phase.ENDGAME or not played.board.pieces(chess.QUEEN, played.side):
        return
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    before, now = played.board.attacks(played.origin) & ring, played.after.attacks(played.target) & ring
    if len(now) >= 2 and not before:
        squares = sorted(now)[:MOST_SQUARES_NAMED]
        names = {"squares": _named(squares)}
        yield Sighting("towards the king", (played.target, *squares), names)


def _named(squares: chess.SquareSet | list[chess.Square]) -> str:
    return listed([chess.square_name(square) for square in squares])


# Rooks: open files, the seventh rank, behind passed pawns, next to each other.

FEWEST_PAWNS_ON_SEVENTH = 2
"""A rook goes to the seventh rank if the opponent has at least this many pawns there."""


def open_file(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook goes from a file with pawns to one without."""
    if (
        played.kind == chess.ROOK
        and _pawns(played, played.target) == (0, 0)
        and _pawns(played, played.origin) != (0, 0)
    ):
        names = {"file": file_name(played.target)}
        aim = _on_the_file(played)
        if aim is None:
            if _open_files(played) < FILES_TOO_MANY_OPEN:
                yield Sighting("open file", (played.target,), names)
        else:
            yield Sighting("open file", (played.target, aim), names | {"aim": piece_on(played.after, aim)}, "against")


FILES_TOO_MANY_OPEN = 4
"""With this many files open, a rook gains nothing by going to one of them."""

MOST_IN_BETWEEN = 2
"""At most this many pieces are between a rook and the king or queen that it is said to face."""


def _open_files(played: MoveOnBoard) -> int:
    """How many files have no pawns after the move."""
    return sum(not played.after.pawns & file for file in chess.BB_FILES)


def _on_the_file(played: MoveOnBoard) -> chess.Square | None:
    """The opponent's king or queen on the rook's file, with few pieces in between."""
    for aim in chess.SquareSet(played.after.kings | played.after.queens):
        if played.after.color_at(aim) == played.side or chess.square_file(aim) != chess.square_file(played.target):
            continue
        if len(chess.SquareSet(chess.between(played.target, aim) & played.after.occupied)) <= MOST_IN_BETWEEN:
            return aim
    return None


def half_open_file(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook goes from a file with a pawn of its side to one where only the opponent has pawns."""
    own, theirs = _pawns(played, played.target)
    if played.kind != chess.ROOK or own or not theirs or not _pawns(played, played.origin)[0]:
        return
    seen = played.after.attacks(played.target) & played.theirs(chess.PAWN, played.after)
    on_file = [pawn for pawn in seen if chess.square_file(pawn) == chess.square_file(played.target)]
    names = {"file": file_name(played.target)}
    if on_file:
        names["pawn"] = piece_on(played.after, on_file[0])
    yield Sighting("half-open file", (played.target, *on_file[:1]), names, "against" if on_file else "")


def _pawns(played: MoveOnBoard, square: chess.Square) -> tuple[int, int]:
    """How many pawns the mover and the opponent have on the file of a square, after the move."""
    file = chess.BB_FILES[chess.square_file(square)]
    own, theirs = played.own(chess.PAWN, played.after), played.theirs(chess.PAWN, played.after)
    return len(own & file), len(theirs & file)


def seventh_rank(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook reaches the opponent's second rank, where it shuts in the king or attacks pawns."""
    if played.kind != chess.ROOK or played.rank(played.target) != 7 or played.rank(played.origin) == 7:
        return
    king = played.after.king(not played.side)
    pawns = [pawn for pawn in played.theirs(chess.PAWN, played.after) if played.rank(pawn) == 7]
    if king is not None and played.rank(king) == 8:
        yield Sighting("seventh rank", (played.target, king), {}, "king")
    elif len(pawns) >= FEWEST_PAWNS_ON_SEVENTH:
        yield Sighting("seventh rank", tuple(pawns))


def doubled_rooks(played: MoveOnBoard) -> Iterator[Sighting]:
    """Two rooks stand on one file without a pawn of their side between or in front of them."""
    if played.kind != chess.ROOK or _pawns(played, played.target)[0]:
        return
    for other in played.own(chess.ROOK, played.after):
        same_file = chess.square_file(other) == chess.square_file(played.target) != chess.square_file(played.origin)
        if other != played.target and same_file and not chess.between(other, played.target) & played.after.occupied:
            yield Sighting("doubled rooks", (other, played.target), {"file": file_name(played.target)})


def behind_a_passed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook goes behind a passed pawn of either side."""
    if played.kind != chess.ROOK:
        return
    for owner in (played.side, not played.side):
        for pawn in played.after.pieces(chess.PAWN, owner):
            if not is_passed(played.after, pawn, owner) or rank_for(pawn, owner) < 4:
                continue
            if _is_behind(played.after, played.target, pawn, owner) and not _is_behind(
                played.board, played.origin, pawn, owner
            ):
                whose = "its own" if owner == played.side else "the opponent's"
                names = {"whose": whose, "square": chess.square_name(pawn)}
                yield Sighting("behind a passed pawn", (played.target, pawn), names)


def _is_behind(board: chess.Board, rook: chess.Square, pawn: chess.Square, owner: chess.Color) -> bool:
    same_file = chess.square_file(rook) == chess.square_file(pawn)
    is_further_back = bool(chess.BB_SQUARES[pawn] & ahead(rook, owner))
    return same_file and is_further_back and not chess.between(rook, pawn) & board.occupied
