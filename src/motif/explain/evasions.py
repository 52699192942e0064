"""Say why a move out of check is good: what the other legal moves would lose at once.

A side in check cannot pass, so passing cannot show a threat; instead each of the few other ways out is searched. If
mate follows soon anyway, the sentence says so.
"""

from __future__ import annotations

import chess

from motif.board.wording import listed, piece_on
from motif.engines.evaluator import Evaluation, after, legal_moves, winning_chance
from motif.explain.found import Purpose
from motif.explain.kinds import PointKind
from motif.explain.phrases import quiet as words
from motif.explain.phrases.quiet import said
from motif.explain.quiet_move import MATE_SEEN, QuietMove, mates_soon
from motif.motifs.motif import can_be_won, exchange, worth

MOST_WAYS_OUT = 7
"""With more ways out of check than this, players do not compare them all."""

WORSE_LOSS = 0.05
"""Another way out is worse if it loses this much more winning chance, which is more than the engine's error."""

FAR_WORSE_LOSS = 0.10
"""A move is clearly the best way out if every other one loses this much more winning chance."""

AS_GOOD_LOSS = 0.03
"""Another way out is as good if it loses at most this much more winning chance."""

MOST_NAMED = 2
PLIES_DEEPER = 2


def mated(played: QuietMove) -> Purpose | None:
    """Say that mate follows soon, and which move would last longer; None if no mate is near."""
    board, evaluation = played.board, played.explanation.evaluation
    mate = evaluation.score.mate()
    if mate is None or not -MATE_SEEN <= mate < 0:
        return None
    line = played.after.variation_san(evaluation.line[1:])
    squares = (played.target,)
    if board.legal_moves.count() == 1:
        return Purpose(PointKind.MATED, played.san, said("mate follows", line=line), squares=squares)
    (best,) = played.evaluate([board])
    longest = best.score.mate()
    if best.best in (None, played.move) or (longest is not None and mate <= longest < 0):
        return Purpose(PointKind.MATED, played.san, said("cannot stop mate", line=line), squares=squares)
    longer = said("lasts longer", better=board.san(best.best))
    return Purpose(PointKind.MATED, played.san, said("runs into mate", line=line), longer, squares)


def evaded(played: QuietMove) -> Purpose | None:
    """Say which threats the other ways out of check run into: mate, or the loss of a piece."""
    board, move = played.board, played.move
    others = [each for each in legal_moves(board) if each != move]
    if not board.is_check() or board.is_capture(move) or len(others) > MOST_WAYS_OUT:
        return None
    answers = played.evaluate([after(board, each) for each in others])
    own = winning_chance(played.value_cp)
    outcomes = dict(zip(others, answers, strict=True))
    worse = {
        each: answer for each, answer in outcomes.items() if winning_chance(-answer.centipawns) <= own - WORSE_LOSS
    }
    return _mates(played, outcomes) or _losses(played, worse)


def way_out(played: QuietMove) -> Purpose | None:
    """Say that the move gets out of check, or that it is clearly the best way out by a deeper search."""
    board, move = played.board, played.move
    if not board.is_check():
        return None
    closer = [move, *(each for each in legal_moves(board) if each != move)]
    answers = played.evaluate([after(board, each) for each in closer], PLIES_DEEPER)
    own, *others = (winning_chance(-answer.centipawns) for answer in answers)
    does, more = _defends(played), ""
    if own - max(others, default=own) >= FAR_WORSE_LOSS:
        does = said("best way out")
    elif does is None:
        does = _does(played)
        good = [each for each, chance in zip(closer[1:], others, strict=True) if abs(own - chance) <= AS_GOOD_LOSS]
        is_best = own >= max(others, default=own) - AS_GOOD_LOSS
        more = words.as_good(board, good[:MOST_NAMED]) if good and is_best else ""
    return Purpose(PointKind.DEFENDS, played.san, does, more, (move.to_square,))


def _defends(played: QuietMove) -> str | None:
    """The piece that only the king, on its new square, protects."""
    following, king = played.after, played.target
    if following.piece_type_at(king) != chess.KING:
        return None
    for square in following.attacks(king) & following.occupied_co[not following.turn]:
        is_alone = following.attackers(not following.turn, square) == chess.SquareSet([king])
        if is_alone and following.attackers(following.turn, square):
            return said("out of check, defending", piece=piece_on(following, square))
    return None


def _mates(played: QuietMove, outcomes: dict[chess.Move, Evaluation]) -> Purpose | None:
    """Say which other ways out are soon mated."""
    mated = {each: answer.score.mate() or 0 for each, answer in outcomes.items() if mates_soon(answer)}
    if not mated:
        return None
    quickest = min(mated, key=lambda each: mated[each])
    alike = [each for each, mate in mated.items() if mate == mated[quickest]]
    names = [played.board.san(each) for each in alike]
    reply = outcomes[quickest].best if len(alike) == 1 else None
    shown = f" ({after(played.board, quickest).san(reply)})" if reply is not None else ""
    does = said(
        "others are mated",
        out=_does(played),
        others=listed(names),
        allow="allows" if len(names) == 1 else "allow",
        moves=str(mated[quickest]),
        reply=shown,
    )
    return Purpose(PointKind.DEFENDS, played.san, does, squares=(played.target,))


def _losses(played: QuietMove, worse: dict[chess.Move, Evaluation]) -> Purpose | None:
    """Say which piece, the most valuable one, the other king moves lose and this move keeps."""
    board, following = played.board, played.after
    fallen: dict[chess.Square, list[chess.Move]] = {}
    for each, answer in worse.items():
        reply, there = answer.best, after(board, each)
        # Only king moves are compared: a block that loses the queen is no real alternative.
        if board.piece_type_at(each.from_square) != chess.KING or reply is None:
            continue
        if not there.is_capture(reply) or there.is_en_passant(reply) or exchange(there, reply) < 1:
            continue
        target = reply.to_square
        if target in (each.to_square, played.origin) or can_be_won(following, target):
            continue
        fallen.setdefault(target, []).append(each)
    if not fallen:
        return None
    target = max(fallen, key=lambda square: (worth(board, square), len(fallen[square])))
    is_attacked = bool(following.attackers(following.turn, target))
    guards = is_attacked and target in following.attacks(played.target)
    losers = [board.san(each) for each in fallen[target]]
    key = "defends, out of check" if guards else "keeps, out of check"
    does = said(key, out=_does(played), piece=piece_on(following, target), others=listed(losers))
    return Purpose(PointKind.DEFENDS, played.san, does, squares=(played.target, target))


def _does(played: QuietMove) -> str:
    is_king = played.kind == chess.KING
    return said("out of check" if is_king else "blocks the check")
