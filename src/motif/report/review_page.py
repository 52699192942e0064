"""Write the review of a game as one HTML page, with the style and the viewer of a study's report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif.board.drawing import Colour, move_arrow
from motif.report.game_review import DecidingMove, GameReview, rows
from motif.report.moments import Picture, anchor, picture
from motif.report.page import packed, render
from motif.report.review_text import heading, players_of

GRAPH_WIDTH, GRAPH_HEIGHT = 800, 160


@dataclass(frozen=True, slots=True)
class ShownMoment:
    """A deciding move on the page: the board before it with the played move, and with the better one."""

    moment: DecidingMove
    before: Picture
    better: Picture
    side: str
    move: str
    """The name with which the script opens the move."""


def review_page(review: GameReview) -> str:
    """Return the whole page, which loads nothing from outside."""
    game = review.game
    return render(
        "review.html.jinja",
        review=review,
        game=game,
        heading=heading(game),
        players=players_of(game),
        moments=[_shown(review, moment) for moment in review.moments],
        graph=_points(review.chances),
        marked=[(_x(ply + 1, len(game.moves)), ply) for ply, mark in enumerate(review.marks) if mark in ("?", "??")],
        graph_size=(GRAPH_WIDTH, GRAPH_HEIGHT),
        chances=review.chances,
        sheet=list(rows(review)),
        anchor=anchor,
        packed_games=packed([game], of_both_sides=True),
    )


def _shown(review: GameReview, moment: DecidingMove) -> ShownMoment:
    game, ply = review.game, moment.ply
    board = chess.Board(moment.explanation.fen)
    last = game.moves[ply - 1].move if ply else None
    played, best = game.moves[ply].move, game.moves[ply].best
    flipped = board.turn == chess.BLACK
    arrows = [move_arrow(played, Colour.RED), *([move_arrow(best)] if best not in (None, played) else [])]
    return ShownMoment(
        moment,
        picture(board, [move_arrow(played, Colour.RED)], last, flipped=flipped),
        picture(board, arrows, last, flipped=flipped),
        chess.COLOR_NAMES[board.turn].capitalize(),
        anchor(game, ply),
    )


def _points(chances: Sequence[float]) -> str:
    """The points of an SVG polyline for White's winning chance."""
    last = len(chances) - 1
    return " ".join(f"{_x(place, last):.1f},{GRAPH_HEIGHT * (1 - chance):.1f}" for place, chance in enumerate(chances))


def _x(place: int, last: int) -> float:
    return round(GRAPH_WIDTH * place / max(1, last), 1)
