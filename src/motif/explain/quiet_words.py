"""The words for what a quiet move is for: how it meets a threat, what it threatens, what is as good."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from motif.board.material import VALUES
from motif.board.wording import listed, piece_on, with_article
from motif.explain.causes import CAPTURES
from motif.explain.found import FoundReason
from motif.explain.words import MOST_WORDS, is_long, moves, outcome, san, within

SOON = 6
"""What is taken within so many plies is taken in return."""

DECIDED = 700
"""Centipawns by which a game is decided, so that one quiet move more or less is not what matters."""


def effect(explained: FoundReason) -> str:
    """What a line wins, in words."""
    return outcome(explained.line, explained.gain) or "wins material"


def only(board: chess.Board, move: chess.Move) -> str:
    """There is no choice."""
    return f"{board.san(move)} is the only legal move."


def subject(board: chess.Board, move: chess.Move) -> str:
    """The move, and that it blocks a check where it does, for what else it does to follow."""
    return f"{board.san(move)} blocks the check and" if _blocks_check(board, move) else board.san(move)


def _blocks_check(board: chess.Board, move: chess.Move) -> bool:
    return board.is_check() and not board.is_capture(move) and board.piece_type_at(move.from_square) != chess.KING


def takes_back(board: chess.Board, move: chess.Move, for_less: chess.PieceType | None) -> str:
    """An exchange goes on; what the man that is taken back took is told where that was much less."""
    said = f"{board.san(move)} takes back {piece_on(board, move.to_square)}"
    return f"{said}, which took only {with_article(chess.piece_name(for_less))}." if for_less else f"{said}."


def improves(board: chess.Board, move: chess.Move, does: str) -> str:
    """What a move does on the board."""
    return f"{board.san(move)} {does}."


def as_good(board: chess.Board, move: chess.Move, others: list[chess.Move], value: int) -> str:
    """That others are as good as a move; where the game is decided, that comes first."""
    san, verb = board.san(move), "looks" if len(others) == 1 else "look"
    said = f"{listed([board.san(other) for other in others])} {verb} about as good"
    if board.is_check():
        return f"{san} {'blocks the check' if _blocks_check(board, move) else 'gets out of check'}; {said}."
    if value <= -DECIDED:
        return f"{san} changes little: {'Black' if board.turn else 'White'} is winning, whatever is played."
    return f"{san} is {'one way to go on winning' if value >= DECIDED else 'a choice'}: {said}."


def and_also(sentence: str, does: str) -> str | None:
    """What a move is for with one thing more that it does; None if that is too much for one reading."""
    is_plain = not set(":;,") & set(sentence) and " and " not in f"{sentence} {does}"
    said = f"{sentence.removesuffix('.')} and {does}." if is_plain else f"{sentence} It also {does}."
    return said if len(said.split()) <= MOST_WORDS else None


def capture(explanation: FoundReason, and_: str = "") -> str:
    """What a capture takes, what is given for it on the judge's line, and what else it does; empty for another move."""
    taken, back = _exchanged(explanation)
    if back:
        return f"{taken}, and the opponent gets {back}"
    return " and ".join(filter(None, (taken, and_)))


def _exchanged(explanation: FoundReason) -> tuple[str, str]:
    """What a move takes, as words, and the man that is taken for it a little later."""
    board, first = explanation.line.start, explanation.line.steps[0]
    if not first.is_capture:
        return "", ""
    if board.is_en_passant(first.move):
        return "takes a pawn in passing", ""
    own, target = first.move.from_square, first.target
    takes, following = f"takes {piece_on(board, target)}", explanation.evaluation.line[1:3]
    if following and following[0].to_square == target:
        taker = following[0].from_square
        if _worth(board, own) == _worth(board, target):
            return f"trades {piece_on(board, own)} for {piece_on(board, target)}", ""
        is_taken_back = len(following) == 2 and following[1].to_square == target
        if is_taken_back and _worth(board, own) == _worth(board, taker):
            return f"{takes} and trades {piece_on(board, own)} for {piece_on(board, taker)}", ""
        return takes if is_taken_back else f"gives {piece_on(board, own)} for {piece_on(board, target)}", ""
    return takes, _taken_in_return(board, explanation.evaluation.line)


def attacks_and_offers(board: chess.Board, move: chess.Move, victim: chess.Square, taker: chess.Square) -> str:
    """A man attacks a dearer one, and may be traded for another."""
    own = chess.piece_name(board.piece_type_at(move.from_square) or chess.PAWN)
    traded = piece_on(board, taker)
    return f"{board.san(move)} attacks {piece_on(board, victim)} and offers to trade the {own} for {traded}."


def _taken_in_return(board: chess.Board, line: Sequence[chess.Move]) -> str:
    """The man of the same kind that the opponent takes soon, if that is all that is taken after the first."""
    walk, taken = board.copy(stack=False), []
    for move in line[:SOON]:
        if walk.is_capture(move):
            taken.append((walk.turn, walk.piece_type_at(move.to_square), piece_on(walk, move.to_square)))
        walk.push(move)
    if len(taken) != 2 or taken[1][0] == board.turn or taken[0][1] != taken[1][1]:
        return ""
    return taken[1][2]


def _worth(board: chess.Board, square: chess.Square) -> int:
    kind = board.piece_type_at(square)
    return VALUES[kind] if kind is not None else 0


def made(move: str, explained: FoundReason, reply: chess.Move | None, *, keeps: bool = False) -> str:
    """A threat of one's own; its cause is left out where that gets too long.

    The reply is the opponent's quiet best one, if there is one: a man that leaves by it is driven away, unless it was
    attacked before and a check came in between: then the move only keeps the threat.
    """
    said = f"{move} makes a threat: {within(explained.sentence)}"
    if _is_plain(explained) or _takes_one(explained) or is_long(said.partition(": ")[2]):
        start, target = explained.line.start, explained.move.to_square
        if keeps:
            attacker = piece_on(start, explained.move.from_square)
            return f"{move} gets out of check, and {attacker} attacks {piece_on(start, target)}."
        if reply is not None and reply.from_square == target and start.piece_type_at(target) != chess.PAWN:
            won = "wins it" if _takes_one(explained) else _effect_and_line(explained)
            return f"{move} drives {piece_on(start, target)} away; otherwise {san(explained.line, 0)} {won}."
        return f"{move} threatens {san(explained.line, 0)}, which {_effect_and_line(explained)}."
    return said


def met(how: str, explained: FoundReason) -> str:
    """A threat of the opponent's; its cause is left out where that gets too long."""
    said = f"{how}; otherwise {within(explained.sentence)}"
    if _is_plain(explained) or _takes_one(explained) or is_long(said):
        return f"{how}; otherwise {san(explained.line, 0)} {_effect_and_line(explained)}."
    return said


def _effect_and_line(explained: FoundReason) -> str:
    """What a line wins, and its moves; a single capture is told by the man that it takes: there is no more to see."""
    if _takes_one(explained):
        return f"wins {piece_on(explained.line.start, explained.move.to_square)}"
    return f"{effect(explained)}: {moves(explained.line)}"


def _takes_one(explained: FoundReason) -> bool:
    """Whether a line is one capture, and the man that it takes is all that is won."""
    taken = explained.line.start.piece_type_at(explained.move.to_square)
    return (
        len(explained.line.moves) == 1
        and taken is not None
        and effect(explained) == f"wins {with_article(chess.piece_name(taken))}"
    )


def _is_plain(explained: FoundReason) -> bool:
    return explained.cause is None or explained.cause.witness.motif in CAPTURES


def if_passed(side: chess.Color, explained: FoundReason) -> str:
    """What the pass shows."""
    name = chess.COLOR_NAMES[side].capitalize()
    return f"If {name} passed, {san(explained.line, 0)} would win: {moves(explained.line)}."


def meets(
    board: chess.Board, move: chess.Move, following: chess.Board, threat: FoundReason, *, counters: bool
) -> str | None:
    """How a move meets a threat: it takes, goes away, guards, blocks, pins, makes room or strikes back; None if not."""
    way = next(_ways(board, move, following, threat, counters=counters), None)
    return None if way is None else f"{board.san(move)} {way}"


def meets_somehow(move: str) -> str:
    """A threat is met, and nobody can say how."""
    return f"{move} meets a threat"


def _backed_up(
    board: chess.Board, move: chess.Move, following: chess.Board, aims: Sequence[chess.Square]
) -> Iterator[str]:
    """The man that moves goes behind another of its side on the line by which that one guards what would be taken."""
    for aim in aims:
        between = chess.SquareSet(chess.between(move.to_square, aim) & following.occupied)
        line = chess.ray(move.to_square, aim)
        if len(between) != 1 or not line or board.color_at(aim) != board.turn:
            continue
        (guard,) = between
        slides = following.attacks_mask(move.to_square) & chess.BB_SQUARES[guard]
        if slides and aim in following.attacks(guard) and following.color_at(guard) == board.turn:
            yield f"backs up {piece_on(following, guard)}, which guards {piece_on(following, aim)}"


def _ways(
    board: chess.Board, move: chess.Move, following: chess.Board, threat: FoundReason, *, counters: bool
) -> Iterator[str]:
    line, target = threat.line, move.to_square
    first = line.moves[0]
    aims = [later.to_square for later in line.moves[:3:2]]
    if board.is_capture(move) and target == first.from_square:
        yield f"takes {piece_on(board, target)}, which threatens {san(line, 0)}"
    for ply, aim in zip((0, 2), aims, strict=False):
        if aim == move.from_square and line.boards[ply].piece_at(aim) == board.piece_at(aim):
            yield f"takes {piece_on(board, aim)} out of danger"
    if board.is_castling(move) and board.piece_type_at(first.to_square) == chess.ROOK:
        yield f"takes {piece_on(board, first.to_square)} out of danger"
    is_king = board.piece_type_at(move.from_square) == chess.KING
    if is_king and threat.gain.is_mate:
        yield "takes the king out of danger"
    for slider, aim in ((later.from_square, later.to_square) for later in line.moves[:3:2]):
        if chess.between(slider, aim) & chess.BB_SQUARES[target] and board.piece_at(slider) is not None:
            yield f"blocks the way of {piece_on(board, slider)}"
    if following.is_pinned(not board.turn, first.from_square) and not board.is_pinned(
        not board.turn, first.from_square
    ):
        yield f"pins {piece_on(board, first.from_square)}"
    for ply, aim in zip((0, 2), aims, strict=False):
        if line.boards[ply].color_at(aim) != board.turn and line.boards[ply].piece_at(aim) is not None:
            continue
        # Where a man would be taken that only comes there, nobody's man is guarded.
        if board.color_at(aim) == (not board.turn):
            continue
        guards = following.attackers(board.turn, aim) - board.attackers(board.turn, aim)
        if board.piece_at(aim) == following.piece_at(aim) and target in guards:
            yield f"guards {piece_on(board, aim)}"
        elif board.piece_at(aim) == following.piece_at(aim) and guards:
            yield f"lets {piece_on(following, guards.pop())} guard {piece_on(board, aim)}"
    yield from _backed_up(board, move, following, aims)
    if is_king and any(board.is_check() for board in line.boards[1::2]):
        yield "takes the king out of danger"
    king = board.king(board.turn)
    if threat.gain.is_mate and king is not None and move.from_square in chess.SquareSet(chess.BB_KING_ATTACKS[king]):
        yield "makes room for the king"
    if counters:
        yield "answers a threat with another"
