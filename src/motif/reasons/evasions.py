"""Why a king in check goes here and not there: what each other way out of the check would lose at once.

Nobody can pass in check, so no threat is read off a pass; the other ways out are few, and each is tried instead.
"""

from __future__ import annotations

import chess

from motif.board.chances import winning_chance
from motif.board.english import listed, man
from motif.board.motifs.safety import exchange, worth
from motif.board.oracles import Evaluation
from motif.board.valuation import after, legal_moves
from motif.reasons.purposes import Purpose, PurposeKind
from motif.reasons.scene import Scene

MOST_WAYS_OUT = 7
"""With more ways out than these, nobody compares them all."""

WORSE = 0.05
"""By so much of a winning chance another way out is worse, beyond what the judge may err by."""

FAR_WORSE = 0.10
"""Where every other way out gives away so much, as much as a mistake, this one is the best by far."""

PLIES_CLOSER = 2

MATED_SOON = 3
"""A mate in so many moves is seen at the board."""


def evaded(scene: Scene) -> Purpose | None:
    """What other ways out of a check lose and this one does not: they are mated, or a man falls at once."""
    board, move = scene.board, scene.move
    others = [each for each in legal_moves(board) if each != move]
    if not board.is_check() or board.is_capture(move) or len(others) > MOST_WAYS_OUT:
        return None
    answers = scene.oracle.evaluate([after(board, each) for each in others], scene.limit)
    own = winning_chance(scene.value)
    worse = {
        each: answer
        for each, answer in zip(others, answers, strict=True)
        if winning_chance(-answer.centipawns) <= own - WORSE
    }
    return _mates(scene, worse) or _losses(scene, worse)


def way_out(scene: Scene) -> Purpose | None:
    """That a move gets out of check, and whether the other ways out are far worse, in the eyes of a closer look."""
    board, move = scene.board, scene.move
    if not board.is_check():
        return None
    closer = [move, *(each for each in legal_moves(board) if each != move)]
    answers = scene.oracle.evaluate([after(board, each) for each in closer], scene.limit.deeper(PLIES_CLOSER))
    own, *others = (winning_chance(-answer.centipawns) for answer in answers)
    is_far_better = own - max(others, default=own) >= FAR_WORSE
    does = "is by far the best way out of the check" if is_far_better else _does(scene)
    return Purpose(PurposeKind.MEETS, f"{board.san(move)} {does}.", (move.to_square,))


def _mates(scene: Scene, worse: dict[chess.Move, Evaluation]) -> Purpose | None:
    """The ways out that are mated soon, where this one is not."""
    mated = {each: mate for each, answer in worse.items() if (mate := answer.score.mate()) and 0 < mate <= MATED_SOON}
    if not mated or scene.explanation.evaluation.score.mate() is not None:
        return None
    quickest = min(mated, key=lambda each: mated[each])
    alike = [each for each, mate in mated.items() if mate == mated[quickest]]
    names = listed([scene.board.san(each) for each in alike])
    allow = "allows" if len(alike) == 1 else "allow"
    said = f"{scene.board.san(scene.move)} {_does(scene)}; {names} {allow} mate in {mated[quickest]}"
    if len(alike) == 1 and (reply := worse[quickest].best) is not None:
        said += f" ({after(scene.board, quickest).san(reply)})"
    return Purpose(PurposeKind.MEETS, f"{said}.", (scene.move.to_square,))


def _losses(scene: Scene, worse: dict[chess.Move, Evaluation]) -> Purpose | None:
    """The dearest man that other ways of the king lose to a capture, which this one leaves no room for."""
    board, following = scene.board, scene.following
    fallen: dict[chess.Square, list[chess.Move]] = {}
    for each, answer in worse.items():
        reply, there = answer.best, after(board, each)
        # Nobody thinks of a block that opens a line on the queen.
        if board.piece_type_at(each.from_square) != chess.KING or reply is None:
            continue
        if not there.is_capture(reply) or there.is_en_passant(reply) or exchange(there, reply) < 1:
            continue
        target = reply.to_square
        if target in (each.to_square, scene.move.from_square) or _is_lost(following, target):
            continue
        fallen.setdefault(target, []).append(each)
    if not fallen:
        return None
    target = max(fallen, key=lambda square: (worth(board, square), len(fallen[square])))
    is_attacked = bool(following.attackers(following.turn, target))
    guards = is_attacked and target in following.attacks(scene.move.to_square)
    losers = [board.san(each) for each in fallen[target]]
    lose = "loses" if len(losers) == 1 else "lose"
    keeps = f"{'guards' if guards else 'keeps'} {man(following, target)}, which {listed(losers)} {lose}"
    said = f"{board.san(scene.move)} {_does(scene)} and {keeps}."
    return Purpose(PurposeKind.MEETS, said, (scene.move.to_square, target))


def _is_lost(board: chess.Board, target: chess.Square) -> bool:
    """Whether whoever is to move wins something by taking there."""
    return any(move.to_square == target and exchange(board, move) > 0 for move in board.generate_legal_captures())


def _does(scene: Scene) -> str:
    is_king = scene.board.piece_type_at(scene.move.from_square) == chess.KING
    return "gets out of check" if is_king else "blocks the check"
