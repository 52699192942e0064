"""Find threats, mate threats, quiet moves, zugzwang, and the motifs that a single move sets up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import chess

from motif._core.board import is_cornered, is_covered, is_en_prise
from motif._core.puzzles import mate_keys
from motif.board.material import TARGET_VALUES
from motif.board.moves import rank_for
from motif.motifs.mates import mate
from motif.motifs.motif import (
    SLIDERS,
    Line,
    LineStep,
    Remedy,
    RemedyKind,
    Witness,
    can_be_won,
    exchange,
    pins_to,
    remove,
    worth,
)


def threat(line: Line) -> Iterator[Witness]:
    """A move attacks a piece that could not be won before; the opponent does not save it and loses it next."""
    for step in line.steps[1:]:
        first, answer = step.earlier, step.answer
        if first is None or answer is None or step.taken is None or first.is_check:
            continue
        if answer.to_square == step.target or step.target not in first.victims:
            continue
        if can_be_won(first.before, step.target) or not can_be_won(_passed(first.after), step.target):
            continue
        won = exchange(step.before, step.move)
        if won >= 1:
            remedies = (remove(step.target),)
            yield Witness("threat", first.ply, first.target, (step.target,), (step.origin,), won, remedies)
    yield from _carried_out_later(line)


def _carried_out_later(line: Line) -> Iterator[Witness]:
    """A move attacks a piece, which is captured two moves later, after a check or a capture that changed nothing."""
    for step in line.steps[2:]:
        middle, first = step.earlier, step.earlier.earlier if step.earlier else None
        if first is None or middle is None or step.taken is None or first.is_check:
            continue
        if not (middle.is_capture or middle.is_check) or can_be_won(first.before, step.target):
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


def _passed(board: chess.Board) -> chess.Board:
    """The board after the side to move passes."""
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    return passed


def mate_threat(line: Line) -> Iterator[Witness]:
    """A move without check, by a piece that cannot be won, threatens mate on the next move."""
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


def _remedies(step: LineStep, shown: Witness) -> tuple[Remedy, ...]:
    """The edits that would undo the threatened mate, other than removing the piece that moves."""
    return tuple(
        Remedy(RemedyKind.REMOVE, tuple(square for square in remedy.squares if square != step.target))
        for remedy in shown.remedies
    )


# The same motifs, found on a single move that sets them up, without a line that proves them.


def pin(line: Line) -> Iterator[Witness]:
    """The moved piece now pins a piece to its king."""
    for step in line.steps:
        king = step.after.king(step.after.turn)
        if king is not None:
            yield from _pins("pin", step, king)


def relative_pin(line: Line) -> Iterator[Witness]:
    """The moved piece now pins a piece to one that is worth more than the pinned and the pinning piece."""
    for step in line.steps:
        board = step.after
        for behind in chess.scan_forward(board.occupied_co[board.turn] & (board.queens | board.rooks)):
            if worth(board, behind) > worth(board, step.target):
                yield from _pins("relative pin", step, behind)


def _pins(name: str, step: LineStep, behind: chess.Square) -> Iterator[Witness]:
    board = step.after
    for pinned in pins_to(board, behind):
        is_new = pinned.pinned not in step.before.attacks(step.origin)
        cheaper = worth(board, pinned.pinned) < worth(board, behind)
        if pinned.pinner == step.target and is_new and cheaper and board.piece_type_at(pinned.pinned) != chess.PAWN:
            yield Witness(name, step.ply, step.target, (pinned.pinned, behind))


def skewer(line: Line) -> Iterator[Witness]:
    """A slider goes to a safe square and attacks a piece; behind it is another, worth no more but at least a knight."""
    for step in line.steps:
        board = step.after
        if step.piece_type not in SLIDERS or is_en_prise(board, step.target):
            continue
        for front in step.victims:
            behind = _next_behind(board, step.target, front)
            if behind is None or not worth(board, front) >= worth(board, behind) >= TARGET_VALUES[chess.KNIGHT]:
                continue
            if worth(board, front) > worth(board, step.target) or is_en_prise(board, front):
                yield Witness("skewer", step.ply, step.target, (front, behind))


def _next_behind(board: chess.Board, slider: chess.Square, front: chess.Square) -> chess.Square | None:
    """The opposing piece that a slider would attack if the one in front were not there."""
    without = board.copy(stack=False)
    without.remove_piece_at(front)
    seen = without.attacks(slider) & chess.ray(slider, front) & board.occupied_co[board.turn]
    return next((square for square in seen if front in chess.SquareSet(chess.between(slider, square))), None)


def discovered_attack(line: Line) -> Iterator[Witness]:
    """The move opens a slider's line to an opposing piece that is then in danger."""
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
    """The moved piece attacks or shuts in a piece that can be won on every square that it can reach."""
    for step in line.steps:
        board = step.after
        for square in chess.scan_forward(board.occupied_co[board.turn]):
            around = int(board.attacks(square)) | chess.BB_SQUARES[square]
            if board.attacks_mask(step.target) & around and is_cornered(board, square):
                yield Witness("trapped piece", step.ply, step.target, (square,))


def captured_defender(line: Line) -> Iterator[Witness]:
    """The move captures the only defender of a piece that the winner attacks."""
    for step in line.steps:
        if step.taken is None:
            continue
        loser = step.after.turn
        for square in step.before.attacks(step.target) & step.before.occupied_co[loser] & ~step.before.kings:
            guards = step.before.attackers(loser, square)
            if guards == chess.SquareSet([step.target]) and step.after.attackers(not loser, square):
                yield Witness("capture of the defender", step.ply, step.target, (step.target, square))


def prospective_threat(line: Line) -> Iterator[Witness]:
    """A piece goes to a safe square and attacks a piece that it can win."""
    for step in line.steps:
        if is_en_prise(step.after, step.target):
            continue
        for square in step.victims:
            is_new = square not in step.before.attacks(step.origin)
            is_king = step.after.piece_type_at(square) == chess.KING
            if is_new and not is_king and _must_be_saved(step.after, step.target, square):
                yield Witness("threat", step.ply, step.target, (square,))


def _must_be_saved(board: chess.Board, attacker: chess.Square, square: chess.Square) -> bool:
    """Whether a piece is undefended or worth more than its attacker; pawns do not count."""
    if board.piece_type_at(square) == chess.PAWN:
        return False
    return worth(board, square) > worth(board, attacker) or not is_covered(board, square)


# Quiet moves, quiet defences and zugzwang.

FEWEST_MOVES_FOR_A_CHOICE = 3
"""With fewer legal moves than this the side to move hardly has a choice."""

MOST_MOVES_IN_ZUGZWANG = 15
"""With more legal moves than this a side usually has a harmless one."""

LEAST_GAIN_OF_PASSING = 0.05
"""The least winning chance that passing would save in zugzwang. Tuned with the built-in search at depth 8: a higher
value misses zugzwangs in pawn endings, a lower one finds some where there are none."""


def quiet_move(line: Line) -> Iterator[Witness]:
    """A move of a longer line that does not capture, check, leave check, attack a piece or advance a far pawn."""
    for step in line.threats:
        if step.piece_type != chess.KING and not step.escapes_check and _is_calm(step):
            yield Witness("quiet move", step.ply, step.target)


def _is_calm(step: LineStep) -> bool:
    """Whether a move does not capture, check, attack a piece or push a pawn past the fifth rank."""
    runs = step.is_by_pawn and rank_for(step.target, not step.after.turn) >= 6
    return not (step.is_capture or runs or step.victims or step.is_check)


def defensive_move(line: Line) -> Iterator[Witness]:
    """The last move is quiet and was a choice; or a quiet choice answers a check before any other check or capture."""
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


def _has_choice(step: LineStep) -> bool:
    return len(list(islice(step.before.legal_moves, FEWEST_MOVES_FOR_A_CHOICE))) == FEWEST_MOVES_FOR_A_CHOICE


def zugzwang(line: Line) -> Iterator[Witness]:
    """The loser is not in check, has few moves, and would do better to pass. Needs `line.chances`."""
    if line.chances is None:
        return
    for step in line.steps:
        moves = len(list(islice(step.after.legal_moves, MOST_MOVES_IN_ZUGZWANG + 1)))
        if step.is_check or not 0 < moves <= MOST_MOVES_IN_ZUGZWANG:
            continue
        passed = step.after.copy(stack=False)
        passed.push(chess.Move.null())
        to_move, after_pass = line.chances([step.after, passed])
        if 1 - after_pass - to_move >= LEAST_GAIN_OF_PASSING:
            yield Witness("zugzwang", step.ply, step.target)


# Events too common to be motifs: checks, recaptures, escapes.


def check(line: Line) -> Iterator[Witness]:
    """The move gives check."""
    for step in line.steps[:1]:
        if step.is_check:
            yield Witness("check", step.ply, step.target)


def recapture(line: Line) -> Iterator[Witness]:
    """The move recaptures."""
    for step in line.steps[:1]:
        if step.takes_back:
            yield Witness("recapture", step.ply, step.target, (step.target,))


def escape(line: Line) -> Iterator[Witness]:
    """A piece that could be won goes to a safe square without capturing."""
    for step in line.steps[:1]:
        if is_en_prise(step.before, step.origin) and not step.is_capture and not is_en_prise(step.after, step.target):
            yield Witness("escape", step.ply, step.target)
