"""Say what a move that wins nothing is for, and why a natural alternative is worse.

Claims are looked for in this order, and each is checked: a threat that the move meets or makes, a way out of check,
what the piece newly attacks or defends, an opponent's move that it stops, a trade, a plan, and finally what it does
for the position in general. The sentence joins the first claim and a second one about something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import chess

from motif.board.material import Phase, phase_of
from motif.board.moves import MoveOnBoard, rank_for
from motif.board.wording import listed, piece_on
from motif.engines.evaluator import Evaluation, Evaluator, Threat, after, find_threats, passed, winning_chance
from motif.engines.limits import Limit
from motif.explain.captures import attacks_and_offers, capture, recaptures
from motif.explain.deeds import outcome
from motif.explain.evasions import evaded, mated, way_out
from motif.explain.found import FoundReason, Purpose, explain_evaluation
from motif.explain.gains import named, play_on
from motif.explain.kinds import PointKind
from motif.explain.phrases import quiet as words
from motif.explain.phrases.ideas import clause
from motif.explain.phrases.quiet import said
from motif.explain.quiet_move import Claim, QuietMove, cut, is_inviting, mates_soon, natural_moves
from motif.explain.threats import find_threat, is_traded
from motif.motifs.catalogue import IDEAS, sightings
from motif.motifs.idea import Sighting, is_passed
from motif.motifs.motif import Line, exchange

STRONG_IDEAS = frozenset(
    {"pin", "kept pin", "attack", "guard", "shield", "pressure", "escape", "unpinning", "passed pawn", "blockade"}
    | {"outpost", "seventh rank", "behind a passed pawn", "cut off", "watched passed pawn"}
    | {"way for a pawn"}
    | {"supported passed pawn", "advanced passed pawn", "king to a passed pawn", "bishop pair", "trade while ahead"}
    | {"castling", "open file", "half-open file", "doubled rooks", "doubled pawns", "isolated pawn", "pawn break"}
    | {"offered trade", "flight", "opened line, against", "attacked defender"}
)
"""Ideas that say more about a move than a plan does (keys of phrases or names of ideas)."""

GOES_FIRST = frozenset(
    {"escape", "castling", "development", "open file", "half-open file", "long diagonal", "centre"}
    | {"doubled rooks", "trade while ahead"}
)
"""Ideas that read better before another one, as in "develops the bishop and attacks the knight"."""

NEVER_SECOND = frozenset({"better square", "square taken", "support", "checks avoided", "fixed pawn", "active king"})
"""Ideas too weak to be the second part of a sentence."""

VAGUE_IDEAS = frozenset({"better square", "support", "space", "square taken"})
"""Ideas so general that they explain why a move is better only where nothing else does."""

THIN_IDEAS = VAGUE_IDEAS | {"eyed pieces", "opened line", "kept target", "fixed pawn", "checks avoided"}
"""Ideas that are true of a move but do not say why it is good."""

THIN_NEXT = THIN_IDEAS | {"offered trade", "escape"}
"""Ideas that do not say why a check comes before the move that shows them."""

FAMILIES = (
    {"development", "better square", "long diagonal", "towards the king", "outpost", "way to castle", "castling"},
    {"open file", "half-open file", "doubled rooks", "cut off", "behind a passed pawn", "seventh rank"},
    {"pawn break", "space", "centre", "pawn storm", "majority", "passed pawn", "advanced passed pawn"},
    {"guard", "support", "defends", "supported passed pawn"},
    {"attack", "pressure", "offered trade", "attacked defender", "eyed pieces", "kept target"},
    {"active king", "king to a passed pawn", "watched passed pawn", "blockade"},
)
"""Groups of similar ideas, of which a sentence names only one."""

SMALL_DIFFERENCE = 0.03
"""A move whose winning chance is within this of another is as good."""

LITTLE_DIFFERENCE = 0.05
"""A move that is worse than the best by less winning chance than this is no inaccuracy."""

CLEARLY_WORSE = 0.10
"""An alternative fails if it loses at least this much winning chance."""

LONGEST_REFUTATION_PLIES = 5
"""The longest refutation of an alternative that is shown, in plies."""

CHECKS_OF_A_PERPETUAL = 3
"""A drawn line with at least this many checks, and no other move of its side, is perpetual check."""

MOST_ALTERNATIVES = 3
MOST_NAMED = 2
PLIES_DEEPER = 2
"""How many plies deeper moves are searched before they are called equally good."""

WORTH_PREVENTING_CP = 20
"""A move of the opponent is worth preventing if passing would cost at least this many centipawns."""

A_PIECE_PAWNS = 3

LEVEL_CP = 150
"""A game within this evaluation is balanced."""

WORSE_CP = 300
"""A move in a position worse than this is not called fine."""

DECIDED_CP = 600
"""A game beyond this evaluation is decided."""


def find_purpose(explanation: FoundReason, evaluator: Evaluator, limit: Limit) -> Purpose | None:
    """Return what a move that wins nothing by force is for; None if nothing true and useful was found."""
    played = QuietMove(explanation, evaluator, limit)
    if end := mated(played):
        return end
    if played.board.legal_moves.count() == 1:
        return Purpose(PointKind.ONLY_MOVE, played.san, said("only move"))
    if loss := _loses_a_piece(played):
        return loss
    purpose = _in_check(played) if played.board.is_check() else _purpose_of_claims(played)
    if purpose is None or purpose.kind is PointKind.CHOICE or played.value_cp > -DECIDED_CP:
        return purpose
    return replace(purpose, does=words.winning_anyway(purpose.does, not played.side))


def _loses_a_piece(played: QuietMove) -> Purpose | None:
    """Say which piece a move leaves hanging in a game that is lost anyway."""
    reply, following = played.reply, played.after
    if reply is None or played.value_cp > -DECIDED_CP or played.board.is_check() or played.is_capture:
        return None
    if not following.is_capture(reply) or exchange(following, reply) < A_PIECE_PAWNS:
        return None
    piece, side = piece_on(following, reply.to_square), "White" if following.turn else "Black"
    does = said("loses a piece", piece=piece, reply=following.san(reply), side=side)
    return Purpose(PointKind.CHOICE, played.san, does, squares=(reply.from_square, reply.to_square))


def _in_check(played: QuietMove) -> Purpose | None:
    """Say what the other ways out of check lose, or what a capture or block achieves besides."""
    if way := evaded(played):
        return way
    claim = recaptures(played) or find_threat(played)
    if claim is None and played.is_capture:
        claim = capture(played.explanation)
    return _purpose(played, claim, None) if claim is not None else way_out(played)


def _purpose_of_claims(played: QuietMove) -> Purpose | None:
    """Build the sentence from the first claim, a second one, and what would happen otherwise."""
    threat = find_threat(played)
    seen = list(_claims_on_board(played))
    exchanged = recaptures(played) or attacks_and_offers(played) or capture(played.explanation)
    claims = [claim for claim in (exchanged, threat) if claim is not None]
    if exchanged is not None:
        # That a trade helps the side ahead says more than the trade itself.
        ahead = [each for each in seen if each.name == "trade while ahead"]
        claims = ahead + (claims[1:] if ahead else claims)
    if threat is not None and threat.kind is PointKind.THREATENS and exchanged is None:
        # That a piece had to go comes before what it threatens from there.
        claims = [each for each in seen if each.name == "escape"] + claims
    claims += [each for each in seen if each.name in STRONG_IDEAS]
    if not claims or claims[0].name in ("escape", "castling"):
        against, own = find_threats([played.board, played.after], played.evaluator, played.limit)
        plan = _planned(played, own)
        if plan is not None and plan.name == "castling" and any("castle" in each.clause for each in seen):
            plan = None
        claims += filter(None, (_prevented(played, against), plan, _checks(played)))
    claims += [each for each in seen if each.name not in STRONG_IDEAS]
    if claims:
        return _purpose(played, claims[0], _second_claim(played, claims[0], claims[1:]))
    return _choice(played)


def _claims_on_board(played: QuietMove) -> Iterator[Claim]:
    """Claims for the ideas that the move shows on the board, the most specific first."""
    if played.board.is_check():
        return
    for seen in sightings(played):
        name = seen.phrase if seen.phrase in STRONG_IDEAS else seen.idea
        yield Claim(PointKind.IMPROVES, clause(seen), seen.squares, name, goes_first=seen.idea in GOES_FIRST)


def shown(board: chess.Board, move: chess.Move, line: Sequence[chess.Move]) -> list[Sighting]:
    """Return what a move does for its side, the most specific idea first."""
    return list(sightings(MoveOnBoard(board, move, tuple(line))))


def _second_claim(played: QuietMove, first: Claim, others: Iterable[Claim]) -> Claim | None:
    """The first other claim that is about something else and other squares."""
    own = {played.origin, played.target}
    alike = {first.name}.union(NEVER_SECOND, *(family for family in FAMILIES if first.name in family))
    if played.is_capture:
        # A capture gets its piece out of attack, but that is not the point of it.
        alike |= {"escape", "captures the attacker"}
    fitting = (claim for claim in others if claim.name not in alike and ":" not in claim.clause)
    return next((claim for claim in fitting if not (set(claim.squares) & set(first.squares)) - own), None)


def _purpose(played: QuietMove, first: Claim, second: Claim | None) -> Purpose:
    """Put two claims into a sentence, and add what follows, what would happen otherwise, or why an alternative
    fails."""
    does, more, is_open = first.clause, None, played.value_cp > -DECIDED_CP
    if second is not None:
        is_swapped = second.goes_first and not first.goes_first
        both = words.join(words.cut(second.clause), does) if is_swapped else words.join(does, second.clause)
        does = both if does in both else does
    is_alone = does == first.clause
    otherwise = first.otherwise if is_alone else None
    is_about_the_threat = played.board.is_check() and first.kind in (PointKind.THREATENS, PointKind.DEFENDS)
    if is_about_the_threat and played.kind != chess.KING and not played.is_capture:
        does = f"{said('blocks the check')} and {does}"
    if otherwise is not None:
        does = words.otherwise(does, *otherwise)
    if is_open:
        more = _follow_up(played, first) or (_alternative(played, first) if otherwise is None else None)
    if more is None and is_alone and first.name == "escape":
        more = _other_retreats(played)
    return Purpose(first.kind, played.san, does, more or "", first.squares, first.without, first.check, first.name)


# What the opponent can no longer play, and what the move prepares.


def _prevented(played: QuietMove, against: Threat | None) -> Claim | None:
    """The move that the opponent would play after a pass, and that this move makes impossible or bad."""
    board, move, following = played.board, played.move, played.after
    if against is None or against.evaluation.best is None or is_traded(played):
        return None
    wanted = against.evaluation.best
    if played.value_cp + against.evaluation.centipawns < WORTH_PREVENTING_CP:
        return None
    if board.is_capture(move) or following.is_check():
        return None
    if all(board.piece_type_at(each.from_square) == chess.KING for each in (move, wanted)):
        # Every step of a king takes squares from the other one.
        return None
    if against.board.is_capture(wanted) or not _can_be_made(against.board, wanted) or _is_retreat(against, wanted):
        return None
    if _can_be_made(following, wanted) or wanted in played.line:
        return None
    is_blocked = wanted.to_square == move.to_square
    if is_blocked and board.piece_type_at(wanted.from_square) != chess.PAWN:
        return None
    if following.is_legal(wanted):
        # The move is legal but loses material on its square, so a search must agree that it is bad.
        (answer,) = played.evaluate([after(following, wanted)])
        if winning_chance(cut(answer.centipawns)) < winning_chance(played.value_cp) + SMALL_DIFFERENCE:
            return None
    written = "castling" if against.board.is_castling(wanted) else against.board.san(wanted)
    squares = (wanted.from_square, wanted.to_square)
    check = words.if_passed(board.turn, against.board.variation_san(against.evaluation.line[:1]))
    text = said("prevents", move=written)
    if is_blocked:
        text = said("blocks a pawn", pawn=piece_on(board, wanted.from_square))
    return Claim(PointKind.PREVENTS, text, squares, "prevents", without=against.board, check=check)


def _is_retreat(against: Threat, move: chess.Move) -> bool:
    """Whether the opponent's move is only a retreat, which need not be stopped."""
    before, now = (rank_for(square, against.by) for square in (move.from_square, move.to_square))
    return now < before and not against.board.gives_check(move)


def _goes_forward(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move is worth preparing: it castles, checks, attacks something or goes forward."""
    before, now = (rank_for(square, board.turn) for square in (move.from_square, move.to_square))
    return now > before or board.is_castling(move) or board.gives_check(move) or _attack_target(board, move) is not None


def _checks(played: QuietMove) -> Claim | None:
    """What a check is for: perpetual check, the next move of the engine's line, or else what it drives the king from;
    None if the king is none the worse for it."""
    line, following = played.line, played.after
    if not following.is_check() or played.is_capture or len(line) < 3:
        return None
    reply, then = after(following, line[1]), line[2]
    names = {"reply": following.san(line[1]), "next": reply.san(then)}
    steps = Line.of(played.board, line).steps
    if len(steps) >= CHECKS_OF_A_PERPETUAL and all(step.is_check for step in steps):
        if played.explanation.evaluation.centipawns:
            return Claim(PointKind.IMPROVES, said("more checks", **names), (then.to_square,), "check")
        return Claim(PointKind.SAVES_DRAW, said("perpetual check"), (then.to_square,), "check")
    if does := _does(reply, then, line[2:]):
        return Claim(PointKind.PREPARES, said("check, then", does=does, **names), (then.to_square,), "check")
    return _drives_the_king(following, line[1])


def _drives_the_king(board: chess.Board, reply: chess.Move) -> Claim | None:
    """Say that a check drives the king away from a pawn that it defended or stopped, or else back."""
    if board.piece_type_at(reply.from_square) != chess.KING:
        return None
    side, origin, target = board.turn, reply.from_square, reply.to_square
    for pawn in chess.SquareSet(chess.BB_KING_ATTACKS[origin] & board.pawns & ~chess.BB_KING_ATTACKS[target]):
        own = board.color_at(pawn) == side
        is_left = board.attackers(side, pawn) == chess.SquareSet([origin]) if own else is_passed(board, pawn, not side)
        if is_left and pawn != target:
            clause = said("drives the king away", pawn=piece_on(board, pawn))
            return Claim(PointKind.IMPROVES, clause, (pawn,), "check")
    if rank_for(target, side) >= rank_for(origin, side):
        return None
    clause = said("drives the king back", square=chess.square_name(target))
    return Claim(PointKind.IMPROVES, clause, (target,), "check")


def _does(board: chess.Board, move: chess.Move, line: Sequence[chess.Move]) -> str:
    """What a move wins by capturing, or else does on the board, as a clause; empty if nothing worth a word."""
    if board.is_capture(move):
        is_won = not board.is_en_passant(move) and exchange(board, move) >= 1
        return said("takes", piece=piece_on(board, move.to_square)) if is_won else ""
    return next((clause(seen) for seen in shown(board, move, line) if seen.idea not in THIN_NEXT), "")


def _planned(played: QuietMove, own: Threat | None) -> Claim | None:
    """The next step in the engine's line: of the same piece, or of a piece that the move helps."""
    board, following = played.board, played.after
    if board.is_capture(played.move) or following.is_check():
        return None
    ways = [*played.line[2:3], *([own.evaluation.best] if own else []), *played.line[4:5]]
    free = passed(following)
    if free is None:
        return None
    later = played.line[4:5]
    for planned in filter(None, ways):
        if planned in later and board.piece_type_at(planned.from_square) in (chess.PAWN, chess.KING):
            continue
        if not free.is_legal(planned) or free.is_capture(planned) or not _can_be_made(free, planned):
            continue
        target = _attack_target(free, planned)
        if planned.from_square == played.target:
            is_new = planned.to_square != played.origin and not board.is_legal(
                chess.Move(played.origin, planned.to_square)
            )
            kind = board.piece_type_at(played.origin)
            if not is_new or kind == chess.KING or (kind in (chess.ROOK, chess.QUEEN, chess.PAWN) and target is None):
                continue
            if target is None and (not _goes_forward(free, planned) or phase_of(board) is Phase.ENDGAME):
                continue
            square = chess.square_name(planned.to_square)
            if kind == chess.PAWN:
                text = said("prepares an attack", move=free.san(planned), target=target or "")
            else:
                key = "heads for a target" if target else "heads for"
                text = said(key, square=square, target=target or "")
        elif _can_be_made(board, planned) or not _goes_forward(free, planned):
            continue
        elif target:
            text = said("prepares an attack", move=free.san(planned), target=target)
        else:
            text = said("prepares", move=free.san(planned))
        squares = (planned.from_square, planned.to_square)
        name = "castling" if free.is_castling(planned) else "prepares"
        return Claim(PointKind.PREPARES, text, squares, name, without=free)
    return None


def _attack_target(board: chess.Board, move: chess.Move) -> str | None:
    """The most valuable piece that a move newly attacks and that is undefended or worth more than the attacker."""
    played = MoveOnBoard(board, move)
    attack = next(IDEAS["attack"](played), None)
    return attack.names["victim"] if attack is not None and len(attack.squares) == 2 else None


def _can_be_made(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move is legal and loses no material on its square."""
    return board.is_legal(move) and exchange(board, move) >= 0


# More for the sentence: what follows, why not the natural alternative, and which moves are as good.


def _follow_up(played: QuietMove, first: Claim) -> str | None:
    """What the move wins after the opponent's best quiet reply, if it could not be captured before."""
    line, following = played.line, played.after
    if first.name not in ("attack", "pin", "pressure", "threat", "fork") or len(line) < 3:
        return None
    reply, taking = line[1], line[2]
    if following.is_capture(reply) or following.is_check():
        return None
    then = after(following, reply)
    victim = then.piece_type_at(taking.to_square)
    if not then.is_capture(taking) or victim is None or exchange(then, taking) < 1:
        return None
    if played.board.is_legal(taking) and exchange(played.board, taking) >= 1:
        return None
    if first.squares[1:2] == (taking.to_square,) and reply.from_square != taking.to_square:
        return None
    if any(move.to_square == taking.to_square for move in line[3:4]):
        return None
    result = f"wins {named(victim)}"
    return said("follow-up", reply=following.san(reply), next=then.san(taking), result=result)


def _alternative(played: QuietMove, first: Claim) -> str | None:
    """Say why a natural alternative fails to material loss or mate; None if none fails clearly."""
    board = played.board
    if board.is_check() or first.kind in (PointKind.RECAPTURES, PointKind.THREATENS):
        return None
    rivals = list(_alternatives(played, first))[:MOST_ALTERNATIVES]
    if not rivals:
        return None
    own = winning_chance(played.value_cp)
    answers = played.evaluate([after(board, rival) for rival in rivals])
    for rival, answer in zip(rivals, answers, strict=True):
        if answer.best is None or winning_chance(-cut(answer.centipawns)) > own - CLEARLY_WORSE:
            continue
        there = after(board, rival)
        is_loud = there.is_capture(answer.best) or there.gives_check(answer.best) or answer.best.promotion
        won = play_on(there, answer, played.evaluator, played.limit)
        if not is_loud or not won.gain.is_something or len(won.line.moves) > LONGEST_REFUTATION_PLIES:
            continue
        if result := outcome(won.line, won.gain):
            reply = there.san(answer.best).rstrip("#")
            return said("fails", rival=board.san(rival), reply=reply, result=result)
    return None


def _alternatives(played: QuietMove, first: Claim) -> Iterator[chess.Move]:
    """The moves that a player would consider first; for a piece that escapes, its other squares."""
    board, move = played.board, played.move
    for rival in natural_moves(board):
        if rival == move:
            if first.name != "escape":
                return
        elif first.name == "escape":
            if rival.from_square == move.from_square and not board.is_capture(rival):
                yield rival
        elif is_inviting(board, rival):
            yield rival


def _choice(played: QuietMove) -> Purpose:
    """Compare the move with natural alternatives, all searched slightly deeper to the same depth."""
    board, chosen = played.board, natural_moves(played.board)[: MOST_ALTERNATIVES + 1]
    others = [move for move in chosen if move != played.move][:MOST_ALTERNATIVES]
    more = ""
    own, chances = _compared(played, others) if played.value_cp > -DECIDED_CP else (0.0, {})
    good = _as_good(own, chances)
    worse = [move for move, chance in chances.items() if chance <= own - CLEARLY_WORSE]
    if played.value_cp <= -DECIDED_CP:
        does = said("changes little", side="Black" if board.turn else "White")
    elif good and played.value_cp <= -WORSE_CP:
        side = "Black" if board.turn else "White"
        does = said("as good", others=listed(list(map(board.san, good)), "or"), side=side)
    elif good:
        does = said("keeps winning" if played.value_cp >= DECIDED_CP else "fine")
        more = words.as_good(board, good)
    elif worse:
        there = after(board, worse[0])
        (answer,) = played.evaluate([there])
        it_does = _does(there, answer.line[0], answer.line)
        key = "best, by the reply" if it_does else "best"
        does = said(key, other=board.san(worse[0]), reply=there.san(answer.line[0]), does=it_does)
    elif abs(played.value_cp) < LEVEL_CP:
        does = said("keeps the balance")
    else:
        does = said("keeps the advantage" if played.value_cp > 0 else "limits the damage")
    return Purpose(PointKind.CHOICE, played.san, does, more)


def _other_retreats(played: QuietMove) -> str | None:
    """Say which other squares are as good for the attacked piece; None if there are none."""
    board = played.board
    rivals = [move for move in natural_moves(board) if move.from_square == played.origin]
    good = _as_good(*_compared(played, [move for move in rivals if move != played.move][:MOST_ALTERNATIVES]))
    return words.as_good(board, good) if good else None


def _compared(played: QuietMove, others: Sequence[chess.Move]) -> tuple[float, dict[chess.Move, float]]:
    """The winning chances of the move and of others, searched to the same depth; moves that get mated or end the game
    are left out."""
    boards = [after(played.board, move) for move in (played.move, *others)]
    own, *answers = played.evaluate(boards, PLIES_DEEPER)
    return winning_chance(cut(-own.centipawns)), {
        move: winning_chance(cut(-answer.centipawns))
        for move, answer in zip(others, answers, strict=True)
        if answer.line and not mates_soon(answer)
    }


def _as_good(own: float, chances: Mapping[chess.Move, float]) -> list[chess.Move]:
    """The moves about as good as the best one; empty if the played move is clearly worse."""
    best = max([own, *chances.values()])
    if own < best - LITTLE_DIFFERENCE:
        return []
    ranked = sorted(chances, key=lambda move: -chances[move])
    return [move for move in ranked if chances[move] >= best - SMALL_DIFFERENCE][:MOST_NAMED]


# Parts of this for the explanation of mistakes.


def explain_quiet(board: chess.Board, evaluation: Evaluation, evaluator: Evaluator, limit: Limit) -> FoundReason:
    """Explain a line's first move; unless it captures, also say how it meets or makes threats."""
    explanation = explain_evaluation(board, evaluation, evaluator, limit)
    if explanation.line.steps[0].is_capture:
        return explanation
    played = QuietMove(explanation, evaluator, limit)
    claim = find_threat(played)
    if claim is None:
        return explanation
    purpose = _purpose(played, claim, None)
    return replace(explanation, purpose=purpose, sentence=purpose.sentence)


def find_plan(explanation: FoundReason, evaluator: Evaluator, limit: Limit) -> Purpose | None:
    """Return the next step that a move prepares."""
    played = QuietMove(explanation, evaluator, limit)
    (own,) = find_threats([played.after], evaluator, limit)
    claim = _planned(played, own)
    return None if claim is None else _purpose(played, claim, None)
