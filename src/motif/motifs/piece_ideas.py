"""Find what a quiet move of a piece does: what it attacks, defends and pins, and the better square that it reaches."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_en_prise
from motif.board.material import Phase, balance
from motif.board.moves import MoveOnBoard, rank_for
from motif.board.wording import listed, piece_on, plural
from motif.motifs.idea import Sighting, ahead, can_be_driven_away, file_name, is_passed
from motif.motifs.motif import pins_to, worth

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
"""The number of squares that a piece on a better square is said to eye."""


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
    """A knight, bishop, rook or queen reaches clearly more squares, and looks at squares in the opponent's half."""
    if played.kind in (chess.PAWN, chess.KING) or played.is_capture or played.phase is Phase.OPENING:
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
    """The piece of the opponent that the slider attacks only since the move, if that attack means something."""
    new = played.after.attacks(slider) & ~played.board.attacks(slider) & played.after.occupied_co[not played.side]
    victims = [square for square in new & ~played.after.kings if is_worth_attacking(played, square, slider)]
    return max(victims, key=lambda square: worth(played.after, square), default=None)


def is_worth_attacking(played: MoveOnBoard, victim: chess.Square, attacker: chess.Square) -> bool:
    """Return whether a piece is undefended, worth more than its attacker, or attacked more often than defended."""
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


def battery(played: MoveOnBoard) -> Iterator[Sighting]:
    """A bishop, rook or queen goes behind a piece of its side that may uncover an attack on the king or queen."""
    if played.kind not in (chess.BISHOP, chess.ROOK, chess.QUEEN) or played.is_capture or played.after.is_check():
        return
    aims = [*played.theirs(chess.KING, played.after)]
    aims += [] if played.kind == chess.QUEEN else played.theirs(chess.QUEEN, played.after)
    for aim in aims:
        front = _in_front(played.after, played.target, aim)
        if front is None or _in_front(played.board, played.origin, aim) == front:
            continue
        if not is_en_prise(played.after, played.target):
            names = {"front": piece_on(played.after, front), "aim": piece_on(played.after, aim)}
            yield Sighting("battery", (played.target, front, aim), names)


def _in_front(board: chess.Board, slider: chess.Square, aim: chess.Square) -> chess.Square | None:
    """The only piece between a slider and its aim, if it belongs to the slider's side and is no pawn."""
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
            # A piece that only steps along the same line pins nothing new.
            before = pins_to(played.board, square)
            if any((old.pinner, old.pinned) == (played.origin, pin.pinned) for old in before):
                continue
            if is_en_prise(played.after, played.target):
                continue
            names = {"pinned": piece_on(played.after, pin.pinned), "behind": f"the {_kind(played.after, square)}"}
            yield Sighting("pin", (played.target, pin.pinned, square), names)


def kept_pin(played: MoveOnBoard) -> Iterator[Sighting]:
    """A bishop, rook or queen that is attacked moves along its line and goes on pinning the same piece."""
    if played.is_capture or not is_en_prise(played.board, played.origin) or is_en_prise(played.after, played.target):
        return
    behind = [*played.theirs(chess.KING, played.after), *played.theirs(chess.QUEEN, played.after)]
    for square in behind:
        before = [(pin.pinner, pin.pinned) for pin in pins_to(played.board, square)]
        for pin in pins_to(played.after, square):
            if pin.pinner == played.target and (played.origin, pin.pinned) in before:
                yield Sighting("kept pin", (played.target, pin.pinned), {"pinned": piece_on(played.after, pin.pinned)})


def unpinning(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece was pinned to its king or queen, and is no longer; of pawns only if the king steps out of the pin."""
    for kind in (chess.KING, chess.QUEEN):
        still = {pin.pinned for square in played.own(kind, played.after) for pin in pins_to(played.after, square)}
        for pin in (pin for square in played.own(kind) for pin in pins_to(played.board, square)):
            is_step = played.kind == chess.KING and not played.board.is_castling(played.move)
            is_felt = is_step or played.board.piece_type_at(pin.pinned) != chess.PAWN
            is_still_there = pin.pinned != played.origin and played.after.color_at(pin.pinned) == played.side
            if is_still_there and is_felt and pin.pinned not in still and played.target != pin.pinner:
                names = {"pinned": piece_on(played.after, pin.pinned)}
                yield Sighting("unpinning", (pin.pinned, pin.pinner), names)


def pressure(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece or pawn attacks a piece that is pinned to its king and cannot move away."""
    king = played.after.king(not played.side)
    # The pinned piece itself cannot capture the attacker.
    takers = played.after.generate_legal_captures(to_mask=chess.BB_SQUARES[played.target])
    if played.is_capture or king is None or played.after.is_check():
        return
    if any(takers) and is_en_prise(played.after, played.target):
        return
    new = played.after.attacks(played.target) & ~played.board.attacks(played.origin)
    for pin in pins_to(played.after, king):
        if pin.pinned in new and pin.pinner != played.target and played.after.piece_type_at(pin.pinned) != chess.PAWN:
            names = {"pinned": f"the pinned {_kind(played.after, pin.pinned)} on {chess.square_name(pin.pinned)}"}
            yield Sighting("pressure", (played.target, pin.pinned), names)


def attack(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece or pawn attacks pieces that are undefended, worth more, or not defended often enough."""
    if played.is_taken_at_once:
        return
    victims = [victim for victim in _newly_attacked(played) if is_worth_attacking(played, victim, played.target)]
    victims = [victim for victim in victims if not _is_offered(played, victim) and not _may_stay(played, victim)]
    # A defended pawn is no target of a double attack: it is named only if there is nothing else.
    victims = [victim for victim in victims if worth(played.after, victim) > 1] or victims
    if len(victims) == 1 and not played.after.attackers(not played.side, victims[0]):
        square = chess.square_name(victims[0])
        names = {"victim": f"the undefended {_kind(played.after, victims[0])} on {square}"}
        yield Sighting("attack", (played.target, *victims), names)
    elif victims:
        names = {"victim": listed([piece_on(played.after, victim) for victim in victims[:2]])}
        yield Sighting("attack", (played.target, *victims[:2]), names)


def _is_offered(played: MoveOnBoard, victim: chess.Square) -> bool:
    """Whether a piece of the same value attacks the moved piece as well: then a trade is offered."""
    is_mutual = victim in played.after.attackers(not played.side, played.target)
    return is_mutual and worth(played.after, victim) == worth(played.after, played.target)


def _may_stay(played: MoveOnBoard, victim: chess.Square) -> bool:
    """Whether the line leaves an undefended piece where it is attacked, and the next move does not capture it."""
    reply, own = played.line[1:2], played.line[2:3]
    if not reply or not own or played.after.attackers(not played.side, victim):
        return False
    there = played.after.copy(stack=False)
    there.push(reply[0])
    is_forcing = there.is_check() or played.after.is_capture(reply[0])
    is_there = there.piece_at(victim) == played.after.piece_at(victim)
    is_attacked = victim in there.attacks(played.target) and not there.attackers(not played.side, victim)
    return is_there and is_attacked and not is_forcing and own[0].to_square != victim


def eyed_pieces(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece newly attacks pieces or pawns, which may be defended well enough."""
    victims = [] if played.is_taken_at_once or played.kind == chess.PAWN else _newly_attacked(played)
    if victims:
        listed_victims = listed([piece_on(played.after, victim) for victim in victims[:2]])
        yield Sighting("eyed pieces", (played.target, *victims[:2]), {"victims": listed_victims})


def offered_trade(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece attacks a piece of the same value, so that they may be traded; not one that has never moved."""
    for victim in _newly_attacked(played):
        if played.after.piece_type_at(victim) in MINOR and played.after.piece_at(victim) == HOME.piece_at(victim):
            continue
        if worth(played.after, victim) != worth(played.after, played.target) or played.kind == chess.PAWN:
            continue
        if played.after.piece_type_at(victim) == played.kind:
            names = {"pieces": plural(chess.piece_name(played.kind))}
            yield Sighting("offered trade", (played.target, victim), names, "alike")
        else:
            names = {"piece": chess.piece_name(played.kind), "victim": piece_on(played.after, victim)}
            yield Sighting("offered trade", (played.target, victim), names)


def attacked_defender(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece attacks a piece without which another one would be lost."""
    if played.is_taken_at_once:
        return
    for victim in _newly_attacked(played):
        if worth(played.after, victim) == 1:
            continue
        without = played.after.copy(stack=False)
        without.remove_piece_at(victim)
        for ward in played.after.attacks(victim) & played.after.occupied_co[not played.side] & ~played.after.kings:
            attackers = played.after.attackers(played.side, ward)
            # A piece behind the victim on the same line would also be attacked if only the victim moved.
            if attackers != without.attackers(played.side, ward) or is_en_prise(played.after, ward):
                continue
            if attackers and is_en_prise(without, ward):
                names = {"victim": piece_on(played.after, victim), "ward": piece_on(played.after, ward)}
                yield Sighting("attacked defender", (played.target, victim, ward), names)


def kept_target(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece that could be won goes where it still attacks a piece, or still defends one that needs it."""
    if not next(escape(played), None):
        return
    same = played.board.attacks(played.origin) & played.after.attacks(played.target) & ~played.after.kings
    victims = [each for each in same & played.after.occupied_co[not played.side] if worth(played.after, each) > 1]
    for victim in sorted(victims, key=lambda square: -worth(played.after, square))[:1]:
        yield Sighting("kept target", (played.target, victim), {"piece": piece_on(played.after, victim)})
    without = played.after.copy(stack=False)
    without.remove_piece_at(played.target)
    for ward in same & played.after.occupied_co[played.side]:
        if is_en_prise(without, ward) and not is_en_prise(played.after, ward):
            yield Sighting("kept target", (played.target, ward), {"piece": piece_on(played.after, ward)}, "own")


def with_check(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece that is not captured gives check on its way, so that it loses no time."""
    if played.kind in (chess.PAWN, chess.KING) or played.is_capture or not played.after.is_check():
        return
    if not is_en_prise(played.after, played.target) and not played.is_taken_at_once:
        names = {"piece": chess.piece_name(played.kind), "square": chess.square_name(played.target)}
        yield Sighting("check", (played.target,), names)


def _newly_attacked(played: MoveOnBoard) -> list[chess.Square]:
    """The opponent's pieces that the moved piece attacks only now, the dearest first; none if it can be won itself."""
    if played.is_capture or played.kind == chess.KING or is_en_prise(played.after, played.target):
        return []
    new = played.after.attacks(played.target) & ~played.board.attacks(played.origin)
    victims = new & played.after.occupied_co[not played.side] & ~played.after.kings
    return sorted(victims, key=lambda square: -worth(played.after, square))


def _kind(board: chess.Board, square: chess.Square) -> str:
    kind = board.piece_type_at(square)
    assert kind is not None
    return chess.piece_name(kind)


def _named(squares: chess.SquareSet | list[chess.Square]) -> str:
    return listed([chess.square_name(square) for square in squares])


# Rooks: open files, the seventh rank, behind passed pawns, next to each other.

FEWEST_PAWNS_ON_SEVENTH = 2
"""With this many of the opponent's pawns on its second rank a rook goes there gladly."""


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
            yield Sighting("open file", (played.target,), names)
        else:
            yield Sighting("open file", (played.target, aim), names | {"aim": piece_on(played.after, aim)}, "against")


MOST_IN_BETWEEN = 2
"""A rook is said to be against a king or queen on its file with this many pieces in between at most."""


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


def opposite(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook goes to the file of the opponent's queen, where one or two pieces between them may leave."""
    if played.kind != chess.ROOK or played.is_capture or played.phase is Phase.ENDGAME:
        return
    for queen in played.theirs(chess.QUEEN, played.after):
        between = chess.SquareSet(chess.between(played.target, queen) & played.after.occupied)
        is_new = chess.square_file(played.origin) != chess.square_file(queen) == chess.square_file(played.target)
        if is_new and 1 <= len(between) <= 2 and not is_en_prise(played.after, played.target):
            names = {"file": file_name(queen), "queen": piece_on(played.after, queen)}
            yield Sighting("opposite", (played.target, queen), names)


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


def connected_rooks(played: MoveOnBoard) -> Iterator[Sighting]:
    """The two rooks protect each other on the first rank, for the first time."""
    rooks = [rook for rook in played.own(chess.ROOK, played.after) if played.rank(rook) == 1]
    if len(rooks) != 2 or played.kind == chess.ROOK:
        return
    first, second = rooks
    if chess.between(first, second) & played.after.occupied or not chess.between(first, second):
        return
    were_there = all(played.board.piece_at(rook) == chess.Piece(chess.ROOK, played.side) for rook in rooks)
    if not were_there or chess.between(first, second) & played.board.occupied:
        yield Sighting("connected rooks", (first, second))


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


def rook_lift(played: MoveOnBoard) -> Iterator[Sighting]:
    """A rook leaves the first two ranks for the third, along which it can go to the opponent's king."""
    king = played.board.king(not played.side)
    if played.kind != chess.ROOK or king is None or played.phase is Phase.ENDGAME or not played.own(chess.QUEEN):
        return
    if played.rank(played.origin) > 2 or played.rank(played.target) != 3 or rank_for(king, not played.side) > 2:
        return
    before_it = chess.square(chess.square_file(king), chess.square_rank(played.target))
    way = chess.SquareSet(chess.between(played.target, before_it)) | chess.SquareSet([before_it])
    if len(way) > 1 and not way & played.after.occupied:
        yield Sighting("rook lift", (played.target,), {"square": chess.square_name(before_it)})


# Trades: who wants them, and who keeps the two bishops.

CLEARLY_AHEAD_PAWNS = 2
"""With an advantage of this many pawns every trade of pieces is welcome."""


def trade_while_ahead(played: MoveOnBoard) -> Iterator[Sighting]:
    """The side that is ahead in material trades a piece for one of its kind."""
    taken = played.board.piece_type_at(played.target)
    before, now = balance(played.board, played.side), balance(played.settled, played.side)
    if taken in (None, chess.PAWN) or before < CLEARLY_AHEAD_PAWNS or now < before or played.settled == played.after:
        return
    assert taken is not None
    if taken == played.kind:
        yield Sighting("trade while ahead", (played.target,), {"pieces": plural(chess.piece_name(taken))})


def bishop_pair(played: MoveOnBoard) -> Iterator[Sighting]:
    """A trade leaves only the mover with two bishops, or takes the second bishop from the opponent."""
    if not played.is_capture:
        return
    before = len(played.own(chess.BISHOP)), len(played.theirs(chess.BISHOP))
    now = len(played.own(chess.BISHOP, played.settled)), len(played.theirs(chess.BISHOP, played.settled))
    if before[1] == 2 and now == (2, 1):
        squares = tuple(played.own(chess.BISHOP, played.settled))
        yield Sighting("bishop pair", squares, {"side": "White" if played.side else "Black"}, "own")
    elif before[1] == 2 and now[1] == 1 and before[0] < 2:
        yield Sighting("bishop pair", (played.target,))


# Pieces under attack: one gets a defender, or goes away, or a piece steps between.


def guard(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece or pawn that is attacked and not defended often enough gets a defender."""
    for square, attackers, guards in _newly_guarded(played):
        if not _is_enough(played, square, attackers, guards):
            yield Sighting("guard", (played.target, square), {"piece": piece_on(played.after, square)})


def escape(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece that could be won goes to a square where it cannot be won."""
    if played.is_capture or played.kind == chess.KING or played.board.is_check():
        return
    attackers = played.board.attackers(not played.side, played.origin)
    if attackers and is_en_prise(played.board, played.origin) and not is_en_prise(played.after, played.target):
        names = {"piece": chess.piece_name(played.kind)}
        yield Sighting("escape", (played.target,), names, "check" if played.after.is_check() else "")


def shield(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece or pawn steps between a bishop, rook or queen and a piece that it could win."""
    if played.is_capture or played.board.is_check() or is_en_prise(played.after, played.target):
        return
    for slider in played.after.attackers(not played.side, played.target):
        lost = played.board.attacks(slider) & ~played.after.attacks(slider) & played.after.occupied_co[played.side]
        for square in lost & ~played.after.kings:
            if is_en_prise(played.board, square) and not is_en_prise(played.after, square):
                names = {"slider": piece_on(played.after, slider), "piece": piece_on(played.after, square)}
                yield Sighting("shield", (played.target, square), names)


def support(played: MoveOnBoard) -> Iterator[Sighting]:
    """A pawn protects a piece that is defended often enough, or a piece protects one that is attacked twice."""
    for square, attackers, guards in _newly_guarded(played):
        is_busy = played.kind == chess.PAWN or (len(attackers) > 1 and played.kind != chess.KING)
        if is_busy and _is_enough(played, square, attackers, guards):
            yield Sighting("support", (played.target, square), {"piece": piece_on(played.after, square)})


def _newly_guarded(played: MoveOnBoard) -> Iterator[tuple[chess.Square, chess.SquareSet, chess.SquareSet]]:
    """The attacked pieces that the moved piece protects only now, with their attackers and their earlier defenders."""
    # In check there is no choice: the move is about the check.
    if played.board.is_check() or played.is_capture or is_en_prise(played.after, played.target):
        return
    new = played.after.attacks(played.target) & ~played.board.attacks(played.origin)
    for square in new & played.after.occupied_co[played.side] & ~played.after.kings:
        attackers = played.after.attackers(not played.side, square)
        before = played.board.attackers(played.side, square)
        # A piece that is attacked only since the move was left behind, not defended.
        if attackers and played.board.attackers(not played.side, square) and not is_en_prise(played.after, square):
            yield square, attackers, before


def _is_enough(played: MoveOnBoard, square: chess.Square, attackers: chess.SquareSet, guards: chess.SquareSet) -> bool:
    """Whether a piece has more defenders than attackers, or as many while every attacker is worth more than it."""
    if len(attackers) != len(guards):
        return len(attackers) < len(guards)
    is_cheap = all(worth(played.after, square) < worth(played.after, attacker) for attacker in attackers)
    return is_cheap and not is_en_prise(played.board, square)
