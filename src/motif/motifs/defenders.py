"""Find undefended pieces, and defenders that are captured, lured away, blocked or overloaded."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif._core.board import is_cornered, is_covered
from motif.board.material import TARGET_VALUES, balance
from motif.motifs.motif import (
    SLIDERS,
    Line,
    LineStep,
    Remedy,
    Witness,
    aside,
    block,
    defend,
    exchange,
    put_back,
    remove,
    worth,
)


def hanging_piece(line: Line) -> Iterator[Witness]:
    """The first move captures an undefended piece and stays ahead; a recapture of equal value does not count."""
    step = line.steps[0] if line.steps else None
    if step is None or step.taken in (None, chess.PAWN) or is_covered(step.before, step.target):
        return
    assert step.taken is not None
    if line.lead is not None:
        board, lead = line.lead
        if lead.to_square == step.target and worth(board, lead.to_square) >= TARGET_VALUES[step.taken]:
            return
    if len(line.steps) > 1 and balance(line.boards[3], line.winner) < balance(line.boards[1], line.winner):
        return
    yield Witness("hanging piece", 0, step.target, (step.target,), (), TARGET_VALUES[step.taken], _remedies(step))


def _remedies(step: LineStep) -> tuple[Remedy, ...]:
    """Remove the captured piece; or, if it was undefended and not worth more than the capturer, add a defender."""
    assert step.taken is not None
    if is_covered(step.before, step.target) or TARGET_VALUES[step.taken] > TARGET_VALUES[step.piece_type]:
        return (remove(step.target),)
    return defend(step.target), remove(step.target)


def winning_capture(line: Line) -> Iterator[Witness]:
    """A capture that wins material once all captures on its square are done, or that the opponent leaves unanswered.

    A recapture wins the difference: recapturing a knight that took a pawn wins two pawns' worth.
    """
    for step in line.steps:
        if step.taken is None or (step.takes_back and step.ply):
            continue
        won = exchange(step.before, step.move) - _paid(step)
        if won < 1 and not step.ply and _is_let_be(line, step):
            won = TARGET_VALUES[step.taken] - _paid(step)
        if won >= 1:
            yield Witness(
                "winning capture",
                step.ply,
                step.target,
                (step.target,),
                (),
                won,
                _remedies(step),
            )


def _paid(step: LineStep) -> int:
    """The value of the piece that the opponent has just captured, if the step recaptures; else 0."""
    if not step.takes_back or step.answered_on is None:
        return 0
    return worth(step.answered_on, step.target) or TARGET_VALUES[chess.PAWN]


def _is_let_be(line: Line, step: LineStep) -> bool:
    """Whether the opponent, who could recapture, never does so on this line."""
    answers = line.moves[step.ply + 1 :: 2]
    return bool(answers) and all(answer.to_square != step.target for answer in answers)


def trapped_piece(line: Line) -> Iterator[Witness]:
    """A piece is captured that could have been won on any square it could reach."""
    for step in line.steps[1:]:
        trap, answer = step.earlier, step.answer
        if step.taken in (None, chess.PAWN) or trap is None or answer is None:
            continue
        assert step.taken is not None
        square = answer.from_square if answer.to_square == step.target else step.target
        if is_cornered(trap.after, square):
            hunters = trap.after.attackers(line.winner, square)
            by = trap.target if trap.target in hunters else next(iter(hunters))
            yield _trap(trap, by, square, TARGET_VALUES[step.taken])


def _trap(trap: LineStep, by: chess.Square, square: chess.Square, claim: int) -> Witness:
    remedies = (remove(*_jailers(trap, square)), defend(square), remove(square))
    return Witness("trapped piece", trap.ply, by, (square,), (), claim, remedies)


def _jailers(trap: LineStep, square: chess.Square) -> Iterator[chess.Square]:
    """The winner's pieces that alone cover an escape square of a trapped piece, and do not attack the piece itself."""
    hunters = trap.after.attackers(not trap.after.turn, square)
    for move in trap.after.generate_legal_moves(chess.BB_SQUARES[square]):
        guards = trap.after.attackers(not trap.after.turn, move.to_square) - hunters
        if len(guards) == 1 and trap.target not in guards:
            yield guards.pop()


def abandoned_defence(line: Line) -> Iterator[Witness]:
    """The opponent's move before the line moved a defender away, and the piece that it defended is captured."""
    if line.lead is None:
        return
    board, left = line.lead
    for step in line.steps[:2]:
        if step.taken is None or board.piece_at(step.target) != step.before.piece_at(step.target):
            continue
        if step.target not in board.attacks(left.from_square) or step.target in line.start.attacks(left.to_square):
            continue
        won = exchange(step.before, step.move)
        guard = board.piece_type_at(left.from_square)
        if won >= 1 and guard is not None:
            remedies = (put_back(guard, left.from_square),)
            yield Witness(
                "abandoned defence", step.ply, step.target, (step.target,), (left.from_square,), won, remedies
            )


def captured_defender(line: Line) -> Iterator[Witness]:
    """A defender is captured; then the piece it defended is won for nothing, or the square it covered allows mate."""
    for step in line.steps[1:]:
        first = step.earlier
        if first is None or first.taken is None or first.is_check or first.escapes_check:
            continue
        if first.target == step.origin or not (step.after.is_checkmate() or _wins_for_nothing(step)):
            continue
        if step.target in first.before.attacks(first.target):
            claim = TARGET_VALUES[step.taken] if step.taken else 0
            yield Witness(
                "capture of the defender",
                first.ply,
                first.target,
                (first.target, step.target),
                (),
                claim,
                (defend(step.target),),
            )


def _wins_for_nothing(step: LineStep) -> bool:
    """Whether a step captures, without recapturing, an undefended piece that is worth no more than the capturer."""
    return (
        step.taken is not None
        and step.piece_type != chess.KING
        and TARGET_VALUES[step.taken] <= TARGET_VALUES[step.piece_type]
        and step.answer is not None
        and step.answer.to_square != step.target
        and not is_covered(step.before, step.target)
    )


def deflection(line: Line) -> Iterator[Witness]:
    """A piece that must recapture or answer a check leaves a square, on which the winner then captures or promotes."""
    for step in line.steps[1:]:
        lure, answer = step.earlier, step.answer
        if lure is None or answer is None or not (step.taken or step.move.promotion):
            continue
        if step.taken and TARGET_VALUES[step.taken] > TARGET_VALUES[step.piece_type]:
            continue
        if step.target in (answer.to_square, lure.target) or not (answer.to_square == lure.target or lure.is_check):
            continue
        if lure.taken is not None and TARGET_VALUES[lure.taken] >= _price(lure):
            continue
        if _left_unguarded(step, lure, answer):
            claim = TARGET_VALUES[step.taken] if step.taken else TARGET_VALUES[chess.QUEEN] - TARGET_VALUES[chess.PAWN]
            yield Witness(
                "deflection",
                lure.ply,
                lure.target,
                (answer.from_square, step.target),
                (),
                claim,
                (defend(step.target), remove(step.target), remove(lure.origin)),
            )


def _price(lure: LineStep) -> int:
    return TARGET_VALUES[lure.piece_type]


def _left_unguarded(step: LineStep, lure: LineStep, answer: chess.Move) -> bool:
    guarded = lure.after.attacks(answer.from_square)
    if step.target in step.before.attacks(answer.to_square):
        return False
    if step.target in guarded:
        return True
    # A piece in front of a pawn blocks the way to its promotion square.
    same_file = chess.square_file(step.target) == chess.square_file(answer.from_square)
    return bool(step.move.promotion) and same_file and step.origin in guarded


def overloaded_defender(line: Line) -> Iterator[Witness]:
    """One piece defends two others; it recaptures for one of them, and the other is won for nothing."""
    for step in line.steps[1:]:
        first, answer = step.earlier, step.answer
        if first is None or answer is None or first.taken is None or answer.to_square != first.target:
            continue
        if step.target == first.target or not _wins_for_nothing(step):
            continue
        guard = answer.from_square
        duties = first.before.attacks(guard)
        if first.target in duties and step.target in duties and _is_only_guard(first.before, guard, step.target):
            assert step.taken is not None
            yield Witness(
                "overloaded defender",
                first.ply,
                first.target,
                (guard, first.target, step.target),
                (),
                TARGET_VALUES[step.taken],
                (defend(step.target),),
            )


def _is_only_guard(board: chess.Board, guard: chess.Square, square: chess.Square) -> bool:
    return board.attackers(not board.turn, square) == chess.SquareSet([guard])


def interference(line: Line) -> Iterator[Witness]:
    """The winner blocks the line between a piece and its defender, and captures the piece."""
    for step in line.steps[1:]:
        first, answer = step.earlier, step.answer
        if first is None or answer is None or answer.to_square == step.target:
            continue
        yield from _shut_off("interference", step, first, first.before, first.target)


def self_interference(line: Line) -> Iterator[Witness]:
    """The loser blocks the line between a piece of its side and the defender, and loses the piece."""
    for step in line.steps[1:]:
        first, answer = step.earlier, step.answer
        if first is None or answer is None:
            continue
        yield from _shut_off("self-interference", step, first, first.after, answer.to_square)


def _shut_off(name: str, step: LineStep, first: LineStep, board: chess.Board, block: chess.Square) -> Iterator[Witness]:
    if step.taken is None or is_covered(step.before, step.target):
        return
    loser = not step.before.turn
    guards = chess.SquareSet(board.attackers_mask(loser, step.target))
    if not guards or board.color_at(step.target) != loser:
        return
    guard = guards.pop()
    if board.piece_type_at(guard) in SLIDERS and chess.between(step.target, guard) & chess.BB_SQUARES[block]:
        yield Witness(
            name,
            first.ply,
            first.target,
            (guard, step.target),
            (block,),
            TARGET_VALUES[step.taken],
            (defend(step.target),),
        )


# Attraction, intermezzo and sacrifice.

LEAST_SACRIFICE_PAWNS = 2
"""The least material, in pawns, that must be given up to be called a sacrifice."""


def attraction(line: Line) -> Iterator[Witness]:
    """A king, queen or rook captures on a square where it is then checked, or attacked and captured."""
    steps = line.steps
    for lure, follow, *rest in (steps[index : index + 3] for index in range(len(steps) - 1)):
        answer = follow.answer
        if answer is None or answer.to_square != lure.target:
            continue
        attracted = lure.after.piece_type_at(answer.from_square)
        if attracted not in (chess.KING, chess.QUEEN, chess.ROOK) or lure.target not in follow.victims:
            continue
        if attracted == chess.KING or (rest and rest[0].target == lure.target):
            yield Witness(
                "attraction",
                lure.ply,
                lure.target,
                (answer.from_square,),
                (lure.target,),
                0 if attracted == chess.KING else TARGET_VALUES[attracted],
                (block(*chess.SquareSet(chess.between(follow.target, lure.target))), remove(follow.origin)),
            )


def intermezzo(line: Line) -> Iterator[Witness]:
    """The winner could recapture at once, but plays another move first and recaptures then."""
    for step in line.steps[1:]:
        between, answer = step.earlier, step.answer
        if not step.is_capture or between is None or answer is None:
            continue
        if between.target == step.target or step.target in between.after.attacks(answer.from_square):
            continue
        board, taking = between.answered_on, between.answer
        if board is None or taking is None:
            return
        took = taking.to_square == step.target and board.is_capture(taking)
        if took and between.before.is_legal(step.move):
            king = between.after.king(not line.winner)
            if between.is_check and king is not None:
                # With the king one square away the check would not exist; no edit undoes the force of other moves.
                remedies = aside(between.after, not line.winner)
                yield Witness("intermezzo", between.ply, between.target, (step.target, king), remedies=remedies)
            else:
                yield Witness("intermezzo", between.ply, between.target, (step.target,))
        return


def sacrifice(line: Line) -> Iterator[Witness]:
    """After the winner's next move it is still down two pawns or more since the start, and the loser never promotes."""
    if any(move.promotion for move in line.answers):
        return
    at_first = balance(line.start, line.winner)
    for step in line.steps[1:]:
        if balance(step.after, line.winner) <= at_first - LEAST_SACRIFICE_PAWNS:
            assert step.earlier is not None
            yield Witness("sacrifice", step.earlier.ply, step.earlier.target)
            return
