"""Build explanations by hand, for tests that need a mistake with what it missed and allowed."""

from __future__ import annotations

from dataclasses import replace

import chess

from motif.board.drawing import Arrow
from motif.explain.explanation import Better, Check, Explanation, MoveVerdict, Point, steps_of
from motif.explain.gains import Gain
from motif.explain.kinds import PointKind, PointSide
from motif.study.games import Fault, StudiedGame


def point(
    board: chess.Board,
    line: list[chess.Move],
    text: str,
    motif: str | None,
    arrows: tuple[Arrow, ...] = (),
    check: Check | None = None,
    side: PointSide = PointSide.ALLOWED,
) -> Point:
    """A point that wins three pawns; the side is set by the mistake that it belongs to."""
    steps = steps_of(board, line)
    return Point(side, PointKind.ALLOWED_TACTIC, motif, text, Gain(3, None, 300), board.fen(), steps, (), arrows, check)


def fault(
    game: StudiedGame,
    ply: int,
    sentence: str,
    missed: Point | None,
    allowed: Point | None,
) -> Fault:
    """A mistake of a game; what its sentence names first is its point."""
    board, studied = game.boards()[ply], game.moves[ply]
    sides = [
        _on(point, side)
        for point, side in ((allowed, PointSide.ALLOWED), (missed, PointSide.MISSED))
        if point is not None
    ]
    sides.sort(key=lambda side: f" {side.line[0].san}" not in sentence)
    first, second = (*sides, None, None)[:2]
    best = missed.line if missed else steps_of(board, studied.line or (studied.best or studied.move,))
    return game.fault(
        ply,
        Explanation(
            board.fen(),
            steps_of(board, [studied.move])[0],
            MoveVerdict.of(0.5, 0.5),
            sentence,
            first,
            Better(PointKind.MISSED_WIN, f"{best[0].san} is better.", best),
            second,
            (first.motif,) if first is not None and first.motif is not None else (),
        ),
    )


def _on(point: Point, side: PointSide) -> Point:
    return replace(point, side=side, kind=PointKind.MISSED_WIN if side is PointSide.MISSED else point.kind)
