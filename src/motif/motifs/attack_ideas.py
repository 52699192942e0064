"""Find what a quiet move attacks, pins, defends or trades, and how it saves a piece that is attacked."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_en_prise
from motif.board.material import balance
from motif.board.moves import MoveOnBoard
from motif.board.wording import listed, piece_on, plural
from motif.motifs.idea import Sighting
from motif.motifs.motif import Pin, pins_to, worth
from motif.motifs.piece_ideas import HOME, MINOR, is_worth_attacking


def pinning(played: MoveOnBoard) -> Iterator[Sighting]:
    """A bishop, rook or queen pins a piece to the king or the queen that it did not pin before."""
    if played.kind not in (chess.BISHOP, chess.ROOK, chess.QUEEN):
        return
    theirs = (played.theirs(kind, played.after) for kind in (chess.KING, chess.QUEEN, chess.ROOK))
    for square in (square for squares in theirs for square in squares):
        for pin in pins_to(played.after, square):
            if pin.pinner != played.target or played.after.piece_type_at(pin.pinned) == chess.PAWN:
                continue
            if not _may_not_be_uncovered(played, pin):
                continue
            # A piece that only steps along the same line pins nothing new.
            before = pins_to(played.board, square)
            if any((old.pinner, old.pinned) == (played.origin, pin.pinned) for old in before):
                continue
            if is_en_prise(played.after, played.target):
                continue
            kind = _kind(played.after, square)
            is_plain = played.after.piece_type_at(square) != chess.ROOK
            behind = f"the {kind}" if is_plain else piece_on(played.after, square)
            names = {"pinned": piece_on(played.after, pin.pinned), "behind": behind}
            yield Sighting("pin", (played.target, pin.pinned, square), names)


def _may_not_be_uncovered(played: MoveOnBoard, pin: Pin) -> bool:
    """Whether the piece behind is the king, is worth more than the pinner, or would be undefended."""
    board = played.after
    if board.piece_type_at(pin.behind) == chess.KING or worth(board, pin.behind) > worth(board, pin.pinner):
        return True
    is_dearer = worth(board, pin.behind) > worth(board, pin.pinned)
    return is_dearer and not board.attackers(not played.side, pin.behind) - chess.SquareSet([pin.pinned])


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
    # A queen is attacked, whether something defends it or not.
    is_queen = len(victims) == 1 and played.after.piece_type_at(victims[0]) == chess.QUEEN
    if len(victims) == 1 and not is_queen and not played.after.attackers(not played.side, victims[0]):
        square = chess.square_name(victims[0])
        names = {"victim": f"the undefended {_kind(played.after, victims[0])} on {square}"}
        yield Sighting("attack", (played.target, *victims), names)
    elif victims:
        names = {"victim": listed([piece_on(played.after, victim) for victim in victims[:2]])}
        is_fork = len(victims) > 1 and all(worth(played.after, victim) > 1 for victim in victims[:2])
        yield Sighting("attack", (played.target, *victims[:2]), names, "fork" if is_fork else "")


def _is_offered(played: MoveOnBoard, victim: chess.Square) -> bool:
    """Whether a piece of the same value also attacks the moved piece, so that the move offers a trade."""
    is_mutual = victim in played.after.attackers(not played.side, played.target)
    return is_mutual and worth(played.after, victim) == worth(played.after, played.target)


def _may_stay(played: MoveOnBoard, victim: chess.Square) -> bool:
    """Whether the line leaves an undefended piece under attack and does not capture it next."""
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
    """A piece newly attacks pieces or pawns, which may be defended well enough; not those that have never moved."""
    victims = [] if played.is_taken_at_once or played.kind == chess.PAWN else _newly_attacked(played)
    victims = [victim for victim in victims if not _is_at_home(played, victim)]
    if victims:
        listed_victims = listed([piece_on(played.after, victim) for victim in victims[:2]])
        yield Sighting("eyed pieces", (played.target, *victims[:2]), {"victims": listed_victims})


def offered_trade(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece attacks a piece of the same value, so that they may be traded; not one that has never moved."""
    for victim in _newly_attacked(played):
        if _is_at_home(played, victim):
            continue
        if worth(played.after, victim) != worth(played.after, played.target) or played.kind == chess.PAWN:
            continue
        if played.after.piece_type_at(victim) == played.kind:
            names = {"pieces": plural(chess.piece_name(played.kind))}
            yield Sighting("offered trade", (played.target, victim), names, "alike")
        else:
            names = {"piece": chess.piece_name(played.kind), "victim": piece_on(played.after, victim)}
            yield Sighting("offered trade", (played.target, victim), names)


def avoided_trade(played: MoveOnBoard) -> Iterator[Sighting]:
    """A piece that a piece of the same value attacks goes where none does."""
    if played.is_capture or played.kind in (chess.PAWN, chess.KING) or played.board.is_check():
        return
    rivals = _rivals(played.board, played.origin)
    if rivals and not _rivals(played.after, played.target):
        kind = chess.piece_name(played.kind)
        if played.board.piece_type_at(rivals[0]) == played.kind:
            yield Sighting("avoided trade", (played.target, rivals[0]), {"pieces": plural(kind)}, "alike")
        else:
            names = {"piece": kind, "rival": piece_on(played.board, rivals[0])}
            yield Sighting("avoided trade", (played.target, rivals[0]), names)


def _rivals(board: chess.Board, square: chess.Square) -> list[chess.Square]:
    """The opponent's pieces that attack a piece and are worth as much."""
    side = board.color_at(square)
    assert side is not None
    return [each for each in board.attackers(not side, square) if worth(board, each) == worth(board, square)]


def _is_at_home(played: MoveOnBoard, victim: chess.Square) -> bool:
    """Whether a knight or bishop is where it began."""
    piece = played.after.piece_at(victim)
    return piece is not None and piece.piece_type in MINOR and piece == HOME.piece_at(victim)


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


def _newly_attacked(played: MoveOnBoard) -> list[chess.Square]:
    """The opponent's pieces that the moved piece newly attacks, the most valuable first; none if it can be won
    itself."""
    if played.is_capture or played.kind == chess.KING or is_en_prise(played.after, played.target):
        return []
    new = played.after.attacks(played.target) & ~played.board.attacks(played.origin)
    victims = new & played.after.occupied_co[not played.side] & ~played.after.kings
    return sorted(victims, key=lambda square: -worth(played.after, square))


def _kind(board: chess.Board, square: chess.Square) -> str:
    kind = board.piece_type_at(square)
    assert kind is not None
    return chess.piece_name(kind)


# Trades: who wants them, and who keeps the two bishops.

CLEARLY_AHEAD_PAWNS = 2
"""A side that is ahead by this many pawns is glad to trade pieces."""


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
