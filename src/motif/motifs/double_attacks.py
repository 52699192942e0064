"""Find forks, skewers, x-rays, discovered attacks and checks, clearances and pins on a line."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_covered, is_en_prise
from motif.board.material import TARGET_VALUES
from motif.motifs.motif import (
    SLIDERS,
    Line,
    LineStep,
    Pin,
    Remedy,
    Witness,
    aside,
    block,
    pins_to,
    remove,
    worth,
)


def fork(line: Line) -> Iterator[Witness]:
    """A piece that cannot be won attacks two or more pieces that are undefended or worth more than it."""
    for step in line.threats:
        if step.piece_type == chess.KING or len(step.victims) < 2 or step.after.is_checkmate():
            continue
        targets = tuple(square for square in step.victims if _must_be_saved(step, square))
        if len(targets) >= 2 and not is_en_prise(step.after, step.target):
            yield _double_attack("fork", line, step, targets)


def _must_be_saved(step: LineStep, square: chess.Square) -> bool:
    """Whether a piece is worth more than its attacker, or is undefended and cannot capture the attacker."""
    board = step.after
    kind = board.piece_type_at(square)
    if kind in (None, chess.PAWN):
        return False
    if TARGET_VALUES[kind] > TARGET_VALUES[step.piece_type]:
        return True
    return not is_covered(board, square) and step.target not in board.attacks(square)


def king_fork(line: Line) -> Iterator[Witness]:
    """A king attacks two undefended pieces or pawns, not both of them pawns."""
    for step in line.threats:
        if step.piece_type != chess.KING or len(step.victims) < 2:
            continue
        board = step.after
        targets = tuple(square for square in step.victims if not is_covered(board, square))
        if len(targets) >= 2 and any(board.piece_type_at(square) != chess.PAWN for square in targets):
            yield _double_attack("king fork", line, step, targets)


def _double_attack(name: str, line: Line, step: LineStep, targets: tuple[chess.Square, ...]) -> Witness:
    # The opponent saves the most valuable target, so the next one is won.
    claim = sorted(worth(step.after, square) for square in targets)[-2]
    remedies: tuple[Remedy, ...] = (remove(*targets),)
    if step.is_check and _is_taken(line, step, targets):
        remedies += aside(step.after, step.after.turn)
    return Witness(name, step.ply, step.target, targets, (), claim, remedies)


def _is_taken(line: Line, step: LineStep, targets: tuple[chess.Square, ...]) -> bool:
    """Whether one of the attacked pieces is captured later on the line, wherever it goes."""
    places = set(targets)
    for place, move in enumerate(line.moves[step.ply + 1 :]):
        if place % 2:
            if move.to_square in places:
                return True
        elif move.from_square in places:
            places = places - {move.from_square} | {move.to_square}
    return False


def skewer(line: Line) -> Iterator[Witness]:
    """A slider makes a piece leave its line, and captures a less valuable one behind it."""
    for step in line.steps[1:]:
        drive, answer = step.earlier, step.answer
        if step.taken is None or step.piece_type not in SLIDERS or drive is None or answer is None:
            continue
        if (
            answer.to_square == step.target
            or not chess.between(step.origin, step.target) & (chess.BB_SQUARES[answer.from_square])
        ):
            continue
        driven = drive.after.piece_type_at(answer.from_square)
        if driven is None or TARGET_VALUES[driven] <= TARGET_VALUES[step.taken] or step.after.is_checkmate():
            continue
        if is_en_prise(step.before, step.target):
            along = tuple(chess.SquareSet(chess.between(step.origin, step.target)))
            attacked = (answer.from_square, step.target)
            remedies: tuple[Remedy, ...] = (remove(step.target),)
            if driven == chess.KING:
                remedies += aside(drive.after, drive.after.turn)
            yield Witness("skewer", drive.ply, step.origin, attacked, along, TARGET_VALUES[step.taken], remedies)


def x_ray(line: Line) -> Iterator[Witness]:
    """Three captures on one square: the second attacker attacked the square through the defender that recaptured."""
    for step in line.steps[1:]:
        first, answer = step.earlier, step.answer
        if not step.is_capture or first is None or answer is None:
            continue
        if not answer.to_square == step.target == first.target or step.answer_by() == chess.KING:
            continue
        if chess.between(step.origin, step.target) & chess.BB_SQUARES[answer.from_square]:
            along = tuple(chess.SquareSet(chess.between(step.origin, step.target)))
            remedies = block(*along), remove(step.origin)
            yield Witness("x-ray", first.ply, first.target, (answer.from_square,), along, 0, remedies)


# A piece moves out of the way: discovered attacks and checks, double checks, clearances.


def discovered_check(line: Line) -> Iterator[Witness]:
    """The check comes from a piece whose line the move opens, or from the rook after castling."""
    for step in line.steps:
        checkers = step.after.checkers() if step.is_check else chess.SquareSet()
        king = step.after.king(step.after.turn)
        if not checkers or step.target in checkers or king is None:
            continue
        checker = checkers.pop()
        along = tuple(chess.SquareSet(chess.between(checker, king)))
        slider = _rook_at_home(step) if step.before.is_castling(step.move) else checker
        yield Witness("discovered check", step.ply, checker, (king,), along, 0, (block(*along), remove(slider)))


def _rook_at_home(step: LineStep) -> chess.Square:
    """The square of the rook before castling."""
    file = 7 if chess.square_file(step.target) > chess.square_file(step.origin) else 0
    return chess.square(file, chess.square_rank(step.origin))


def discovered_attack(line: Line) -> Iterator[Witness]:
    """A piece moves out of the way of a slider, which then captures along the opened line."""
    for step in line.steps[1:]:
        opening, answer = step.earlier, step.answer
        if not step.is_capture or opening is None or answer is None:
            continue
        if answer.to_square == step.target:
            return  # A recapture: from here on the line is an exchange.
        opened = chess.between(step.origin, step.target) & chess.BB_SQUARES[opening.origin]
        if opened and opening.target not in (step.origin, step.target):
            if opening.before.is_castling(opening.move):
                continue
            claim = TARGET_VALUES[step.taken or chess.PAWN]
            along = tuple(chess.SquareSet(chess.between(step.origin, step.target)))
            remedies: tuple[Remedy, ...] = (block(*along), remove(step.origin))
            if opening.is_check:
                remedies += aside(opening.after, not line.winner)
            yield Witness("discovered attack", opening.ply, step.origin, (step.target,), along, claim, remedies)


def double_check(line: Line) -> Iterator[Witness]:
    """Two pieces give check at once."""
    for step in line.steps:
        checkers = tuple(step.after.checkers()) if step.is_check else ()
        king = step.after.king(step.after.turn)
        if len(checkers) >= 2 and king is not None:
            undo = tuple(square for square in checkers if square != step.target)
            yield Witness("double check", step.ply, step.target, (king,), checkers, 0, (remove(*undo),))


def clearance(line: Line) -> Iterator[Witness]:
    """A piece makes way for a slider by leaving a square or line; it captures nothing there or can be captured."""
    for step in line.steps[1:]:
        leave = step.earlier
        if step.taken is not None or step.piece_type not in SLIDERS or leave is None:
            continue
        if leave.move.promotion or leave.target in (step.origin, step.target) or step.escapes_check:
            continue
        if step.is_check and step.answer_by() == chess.KING:
            continue
        way = chess.between(step.origin, step.target) | chess.BB_SQUARES[step.target]
        if not way & chess.BB_SQUARES[leave.origin]:
            continue
        if leave.taken is None or is_en_prise(leave.after, leave.target):
            yield Witness(
                "clearance", leave.ply, step.origin, (), (leave.origin, step.target), 0, (remove(step.origin),)
            )


# Pins: a piece that may not or should not move, because it shields another.


def absolute_pin(line: Line) -> Iterator[Witness]:
    """A piece pinned to its king cannot capture a piece that it attacks, or cannot flee from its pinner."""
    for step in line.steps:
        king = step.after.king(not line.winner)
        for pin in pins_to(step.after, king) if king is not None else ():
            if _cannot_take(step.after, pin) or _cannot_flee(step.after, pin):
                remedies: tuple[Remedy, ...] = (block(*_shields(pin)), remove(_home(step, pin.pinner)))
                if not step.ply:
                    remedies += aside(step.after, not line.winner)
                yield _witness("pin", step, pin, remedies)


def _cannot_take(board: chess.Board, pin: Pin) -> bool:
    """Whether the pinned piece attacks something off its line that is undefended or worth more than it."""
    own = worth(board, pin.pinned)
    prey = board.attacks(pin.pinned) & board.occupied_co[not board.turn] & ~int(pin.line)
    return any(_value_of_prey(board, square) > own or not is_covered(board, square) for square in prey)


def _value_of_prey(board: chess.Board, square: chess.Square) -> int:
    return 0 if board.piece_type_at(square) == chess.KING else worth(board, square)


def _cannot_flee(board: chess.Board, pin: Pin) -> bool:
    """Whether the pinner is worth less; or the pinned piece is undefended, cannot capture it, and would move away."""
    if worth(board, pin.pinned) > worth(board, pin.pinner):
        return True
    if is_covered(board, pin.pinned) or pin.pinner in board.attacks(pin.pinned):
        return False
    ways = board.generate_pseudo_legal_moves(chess.BB_SQUARES[pin.pinned])
    return any(move.to_square not in pin.line for move in ways)


def relative_pin(line: Line) -> Iterator[Witness]:
    """A piece may move but should not: the pinner would win a more valuable one behind it."""
    for step in line.threats:
        board, loser = step.after, not line.winner
        if board.is_check():
            continue
        for behind in chess.scan_forward(board.occupied_co[loser] & (board.queens | board.rooks)):
            for pin in pins_to(board, behind):
                is_pawn = board.piece_type_at(pin.pinned) == chess.PAWN
                if _should_not_move(board, pin) and (
                    _cannot_take(board, pin) or (not is_pawn and _cannot_flee(board, pin))
                ):
                    yield _witness("relative pin", step, pin, (remove(pin.behind),))


def _should_not_move(board: chess.Board, pin: Pin) -> bool:
    front, back = worth(board, pin.pinned), worth(board, pin.behind)
    if back <= front or is_en_prise(board, pin.pinner):
        return False
    if board.piece_type_at(pin.pinner) not in SLIDERS or pin.pinner in board.attacks(pin.pinned):
        return False
    if back > worth(board, pin.pinner):
        return True
    # The pinned piece would no longer defend the piece behind it after moving, so it does not count as a defender.
    guards = board.attackers(not board.color_at(pin.pinner), pin.behind)
    return not guards - {pin.pinned}


def _witness(name: str, step: LineStep, pin: Pin, remedies: tuple[Remedy, ...]) -> Witness:
    along = tuple(chess.SquareSet(chess.between(pin.pinner, pin.behind)))
    claim = worth(step.after, pin.pinned)
    return Witness(name, step.ply, pin.pinner, (pin.pinned, pin.behind), along, claim, remedies)


def _shields(pin: Pin) -> chess.SquareSet:
    """The squares between the pinned piece and its king."""
    return chess.SquareSet(chess.between(pin.pinned, pin.behind))


def _home(step: LineStep, square: chess.Square) -> chess.Square:
    """The square, before the move, of the piece that is on `square` after it."""
    return step.origin if square == step.target else square
