"""What a quiet move is for: it meets a threat, or makes one; both are seen by letting a side pass.

It *meets* a threat when a pass would lose something, idle moves would too, and the move does not. It *makes* one when
the opponent's pass would lose something, and the same follow-up at once would not. What is lost or won is the explained
line from the board after the pass. Where neither holds and several moves are as good, that is all there is to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import chess

from motif._core.board import Positions
from motif.board.material import VALUES
from motif.board.moves import MoveOnBoard
from motif.board.phases import Phase, phase_of
from motif.board.wording import piece_on
from motif.engines.evaluator import (
    Evaluation,
    Evaluator,
    SupportsAblation,
    Threat,
    after,
    find_threats,
    legal_moves,
    winning_chance,
)
from motif.engines.limits import QUIET_IDEAS_LIMIT, Limit
from motif.explain import quiet_words as words
from motif.explain.evasions import QuietMove, cut, evaded, mated, mates_soon
from motif.explain.found import FoundReason, Purpose, explain_evaluation
from motif.explain.gains import Gain, play_on
from motif.explain.kinds import PointKind
from motif.motifs.catalogue import IDEAS, sightings
from motif.motifs.idea import Sighting
from motif.motifs.motif import exchange, worth

# What a quiet move improves: an idea that it shows and a rival does not, weighed by a search without that idea.

LEAST_PREFERRED = 10
"""By so many centipawns a search must prefer the move for anything to be its reason."""


MOST_WEIGHED = 3
"""So many ideas are weighed, those first that tell most: each costs two short searches."""


def shown(board: chess.Board, move: chess.Move, line: Sequence[chess.Move]) -> list[Sighting]:
    """What a move does for its side, what tells most first; what it spoils is left out."""
    return [seen for seen in sightings(MoveOnBoard(board, move, tuple(line))) if not IDEAS[seen.idea].spoils]


def weighed(
    board: chess.Board, move: chess.Move, seen: Sequence[Sighting], rivals: Sequence[chess.Move], evaluator: Evaluator
) -> Sighting | None:
    """The first idea for which a search prefers the move to a rival that does not show it; None if there is none."""
    known = _known(evaluator) if seen else ()
    for sighting in list(seen)[:MOST_WEIGHED]:
        terms = [term for term in IDEAS[sighting.idea].terms if term in known]
        rival = next(_without(board, sighting.idea, rivals), None)
        if rival is None or (not terms and IDEAS[sighting.idea].terms):
            continue
        if not terms or _carries(board, (move, rival), terms, evaluator):
            return sighting
    return None


def _known(evaluator: Evaluator) -> tuple[str, ...]:
    return evaluator.term_names if isinstance(evaluator, SupportsAblation) else ()


def _without(board: chess.Board, idea: str, rivals: Sequence[chess.Move]) -> Iterator[chess.Move]:
    """The rivals that do not show an idea."""
    for rival in rivals:
        if next(IDEAS[idea].find(MoveOnBoard(board, rival)), None) is None:
            yield rival


def _carries(board: chess.Board, pair: tuple[chess.Move, chess.Move], terms: list[str], evaluator: Evaluator) -> bool:
    """Whether the first move is preferred to the second, and hardly or not at all when the terms count nothing."""
    assert isinstance(evaluator, SupportsAblation)
    preferred = _preference(board, pair, evaluator)
    return preferred >= LEAST_PREFERRED and 2 * _preference(board, pair, evaluator.without(terms)) <= preferred


def _preference(board: chess.Board, pair: tuple[chess.Move, chess.Move], evaluator: Evaluator) -> int:
    first, second = evaluator.evaluate([after(board, move) for move in pair], QUIET_IDEAS_LIMIT)
    return second.centipawns - first.centipawns


# What a quiet move is for when nothing is threatened: it prevents what the opponent would play, or prepares its next.

WORTH_PREVENTING = 40
"""So many centipawns a pass must cost for the opponent's move after it to be worth preventing."""


def prevented(board: chess.Board, move: chess.Move, against: Threat | None, value: int) -> Purpose | None:
    """What the opponent would have played and no longer can; `value` is what the move is worth."""
    if against is None or against.evaluation.best is None or value + against.evaluation.centipawns < WORTH_PREVENTING:
        return None
    wanted, following = against.evaluation.best, board.copy(stack=False)
    following.push(move)
    if board.is_capture(move) or following.is_check() or against.board.is_capture(wanted):
        return None
    if not _can_be_made(against.board, wanted) or _can_be_made(following, wanted):
        return None
    said = f"{board.san(move)} {_keeps(against.board, wanted)}."
    return Purpose(PointKind.PREVENTS, said, (wanted.from_square, wanted.to_square), against.board)


def _keeps(board: chess.Board, wanted: chess.Move) -> str:
    """That a man cannot go where it wants to, in words."""
    if board.is_castling(wanted):
        return "keeps the king from castling"
    goes = "from going to" if board.piece_type_at(wanted.from_square) == chess.PAWN else "out of"
    return f"keeps {piece_on(board, wanted.from_square)} {goes} {chess.square_name(wanted.to_square)}"


def prepared(board: chess.Board, move: chess.Move, own: Threat | None) -> Purpose | None:
    """What the move makes possible for its own side: the next step of a plan, or of the same man's way."""
    if own is None or own.evaluation.best is None or board.is_check() or board.is_capture(move):
        return None
    planned = own.evaluation.best
    if own.board.is_capture(planned) or not _can_be_made(own.board, planned):
        return None
    if planned.from_square == move.to_square:
        way = _way(board, move, own.board, planned)
        if way is None:
            return None
        said = f"{board.san(move)} heads for {way}."
    elif _can_be_made(board, planned):
        return None
    else:
        said = f"{board.san(move)} prepares {own.board.san(planned)}."
    return Purpose(PointKind.PREPARES, said, (planned.from_square, planned.to_square), own.board)


def _way(before: chess.Board, move: chess.Move, board: chess.Board, planned: chess.Move) -> str | None:
    """Where a man goes in two moves: a knight or bishop anywhere, a rook, which gets everywhere, to attack somebody."""
    origin, target = move.from_square, planned.to_square
    if origin == target or chess.Move(origin, target) in before.legal_moves:
        return None
    kind, name = board.piece_type_at(planned.from_square), chess.square_name(target)
    if kind in (chess.KNIGHT, chess.BISHOP):
        return name
    there = board.copy(stack=False)
    there.push(planned)
    victims = there.attacks(target) & there.occupied_co[there.turn] & ~there.kings
    new = [victim for victim in victims if not before.attackers(before.turn, victim)]
    return f"{name}, against {piece_on(there, new[0])}" if kind == chess.ROOK and new else None


def _can_be_made(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move is legal and does not lose the man that makes it."""
    return move in board.legal_moves and exchange(board, move) >= 0


LEAST = 100
"""What a pass must cost, in centipawns, for there to be a threat: a move of its own is worth some thirty. Where a
single capture shows what is lost, the pawn behind it is enough."""

PER_PAWN = 50
"""So many centipawns must stand behind each pawn that is threatened, as behind each pawn that a mistake costs."""

IDLE_MOVES = 3
IDLE_LOSE = 2
"""Of so many idle moves so many must lose as well: any one of them may happen to help."""

AS_GOOD = 0.03
"""Moves within so much of a winning chance are as good; the judge may err by as much again, and five points are said to
be none."""

MOST_COMPARED = 3
"""So many natural moves are compared with the one that was made, in short searches; whom they name is seen again."""

MOST_NAMED = 3

PLIES_CLOSER = 2
"""So much deeper the moves are compared that are named as good: three of 32 that were named at once were not."""

SOON = 5
"""What takes more plies than these, and does not mate, nobody would call a threat."""

WORTH_TAKING = 200
"""What an exchange on one square must win for it to be the threat, though another move may come first; so many
centipawns may lie between the two."""

FOR_LESS = 2
"""A man that took something worth so many pawns less is not merely taken back."""

WORTH_A_WORD = 2
"""A threat that begins quietly, or of which nobody can say how it is met, must be worth so many pawns to be told."""


TELL_MORE = {
    PointKind.DEFENDS,
    PointKind.THREATENS,
    PointKind.PREVENTS,
    PointKind.PREPARES,
    PointKind.IMPROVES,
}

BESIDE = {
    "castling",
    "pin",
    "unpinning",
    "passed pawn",
    "outpost",
    "seventh rank",
    "open file",
    "half-open file",
    "doubled rooks",
    "bishop pair",
    "pawn break",
    "development",
    "centre",
    "connected rooks",
    "opened line",
    "space",
}
"""What is worth a word beside something else: more than what every other move does, too."""


def find_purpose(explanation: FoundReason, evaluator: Evaluator, limit: Limit) -> Purpose | None:
    """What a move that wins nothing is for, the weightier of threat met and threat made; None if nobody knows."""
    quiet_move = QuietMove(explanation, evaluator, limit)
    if end := mated(quiet_move):
        return end
    if quiet_move.board.legal_moves.count() == 1:
        return Purpose(PointKind.ONLY_MOVE, words.only(quiet_move.board, quiet_move.move))
    return _takes_back(quiet_move) or _and_more(
        quiet_move, find_threat(quiet_move) or evaded(quiet_move) or _improves(quiet_move)
    )


def explain_quiet(board: chess.Board, evaluation: Evaluation, evaluator: Evaluator, limit: Limit) -> FoundReason:
    """The first move of an evaluator's line with what it does about threats; a capture has no such purpose."""
    explanation = explain_evaluation(board, evaluation, evaluator, limit)
    if explanation.line.steps[0].is_capture:
        return explanation
    purpose = find_threat(QuietMove(explanation, evaluator, limit))
    return explanation if purpose is None else replace(explanation, purpose=purpose, sentence=purpose.sentence)


def find_threat(quiet_move: QuietMove) -> Purpose | None:
    """What a move does about threats, the opponent's or its own."""
    against, own = find_threats([quiet_move.board, quiet_move.following], quiet_move.evaluator, quiet_move.limit)
    met = _explained(against, quiet_move) if against is not None else None
    # What a capture threatens is mostly to go on taking; that is no threat but an exchange.
    is_capture = quiet_move.explanation.line.steps[0].is_capture
    made = _explained(own, quiet_move) if own is not None and not is_capture and not _is_traded(quiet_move) else None
    is_met = met is not None and _is_met(quiet_move, met)
    is_made = made is not None and _is_made(quiet_move, made)
    if met is not None and is_met and not (made is not None and is_made and _size(made.gain) > _size(met.gain)):
        explained = _with_cause(met, quiet_move)
        how = words.meets(quiet_move.board, quiet_move.move, quiet_move.following, explained, counters=is_made)
        if how is None and _size(met.gain) < WORTH_A_WORD:
            return None
        how = how or words.meets_somehow(quiet_move.board.san(quiet_move.move))
        return Purpose(
            PointKind.DEFENDS,
            words.met(how, explained),
            _squares(explained),
            explained.line.start,
            words.if_passed(quiet_move.board.turn, explained),
        )
    if made is not None and is_made:
        explained = _with_cause(made, quiet_move)
        reply = next(
            (m for m in quiet_move.explanation.evaluation.line[1:2] if not quiet_move.following.is_capture(m)), None
        )
        return Purpose(
            PointKind.THREATENS,
            words.made(
                words.subject(quiet_move.board, quiet_move.move),
                explained,
                reply,
                keeps=_is_kept(quiet_move, explained),
            ),
            _squares(explained),
            explained.line.start,
            words.if_passed(not quiet_move.board.turn, explained),
        )
    return None


@dataclass(frozen=True, slots=True)
class _Threatened:
    """A threat, and what it wins."""

    threat: Threat
    gain: Gain
    is_plain: bool
    """Whether a single capture is all of it."""

    @property
    def needed(self) -> int:
        """By how many centipawns a pass must change things for a threat of this size."""
        pawns = PER_PAWN * min(_size(self.gain), 10)
        return pawns if self.is_plain else max(LEAST, pawns)


def _explained(threat: Threat, quiet_move: QuietMove) -> _Threatened | None:
    if threat.evaluation.best is None:
        return None
    plain = _plain(threat, quiet_move)
    return (_shown(plain, quiet_move) if plain is not None else None) or _shown(threat, quiet_move)


def _plain(threat: Threat, quiet_move: QuietMove) -> Threat | None:
    """The capture that wins most, where it is hardly worse than a quiet move or a trade that keeps it in hand."""
    best = threat.evaluation.best
    if best is None or threat.board.gives_check(best) or best.promotion:
        return None
    if threat.board.is_capture(best) and exchange(threat.board, best) > 0:
        return None
    column = Positions.from_boards([threat.board])
    values = column.exchange_values()
    if not len(values) or values.max() < WORTH_TAKING:
        return None
    take = column.legal_moves()[0][int(values.argmax())]
    (answer,) = quiet_move.evaluator.evaluate([after(threat.board, take)], quiet_move.limit)
    evaluation = answer.before(take)
    return replace(threat, evaluation=evaluation) if _is_hardly_worse(evaluation, threat.evaluation) else None


def _is_hardly_worse(evaluation: Evaluation, best: Evaluation) -> bool:
    return evaluation.centipawns >= best.centipawns - WORTH_TAKING


def _shown(threat: Threat, quiet_move: QuietMove) -> _Threatened | None:
    """The threat with what its line wins; None if that is nothing, or nothing soon."""
    won = play_on(threat.board, threat.evaluation, quiet_move.evaluator, quiet_move.limit)
    first = won.line.steps[0]
    is_loud = first.is_capture or first.is_check or first.move.promotion is not None
    is_soon = len(won.line.moves) <= SOON and (is_loud or won.gain.pawns >= WORTH_A_WORD)
    if not (won.gain.is_mate or (won.gain.is_something and is_soon)):
        return None
    return _Threatened(threat, won.gain, first.is_capture and len(won.line.moves) == 1)


def _with_cause(threat: _Threatened, quiet_move: QuietMove) -> FoundReason:
    return explain_evaluation(threat.threat.board, threat.threat.evaluation, quiet_move.evaluator, quiet_move.limit)


def _is_traded(quiet_move: QuietMove) -> bool:
    """Whether the reply takes the man that moved by one of its worth: that was an offer to trade, and no threat."""
    reply = next(iter(quiet_move.explanation.evaluation.line[1:2]), None)
    if reply is None or reply.to_square != quiet_move.move.to_square:
        return False
    return worth(quiet_move.following, reply.from_square) == worth(quiet_move.following, reply.to_square)


def _is_kept(quiet_move: QuietMove, explained: FoundReason) -> bool:
    """Whether a king gets out of a check that came in between an attack and what it wins."""
    taker, target = explained.move.from_square, explained.move.to_square
    is_king = quiet_move.board.piece_type_at(quiet_move.move.from_square) == chess.KING
    return quiet_move.board.is_check() and is_king and target in quiet_move.board.attacks(taker)


def _squares(explained: FoundReason) -> tuple[chess.Square, ...]:
    return explained.move.from_square, explained.move.to_square


def _size(gain: Gain) -> int:
    return 100 if gain.is_mate else gain.pawns


def _is_met(quiet_move: QuietMove, met: _Threatened) -> bool:
    """Whether a pass loses, idle moves lose too, and the move does not."""
    loses = -cut(met.threat.evaluation.centipawns)
    if quiet_move.value - loses < met.needed:
        return False
    # A capture that is answered by the very move that it should meet only takes something for what is lost.
    is_answered = quiet_move.explanation.evaluation.line[1:2] == met.threat.evaluation.line[:1]
    if is_answered and quiet_move.explanation.line.steps[0].is_capture:
        return False
    idle = list(islice(_idle(quiet_move, met), IDLE_MOVES))
    if len(idle) < IDLE_LOSE:
        return False
    answers = quiet_move.evaluator.evaluate([after(quiet_move.board, move) for move in idle], quiet_move.limit)
    bound = quiet_move.value - met.needed / 2
    return sum(-cut(answer.centipawns) <= bound for answer in answers) >= IDLE_LOSE


def _idle(quiet_move: QuietMove, met: _Threatened) -> Iterator[chess.Move]:
    """Moves that have nothing to do with a threat: no capture, no check, away from its line; pawns first."""
    board, line = quiet_move.board, met.threat.evaluation.line[: 1 if met.is_plain else 5]
    busy = {square for move in line for square in (move.from_square, move.to_square)}
    moves = sorted(legal_moves(board), key=lambda move: board.piece_type_at(move.from_square) != chess.PAWN)
    for move in moves:
        if move == quiet_move.move or move.from_square in busy or move.to_square in busy or move.promotion:
            continue
        if not board.is_capture(move) and not board.gives_check(move) and not _is_loose_there(board, move):
            yield move


def _is_loose_there(board: chess.Board, move: chess.Move) -> bool:
    return board.is_attacked_by(not board.turn, move.to_square)


def _is_made(quiet_move: QuietMove, made: _Threatened) -> bool:
    """Whether a pass of the opponent gives something, and the same follow-up without the move does not."""
    if cut(made.threat.evaluation.centipawns) - quiet_move.value < made.needed:
        return False
    follow_up = made.threat.evaluation.line[0]
    if not quiet_move.board.is_legal(follow_up):
        return True
    (answer,) = quiet_move.evaluator.evaluate([after(quiet_move.board, follow_up)], quiet_move.limit)
    # What a capture wins already, and as well at once, is no threat, though a search may like to wait with it.
    as_well = cut(-answer.centipawns) + LEAST > quiet_move.value
    if as_well and made.is_plain and exchange(quiet_move.board, follow_up) >= made.gain.pawns:
        return False
    at_once = play_on(quiet_move.board, answer.before(follow_up), quiet_move.evaluator, quiet_move.limit).gain
    return 2 * _size(at_once) < _size(made.gain)


def _and_more(quiet_move: QuietMove, purpose: Purpose | None) -> Purpose | None:
    """A purpose with the first other idea that the move shows, where a player would name it beside the first."""
    board, move = quiet_move.board, quiet_move.move
    if purpose is None or purpose.kind not in TELL_MORE or board.is_capture(move) or board.is_check():
        return purpose
    known = set(purpose.squares) - {move.from_square, move.to_square}
    seen = shown(board, move, quiet_move.explanation.evaluation.line)
    named = {purpose.name, "open file", "half-open file"} if purpose.name == "check" else {purpose.name}
    others = [idea for idea in seen if idea.idea in BESIDE - named and not known & set(idea.squares)]
    said = next(filter(None, (words.and_also(purpose.sentence, idea.words) for idea in others)), None)
    return purpose if said is None else replace(purpose, sentence=said)


def _takes_back(quiet_move: QuietMove) -> Purpose | None:
    """Whether the move takes where the opponent has just taken."""
    step = quiet_move.explanation.line.steps[0]
    if not step.takes_back:
        return None
    assert step.answered_on is not None
    taken = step.answered_on.piece_type_at(step.target) or chess.PAWN
    is_less = VALUES[quiet_move.board.piece_type_at(step.target) or chess.PAWN] - VALUES[taken] >= FOR_LESS
    said = words.takes_back(quiet_move.board, quiet_move.move, taken if is_less else None)
    return Purpose(PointKind.RECAPTURES, said, (step.target,))


def _improves(quiet_move: QuietMove) -> Purpose | None:
    """What the move does on the board: why it is preferred to natural rivals, or what it does beside others as good."""
    board = quiet_move.board
    against, own = find_threats([board, quiet_move.following], quiet_move.evaluator, quiet_move.limit)
    prevents = None if _is_traded(quiet_move) else prevented(board, quiet_move.move, against, quiet_move.value)
    if prevents is not None and not _is_played_all_the_same(quiet_move, prevents):
        return prevents
    chosen = [move for move in natural_moves(board) if move != quiet_move.move][:MOST_COMPARED]
    own_answer, *answers = quiet_move.evaluator.evaluate(
        [after(board, move) for move in (quiet_move.move, *chosen)], QUIET_IDEAS_LIMIT
    )
    ranked = sorted(zip(chosen, answers, strict=True), key=lambda pair: pair[1].centipawns)
    rivals = [move for move, _ in ranked]
    seen = shown(board, quiet_move.move, quiet_move.explanation.evaluation.line)
    if idea := weighed(board, quiet_move.move, seen, rivals, quiet_move.evaluator):
        return _shows(quiet_move, idea)
    as_good = _as_good(ranked, cut(-own_answer.centipawns))
    if strike := _attacks_and_offers(quiet_move):
        return strike
    if not as_good:
        return None
    if seen:
        return _shows(quiet_move, seen[0])
    if taken := words.capture(quiet_move.explanation):
        return Purpose(PointKind.TRADES, words.improves(board, quiet_move.move, taken))
    return prepared(board, quiet_move.move, own) or _several(quiet_move, as_good)


def _is_played_all_the_same(quiet_move: QuietMove, prevents: Purpose) -> bool:
    """Whether the best reply prepares what is prevented, or it is hardly worse itself: a man may be given up for it."""
    wanted = chess.Move(*prevents.squares[:2])
    if wanted in quiet_move.explanation.evaluation.line:
        return True
    if not quiet_move.following.is_legal(wanted):
        return False
    (answer,) = quiet_move.evaluator.evaluate([after(quiet_move.following, wanted)], quiet_move.limit)
    return cut(answer.centipawns) < quiet_move.value + WORTH_PREVENTING


def _attacks_and_offers(quiet_move: QuietMove) -> Purpose | None:
    """A man that the opponent does best to trade for one of its worth, because it attacks a dearer one."""
    board, following, target = quiet_move.board, quiet_move.following, quiet_move.move.to_square
    is_taken_back = any(move.to_square == target for move in quiet_move.explanation.evaluation.line[2:3])
    if board.is_capture(quiet_move.move) or not is_taken_back or not _is_traded(quiet_move):
        return None
    new = (
        following.attacks(target) & ~board.attacks(quiet_move.move.from_square) & following.occupied_co[following.turn]
    )
    victim = max(new & ~following.kings, key=lambda square: worth(following, square), default=None)
    if victim is None or worth(following, victim) <= worth(following, target):
        return None
    taker = quiet_move.explanation.evaluation.line[1].from_square
    return Purpose(PointKind.TRADES, words.attacks_and_offers(board, quiet_move.move, victim, taker), (target, victim))


def find_plan(explanation: FoundReason, evaluator: Evaluator, limit: Limit) -> Purpose | None:
    """The next step that a move prepares."""
    (own,) = find_threats([explanation.line.boards[1]], evaluator, limit)
    return prepared(explanation.line.start, explanation.move, own)


def _shows(quiet_move: QuietMove, idea: Sighting) -> Purpose:
    # "Trades queens while ahead" says already what is taken.
    taken = "" if idea.idea == "trade while ahead" else words.capture(quiet_move.explanation, idea.words)
    said = words.improves(quiet_move.board, quiet_move.move, taken or idea.words)
    return Purpose(PointKind.IMPROVES, said, idea.squares, name=idea.idea)


def _as_good(ranked: Sequence[tuple[chess.Move, Evaluation]], value: int) -> list[chess.Move]:
    """The moves that are hardly worse than one of this value, the best first."""
    own = winning_chance(value)
    return [move for move, answer in ranked if winning_chance(-answer.centipawns) >= own - AS_GOOD]


def _several(quiet_move: QuietMove, as_good: list[chess.Move]) -> Purpose | None:
    """Others that are as good, named only where a deeper look agrees."""
    closer = [quiet_move.move, *as_good]
    answers = quiet_move.evaluator.evaluate(
        [after(quiet_move.board, move) for move in closer], quiet_move.limit.deeper(PLIES_CLOSER)
    )
    standing = [pair for pair in zip(closer[1:], answers[1:], strict=True) if not mates_soon(pair[1])]
    ranked = sorted(standing, key=lambda pair: pair[1].centipawns)
    others = _as_good(ranked, cut(-answers[0].centipawns))[:MOST_NAMED]
    if not others:
        return None
    return Purpose(PointKind.CHOICE, words.as_good(quiet_move.board, quiet_move.move, others, quiet_move.value))


def natural_moves(board: chess.Board) -> list[chess.Move]:
    """The moves that leave nothing to be taken where they go, those first that a player looks at first."""
    column = Positions.from_boards([board])
    values = dict(zip(column.legal_moves()[0], column.exchange_values(), strict=True))
    safe = [move for move in legal_moves(board) if values[move] >= 0 and not _is_taken_in_passing(board, move)]
    return sorted(safe, key=lambda move: _naturalness(board, move), reverse=True)


def is_inviting(board: chess.Board, move: chess.Move) -> bool:
    """Whether a player would look at a move before most others: in an ending no pawn's move is such a one."""
    return _naturalness(board, move)[0] >= (2 if phase_of(board) is Phase.ENDGAME else 1)


def _is_taken_in_passing(board: chess.Board, move: chess.Move) -> bool:
    if board.piece_type_at(move.from_square) != chess.PAWN or abs(move.to_square - move.from_square) != 16:
        return False
    return after(board, move).has_legal_en_passant()


def _naturalness(board: chess.Board, move: chess.Move) -> tuple[int, int]:
    """Castling, then a minor piece that comes out, captures, pawns in the middle; then whoever goes to the middle."""
    kind, at_home = board.piece_type_at(move.from_square), chess.BB_BACKRANKS
    file, rank = chess.square_file(move.to_square), chess.square_rank(move.to_square)
    to_the_middle = -max(abs(2 * file - 7), abs(2 * rank - 7))
    if board.is_castling(move):
        return 4, 0
    if kind in (chess.KNIGHT, chess.BISHOP) and chess.BB_SQUARES[move.from_square] & at_home:
        return 3, to_the_middle
    if board.is_capture(move) or board.gives_check(move):
        return 2, to_the_middle
    if kind == chess.PAWN and 2 <= file <= 5:
        return 1, to_the_middle
    return 0, to_the_middle
