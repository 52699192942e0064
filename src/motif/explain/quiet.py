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
from motif.board.material import VALUES, Phase, phase_of
from motif.board.wording import man
from motif.engines.evaluator import Ablating, Evaluation, Evaluator, winning_chance
from motif.engines.limits import Limit
from motif.engines.valuation import Threat, after, find_threats, legal_moves
from motif.explain import quiet_words as words
from motif.explain.evasions import Scene, cut, evaded, mated, mates_soon
from motif.explain.explanation import Explanation, Purpose, PurposeKind, explain_evaluation
from motif.explain.gains import Gain, play_on
from motif.motifs.catalogue import IDEAS, sightings
from motif.motifs.idea import Scene as IdeaScene
from motif.motifs.idea import Sighting
from motif.motifs.motif import exchange, worth

# What a quiet move improves: an idea that it shows and a rival does not, weighed by a search without that idea.

LEAST_PREFERRED = 10
"""By so many centipawns a search must prefer the move for anything to be its reason."""

WEIGHED_AT = Limit(depth=6)
"""How far a search looks with a term left out: what carries a preference is seen at once or not at all."""

MOST_WEIGHED = 3
"""So many ideas are weighed, those first that tell most: each costs two short searches."""


def shown(board: chess.Board, move: chess.Move, line: Sequence[chess.Move]) -> list[Sighting]:
    """What a move does for its side, what tells most first; what it spoils is left out."""
    return [seen for seen in sightings(IdeaScene(board, move, tuple(line))) if not IDEAS[seen.idea].spoils]


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
    return evaluator.term_names if isinstance(evaluator, Ablating) else ()


def _without(board: chess.Board, idea: str, rivals: Sequence[chess.Move]) -> Iterator[chess.Move]:
    """The rivals that do not show an idea."""
    for rival in rivals:
        if next(IDEAS[idea].find(IdeaScene(board, rival)), None) is None:
            yield rival


def _carries(board: chess.Board, pair: tuple[chess.Move, chess.Move], terms: list[str], evaluator: Evaluator) -> bool:
    """Whether the first move is preferred to the second, and hardly or not at all when the terms count nothing."""
    assert isinstance(evaluator, Ablating)
    preferred = _preference(board, pair, evaluator)
    return preferred >= LEAST_PREFERRED and 2 * _preference(board, pair, evaluator.without(terms)) <= preferred


def _preference(board: chess.Board, pair: tuple[chess.Move, chess.Move], evaluator: Evaluator) -> int:
    first, second = evaluator.evaluate([after(board, move) for move in pair], WEIGHED_AT)
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
    return Purpose(PurposeKind.PREVENTS, said, (wanted.from_square, wanted.to_square), against.board)


def _keeps(board: chess.Board, wanted: chess.Move) -> str:
    """That a man cannot go where it wants to, in words."""
    if board.is_castling(wanted):
        return "keeps the king from castling"
    goes = "from going to" if board.piece_type_at(wanted.from_square) == chess.PAWN else "out of"
    return f"keeps {man(board, wanted.from_square)} {goes} {chess.square_name(wanted.to_square)}"


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
    return Purpose(PurposeKind.PREPARES, said, (planned.from_square, planned.to_square), own.board)


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
    return f"{name}, against {man(there, new[0])}" if kind == chess.ROOK and new else None


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
    PurposeKind.MEETS,
    PurposeKind.MAKES,
    PurposeKind.PREVENTS,
    PurposeKind.PREPARES,
    PurposeKind.IMPROVES,
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


def find_purpose(explanation: Explanation, evaluator: Evaluator, limit: Limit) -> Purpose | None:
    """What a move that wins nothing is for, the weightier of threat met and threat made; None if nobody knows."""
    scene = Scene(explanation, evaluator, limit)
    if end := mated(scene):
        return end
    if scene.board.legal_moves.count() == 1:
        return Purpose(PurposeKind.ONLY, words.only(scene.board, scene.move))
    return _takes_back(scene) or _and_more(scene, find_threat(scene) or evaded(scene) or _improves(scene))


def explain_quiet(board: chess.Board, evaluation: Evaluation, evaluator: Evaluator, limit: Limit) -> Explanation:
    """The first move of an evaluator's line with what it does about threats; a capture has no such purpose."""
    explanation = explain_evaluation(board, evaluation, evaluator, limit)
    if explanation.line.steps[0].is_capture:
        return explanation
    purpose = find_threat(Scene(explanation, evaluator, limit))
    return explanation if purpose is None else replace(explanation, purpose=purpose, sentence=purpose.sentence)


def find_threat(scene: Scene) -> Purpose | None:
    """What a move does about threats, the opponent's or its own."""
    against, own = find_threats([scene.board, scene.following], scene.evaluator, scene.limit)
    met = _explained(against, scene) if against is not None else None
    # What a capture threatens is mostly to go on taking; that is no threat but an exchange.
    is_capture = scene.explanation.line.steps[0].is_capture
    made = _explained(own, scene) if own is not None and not is_capture and not _is_traded(scene) else None
    is_met = met is not None and _is_met(scene, met)
    is_made = made is not None and _is_made(scene, made)
    if met is not None and is_met and not (made is not None and is_made and _size(made.gain) > _size(met.gain)):
        explained = _with_cause(met, scene)
        how = words.meets(scene.board, scene.move, scene.following, explained, counters=is_made)
        if how is None and _size(met.gain) < WORTH_A_WORD:
            return None
        how = how or words.meets_somehow(scene.board.san(scene.move))
        return Purpose(
            PurposeKind.MEETS,
            words.met(how, explained),
            _squares(explained),
            explained.line.start,
            words.if_passed(scene.board.turn, explained),
        )
    if made is not None and is_made:
        explained = _with_cause(made, scene)
        reply = next((m for m in scene.explanation.evaluation.line[1:2] if not scene.following.is_capture(m)), None)
        return Purpose(
            PurposeKind.MAKES,
            words.made(words.subject(scene.board, scene.move), explained, reply, keeps=_is_kept(scene, explained)),
            _squares(explained),
            explained.line.start,
            words.if_passed(not scene.board.turn, explained),
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


def _explained(threat: Threat, scene: Scene) -> _Threatened | None:
    if threat.evaluation.best is None:
        return None
    plain = _plain(threat, scene)
    return (_shown(plain, scene) if plain is not None else None) or _shown(threat, scene)


def _plain(threat: Threat, scene: Scene) -> Threat | None:
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
    (answer,) = scene.evaluator.evaluate([after(threat.board, take)], scene.limit)
    evaluation = answer.before(take)
    return replace(threat, evaluation=evaluation) if _is_hardly_worse(evaluation, threat.evaluation) else None


def _is_hardly_worse(evaluation: Evaluation, best: Evaluation) -> bool:
    return evaluation.centipawns >= best.centipawns - WORTH_TAKING


def _shown(threat: Threat, scene: Scene) -> _Threatened | None:
    """The threat with what its line wins; None if that is nothing, or nothing soon."""
    won = play_on(threat.board, threat.evaluation, scene.evaluator, scene.limit)
    first = won.line.steps[0]
    is_loud = first.is_capture or first.is_check or first.move.promotion is not None
    is_soon = len(won.line.moves) <= SOON and (is_loud or won.gain.pawns >= WORTH_A_WORD)
    if not (won.gain.is_mate or (won.gain.is_something and is_soon)):
        return None
    return _Threatened(threat, won.gain, first.is_capture and len(won.line.moves) == 1)


def _with_cause(threat: _Threatened, scene: Scene) -> Explanation:
    return explain_evaluation(threat.threat.board, threat.threat.evaluation, scene.evaluator, scene.limit)


def _is_traded(scene: Scene) -> bool:
    """Whether the reply takes the man that moved by one of its worth: that was an offer to trade, and no threat."""
    reply = next(iter(scene.explanation.evaluation.line[1:2]), None)
    if reply is None or reply.to_square != scene.move.to_square:
        return False
    return worth(scene.following, reply.from_square) == worth(scene.following, reply.to_square)


def _is_kept(scene: Scene, explained: Explanation) -> bool:
    """Whether a king gets out of a check that came in between an attack and what it wins."""
    taker, target = explained.move.from_square, explained.move.to_square
    is_king = scene.board.piece_type_at(scene.move.from_square) == chess.KING
    return scene.board.is_check() and is_king and target in scene.board.attacks(taker)


def _squares(explained: Explanation) -> tuple[chess.Square, ...]:
    return explained.move.from_square, explained.move.to_square


def _size(gain: Gain) -> int:
    return 100 if gain.is_mate else gain.pawns


def _is_met(scene: Scene, met: _Threatened) -> bool:
    """Whether a pass loses, idle moves lose too, and the move does not."""
    loses = -cut(met.threat.evaluation.centipawns)
    if scene.value - loses < met.needed:
        return False
    # A capture that is answered by the very move that it should meet only takes something for what is lost.
    is_answered = scene.explanation.evaluation.line[1:2] == met.threat.evaluation.line[:1]
    if is_answered and scene.explanation.line.steps[0].is_capture:
        return False
    idle = list(islice(_idle(scene, met), IDLE_MOVES))
    if len(idle) < IDLE_LOSE:
        return False
    answers = scene.evaluator.evaluate([after(scene.board, move) for move in idle], scene.limit)
    bound = scene.value - met.needed / 2
    return sum(-cut(answer.centipawns) <= bound for answer in answers) >= IDLE_LOSE


def _idle(scene: Scene, met: _Threatened) -> Iterator[chess.Move]:
    """Moves that have nothing to do with a threat: no capture, no check, away from its line; pawns first."""
    board, line = scene.board, met.threat.evaluation.line[: 1 if met.is_plain else 5]
    busy = {square for move in line for square in (move.from_square, move.to_square)}
    moves = sorted(legal_moves(board), key=lambda move: board.piece_type_at(move.from_square) != chess.PAWN)
    for move in moves:
        if move == scene.move or move.from_square in busy or move.to_square in busy or move.promotion:
            continue
        if not board.is_capture(move) and not board.gives_check(move) and not _is_loose_there(board, move):
            yield move


def _is_loose_there(board: chess.Board, move: chess.Move) -> bool:
    return board.is_attacked_by(not board.turn, move.to_square)


def _is_made(scene: Scene, made: _Threatened) -> bool:
    """Whether a pass of the opponent gives something, and the same follow-up without the move does not."""
    if cut(made.threat.evaluation.centipawns) - scene.value < made.needed:
        return False
    follow_up = made.threat.evaluation.line[0]
    if not scene.board.is_legal(follow_up):
        return True
    (answer,) = scene.evaluator.evaluate([after(scene.board, follow_up)], scene.limit)
    # What a capture wins already, and as well at once, is no threat, though a search may like to wait with it.
    as_well = cut(-answer.centipawns) + LEAST > scene.value
    if as_well and made.is_plain and exchange(scene.board, follow_up) >= made.gain.pawns:
        return False
    at_once = play_on(scene.board, answer.before(follow_up), scene.evaluator, scene.limit).gain
    return 2 * _size(at_once) < _size(made.gain)


def _and_more(scene: Scene, purpose: Purpose | None) -> Purpose | None:
    """A purpose with the first other idea that the move shows, where a player would name it beside the first."""
    board, move = scene.board, scene.move
    if purpose is None or purpose.kind not in TELL_MORE or board.is_capture(move) or board.is_check():
        return purpose
    known = set(purpose.squares) - {move.from_square, move.to_square}
    seen = shown(board, move, scene.explanation.evaluation.line)
    named = {purpose.name, "open file", "half-open file"} if purpose.name == "check" else {purpose.name}
    others = [idea for idea in seen if idea.idea in BESIDE - named and not known & set(idea.squares)]
    said = next(filter(None, (words.and_also(purpose.sentence, idea.words) for idea in others)), None)
    return purpose if said is None else replace(purpose, sentence=said)


def _takes_back(scene: Scene) -> Purpose | None:
    """Whether the move takes where the opponent has just taken."""
    step = scene.explanation.line.steps[0]
    if not step.takes_back:
        return None
    assert step.answered_on is not None
    taken = step.answered_on.piece_type_at(step.target) or chess.PAWN
    is_less = VALUES[scene.board.piece_type_at(step.target) or chess.PAWN] - VALUES[taken] >= FOR_LESS
    said = words.takes_back(scene.board, scene.move, taken if is_less else None)
    return Purpose(PurposeKind.TAKES_BACK, said, (step.target,))


def _improves(scene: Scene) -> Purpose | None:
    """What the move does on the board: why it is preferred to natural rivals, or what it does beside others as good."""
    board = scene.board
    against, own = find_threats([board, scene.following], scene.evaluator, scene.limit)
    prevents = None if _is_traded(scene) else prevented(board, scene.move, against, scene.value)
    if prevents is not None and not _is_played_all_the_same(scene, prevents):
        return prevents
    chosen = [move for move in natural_moves(board) if move != scene.move][:MOST_COMPARED]
    own_answer, *answers = scene.evaluator.evaluate([after(board, move) for move in (scene.move, *chosen)], WEIGHED_AT)
    ranked = sorted(zip(chosen, answers, strict=True), key=lambda pair: pair[1].centipawns)
    rivals = [move for move, _ in ranked]
    seen = shown(board, scene.move, scene.explanation.evaluation.line)
    if idea := weighed(board, scene.move, seen, rivals, scene.evaluator):
        return _shows(scene, idea)
    as_good = _as_good(ranked, cut(-own_answer.centipawns))
    if strike := _attacks_and_offers(scene):
        return strike
    if not as_good:
        return None
    if seen:
        return _shows(scene, seen[0])
    if taken := words.capture(scene.explanation):
        return Purpose(PurposeKind.TRADES, words.improves(board, scene.move, taken))
    return prepared(board, scene.move, own) or _several(scene, as_good)


def _is_played_all_the_same(scene: Scene, prevents: Purpose) -> bool:
    """Whether the best reply prepares what is prevented, or it is hardly worse itself: a man may be given up for it."""
    wanted = chess.Move(*prevents.squares[:2])
    if wanted in scene.explanation.evaluation.line:
        return True
    if not scene.following.is_legal(wanted):
        return False
    (answer,) = scene.evaluator.evaluate([after(scene.following, wanted)], scene.limit)
    return cut(answer.centipawns) < scene.value + WORTH_PREVENTING


def _attacks_and_offers(scene: Scene) -> Purpose | None:
    """A man that the opponent does best to trade for one of its worth, because it attacks a dearer one."""
    board, following, target = scene.board, scene.following, scene.move.to_square
    is_taken_back = any(move.to_square == target for move in scene.explanation.evaluation.line[2:3])
    if board.is_capture(scene.move) or not is_taken_back or not _is_traded(scene):
        return None
    new = following.attacks(target) & ~board.attacks(scene.move.from_square) & following.occupied_co[following.turn]
    victim = max(new & ~following.kings, key=lambda square: worth(following, square), default=None)
    if victim is None or worth(following, victim) <= worth(following, target):
        return None
    taker = scene.explanation.evaluation.line[1].from_square
    return Purpose(PurposeKind.TRADES, words.attacks_and_offers(board, scene.move, victim, taker), (target, victim))


def find_plan(explanation: Explanation, evaluator: Evaluator, limit: Limit) -> Purpose | None:
    """The next step that a move prepares."""
    (own,) = find_threats([explanation.line.boards[1]], evaluator, limit)
    return prepared(explanation.line.start, explanation.move, own)


def _shows(scene: Scene, idea: Sighting) -> Purpose:
    # "Trades queens while ahead" says already what is taken.
    taken = "" if idea.idea == "trade while ahead" else words.capture(scene.explanation, idea.words)
    said = words.improves(scene.board, scene.move, taken or idea.words)
    return Purpose(PurposeKind.IMPROVES, said, idea.squares, name=idea.idea)


def _as_good(ranked: Sequence[tuple[chess.Move, Evaluation]], value: int) -> list[chess.Move]:
    """The moves that are hardly worse than one of this value, the best first."""
    own = winning_chance(value)
    return [move for move, answer in ranked if winning_chance(-answer.centipawns) >= own - AS_GOOD]


def _several(scene: Scene, as_good: list[chess.Move]) -> Purpose | None:
    """Others that are as good, named only where a deeper look agrees."""
    closer = [scene.move, *as_good]
    answers = scene.evaluator.evaluate([after(scene.board, move) for move in closer], scene.limit.deeper(PLIES_CLOSER))
    standing = [pair for pair in zip(closer[1:], answers[1:], strict=True) if not mates_soon(pair[1])]
    ranked = sorted(standing, key=lambda pair: pair[1].centipawns)
    others = _as_good(ranked, cut(-answers[0].centipawns))[:MOST_NAMED]
    if not others:
        return None
    return Purpose(PurposeKind.AS_GOOD, words.as_good(scene.board, scene.move, others, scene.value))


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
