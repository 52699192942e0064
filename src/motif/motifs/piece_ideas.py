"""Where knights, bishops and queens belong: outposts, development, long diagonals, the other king, pins."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_en_prise
from motif.board.material import Phase, balance
from motif.board.wording import listed, man
from motif.motifs.idea import Scene, Sighting, ahead, can_be_driven_away, file_name, is_passed, rank_for
from motif.motifs.motif import pins_to, worth

MINOR = (chess.KNIGHT, chess.BISHOP)
CENTRE = chess.SquareSet([chess.D4, chess.E4, chess.D5, chess.E5])
EDGE = chess.SquareSet(chess.BB_FILE_A | chess.BB_FILE_H | chess.BB_RANK_1 | chess.BB_RANK_8)
LONG_DIAGONALS = {chess.B2: "a1 to h8", chess.G7: "a1 to h8", chess.G2: "h1 to a8", chess.B7: "h1 to a8"}

HOME = chess.Board()

MORE_SQUARES = 3
"""A man that reaches so many squares more has become better."""


def outpost(scene: Scene) -> Iterator[Sighting]:
    """A knight or bishop goes, not to the edge, where a pawn guards it and no enemy pawn can ever attack it."""
    target = scene.target
    if scene.kind not in MINOR or not 4 <= scene.rank(target) <= 6 or target in EDGE:
        return
    guards = scene.after.attackers(scene.side, target) & scene.own(chess.PAWN, scene.after)
    if guards and not can_be_driven_away(scene.after, target, scene.side):
        guard = man(scene.after, min(guards))
        words = (
            f"puts the {chess.piece_name(scene.kind)} on an outpost: {guard} guards it, and no pawn can drive it away"
        )
        yield Sighting("outpost", words, (target, min(guards)))


def is_developed(scene: Scene) -> bool:
    """Whether a knight or bishop leaves its first square for good, before the ending."""
    if scene.phase is Phase.ENDGAME or scene.kind not in MINOR or scene.is_capture:
        return False
    return HOME.piece_at(scene.origin) == chess.Piece(scene.kind, scene.side) and scene.rank(scene.target) > 1


def development(scene: Scene) -> Iterator[Sighting]:
    """A knight or bishop leaves its first square, in the opening or later."""
    if not is_developed(scene):
        return
    if scene.phase is Phase.MIDDLEGAME:
        words = f"brings the {chess.piece_name(scene.kind)} on {chess.square_name(scene.origin)} into play"
        yield Sighting("development", words, (scene.target,))
        return
    seen = scene.after.attacks(scene.target) & CENTRE
    words = f"develops the {chess.piece_name(scene.kind)}"
    if may_castle_soon(scene.after, scene.side) and not may_castle_soon(scene.board, scene.side):
        words += " and makes way for castling"
    elif seen and scene.kind == chess.KNIGHT:
        words += f" towards the centre: it looks at {listed([chess.square_name(square) for square in seen])}"
    yield Sighting("development", words, (scene.target, *seen))


def may_castle_soon(board: chess.Board, side: chess.Color) -> bool:
    """Whether a side has the right to castle, and nobody stands in the way."""
    king = board.king(side)
    if king is None:
        return False
    rooks = chess.SquareSet(board.castling_rights & chess.BB_BACKRANKS & board.occupied_co[side])
    return any(not chess.between(king, rook) & board.occupied for rook in rooks)


def long_diagonal(scene: Scene) -> Iterator[Sighting]:
    """A bishop goes to its place behind the knight's pawn, with a free way to the centre."""
    name = LONG_DIAGONALS.get(scene.target)
    if scene.kind != chess.BISHOP or name is None or scene.rank(scene.target) != 2:
        return
    if scene.after.attacks(scene.target) & CENTRE:
        yield Sighting("long diagonal", f"puts the bishop on the long diagonal from {name}", (scene.target,))


def scope(scene: Scene) -> Iterator[Sighting]:
    """A knight, bishop, rook or queen reaches clearly more safe squares than it did."""
    if scene.kind in (chess.PAWN, chess.KING) or scene.is_capture or scene.phase is Phase.OPENING:
        return
    before, now = reach(scene.board, scene.origin), reach(scene.after, scene.target)
    if now < before + MORE_SQUARES:
        return
    name = chess.piece_name(scene.kind)
    if scene.kind == chess.KNIGHT and scene.rank(scene.origin) == 1:
        words = f"brings the knight out: it reaches {now} squares instead of {before}"
    elif scene.kind == chess.KNIGHT and scene.origin in EDGE and scene.target not in EDGE:
        words = f"brings the knight from the edge into play: it reaches {now} squares instead of {before}"
    else:
        words = f"gives the {name} more room: it reaches {now} squares instead of {before}"
    yield Sighting("scope", words, (scene.target,))


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


def opened_line(scene: Scene) -> Iterator[Sighting]:
    """The man that moves stood in the way of a bishop on its diagonal, or of a rook on its file."""
    for square in scene.board.attackers(scene.side, scene.origin):
        kind = scene.board.piece_type_at(square)
        is_file = kind == chess.ROOK and chess.square_file(square) == chess.square_file(scene.origin)
        if scene.after.piece_type_at(square) != kind or not (is_file or kind == chess.BISHOP):
            continue
        # A bishop that has not moved yet gets out; squares that pawns guard count for it, too.
        is_at_home = kind == chess.BISHOP and HOME.piece_at(square) == chess.Piece(kind, scene.side)
        room = _seen if is_at_home else reach
        if room(scene.after, square) >= room(scene.board, square) + MORE_SQUARES:
            line = "file" if is_file else "diagonal"
            yield Sighting("opened line", f"opens the {line} of {man(scene.after, square)}", (square, scene.origin))


def towards_the_king(scene: Scene) -> Iterator[Sighting]:
    """A piece that looked at no square beside the enemy king looks at two or more of them."""
    king = scene.board.king(not scene.side)
    if king is None or scene.kind in (chess.PAWN, chess.KING) or not scene.theirs(chess.PAWN):
        return
    if scene.phase is Phase.ENDGAME or not scene.board.pieces(chess.QUEEN, scene.side):
        return
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    before, now = scene.board.attacks(scene.origin) & ring, scene.after.attacks(scene.target) & ring
    if len(now) >= 2 and not before:
        squares = listed([chess.square_name(square) for square in sorted(now)[:3]])
        words = f"points the {chess.piece_name(scene.kind)} at {squares}, beside the king"
        yield Sighting("towards the king", words, (scene.target, *sorted(now)[:3]))


def battery(scene: Scene) -> Iterator[Sighting]:
    """A bishop, rook or queen goes behind a piece of its own that may uncover a check, or an attack on the queen."""
    if scene.kind not in (chess.BISHOP, chess.ROOK, chess.QUEEN) or scene.is_capture or scene.after.is_check():
        return
    aims = [*scene.theirs(chess.KING, scene.after)]
    aims += [] if scene.kind == chess.QUEEN else scene.theirs(chess.QUEEN, scene.after)
    for aim in aims:
        front = _in_front(scene.after, scene.target, aim)
        if front is None or _in_front(scene.board, scene.origin, aim) == front:
            continue
        if not is_en_prise(scene.after, scene.target):
            words = f"lines up behind {man(scene.after, front)} against {man(scene.after, aim)}"
            yield Sighting("battery", words, (scene.target, front, aim))


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


def pinning(scene: Scene) -> Iterator[Sighting]:
    """A bishop, rook or queen pins a piece to the king or the queen that it did not pin before."""
    if scene.kind not in (chess.BISHOP, chess.ROOK, chess.QUEEN):
        return
    behind = [*scene.theirs(chess.KING, scene.after), *scene.theirs(chess.QUEEN, scene.after)]
    for square in behind:
        for pin in pins_to(scene.after, square):
            is_dearer = scene.after.piece_type_at(square) == chess.KING or scene.kind != chess.QUEEN
            if pin.pinner != scene.target or scene.after.piece_type_at(pin.pinned) == chess.PAWN or not is_dearer:
                continue
            # Along the same line a man that steps back or nearer pins nobody anew.
            before = pins_to(scene.board, square)
            if any((old.pinner, old.pinned) == (scene.origin, pin.pinned) for old in before):
                continue
            if scene.after.is_attacked_by(not scene.side, scene.target) and not scene.after.is_attacked_by(
                scene.side, scene.target
            ):
                continue
            words = f"pins {man(scene.after, pin.pinned)} to {man(scene.after, square)}"
            yield Sighting("pin", words, (scene.target, pin.pinned, square))


def unpinning(scene: Scene) -> Iterator[Sighting]:
    """A piece was pinned to its own king or queen, and is no longer; of pawns only where the king goes away."""
    for kind in (chess.KING, chess.QUEEN):
        still = {pin.pinned for square in scene.own(kind, scene.after) for pin in pins_to(scene.after, square)}
        for pin in (pin for square in scene.own(kind) for pin in pins_to(scene.board, square)):
            is_felt = scene.kind == chess.KING or scene.board.piece_type_at(pin.pinned) != chess.PAWN
            stands = pin.pinned != scene.origin and scene.after.color_at(pin.pinned) == scene.side
            if stands and is_felt and pin.pinned not in still and scene.target != pin.pinner:
                words = f"frees {man(scene.after, pin.pinned)} from the pin by {man(scene.board, pin.pinner)}"
                yield Sighting("unpinning", words, (pin.pinned, pin.pinner))


def pressure(scene: Scene) -> Iterator[Sighting]:
    """A man attacks a piece that is pinned to its king and cannot go away."""
    king = scene.after.king(not scene.side)
    # The pinned piece itself does not take.
    takers = scene.after.generate_legal_captures(to_mask=chess.BB_SQUARES[scene.target])
    if scene.is_capture or king is None or scene.after.is_check():
        return
    if any(takers) and is_en_prise(scene.after, scene.target):
        return
    new = scene.after.attacks(scene.target) & ~scene.board.attacks(scene.origin)
    for pin in pins_to(scene.after, king):
        if pin.pinned in new and pin.pinner != scene.target and scene.after.piece_type_at(pin.pinned) != chess.PAWN:
            words = f"attacks {man(scene.after, pin.pinned)}, which {man(scene.after, pin.pinner)} pins"
            yield Sighting("pressure", words, (scene.target, pin.pinned))


def attack(scene: Scene) -> Iterator[Sighting]:
    """A man that nobody takes attacks one that is worth more, or that nothing guards."""
    if scene.is_taken_at_once:
        return
    for victim in _newly_attacked(scene):
        is_loose = not scene.after.is_attacked_by(not scene.side, victim)
        if is_loose or worth(scene.after, victim) > worth(scene.after, scene.target):
            guards = ", which nothing guards" if is_loose else ""
            yield Sighting("attack", f"attacks {man(scene.after, victim)}{guards}", (scene.target, victim))


def offered_trade(scene: Scene) -> Iterator[Sighting]:
    """A piece attacks one of its own worth, so that they may be exchanged; one that never moved is no such offer."""
    for victim in _newly_attacked(scene):
        if scene.after.piece_type_at(victim) in MINOR and scene.after.piece_at(victim) == HOME.piece_at(victim):
            continue
        if worth(scene.after, victim) == worth(scene.after, scene.target) and scene.kind != chess.PAWN:
            own = chess.piece_name(scene.kind)
            words = f"offers to trade the {own} for {man(scene.after, victim)}"
            yield Sighting("offered trade", words, (scene.target, victim))


def with_check(scene: Scene) -> Iterator[Sighting]:
    """A piece that nobody takes gets to its square with a check, so that it costs no time."""
    if scene.kind in (chess.PAWN, chess.KING) or scene.is_capture or not scene.after.is_check():
        return
    if not is_en_prise(scene.after, scene.target) and not scene.is_taken_at_once:
        words = f"brings the {chess.piece_name(scene.kind)} to {chess.square_name(scene.target)} with check"
        yield Sighting("check", words, (scene.target,))


def _newly_attacked(scene: Scene) -> list[chess.Square]:
    """The enemies that the man attacks after the move and not before, the dearest first; none if it can be won."""
    if scene.is_capture or scene.kind == chess.KING or is_en_prise(scene.after, scene.target):
        return []
    new = scene.after.attacks(scene.target) & ~scene.board.attacks(scene.origin)
    enemies = new & scene.after.occupied_co[not scene.side] & ~scene.after.kings
    return sorted(enemies, key=lambda square: -worth(scene.after, square))


# Where rooks belong: open files, the seventh rank, behind passed pawns, beside each other.

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


# Exchanges: who wants them, and who keeps the two bishops.

CLEARLY_AHEAD = 2
"""So many pawns' worth make every exchange of pieces welcome."""


def trade_while_ahead(scene: Scene) -> Iterator[Sighting]:
    """Who is ahead in material exchanges a piece for one of its kind."""
    taken = scene.board.piece_type_at(scene.target)
    before, now = balance(scene.board, scene.side), balance(scene.settled, scene.side)
    if taken in (None, chess.PAWN) or before < CLEARLY_AHEAD or now < before or scene.settled == scene.after:
        return
    assert taken is not None
    name = chess.piece_name(taken)
    if taken == scene.kind:
        words = "trades queens while ahead" if taken == chess.QUEEN else f"trades a pair of {name}s while ahead"
        yield Sighting("trade while ahead", words, (scene.target,))


def bishop_pair(scene: Scene) -> Iterator[Sighting]:
    """After an exchange only the mover has both bishops."""
    if not scene.is_capture:
        return
    before = len(scene.own(chess.BISHOP)), len(scene.theirs(chess.BISHOP))
    now = len(scene.own(chess.BISHOP, scene.settled)), len(scene.theirs(chess.BISHOP, scene.settled))
    if before[1] == 2 and now == (2, 1):
        squares = tuple(scene.own(chess.BISHOP, scene.settled))
        yield Sighting("bishop pair", "leaves only this side with two bishops", squares)
    elif before[1] == 2 and now[1] == 1 and before[0] < 2:
        yield Sighting("bishop pair", "takes the bishop pair from the opponent", (scene.target,))


# What becomes of a man that is attacked: it gets a guard, or one more, or goes away.


def guard(scene: Scene) -> Iterator[Sighting]:
    """A man that is attacked and has not guards enough gets one."""
    for square, attackers, guards in _newly_guarded(scene):
        if not _is_enough(scene, square, attackers, guards):
            yield Sighting("guard", f"guards {_attacked(scene, square, attackers)}", (scene.target, square))


def escape(scene: Scene) -> Iterator[Sighting]:
    """A man that could be won where it stood cannot be won where it goes."""
    if scene.is_capture or scene.kind == chess.KING or scene.board.is_check():
        return
    attackers = scene.board.attackers(not scene.side, scene.origin)
    if attackers and is_en_prise(scene.board, scene.origin) and not is_en_prise(scene.after, scene.target):
        words = f"takes {man(scene.board, scene.origin)} away from {man(scene.board, min(attackers))}"
        yield Sighting("escape", words, (scene.target, min(attackers)))


def support(scene: Scene) -> Iterator[Sighting]:
    """A pawn guards a man that is attacked and has guards enough, so that these have their hands free."""
    for square, attackers, guards in _newly_guarded(scene):
        if scene.kind == chess.PAWN and _is_enough(scene, square, attackers, guards):
            words = f"supports {_attacked(scene, square, attackers)}"
            yield Sighting("support", words, (scene.target, square))


def _newly_guarded(scene: Scene) -> Iterator[tuple[chess.Square, chess.SquareSet, chess.SquareSet]]:
    """The own men that the move guards and the man that moves did not: who attacks them, who guarded them."""
    # Who is in check has no choice but to end that.
    if scene.board.is_check() or scene.is_capture or is_en_prise(scene.after, scene.target):
        return
    new = scene.after.attacks(scene.target) & ~scene.board.attacks(scene.origin)
    for square in new & scene.after.occupied_co[scene.side] & ~scene.after.kings:
        attackers = scene.after.attackers(not scene.side, square)
        before = scene.board.attackers(scene.side, square)
        # One that is attacked only since the move is left in the lurch, not guarded.
        if attackers and scene.board.attackers(not scene.side, square) and not is_en_prise(scene.after, square):
            yield square, attackers, before


def _is_enough(scene: Scene, square: chess.Square, attackers: chess.SquareSet, guards: chess.SquareSet) -> bool:
    """Whether a man has more guards than attackers, or as many, and all that attack it are worth more than it is."""
    if len(attackers) != len(guards):
        return len(attackers) < len(guards)
    is_cheap = all(worth(scene.after, square) < worth(scene.after, attacker) for attacker in attackers)
    return is_cheap and not is_en_prise(scene.board, square)


def _attacked(scene: Scene, square: chess.Square, attackers: chess.SquareSet) -> str:
    return f"{man(scene.after, square)}, which {man(scene.after, min(attackers))} attacks"
