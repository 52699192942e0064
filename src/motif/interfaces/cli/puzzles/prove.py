"""`motif puzzles prove`: the best values that a puzzle of a kind can have, with the proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from motif.interfaces.cli.console import counted, note, say, say_json
from motif.interfaces.cli.options import Json, Quiet, Seed
from motif.interfaces.cli.puzzles.options import BlackMen, Board, Themes, WhiteMen, read_recipe
from motif.progress import Progress
from motif.puzzles.proof import prove_optimum
from motif.puzzles.recipe import Replies

SECONDS = 300.0


def prove(
    goal: Annotated[str, typer.Option("--goal", help="`mate in 1` to `mate in 4`.")] = "mate in 2",
    themes: Themes = None,
    board: Board = "4x4",
    white: WhiteMen = "1-6",
    black: BlackMen = "1-6",
    static: Annotated[bool, typer.Option("--static", help="Only White moves.")] = False,
    show: Annotated[int, typer.Option("--show", min=0, help="How many of the sound boards are drawn.")] = 4,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="Give up after this time.")] = SECONDS,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Prove the best values: White's men worth as little as can be, then Black's as much.

    The soft constraints of Ahmer and Huang 2022 (their Figure 5), over every line in which Black has one reply,
    without castling, en passant and black promotion. Each better pair of values is told on the way. Clingo proves
    that there is no better one and lists every board that reaches it; a solver says which of them are sound.

    Example: `motif puzzles prove --board 4x4 --white 1-6 --black 1-6`
    """
    recipe = replace(read_recipe(goal, themes, board, white, black), replies=Replies.ONLY)

    def told(news: Progress) -> None:
        if not quiet:
            note(f"better: {news.words}")

    optimum = prove_optimum(recipe, seed, told, static, seconds)
    sound = optimum.sound()
    if as_json:
        say_json(
            {
                "white": optimum.white,
                "black": optimum.black,
                "proved": True,
                "boards": len(optimum.skeletons),
                "sound": [{"position": str(board.diagram), "line": list(board.line)} for board in sound],
            }
        )
        return
    for skeleton in sound[:show]:
        say(f"{skeleton.diagram.drawn()}\n{skeleton.diagram}  {' '.join(skeleton.line)}\n")
    say(f"proved: White's men are worth {optimum.white} at least, and then Black's {optimum.black} at most")
    say(f"{counted(len(optimum.skeletons), 'line')} reach it, {len(sound)} of them on sound boards")
