"""Why a king in check goes here and not there: what each other way out of the check would lose at once.

Nobody can pass in check, so no threat is read off a pass; the other ways out are few, and each is tried instead. Where
mate follows soon all the same, that is what there is to say of any move.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.board.wording import listed, piece_on
from motif.engines.evaluator import Evaluation, Evaluator, after, legal_moves, winning_chance
from motif.engines.limits import Limit
from motif.explain.found import FoundReason, Purpose
from motif.explain.kinds import PointKind
from motif.motifs.motif import exchange, worth

# A move that wins nothing, as what it is for is looked for: the boards around it, its value, and whom to ask.


@dataclass(frozen=True, slots=True)
class QuietMove:
    """A quiet move, the boards around it, and what it is worth."""

    explanation: FoundReason
    evaluator: Evaluator
    limit: Limit

    @property
    def board(self) -> chess.Board:
        """The board on which it is made."""
        return self.explanation.line.start

    @property
    def move(self) -> chess.Move:
        """The move."""
        return self.explanation.move

    @property
    def following(self) -> chess.Board:
        """The board after it."""
        return self.explanation.line.boards[1]

    @property
    def value(self) -> int:
        """What it is worth to whoever makes it."""
        return cut(self.explanation.evaluation.centipawns)


def cut(centipawns: int) -> int:
    """A value between bounds: beyond twenty pawns there is nothing to compare."""
    return max(-2_000, min(2_000, centipawns))


MOST_WAYS_OUT = 7
"""With more ways out than these, nobody compares them all."""

WORSE = 0.05
"""By so much of a winning chance another way out is worse, beyond what the judge may err by."""

FAR_WORSE = 0.10
"""Where every other way out gives away so much, as much as a mistake, this one is the best by far."""

PLIES_CLOSER = 2

MATED_SOON = 3
"""A mate in so many moves is seen at the board."""


def mated(quiet_move: QuietMove) -> Purpose | None:
    """That mate follows soon, and which move would have lasted longer; None where no mate is seen."""
    board, evaluation = quiet_move.board, quiet_move.explanation.evaluation
    mate = evaluation.score.mate()
    if mate is None or not -MATED_SOON <= mate < 0:
        return None
    line = quiet_move.following.variation_san(evaluation.line[1:])
    squares = (quiet_move.move.to_square,)
    if board.legal_moves.count() == 1:
        said = f"{board.san(quiet_move.move)} is the only legal move, and mate follows: {line}."
        return Purpose(PointKind.MATED, said, squares)
    (best,) = quiet_move.evaluator.evaluate([board], quiet_move.limit)
    longest = best.score.mate()
    if best.best is None or (longest is not None and mate <= longest < 0):
        return Purpose(PointKind.MATED, f"{board.san(quiet_move.move)} cannot stop the mate: {line}.", squares)
    said = f"{board.san(quiet_move.move)} runs into mate: {line}. {board.san(best.best)} lasts longer."
    return Purpose(PointKind.MATED, said, squares)


def evaded(quiet_move: QuietMove) -> Purpose | None:
    """What other ways out of a check lose and this one does not: they are mated, or a man falls at once."""
    board, move = quiet_move.board, quiet_move.move
    others = [each for each in legal_moves(board) if each != move]
    if not board.is_check() or board.is_capture(move) or len(others) > MOST_WAYS_OUT:
        return None
    answers = quiet_move.evaluator.evaluate([after(board, each) for each in others], quiet_move.limit)
    own = winning_chance(quiet_move.value)
    outcomes = dict(zip(others, answers, strict=True))
    worse = {each: answer for each, answer in outcomes.items() if winning_chance(-answer.centipawns) <= own - WORSE}
    return _mates(quiet_move, outcomes) or _losses(quiet_move, worse)


def way_out(quiet_move: QuietMove) -> Purpose | None:
    """That a move gets out of check, and whether the other ways out are far worse, in the eyes of a closer look."""
    board, move = quiet_move.board, quiet_move.move
    if not board.is_check():
        return None
    closer = [move, *(each for each in legal_moves(board) if each != move)]
    answers = quiet_move.evaluator.evaluate(
        [after(board, each) for each in closer], quiet_move.limit.deeper(PLIES_CLOSER)
    )
    own, *others = (winning_chance(-answer.centipawns) for answer in answers)
    is_far_better = own - max(others, default=own) >= FAR_WORSE
    does = "is by far the best way out of the check" if is_far_better else _does(quiet_move)
    return Purpose(PointKind.DEFENDS, f"{board.san(move)} {does}.", (move.to_square,))


def _mates(quiet_move: QuietMove, outcomes: dict[chess.Move, Evaluation]) -> Purpose | None:
    """The ways out that are mated soon, as this one is not."""
    mated = {each: answer.score.mate() or 0 for each, answer in outcomes.items() if mates_soon(answer)}
    if not mated:
        return None
    quickest = min(mated, key=lambda each: mated[each])
    alike = [each for each, mate in mated.items() if mate == mated[quickest]]
    names = listed([quiet_move.board.san(each) for each in alike])
    allow = "allows" if len(alike) == 1 else "allow"
    said = f"{quiet_move.board.san(quiet_move.move)} {_does(quiet_move)}; {names} {allow} mate in {mated[quickest]}"
    if len(alike) == 1 and (reply := outcomes[quickest].best) is not None:
        said += f" ({after(quiet_move.board, quickest).san(reply)})"
    return Purpose(PointKind.DEFENDS, f"{said}.", (quiet_move.move.to_square,))


def mates_soon(answer: Evaluation) -> bool:
    """Whether a mate that anybody would see follows for whoever is to move."""
    mate = answer.score.mate()
    return mate is not None and 0 < mate <= MATED_SOON


def _losses(quiet_move: QuietMove, worse: dict[chess.Move, Evaluation]) -> Purpose | None:
    """The dearest man that other ways of the king lose to a capture, which this one leaves no room for."""
    board, following = quiet_move.board, quiet_move.following
    fallen: dict[chess.Square, list[chess.Move]] = {}
    for each, answer in worse.items():
        reply, there = answer.best, after(board, each)
        # Nobody thinks of a block that opens a line on the queen.
        if board.piece_type_at(each.from_square) != chess.KING or reply is None:
            continue
        if not there.is_capture(reply) or there.is_en_passant(reply) or exchange(there, reply) < 1:
            continue
        target = reply.to_square
        if target in (each.to_square, quiet_move.move.from_square) or _is_lost(following, target):
            continue
        fallen.setdefault(target, []).append(each)
    if not fallen:
        return None
    target = max(fallen, key=lambda square: (worth(board, square), len(fallen[square])))
    is_attacked = bool(following.attackers(following.turn, target))
    guards = is_attacked and target in following.attacks(quiet_move.move.to_square)
    losers = [board.san(each) for each in fallen[target]]
    lose = "loses" if len(losers) == 1 else "lose"
    keeps = f"{'guards' if guards else 'keeps'} {piece_on(following, target)}, which {listed(losers)} {lose}"
    said = f"{board.san(quiet_move.move)} {_does(quiet_move)} and {keeps}."
    return Purpose(PointKind.DEFENDS, said, (quiet_move.move.to_square, target))


def _is_lost(board: chess.Board, target: chess.Square) -> bool:
    """Whether whoever is to move wins something by taking there."""
    return any(move.to_square == target and exchange(board, move) > 0 for move in board.generate_legal_captures())


def _does(quiet_move: QuietMove) -> str:
    is_king = quiet_move.board.piece_type_at(quiet_move.move.from_square) == chess.KING
    return "gets out of check" if is_king else "blocks the check"
