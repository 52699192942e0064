"""Where knights, bishops and queens belong: outposts, development, long diagonals, the other king, pins."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_en_prise
from motif.board.material import balance
from motif.board.moves import MoveOnBoard, rank_for
from motif.board.phases import Phase
from motif.board.wording import listed, piece_on
from motif.motifs.idea import Sighting, ahead, can_be_driven_away, file_name, is_passed
from motif.motifs.motif import pins_to, worth

MINOR = (chess.KNIGHT, chess.BISHOP)
CENTRE = chess.SquareSet([chess.D4, chess.E4, chess.D5, chess.E5])
EDGE = chess.SquareSet(chess.BB_FILE_A | chess.BB_FILE_H | chess.BB_RANK_1 | chess.BB_RANK_8)
LONG_DIAGONALS = {chess.B2: "a1 to h8", chess.G7: "a1 to h8", chess.G2: "h1 to a8", chess.B7: "h1 to a8"}

HOME = chess.Board()

MORE_SQUARES = 3
"""A man that reaches so many squares more has become better."""


def outpost(played: MoveOnBoard) -> Iterator[Sighting]:
    """A knight or bishop goes, not to the edge, where a pawn guards it and no enemy pawn can ever attack it."""
    target = played.target
    if played.kind not in MINOR or not 4 <= played.rank(target) <= 6 or target in EDGE:
        return
    guards = played.after.attackers(played.side, target) & played.own(chess.PAWN, played.after)
    if guards and not can_be_driven_away(played.after, target, played.side):
        guard = piece_on(played.after, min(guards))
        words = (
            f"puts the {chess.piece_name(played.kind)} on an outpost: {guard} guards it, and no pawn can drive it away"
        )
        yield Sighting("outpost", words, (target, min(guards)))


def is_developed(played: MoveOnBoard) -> bool:
    """Whether a knight or bishop leaves its first square for good, before the ending."""
    if played.phase is Phase.ENDGAME or played.kind not in MINOR or played.is_capture:
        return False
    return HOME.piece_at(played.origin) == chess.Piece(played.kind, played.side) and played.rank(played.target) > 1


def development(played: MoveOnBoard) -> Iterator[Sighting]:
    """A knight or bishop leaves its first square, in the opening or later."""
    if not is_developed(played):
        return
    if played.phase is Phase.MIDDLEGAME:
        words = f"brings the {chess.piece_name(played.kind)} on {chess.square_name(played.origin)} into play"
        yield Sighting("development", words, (played.target,))
        return
    seen = played.after.attacks(played.target) & CENTRE
    words = f"develops the {chess.piece_name(played.kind)}"
    if may_castle_soon(played.after, played.side) and not may_castle_soon(played.board, played.side):
        words += " and makes way for castling"
    elif seen and played.kind == chess.KNIGHT:
        words += f" towards the centre: it looks at {listed([chess.square_name(square) for square in seen])}"
    yield Sighting("development", words, (played.target, *seen))


def may_castle_soon(board: chess.Board, side: chess.Color) -> bool:
    """Whether a side has the right to castle, and nobody stands in the way."""
    king = board.king(side)
    if king is None:
        return False
    rooks = chess.SquareSet(board.castling_rights & chess.BB_BACKRANKS & board.occupied_co[side])
    return any(not chess.between(king, rook) & board.occupied for rook in rooks)


def long_diagonal(played: MoveOnBoard) -> Iterator[Sighting]:
    """A bishop goes to its place behind the knight's pawn, with a free way to the centre."""
    name = LONG_DIAGONALS.get(played.target)
    if played.kind != chess.BISHOP or name is None or played.rank(played.target) != 2:
        return
    if played.after.attacks(played.target) & CENTRE:
        yield Sighting("long diagonal", f"puts the bishop on the long diagonal from {name}", (played.target,))


def scope(played: MoveOnBoard) -> Iterator[Sighting]:
    """A knight, bishop, rook or queen reaches clearly more safe squares than it did."""
    if played.kind in (chess.PAWN, chess.KING) or played.is_capture or played.phase is Phase.OPENING:
        return
    before, now = reach(played.board, played.origin), reach(played.after, played.target)
    if now < before + MORE_SQUARES:
        return
    name = chess.piece_name(played.kind)
    if played.kind == chess.KNIGHT and played.rank(played.origin) == 1:
        words = f"brings the knight out: it reaches {now} squares instead of {before}"
    elif played.kind == chess.KNIGHT and played.origin in EDGE and played.target not in EDGE:
        words = f"brings the knight from the edge into play: it reaches {now} squares instead of {before}"
    else:
        words = f"gives the {name} more room: it reaches {now} squares instead of {before}"
    yield Sighting("scope", words, (played.target,))


def reach(board: chess.Board, square: chess.Square) -> int:
    """How many squares a man can go to without being taken by a pawn or standing on its own men."""
    side = board.color_at(square)
    assert side is not None
    enemy_pawns = board.pieces(chess.PAWN, not side)
    guarded = chess.SquareSet()
    for pawn in enemy_pawns:
        guarded |= board.attacks(pawn)
    return len(board.attacks(square) & ~guarded & ~board.occupied_co[side])


def _seen(board: chess.Board, square: chess.Square) -> int:
    side = board.color_at(square)
    assert side is not None
    return len(board.attacks(square) & ~board.occupied_co[side])


def opened_line(played: MoveOnBoard) -> Iterator[Sighting]:
    """The man that moves stood in the way of a bishop on its diagonal, or of a rook on its file."""
    for square in played.board.attackers(played.side, played.origin):
        kind = played.board.piece_type_at(square)
        is_file = kind == chess.ROOK and chess.square_file(square) == chess.square_file(played.origin)
        if played.after.piece_type_at(square) != kind or not (is_file or kind == chess.BISHOP):
            continue
        # A bishop that has not moved yet gets out; squares that pawns guard count for it, too.
        is_at_home = kind == chess.BISHOP and HOME.piece_at(square) == chess.Piece(kind, played.side)
        room = _seen if is_at_home else reach
        if room(played.after, square) >= room(played.board, square) + MORE_SQUARES:
            line = "file" if is_file else "diagonal"
            yield Sighting(
                "opened line", f"opens the {line} of {piece_on(played.after, square)}", (square, played.origin)
            )


def towards_the_king(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece that looked at no square beside the enemy king looks at two or more of them."""
    king = played.board.king(not played.side)
    if king is None or played.kind in (chess.PAWN, chess.KING) or not played.theirs(chess.PAWN):
        return
    if played.phase is Phase.ENDGAME or not played.board.pieces(chess.QUEEN, played.side):
        return
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    before, now = played.board.attacks(played.origin) & ring, played.after.attacks(played.target) & ring
    if len(now) >= 2 and not before:
        squares = listed([chess.square_name(square) for square in sorted(now)[:3]])
        words = f"points the {chess.piece_name(played.kind)} at {squares}, beside the king"
        yield Sighting("towards the king", words, (played.target, *sorted(now)[:3]))


def battery(played: MoveOnBoard) -> Iterator[Sighting]:
    """A bishop, rook or queen goes behind a piece of its own that may uncover a check, or an attack on the queen."""
    if played.kind not in (chess.BISHOP, chess.ROOK, chess.QUEEN) or played.is_capture or played.after.is_check():
        return
    aims = [*played.theirs(chess.KING, played.after)]
    aims += [] if played.kind == chess.QUEEN else played.theirs(chess.QUEEN, played.after)
    for aim in aims:
        front = _in_front(played.after, played.target, aim)
        if front is None or _in_front(played.board, played.origin, aim) == front:
            continue
        if not is_en_prise(played.after, played.target):
            words = f"lines up behind {piece_on(played.after, front)} against {piece_on(played.after, aim)}"
            yield Sighting("battery", words, (played.target, front, aim))


def _in_front(board: chess.Board, slider: chess.Square, aim: chess.Square) -> chess.Square | None:
    """The one man between a slider and what it would attack, if it is a piece of the slider's side."""
    piece, between = board.piece_at(slider), chess.SquareSet(chess.between(slider, aim) & board.occupied)
    if piece is None or len(between) != 1:
        return None
    is_straight = 0 in (
        chess.square_file(slider) - chess.square_file(aim),
        chess.square_rank(slider) - chess.square_rank(aim),
    )
    if piece.piece_type == (chess.BISHOP if is_straight else chess.ROOK):
        return None
    (front,) = between
    is_own = board.color_at(front) == piece.color and board.piece_type_at(front) != chess.PAWN
    return front if is_own else None


def pinning(played: MoveOnBoard) -> Iterator[Sighting]:
    """A bishop, rook or queen pins a piece to the king or the queen that it did not pin before."""
    if played.kind not in (chess.BISHOP, chess.ROOK, chess.QUEEN):
        return
    behind = [*played.theirs(chess.KING, played.after), *played.theirs(chess.QUEEN, played.after)]
    for square in behind:
        for pin in pins_to(played.after, square):
            is_dearer = played.after.piece_type_at(square) == chess.KING or played.kind != chess.QUEEN
            if pin.pinner != played.target or played.after.piece_type_at(pin.pinned) == chess.PAWN or not is_dearer:
                continue
            # Along the same line a man that steps back or nearer pins nobody anew.
            before = pins_to(played.board, square)
            if any((old.pinner, old.pinned) == (played.origin, pin.pinned) for old in before):
                continue
            if played.after.is_attacked_by(not played.side, played.target) and not played.after.is_attacked_by(
                played.side, played.target
            ):
                continue
            words = f"pins {piece_on(played.after, pin.pinned)} to {piece_on(played.after, square)}"
            yield Sighting("pin", words, (played.target, pin.pinned, square))


def unpinning(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece was pinned to its own king or queen, and is no longer; of pawns only where the king goes away."""
    for kind in (chess.KING, chess.QUEEN):
        still = {pin.pinned for square in played.own(kind, played.after) for pin in pins_to(played.after, square)}
        for pin in (pin for square in played.own(kind) for pin in pins_to(played.board, square)):
            is_felt = played.kind == chess.KING or played.board.piece_type_at(pin.pinned) != chess.PAWN
            stands = pin.pinned != played.origin and played.after.color_at(pin.pinned) == played.side
            if stands and is_felt and pin.pinned not in still and played.target != pin.pinner:
                words = (
                    f"frees {piece_on(played.after, pin.pinned)} from the pin by {piece_on(played.board, pin.pinner)}"
                )
                yield Sighting("unpinning", words, (pin.pinned, pin.pinner))


def pressure(played: MoveOnBoard) -> Iterator[Sighting]:
    """A man attacks a piece that is pinned to its king and cannot go away."""
    king = played.after.king(not played.side)
    # The pinned piece itself does not take.
    takers = played.after.generate_legal_captures(to_mask=chess.BB_SQUARES[played.target])
    if played.is_capture or king is None or played.after.is_check():
        return
    if any(takers) and is_en_prise(played.after, played.target):
        return
    new = played.after.attacks(played.target) & ~played.board.attacks(played.origin)
    for pin in pins_to(played.after, king):
        if pin.pinned in new and pin.pinner != played.target and played.after.piece_type_at(pin.pinned) != chess.PAWN:
            words = f"attacks {piece_on(played.after, pin.pinned)}, which {piece_on(played.after, pin.pinner)} pins"
            yield Sighting("pressure", words, (played.target, pin.pinned))


def attack(played: MoveOnBoard) -> Iterator[Sighting]:
    """A man that nobody takes attacks one that is worth more, or that nothing guards."""
    if played.is_taken_at_once:
        return
    for victim in _newly_attacked(played):
        is_loose = not played.after.is_attacked_by(not played.side, victim)
        if is_loose or worth(played.after, victim) > worth(played.after, played.target):
            guards = ", which nothing guards" if is_loose else ""
            yield Sighting("attack", f"attacks {piece_on(played.after, victim)}{guards}", (played.target, victim))


def offered_trade(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece attacks one of its own worth, so that they may be exchanged; one that never moved is no such offer."""
    for victim in _newly_attacked(played):
        if played.after.piece_type_at(victim) in MINOR and played.after.piece_at(victim) == HOME.piece_at(victim):
            continue
        if worth(played.after, victim) == worth(played.after, played.target) and played.kind != chess.PAWN:
            own = chess.piece_name(played.kind)
            words = f"offers to trade the {own} for {piece_on(played.after, victim)}"
            yield Sighting("offered trade", words, (played.target, victim))


def with_check(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece that nobody takes gets to its square with a check, so that it costs no time."""
    if played.kind in (chess.PAWN, chess.KING) or played.is_capture or not played.after.is_check():
        return
    if not is_en_prise(played.after, played.target) and not played.is_taken_at_once:
        words = f"brings the {chess.piece_name(played.kind)} to {chess.square_name(played.target)} with check"
        yield Sighting("check", words, (played.target,))


def _newly_attacked(played: MoveOnBoard) -> list[chess.Square]:
    """The enemies that the man attacks after the move and not before, the dearest first; none if it can be won."""
    if played.is_capture or played.kind == chess.KING or is_en_prise(played.after, played.target):
        return []
    new = played.after.attacks(played.target) & ~played.board.attacks(played.origin)
    enemies = new & played.after.occupied_co[not played.side] & ~played.after.kings
    return sorted(enemies, key=lambda square: -worth(played.after, square))


# Where rooks belong: open files, the seventh rank, behind passed pawns, beside each other.

PAWNS_WORTH_A_VISIT = 2
"""So many enemy pawns on their second rank make it worth a rook's while to go there."""


def open_file(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook goes from a file with pawns to one without."""
    if (
        played.kind == chess.ROOK
        and _pawns(played, played.target) == (0, 0)
        and _pawns(played, played.origin) != (0, 0)
    ):
        yield Sighting("open file", f"puts the rook on the open {file_name(played.target)}", (played.target,))


def half_open_file(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook goes from a file with a pawn of its own to one where only the opponent has one."""
    own, theirs = _pawns(played, played.target)
    if played.kind != chess.ROOK or own or not theirs or not _pawns(played, played.origin)[0]:
        return
    seen = played.after.attacks(played.target) & played.theirs(chess.PAWN, played.after)
    on_file = [pawn for pawn in seen if chess.square_file(pawn) == chess.square_file(played.target)]
    against = f", against {piece_on(played.after, on_file[0])}" if on_file else ""
    words = f"puts the rook on the half-open {file_name(played.target)}{against}"
    yield Sighting("half-open file", words, (played.target, *on_file[:1]))


def _pawns(played: MoveOnBoard, square: chess.Square) -> tuple[int, int]:
    """How many pawns the mover and the opponent have on the file of a square, after the move."""
    file = chess.BB_FILES[chess.square_file(square)]
    own, theirs = played.own(chess.PAWN, played.after), played.theirs(chess.PAWN, played.after)
    return len(own & file), len(theirs & file)


def seventh_rank(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook reaches the opponent's second rank, where it hems in the king or attacks pawns."""
    if played.kind != chess.ROOK or played.rank(played.target) != 7 or played.rank(played.origin) == 7:
        return
    king = played.after.king(not played.side)
    pawns = [pawn for pawn in played.theirs(chess.PAWN, played.after) if played.rank(pawn) == 7]
    if king is not None and played.rank(king) == 8:
        words = f"puts the rook on the seventh rank and holds {piece_on(played.after, king)} on the eighth"
        yield Sighting("seventh rank", words, (played.target, king))
    elif len(pawns) >= PAWNS_WORTH_A_VISIT:
        yield Sighting("seventh rank", "puts the rook on the seventh rank, among the pawns", tuple(pawns))


def doubled_rooks(played: MoveOnBoard) -> Iterator[Sighting]:
    """Two rooks stand on one file without a pawn of their own between or before them."""
    if played.kind != chess.ROOK or _pawns(played, played.target)[0]:
        return
    for other in played.own(chess.ROOK, played.after):
        same_file = chess.square_file(other) == chess.square_file(played.target) != chess.square_file(played.origin)
        if other != played.target and same_file and not chess.between(other, played.target) & played.after.occupied:
            words = f"doubles the rooks on the {file_name(played.target)}"
            yield Sighting("doubled rooks", words, (other, played.target))


def connected_rooks(played: MoveOnBoard) -> Iterator[Sighting]:
    """The two rooks guard each other on the first rank, for the first time."""
    rooks = [rook for rook in played.own(chess.ROOK, played.after) if played.rank(rook) == 1]
    if len(rooks) != 2 or played.kind == chess.ROOK:
        return
    first, second = rooks
    if chess.between(first, second) & played.after.occupied or not chess.between(first, second):
        return
    stood = all(played.board.piece_at(rook) == chess.Piece(chess.ROOK, played.side) for rook in rooks)
    if not stood or chess.between(first, second) & played.board.occupied:
        yield Sighting("connected rooks", "connects the rooks", (first, second))


def behind_a_passed_pawn(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook goes behind a passed pawn, its own or the opponent's."""
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
                words = f"puts the rook behind {whose} passed pawn on {chess.square_name(pawn)}"
                yield Sighting("behind a passed pawn", words, (played.target, pawn))


def _is_behind(board: chess.Board, rook: chess.Square, pawn: chess.Square, owner: chess.Color) -> bool:
    same_file = chess.square_file(rook) == chess.square_file(pawn)
    is_further_back = bool(chess.BB_SQUARES[pawn] & ahead(rook, owner))
    return same_file and is_further_back and not chess.between(rook, pawn) & board.occupied


def rook_lift(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook leaves the first ranks for the third, along which it can go to the enemy king."""
    king = played.board.king(not played.side)
    if played.kind != chess.ROOK or king is None or played.phase is Phase.ENDGAME or not played.own(chess.QUEEN):
        return
    if played.rank(played.origin) > 2 or played.rank(played.target) != 3 or rank_for(king, not played.side) > 2:
        return
    before_it = chess.square(chess.square_file(king), chess.square_rank(played.target))
    way = chess.SquareSet(chess.between(played.target, before_it)) | chess.SquareSet([before_it])
    if len(way) > 1 and not way & played.after.occupied:
        yield Sighting(
            "rook lift", "lifts the rook to the third rank, where the way to the king is free", (played.target,)
        )


# Exchanges: who wants them, and who keeps the two bishops.

CLEARLY_AHEAD = 2
"""So many pawns' worth make every exchange of pieces welcome."""


def trade_while_ahead(played: MoveOnBoard) -> Iterator[Sighting]:
    """Who is ahead in material exchanges a piece for one of its kind."""
    taken = played.board.piece_type_at(played.target)
    before, now = balance(played.board, played.side), balance(played.settled, played.side)
    if taken in (None, chess.PAWN) or before < CLEARLY_AHEAD or now < before or played.settled == played.after:
        return
    assert taken is not None
    name = chess.piece_name(taken)
    if taken == played.kind:
        words = "trades queens while ahead" if taken == chess.QUEEN else f"trades a pair of {name}s while ahead"
        yield Sighting("trade while ahead", words, (played.target,))


def bishop_pair(played: MoveOnBoard) -> Iterator[Sighting]:
    """After an exchange only the mover has both bishops."""
    if not played.is_capture:
        return
    before = len(played.own(chess.BISHOP)), len(played.theirs(chess.BISHOP))
    now = len(played.own(chess.BISHOP, played.settled)), len(played.theirs(chess.BISHOP, played.settled))
    if before[1] == 2 and now == (2, 1):
        squares = tuple(played.own(chess.BISHOP, played.settled))
        yield Sighting("bishop pair", "leaves only this side with two bishops", squares)
    elif before[1] == 2 and now[1] == 1 and before[0] < 2:
        yield Sighting("bishop pair", "takes the bishop pair from the opponent", (played.target,))


# What becomes of a man that is attacked: it gets a guard, or one more, or goes away.


def guard(played: MoveOnBoard) -> Iterator[Sighting]:
    """A man that is attacked and has not guards enough gets one."""
    for square, attackers, guards in _newly_guarded(played):
        if not _is_enough(played, square, attackers, guards):
            yield Sighting("guard", f"guards {_attacked(played, square, attackers)}", (played.target, square))


def escape(played: MoveOnBoard) -> Iterator[Sighting]:
    """A man that could be won where it stood cannot be won where it goes."""
    if played.is_capture or played.kind == chess.KING or played.board.is_check():
        return
    attackers = played.board.attackers(not played.side, played.origin)
    if attackers and is_en_prise(played.board, played.origin) and not is_en_prise(played.after, played.target):
        words = f"takes {piece_on(played.board, played.origin)} away from {piece_on(played.board, min(attackers))}"
        yield Sighting("escape", words, (played.target, min(attackers)))


def support(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn guards a man that is attacked and has guards enough, so that these have their hands free."""
    for square, attackers, guards in _newly_guarded(played):
        if played.kind == chess.PAWN and _is_enough(played, square, attackers, guards):
            words = f"supports {_attacked(played, square, attackers)}"
            yield Sighting("support", words, (played.target, square))


def _newly_guarded(played: MoveOnBoard) -> Iterator[tuple[chess.Square, chess.SquareSet, chess.SquareSet]]:
    """The own men that the move guards and the man that moves did not: who attacks them, who guarded them."""
    # Who is in check has no choice but to end that.
    if played.board.is_check() or played.is_capture or is_en_prise(played.after, played.target):
        return
    new = played.after.attacks(played.target) & ~played.board.attacks(played.origin)
    for square in new & played.after.occupied_co[played.side] & ~played.after.kings:
        attackers = played.after.attackers(not played.side, square)
        before = played.board.attackers(played.side, square)
        # One that is attacked only since the move is left in the lurch, not guarded.
        if attackers and played.board.attackers(not played.side, square) and not is_en_prise(played.after, square):
            yield square, attackers, before


def _is_enough(played: MoveOnBoard, square: chess.Square, attackers: chess.SquareSet, guards: chess.SquareSet) -> bool:
    """Whether a man has more guards than attackers, or as many, and all that attack it are worth more than it is."""
    if len(attackers) != len(guards):
        return len(attackers) < len(guards)
    is_cheap = all(worth(played.after, square) < worth(played.after, attacker) for attacker in attackers)
    return is_cheap and not is_en_prise(played.board, square)


def _attacked(played: MoveOnBoard, square: chess.Square, attackers: chess.SquareSet) -> str:
    return f"{piece_on(played.after, square)}, which {piece_on(played.after, min(attackers))} attacks"
