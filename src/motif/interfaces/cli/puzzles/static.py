"""`motif puzzles static`: puzzles in which only White moves."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from motif.errors import NothingFound
from motif.interfaces.cli.console import INTERRUPTED, counted, note, say, say_json, watching
from motif.interfaces.cli.options import Json, Quiet, Seed
from motif.interfaces.cli.puzzles.options import BlackMen, Board, Count, WhiteMen, read_recipe
from motif.progress import Progress
from motif.puzzles.static import StaticPuzzle, compose_static

SECONDS = 60.0


def static(
    goal: Annotated[str, typer.Option("--goal", help="`mate in 1` to `mate in 4`.")] = "mate in 2",
    count: Count = 1,
    board: Board = "8x8",
    white: WhiteMen = "1-6",
    black: BlackMen = "1-8",
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="Give up after this time.")] = SECONDS,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compose static puzzles: only White moves, and Black is not in check until it is mated.

    Each has one solution and no shorter one, found by trying every sequence of White's moves, and no idle man.

    Example: `motif puzzles static --goal "mate in 3" --board 5x5 --seed 1`
    """
    recipe = read_recipe(goal, None, board, white, black)
    until = time.monotonic() + seconds
    composed: list[StaticPuzzle] = []
    attempts, interrupted = 0, False
    with watching("composing", quiet) as watch:
        try:
            for puzzle in compose_static(recipe, seed, lambda: time.monotonic() > until):
                attempts += 1
                composed += [puzzle] if puzzle else []
                watch(Progress(len(composed), count))
                if len(composed) == count:
                    break
        except KeyboardInterrupt:
            interrupted = True
    if not composed and not interrupted:
        raise NothingFound(
            f"no static puzzle was found in {counted(attempts, 'attempt')} and {seconds:g} seconds; "
            "this does not prove that there is none",
            hint="give it more --seconds, or ask for less",
        )
    if as_json:
        say_json([{"position": puzzle.position, "solution": list(puzzle.line)} for puzzle in composed])
    else:
        for puzzle in composed:
            say(f"{puzzle.diagram.drawn()}\n{puzzle}\n{puzzle.told()}\n")
    if interrupted:
        note("interrupted: these are the puzzles so far")
        raise typer.Exit(INTERRUPTED)
    if len(composed) < count:
        note(f"only {len(composed)} of {counted(count, 'puzzle')} were found in the time given")
