"""Moves that threaten something which then cannot be held: a man, or the king."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import chess

from motif._core.board import is_cornered, is_covered, is_en_prise
from motif._core.puzzles import mate_keys
from motif.board.material import TARGET_VALUES
from motif.motifs.mates import mate
from motif.motifs.motif import SLIDERS, Kind, Line, Remedy, Step, Witness, exchange, pins_to, remove, worth
from motif.motifs.pawns_and_kings import advance


def threat(line: Line) -> Iterator[Witness]:
    """A move attacks a man that could not be won before; the opponent does not save it, and it is taken next."""
    for step in line.steps[1:]:
        first, answer = step.earlier, step.answer
        if first is None or answer is None or step.taken is None or first.is_check:
            continue
        if answer.to_square == step.target or step.target not in first.victims:
            continue
        if _wins(first.before, step.target) or not _wins(_passed(first.after), step.target):
            continue
        won = exchange(step.before, step.move)
        if won >= 1:
            remedies = (remove(step.target),)
            yield Witness("threat", first.ply, first.target, (step.target,), (step.origin,), won, remedies)
    yield from _carried_out_later(line)


def _carried_out_later(line: Line) -> Iterator[Witness]:
    """A move attacks a man, which is taken two moves later, after a check or a capture that changed nothing."""
    for step in line.steps[2:]:
        middle, first = step.earlier, step.earlier.earlier if step.earlier else None
        if first is None or middle is None or step.taken is None or first.is_check:
            continue
        if not (middle.is_capture or middle.is_check) or _wins(first.before, step.target):
            continue
        if line.standing(step.target, step.ply) > first.ply or step.target not in first.victims:
            continue
        at_once, passed = chess.Move(first.target, step.target), _passed(first.after)
        if not passed.is_legal(at_once) or exchange(passed, at_once) < 1:
            continue
        won = exchange(step.before, step.move)
        if won >= 1:
            remedies = (remove(step.target),)
            yield Witness("threat", first.ply, first.target, (step.target,), (step.origin,), won, remedies)


def _wins(board: chess.Board, square: chess.Square) -> bool:
    """Whether the side to move can take on a square and wins something by it."""
    captures = board.generate_legal_captures(to_mask=chess.BB_SQUARES[square])
    return any(exchange(board, capture) >= 1 for capture in captures)


def _passed(board: chess.Board) -> chess.Board:
    """The board when the side to move does nothing."""
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    return passed


def mate_threat(line: Line) -> Iterator[Witness]:
    """A move without check threatens mate on the next move, from a man that cannot be won."""
    for step in line.threats:
        if step.is_check or is_en_prise(step.after, step.target) or _mates_at_once(step.before):
            continue
        passed = _passed(step.after)
        mating = _mates_at_once(passed)
        if mating is None:
            continue
        (shown,) = mate(Line.of(passed, [mating]))
        king = shown.against[0]
        origin = (mating.from_square, mating.to_square)
        yield Witness("mate threat", step.ply, step.target, (king,), origin, 0, _remedies(step, shown))


def _mates_at_once(board: chess.Board) -> chess.Move | None:
    if board.is_check():
        return None
    (keys,) = mate_keys([board.fen()], 1)
    return min(keys, key=chess.Move.uci, default=None)


def _remedies(step: Step, shown: Witness) -> tuple[Remedy, ...]:
    """What would undo the mate that is threatened, leaving the man that moves alone."""
    return tuple(
        Remedy(Kind.REMOVE, tuple(square for square in remedy.squares if square != step.target))
        for remedy in shown.remedies
    )


# What a single move sets up: the same motifs, told from one move where no line is there to prove them.


def pin(line: Line) -> Iterator[Witness]:
    """The moved man now pins a piece to its king."""
    for step in line.steps:
        king = step.after.king(step.after.turn)
        if king is not None:
            yield from _pins("pin", step, king)


def relative_pin(line: Line) -> Iterator[Witness]:
    """The moved man now pins a piece to one that is dearer than both."""
    for step in line.steps:
        board = step.after
        for behind in chess.scan_forward(board.occupied_co[board.turn] & (board.queens | board.rooks)):
            if worth(board, behind) > worth(board, step.target):
                yield from _pins("relative pin", step, behind)


def _pins(name: str, step: Step, behind: chess.Square) -> Iterator[Witness]:
    board = step.after
    for pinned in pins_to(board, behind):
        is_new = pinned.pinned not in step.before.attacks(step.origin)
        cheaper = worth(board, pinned.pinned) < worth(board, behind)
        if pinned.pinner == step.target and is_new and cheaper and board.piece_type_at(pinned.pinned) != chess.PAWN:
            yield Witness(name, step.ply, step.target, (pinned.pinned, behind))


def skewer(line: Line) -> Iterator[Witness]:
    """The moved slider, itself safe, attacks a man that must give way to one behind it, no dearer but a piece."""
    for step in line.steps:
        board = step.after
        if step.man not in SLIDERS or is_en_prise(board, step.target):
            continue
        for front in step.victims:
            behind = _next_behind(board, step.target, front)
            if behind is None or not worth(board, front) >= worth(board, behind) >= TARGET_VALUES[chess.KNIGHT]:
                continue
            if worth(board, front) > worth(board, step.target) or is_en_prise(board, front):
                yield Witness("skewer", step.ply, step.target, (front, behind))


def _next_behind(board: chess.Board, slider: chess.Square, front: chess.Square) -> chess.Square | None:
    """The enemy that a slider would see if the one in front were not there."""
    without = board.copy(stack=False)
    without.remove_piece_at(front)
    seen = without.attacks(slider) & chess.ray(slider, front) & board.occupied_co[board.turn]
    return next((square for square in seen if front in chess.SquareSet(chess.between(slider, square))), None)


def discovered_attack(line: Line) -> Iterator[Witness]:
    """The move opens the line of another man to an enemy that must be saved."""
    for step in line.steps:
        board = step.after
        for slider in chess.scan_forward(board.occupied_co[not board.turn] & step.before.occupied):
            if slider == step.target or board.piece_type_at(slider) not in SLIDERS:
                continue
            for victim in board.attacks(slider) & board.occupied_co[board.turn]:
                opened = step.origin in chess.SquareSet(chess.between(slider, victim))
                if opened and _must_be_saved(board, slider, victim):
                    yield Witness("discovered attack", step.ply, slider, (victim,))


def trapped_piece(line: Line) -> Iterator[Witness]:
    """A piece, attacked or shut in by the moved man, can be won where it stands and wherever it goes."""
    for step in line.steps:
        board = step.after
        for square in chess.scan_forward(board.occupied_co[board.turn]):
            around = int(board.attacks(square)) | chess.BB_SQUARES[square]
            if board.attacks_mask(step.target) & around and is_cornered(board, square):
                yield Witness("trapped piece", step.ply, step.target, (square,))


def captured_defender(line: Line) -> Iterator[Witness]:
    """The move takes the only defender of another man, which the winner attacks."""
    for step in line.steps:
        if step.taken is None:
            continue
        loser = step.after.turn
        for square in step.before.attacks(step.target) & step.before.occupied_co[loser] & ~step.before.kings:
            guards = step.before.attackers(loser, square)
            if guards == chess.SquareSet([step.target]) and step.after.attackers(not loser, square):
                yield Witness("capture of the defender", step.ply, step.target, (step.target, square))


def prospective_threat(line: Line) -> Iterator[Witness]:
    """The moved man, itself safe, now attacks one that it can win."""
    for step in line.steps:
        if is_en_prise(step.after, step.target):
            continue
        for square in step.victims:
            is_new = square not in step.before.attacks(step.origin)
            is_king = step.after.piece_type_at(square) == chess.KING
            if is_new and not is_king and _must_be_saved(step.after, step.target, square):
                yield Witness("threat", step.ply, step.target, (square,))


def _must_be_saved(board: chess.Board, attacker: chess.Square, square: chess.Square) -> bool:
    """Dearer than its attacker, or undefended; a pawn need not be."""
    if board.piece_type_at(square) == chess.PAWN:
        return False
    return worth(board, square) > worth(board, attacker) or not is_covered(board, square)


# Moves without force: quiet moves, defences, and positions in which having to move is the misfortune.

CHOICES = 3
"""With fewer legal moves than this there is nothing to choose."""

MOST_MOVES = 15
"""With more moves than this somebody has a useful one."""

WORTH_OF_PASSING = 0.05
"""How much of a winning chance passing would save. Tuned with the built-in search at depth 8, which sees less of a
pawn ending than an engine: more asked for would find fewer of them, less would find them where there are none."""


def quiet_move(line: Line) -> Iterator[Witness]:
    """Before the last move, one that neither takes, checks, answers a check, attacks anything nor runs with a pawn."""
    for step in line.threats:
        if step.man != chess.KING and not step.escapes_check and _is_calm(step):
            yield Witness("quiet move", step.ply, step.target)


def _is_calm(step: Step) -> bool:
    """It neither takes nor checks, attacks nothing, and is no pawn past the fifth rank."""
    runs = step.is_by_pawn and advance(step.target, not step.after.turn) >= 6
    return not (step.is_capture or runs or step.victims or step.is_check)


def defensive_move(line: Line) -> Iterator[Witness]:
    """The last move is calm though there was a choice; or a check is met, calmly and by choice, before any force."""
    for step in line.steps[-1:]:
        if _is_calm(step) and _has_choice(step):
            yield Witness("defensive move", step.ply, step.target)
            return
    for step in line.steps:
        if step.is_check or step.is_capture or not _has_choice(step):
            return
        if step.escapes_check:
            yield Witness("defensive move", step.ply, step.target)
            return


def _has_choice(step: Step) -> bool:
    return len(list(islice(step.before.legal_moves, CHOICES))) == CHOICES


def zugzwang(line: Line) -> Iterator[Witness]:
    """The loser, not in check and with few moves, would rather pass. Only a judge can tell; none is found without."""
    if line.judge is None:
        return
    for step in line.steps:
        moves = len(list(islice(step.after.legal_moves, MOST_MOVES + 1)))
        if step.is_check or not 0 < moves <= MOST_MOVES:
            continue
        passed = step.after.copy(stack=False)
        passed.push(chess.Move.null())
        to_move, after_pass = line.judge([step.after, passed])
        if 1 - after_pass - to_move >= WORTH_OF_PASSING:
            yield Witness("zugzwang", step.ply, step.target)


# What many moves do and nobody would call a motif: a check, taking back, going to safety.


def check(line: Line) -> Iterator[Witness]:
    """The move gives check."""
    for step in line.steps[:1]:
        if step.is_check:
            yield Witness("check", step.ply, step.target)


def recapture(line: Line) -> Iterator[Witness]:
    """The move takes where the opponent has just taken."""
    for step in line.steps[:1]:
        if step.takes_back:
            yield Witness("recapture", step.ply, step.target, (step.target,))


def escape(line: Line) -> Iterator[Witness]:
    """A man that could be won goes, without taking anything, to where it cannot."""
    for step in line.steps[:1]:
        if is_en_prise(step.before, step.origin) and not step.is_capture and not is_en_prise(step.after, step.target):
            yield Witness("escape", step.ply, step.target)
