"""Turn what was found about a move into the explanation that is shown."""

from __future__ import annotations

from dataclasses import replace

import chess

from motif.board.drawing import move_arrow
from motif.explain.causes import CAPTURE_MOTIFS
from motif.explain.checks import check_of, check_of_slip
from motif.explain.explanation import (
    Better,
    Explanation,
    MoveVerdict,
    Point,
    Step,
    steps_of,
)
from motif.explain.found import FoundBetter, FoundReason
from motif.explain.found_mistake import FoundMistake
from motif.explain.kinds import PointKind, PointSide
from motif.explain.phrases.mistakes import better_is, said, shortest, which


def explanation_of_reason(found: FoundReason) -> Explanation:
    """Turn the reason found for a good move into an explanation.

    >>> from motif.players.names import find_evaluator
    >>> from motif.explain.moves import explain
    >>> board = chess.Board("r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1")
    >>> value = explanation_of_reason(explain(board, chess.Move.from_uci("d5c7"), find_evaluator("search:8")))
    >>> value.motif, value.point.kind.value, value.point.check.squares
    ('fork', 'wins', ('a8',))
    """
    board, after = found.line.start, found.evaluation.chance
    before = after if found.chance_before is None else max(found.chance_before, after)
    better = None
    if found.better is not None:
        line = steps_of(board, found.better.line)
        better = _better_of(found.better, line)
    return Explanation(
        board.fen(),
        steps_of(board, [found.move])[0],
        MoveVerdict.of(before, after),
        _good_with_better(found, better),
        point_of(found, PointSide.DOES, kind_of_good(found)),
        better,
        None,
        found.motifs,
    )


def _good_with_better(found: FoundReason, better: Better | None) -> str:
    """The sentence for a good move, with the better move added if there is one."""
    if better is None or found.better is None:
        return found.sentence
    says_little = found.purpose is not None and found.purpose.kind is PointKind.CHOICE
    if says_little:
        better_than = said("better", better=better.move.san, played=found.line.start.san(found.move))
        return f"{better_than}." if better.kind is PointKind.CHOICE else f"{better_than}: it {found.better.words}."
    does = found.purpose.does if found.purpose is not None else ":"
    if better.kind is PointKind.IMPROVES and ":" not in does:
        played = found.line.start.san(found.move)
        instead = f"{better.move.san} is better: it {found.better.words}."
        briefer = f"{said('better', better=better.move.san, played=played)}: it {found.better.words}."
        return shortest((f"{played} {does}, but {instead}", briefer))
    return f"{found.sentence} {better_is(which(better.move.san, found.better.words))}"


def explanation_of_mistake(mistake: FoundMistake) -> Explanation:
    """Turn what was found about a mistake into an explanation: what it allowed or missed, and the better move."""
    board = mistake.board
    allowed = missed = None
    if mistake.allowed is not None:
        allowed = _allowed(mistake, mistake.allowed)
    if mistake.missed is not None:
        missed = point_of(mistake.missed, PointSide.MISSED, mistake.missed_kind)
    sides = {PointSide.ALLOWED: allowed, PointSide.MISSED: missed}
    first = mistake.sides[0] if mistake.sides else None
    if first is not None:
        side = PointSide.ALLOWED if first is mistake.allowed else PointSide.MISSED
        point, also = sides.pop(side), next(iter(sides.values()))
    else:
        point, also = _without_gain(mistake), None
    better = _better(mistake, missed)
    motifs = first.motifs if first is not None else ()
    return Explanation(
        board.fen(),
        steps_of(board, [mistake.played])[0],
        MoveVerdict.of(mistake.chance_before, mistake.chance_after),
        _with_better(mistake, better, missed),
        point,
        better,
        also,
        motifs,
    )


def _with_better(mistake: FoundMistake, better: Better | None, missed: Point | None) -> str:
    """The sentence for a mistake; the better move is added if the sentence does not name it."""
    if better is None or mistake.is_decided or mistake.names_better:
        return mistake.sentence
    san = better.move.san
    if mistake.missed is not None and missed is not None and _is_reason(mistake, missed):
        return f"{mistake.sentence} {better_is(shortest(mistake.missed.deed.after_verb))}"
    if mistake.quiet_best is not None and (purpose := mistake.quiet_best.purpose) is not None:
        return f"{mistake.sentence} {better_is(which(san, purpose.does))} {purpose.more}".rstrip()
    return f"{mistake.sentence} {better_is(which(san, mistake.better.words if mistake.better else ''))}"


def point_of(found: FoundReason, side: PointSide, kind: PointKind) -> Point:
    """Make the point of an explanation from a line and the reason found for it."""
    line, cause, purpose = found.line, found.cause, found.purpose
    squares: tuple[chess.Square, ...] = ()
    if cause is not None:
        squares = (cause.witness.by, *cause.witness.against)
    elif purpose is not None:
        squares = purpose.squares
    return Point(
        side,
        kind,
        cause.witness.motif if cause else (purpose.name or purpose.kind.value) if purpose else None,
        found.sentence,
        found.gain,
        line.start.fen(),
        steps_of(line.start, line.moves),
        tuple(chess.square_name(square) for square in dict.fromkeys(squares)),
        tuple(dict.fromkeys((move_arrow(found.move), *found.reason().arrows))),
        check_of(found),
    )


def kind_of_good(found: FoundReason) -> PointKind:
    """The kind of point that a good move makes."""
    if found.gain.is_mate:
        return PointKind.MATES
    if found.gain.is_something:
        return PointKind.WINS
    if found.gain.saves_draw:
        return PointKind.SAVES_DRAW
    return found.purpose.kind if found.purpose is not None else PointKind.UNEXPLAINED


def _allowed(mistake: FoundMistake, reply: FoundReason) -> Point:
    slip = mistake.slip
    point = point_of(reply, PointSide.ALLOWED, slip.kind if slip is not None else PointKind.ALLOWED_TACTIC)
    if slip is None:
        return point
    return replace(point, check=check_of_slip(mistake.board, mistake.played, slip, reply))


def _without_gain(mistake: FoundMistake) -> Point | None:
    """The point of a mistake that loses nothing by force."""
    if mistake.quiet_reply is not None:
        return point_of(mistake.quiet_reply, PointSide.ALLOWED, PointKind.ALLOWED_THREAT)
    if mistake.quiet_best is not None:
        purpose = mistake.quiet_best.purpose
        kind = PointKind.MISSED_DEFENCE if purpose and purpose.kind is PointKind.DEFENDS else PointKind.MISSED_THREAT
        return point_of(mistake.quiet_best, PointSide.MISSED, kind)
    return None


def _better(mistake: FoundMistake, missed: Point | None) -> Better | None:
    if mistake.best == mistake.played:
        return None
    if missed is not None and _is_reason(mistake, missed):
        return Better(missed.kind, missed.text, missed.line)
    if mistake.quiet_best is not None:
        found = mistake.quiet_best
        kind = found.purpose.kind if found.purpose is not None else PointKind.CHOICE
        return Better(kind, found.sentence, steps_of(found.line.start, found.line.moves))
    if mistake.better is None:
        return None
    return _better_of(mistake.better, steps_of(mistake.board, mistake.better.line))


def _better_of(found: FoundBetter, line: tuple[Step, ...]) -> Better:
    return Better(found.kind, f"{line[0].san} {found.words or 'is better'}.", line)


def _is_reason(mistake: FoundMistake, missed: Point) -> bool:
    """Whether the better move is better because of what it wins, not because it stops the opponent's punishment."""
    if mistake.allowed is None or mistake.sides[0] is mistake.missed or mistake.better is None:
        return True
    cause = mistake.missed.cause if mistake.missed is not None else None
    is_clear = cause is not None and (cause.witness.ply == 0 or cause.witness.motif not in CAPTURE_MOTIFS)
    return is_clear or mistake.better.kind is not PointKind.DEFENDS
