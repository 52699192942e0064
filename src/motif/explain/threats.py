"""Find the threat that a quiet move meets or makes, by letting one side pass.

A move *meets* a threat if passing or playing an idle move would lose something, and the move does not. It *makes* a
threat if, after the opponent passes, its side wins something that the same capture could not win at once. The gain of
a threat is that of the explained line after the pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import chess

from motif._core.board import Positions
from motif.board.wording import piece_on, pieces_on
from motif.engines.evaluator import Evaluation, Threat, after, find_threats, legal_moves, passed
from motif.explain.clauses import moves, san
from motif.explain.deeds import outcome
from motif.explain.found import FoundReason, explain_evaluation
from motif.explain.gains import Gain, named, play_on
from motif.explain.kinds import PointKind
from motif.explain.phrases.quiet import if_passed, said
from motif.explain.quiet_move import MATE_SEEN, Claim, QuietMove, cut, safe_moves
from motif.motifs.motif import SLIDERS, can_be_won, exchange, worth

LEAST_COST_CP = 100
"""How many centipawns a pass must cost for there to be a threat; the capture of a single pawn needs less."""

PER_PAWN_CP = 50
"""The evaluation must change by this many centipawns for each pawn threatened."""

IDLE_MOVES = 3
IDLE_MOVES_THAT_LOSE = 2
"""How many of three idle moves must also lose, since one of them may help by chance."""

LONGEST_THREAT_PLIES = 5
"""Players do not see a longer line as a threat, unless it mates."""

PLAIN_CAPTURE_CP = 200
"""What a simple capture must win to be named as the threat, even if the engine prefers another move first."""

LEAST_QUIET_THREAT_PAWNS = 2
"""The least gain of a threat that begins with a quiet move, or that is met in a way we cannot explain."""


def find_threat(played: QuietMove) -> Claim | None:
    """Return the threat that a move meets or makes, the one that is worth more."""
    against, own = find_threats([played.board, played.after], played.evaluator, played.limit)
    met = _explained(against, played) if against is not None else None
    # A capture mostly threatens only the next capture.
    is_capture = played.is_capture
    made = _explained(own, played) if own is not None and not is_capture and not is_traded(played) else None
    is_met = met is not None and _is_met(played, met)
    is_made = made is not None and _is_made(played, made)
    if met is not None and is_met and not (made is not None and is_made and size(made.gain) > size(met.gain)):
        return _met(played, met, counters=is_made)
    return _made(played, made) if made is not None and is_made else None


@dataclass(frozen=True, slots=True)
class _Threatened:
    """A threat and what carrying it out wins."""

    threat: Threat
    gain: Gain
    is_plain: bool
    """Whether the threat is a single capture."""
    is_loud: bool
    """Whether the threat begins with a capture, a check or a promotion."""

    @property
    def needed_cp(self) -> int:
        """By how much a pass must change the evaluation for a threat of this size."""
        pawns = PER_PAWN_CP * min(size(self.gain), 10)
        return pawns if self.is_plain else max(LEAST_COST_CP, pawns)


def _explained(threat: Threat, played: QuietMove) -> _Threatened | None:
    if threat.evaluation.best is None:
        return None
    plain = _plain_capture(threat, played)
    return (_with_gain(plain, played) if plain is not None else None) or _with_gain(threat, played)


def _plain_capture(threat: Threat, played: QuietMove) -> Threat | None:
    """The capture that wins most, if it is hardly worse than the quiet move or trade that the engine prefers."""
    best = threat.evaluation.best
    if best is None or threat.board.gives_check(best) or best.promotion:
        return None
    if threat.board.is_capture(best) and exchange(threat.board, best) > 0:
        return None
    column = Positions.from_boards([threat.board])
    values = column.exchange_values()
    if not len(values) or values.max() < PLAIN_CAPTURE_CP:
        return None
    take = column.legal_moves()[0][int(values.argmax())]
    (answer,) = played.evaluate([after(threat.board, take)])
    evaluation = answer.before(take)
    return replace(threat, evaluation=evaluation) if _is_hardly_worse(evaluation, threat.evaluation) else None


def _is_hardly_worse(evaluation: Evaluation, best: Evaluation) -> bool:
    return evaluation.centipawns >= best.centipawns - PLAIN_CAPTURE_CP


def _with_gain(threat: Threat, played: QuietMove) -> _Threatened | None:
    """The threat with the gain of its line; None if it wins nothing, or nothing soon."""
    won = play_on(threat.board, threat.evaluation, played.evaluator, played.limit)
    first = won.line.steps[0]
    is_loud = first.is_capture or first.is_check or first.move.promotion is not None
    is_soon = len(won.line.moves) <= LONGEST_THREAT_PLIES and (is_loud or won.gain.pawns >= LEAST_QUIET_THREAT_PAWNS)
    if not (won.gain.is_mate or (won.gain.is_something and is_soon)):
        return None
    return _Threatened(threat, won.gain, first.is_capture and len(won.line.moves) == 1, is_loud)


def _with_cause(threat: _Threatened, played: QuietMove) -> FoundReason:
    return explain_evaluation(threat.threat.board, threat.threat.evaluation, played.evaluator, played.limit)


def is_traded(played: QuietMove) -> bool:
    """Return whether the opponent's reply trades the moved piece for one of the same value."""
    reply = played.reply
    if reply is None or reply.to_square != played.target:
        return False
    return worth(played.after, reply.from_square) == worth(played.after, reply.to_square)


def size(gain: Gain) -> int:
    """Return what a gain is worth in pawns; mate counts most."""
    return 100 if gain.is_mate else gain.pawns


def _is_met(played: QuietMove, met: _Threatened) -> bool:
    """Whether a pass and idle moves lose to the threat, and the move does not."""
    loses = -cut(met.threat.evaluation.centipawns)
    if played.value_cp - loses < met.needed_cp:
        return False
    # A capture that is answered by the threat itself has only taken something in return.
    is_answered = played.line[1:2] == met.threat.evaluation.line[:1]
    if is_answered and played.is_capture:
        return False
    idle = list(islice(_idle_moves(played, met), IDLE_MOVES))
    if len(idle) < IDLE_MOVES_THAT_LOSE:
        return False
    answers = played.evaluate([after(played.board, move) for move in idle])
    bound = played.value_cp - met.needed_cp / 2
    return sum(-cut(answer.centipawns) <= bound for answer in answers) >= IDLE_MOVES_THAT_LOSE


def _idle_moves(played: QuietMove, met: _Threatened) -> Iterator[chess.Move]:
    """Moves unrelated to a threat: no capture, no check, away from its line; pawn moves first."""
    board, line = played.board, met.threat.evaluation.line[: 1 if met.is_plain else 5]
    busy = {square for move in line for square in (move.from_square, move.to_square)}
    by_kind = sorted(legal_moves(board), key=lambda move: board.piece_type_at(move.from_square) != chess.PAWN)
    for move in by_kind:
        if move == played.move or move.from_square in busy or move.to_square in busy or move.promotion:
            continue
        is_attacked_there = board.is_attacked_by(not board.turn, move.to_square)
        if not board.is_capture(move) and not board.gives_check(move) and not is_attacked_there:
            yield move


def _is_made(played: QuietMove, made: _Threatened) -> bool:
    """Whether the side wins something if the opponent passes, and would not without this move."""
    # A reader does not see a quiet second move as a threat, unless it is mate.
    if _is_mutual(played, made.threat.evaluation.line[0]) or not (made.is_loud or made.gain.is_mate):
        return False
    if cut(made.threat.evaluation.centipawns) - played.value_cp < made.needed_cp:
        return False
    follow_up = made.threat.evaluation.line[0]
    if not played.board.is_legal(follow_up):
        return True
    (answer,) = played.evaluate([after(played.board, follow_up)])
    # If the same capture wins as much at once, it is no threat, even if the engine prefers to wait.
    as_well = cut(-answer.centipawns) + LEAST_COST_CP > played.value_cp
    if as_well and made.is_plain and exchange(played.board, follow_up) >= made.gain.pawns:
        return False
    at_once = play_on(played.board, answer.before(follow_up), played.evaluator, played.limit).gain
    return 2 * size(at_once) < size(made.gain)


def _is_mutual(played: QuietMove, threat: chess.Move) -> bool:
    """Whether the opponent's reply trades the threatened piece for the attacker."""
    reply, following = played.reply, played.after
    if reply is None or (reply.from_square, reply.to_square) != (threat.to_square, threat.from_square):
        return False
    return worth(following, reply.from_square) == worth(following, reply.to_square)


# The clauses about a threat that is made.


def _made(played: QuietMove, made: _Threatened) -> Claim:
    explained = _with_cause(made, played)
    start, first = explained.line.start, explained.move
    squares = (first.from_square, first.to_square)
    check = if_passed(not played.side, moves(explained.line))
    clause, name = _threat_clause(played, explained)
    return Claim(PointKind.THREATENS, clause, squares, name, without=start, check=check)


def _threat_clause(played: QuietMove, explained: FoundReason) -> tuple[str, str]:
    start = explained.line.start
    first, threat = explained.move, san(explained.line, 0)
    if explained.gain.mate_in == 1:
        return said("threatens mate", threat=threat.rstrip("#")), "mate"
    target, mate_in = piece_on(start, first.to_square), explained.gain.mate_in
    takes = start.piece_at(first.to_square) is not None and exchange(start, first) >= 1
    if mate_in is not None and (mate_in <= MATE_SEEN or not takes):
        return said("threatens a longer mate", moves=str(mate_in), threat=threat), "mate"
    if takes_one(explained) and _keeps_attacking(played, first):
        return said("keeps the attack", attacker=piece_on(start, first.from_square), piece=target), "attack"
    attacked = start.attacks(played.target) - played.board.attacks(played.origin)
    is_attacked = first.from_square == played.target or first.to_square in attacked
    if is_attacked and takes:
        return said("attacks", piece=target), "attack"
    # What a promotion wins goes without saying.
    if takes_one(explained) or first.promotion or mate_in is not None:
        return said("threatens to take", threat=threat), "attack"
    witness = explained.cause.witness if explained.cause is not None else None
    if witness is not None and witness.motif == "fork" and witness.ply == 0:
        return said("threatens a fork", threat=threat, pieces=pieces_on(start, witness.against)), "fork"
    return said("threatens", threat=threat, effect=would(explained)), "threat"


def takes_one(explained: FoundReason) -> bool:
    """Return whether a line is a single capture that wins just the captured piece."""
    taken = explained.line.start.piece_type_at(explained.move.to_square)
    return (
        len(explained.line.moves) == 1
        and taken is not None
        and outcome(explained.line, explained.gain) == f"wins {named(taken)}"
    )


def would(explained: FoundReason) -> str:
    """Return what a line would do: "win a rook", "mate in 2"."""
    effect = outcome(explained.line, explained.gain) or "wins material"
    effect = effect.replace("is ", "be ")
    for verb in ("wins ", "makes ", "promotes ", "mates "):
        effect = effect.replace(verb, f"{verb[:-2]} ")
    return effect


def _keeps_attacking(played: QuietMove, capture: chess.Move) -> bool:
    """Whether the king only answers a check that was inserted before the capture of an attacked piece."""
    is_king = played.kind == chess.KING
    attacked = played.board.attacks(capture.from_square)
    return played.board.is_check() and is_king and capture.to_square in attacked


# The clauses about a threat that is met.


def _met(played: QuietMove, met: _Threatened, *, counters: bool) -> Claim | None:
    explained = _with_cause(met, played)
    way = next(_ways(played, explained, counters=counters), None)
    if way is None and size(met.gain) < LEAST_QUIET_THREAT_PAWNS:
        return None
    way = way or _stopped(played, explained)
    if way is None:
        return None
    name, clause = way
    result = "wins it" if takes_one(explained) else outcome(explained.line, explained.gain) or "wins material"
    # An attacked piece needs no other reason to move.
    names_threat = name in ("stops", "prepared", "king escape", "counters", "captures the attacker", "escape")
    return Claim(
        PointKind.DEFENDS,
        clause,
        (explained.move.from_square, explained.move.to_square),
        name,
        goes_first=name != "defends",
        otherwise=None if names_threat else (san(explained.line, 0).rstrip("#"), result),
        without=explained.line.start,
        check=if_passed(played.side, moves(explained.line)),
    )


def _stopped(played: QuietMove, explained: FoundReason) -> tuple[str, str] | None:
    """Say that the move stops a threat or has an answer to it; None if the threat only comes later."""
    line, threat = played.line, san(explained.line, 0)
    if line[1:2] == explained.line.moves[:1] and len(line) > 2:
        there = after(played.after, line[1])
        if there.is_check() and there.piece_type_at(line[2].from_square) == chess.KING:
            return None
        answer = there.san(line[2])
        return "prepared", said("prepared", threat=threat, answer=answer)
    if explained.move in line[1::2] or _is_only_delayed(played, explained.move):
        return None
    return "stops", said("stops", threat=threat, effect=would(explained))


def _is_only_delayed(played: QuietMove, threat: chess.Move) -> bool:
    """Whether the move is a check after which the opponent still threatens the same capture or mate."""
    if not played.after.is_check() or len(played.line) < 2:
        return False
    idle = passed(after(played.after, played.line[1]))
    if idle is None or not idle.is_legal(threat):
        return False
    return after(idle, threat).is_checkmate() or (idle.is_capture(threat) and exchange(idle, threat) >= 1)


def _ways(played: QuietMove, threat: FoundReason, *, counters: bool) -> Iterator[tuple[str, str]]:
    """The ways in which the move meets a threat, as phrase keys with names, the most concrete first."""
    board, move, following = played.board, played.move, played.after
    line, target = threat.line, move.to_square
    first = line.moves[0]
    name = san(line, 0)
    aims = [later.to_square for later in line.moves[:3:2]]
    kind = board.piece_type_at(move.from_square)
    is_king = kind == chess.KING
    assert kind is not None
    if board.is_capture(move) and target == first.from_square:
        yield "captures the attacker", said("captures the attacker", piece=piece_on(board, target), threat=name)
    if not is_king:
        for ply, aim in zip((0, 2), aims, strict=False):
            if aim == move.from_square and line.boards[ply].piece_at(aim) == board.piece_at(aim):
                is_only = kind != chess.PAWN and not any(other != move for other in safe_moves(board, move.from_square))
                key = "escape, only" if is_only else "escape, later" if ply else "escape"
                key = "escape, check" if following.is_check() else key
                yield "escape", said(key, piece=chess.piece_name(kind), threat=name)
    if board.is_castling(move) and board.piece_type_at(first.to_square) == chess.ROOK:
        yield "rook escape", said("rook escape", piece=piece_on(board, first.to_square))
    yield from _guards(played, line.boards, aims)
    if is_king and (threat.gain.is_mate or any(each.is_check() for each in line.boards[1::2])):
        yield "king escape", said("king escape", threat=name, effect=would(threat))
    for slider, aim in ((later.from_square, later.to_square) for later in line.moves[:3:2]):
        if chess.between(slider, aim) & chess.BB_SQUARES[target] and board.piece_at(slider) is not None:
            yield "blocks", said("blocks", slider=piece_on(board, slider))
    enemy = not board.turn
    if following.is_pinned(enemy, first.from_square) and not board.is_pinned(enemy, first.from_square):
        yield "pins the attacker", said("pins the attacker", piece=piece_on(board, first.from_square))
    king = board.king(board.turn)
    if threat.gain.is_mate and king is not None and move.from_square in chess.SquareSet(chess.BB_KING_ATTACKS[king]):
        yield "makes room", said("makes room")
    if counters:
        yield "counters", said("counters", threat=name)


def _guards(
    played: QuietMove, boards: Sequence[chess.Board], aims: Sequence[chess.Square]
) -> Iterator[tuple[str, str]]:
    board, following, target = played.board, played.after, played.target
    for ply, aim in zip((0, 2), aims, strict=False):
        if boards[ply].color_at(aim) != board.turn and boards[ply].piece_at(aim) is not None:
            continue
        # A piece of the opponent, or one that only comes there later, is not defended now.
        if board.color_at(aim) != board.turn or board.piece_at(aim) != following.piece_at(aim):
            continue
        if can_be_won(following, aim):
            continue
        new = following.attackers(board.turn, aim) - board.attackers(board.turn, aim)
        if target in new or (new and board.is_castling(played.move)):
            yield "defends", said("defends", piece=piece_on(board, aim))
        elif new:
            defender = piece_on(following, new.pop())
            yield "lets defend", said("lets defend", defender=defender, piece=piece_on(board, aim))
    yield from _backed_up(played, aims)


def _backed_up(played: QuietMove, aims: Sequence[chess.Square]) -> Iterator[tuple[str, str]]:
    """The moved piece supports a defender from behind, along the line on which it defends the threatened piece."""
    board, following, target = played.board, played.after, played.target
    for aim in aims if following.piece_type_at(target) in SLIDERS else ():
        between = chess.SquareSet(chess.between(target, aim) & following.occupied)
        line = chess.ray(target, aim)
        if len(between) != 1 or not line or board.color_at(aim) != board.turn:
            continue
        (guard,) = between
        slides = following.attacks_mask(target) & chess.BB_SQUARES[guard]
        if slides and aim in following.attacks(guard) and following.color_at(guard) == board.turn:
            names = {"defender": piece_on(following, guard), "piece": piece_on(following, aim)}
            yield "backs up", said("backs up", **names)
