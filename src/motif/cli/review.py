"""`motif review`: review one game and explain its mistakes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from motif.cli.console import INTERRUPTED, note, say, watching
from motif.cli.options import EngineOptions, GameMove, Json, Quiet, argument, option, output
from motif.errors import BadArgument

if TYPE_CHECKING:
    from motif.report.game_review import GameReview

PAGE, GAME = ".html", ".pgn"

Side = Annotated[Literal["white", "black"] | None, option("Show the board from this side.", "--side")]


def review(
    game: Annotated[str, argument("FILE, FILE#7 for its seventh game, or lichess:GAMEID.", "GAME")],
    move: GameMove = None,
    player: Annotated[str | None, option("Show the board from the side of this player.", metavar="NAME")] = None,
    side: Side = None,
    to: Annotated[Path | None, output("Write a page that you can send (.html), or the annotated game (.pgn).")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    *,
    by: EngineOptions,
) -> None:
    """Review one game: its mistakes, what decided it, and better moves.

    You read the accuracy of both sides, the moments that decided the game, each explained with the better move, and
    the moves with their marks: ?! inaccuracy, ? mistake, ?? blunder, ! an only move that is hard to find. Evaluations
    in the file are used. With `--move`, you read what was wrong with one move.

    Example: `motif review sample#3 --side black --out review.html`
    """
    # Imported here, since the help page does not need it.
    from motif.download.sites import find_game, find_move
    from motif.report.review_making import make_review, review_engine, side_of
    from motif.report.review_text import move_text, review_text
    from motif.runtime.files import write_atomically

    if to is not None and to.suffix not in (PAGE, GAME):
        raise BadArgument(
            f"a review is written as {PAGE} or {GAME}, and {to} is neither", hint=f"write {to.with_suffix(PAGE)}"
        )
    chosen = review_engine(by.engine, by.limit)
    place = None if move is None else find_move(game, move)
    named = find_game(game) if place is None or place.game is None else place.game
    is_white = side_of(named, player, side)

    def first_look(marks: str) -> None:
        if not quiet and move is None:
            note(f"first look: {marks or 'no mistake'}")

    try:
        with watching("evaluating the moves", quiet) as watch:
            made = make_review(named, chosen, is_white=is_white, watch=watch, first_look=first_look)
    except KeyboardInterrupt:
        note("stopped")
        # The usual end of Python would wait for threads that still search.
        os._exit(INTERRUPTED)
    if to is not None:
        write_atomically(to, _content(made, to))
    if as_json:
        say(made.to_json())
        return
    if place is None or place.ply is None:
        say(review_text(made))
    else:
        say(move_text(made, place.ply))
        if made.moment(place.ply) is None:
            note(f"`motif explain {game} --move {move}` says what it does.")
    note(f"\n{made.evaluated}")
    if to is not None:
        note(f"The review is in {to}.")


def _content(made: GameReview, to: Path) -> str:
    # A review in the terminal needs neither the page's template nor what a study needs.
    if to.suffix == PAGE:
        from motif.report.review_page import review_page

        return review_page(made)
    from motif.report.pgn import annotated_game

    return f"{annotated_game(made.game, made.only_moves)}\n"
