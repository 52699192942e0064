"""`motif play`: play a game in the terminal, with step-by-step hints and reasons."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Annotated

import chess
import typer

from motif.cli.console import INTERRUPTED, closing_all, note, say
from motif.cli.options import Seed, option, output
from motif.download.sites import find_position
from motif.engines.limits import OPPONENT_MOVE_LIMIT
from motif.errors import BadArgument
from motif.explain.moves import explain
from motif.play import KeptGame, PlaySession, Table, default_path, find_kept
from motif.players.human_model import LEVELS
from motif.players.names import find_adviser, find_evaluator, find_player, try_out

DEFAULT_OPPONENT = "motif"

_SIDES = ("white", "black", "random")


def play(
    against: Annotated[
        str | None, option("Your opponent: motif, maia:FILE, stockfish,depth=5 …", metavar="NAME")
    ] = None,
    side: Annotated[str | None, option("Your colour: white, black or random.")] = None,
    level: Annotated[
        int | None,
        option("How strong: 1 plays like people rated 800, 4 like 1400, 8 like 2300.", min=1, max=len(LEVELS)),
    ] = None,
    fen: Annotated[str, option("Start from a FEN, `start`, moves, or `FILE#7@23...`.", metavar="POSITION")] = "start",
    save: Annotated[Path | None, output("Write the game to this PGN file when you leave.")] = None,
    resume: Annotated[bool, option("Continue your last game.", "--resume")] = False,
    seed: Seed = 0,
) -> None:
    """Play against people of a level or an engine, with hints and reasons.

    Type moves as Nf3 or g1f3, `?` for a hint, `why` for the reason of the last move; `help` lists the rest. A game
    that you leave is kept, and `--resume` continues it. A level plays as people of its rating do, mistakes included.

    Example: `motif play --level 3 --side black --out game.pgn`
    """
    path = default_path()
    if resume:
        if side is not None or fen != "start":
            raise BadArgument(
                "the saved game already has a side and a start position", hint="leave --side and --fen out"
            )
        game = find_kept(path)
        if against is not None or level is not None:
            game = replace(game, against=_opponent(against, level))
    else:
        board = find_position(fen).board
        game = KeptGame(_opponent(against, level), _side(side or "white", seed), seed, board.fen())
        if path.exists():
            note("a game was left; your first move here replaces it (`motif play --resume` goes on with it)")
    try_out(game.against)
    with closing_all() as keep:
        opponent, adviser, evaluator = (
            keep(find_player(game.against)),
            keep(find_adviser("motif,depth=8")),
            keep(find_evaluator("search")),
        )
        table = Table(
            opponent,
            OPPONENT_MOVE_LIMIT,
            lambda board: adviser.advise(board)[0],
            lambda board, move: explain(board, move, evaluator).sentence,
            say,
            path,
            save,
        )
        try:
            PlaySession(game, table).play(_lines())
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


def _opponent(against: str | None, level: int | None) -> str:
    if against is not None and level is not None:
        raise BadArgument("--level and --against both choose the opponent", hint="write one of the two")
    return f"human,level={level}" if level is not None else against or DEFAULT_OPPONENT


def _side(text: str, seed: int) -> chess.Color:
    if text not in _SIDES:
        raise BadArgument(f"{text!r} is no side", hint=f"write one of {', '.join(_SIDES)}")
    return Random(seed).random() < 0.5 if text == "random" else text == "white"


def _lines() -> Iterator[str]:
    """Read lines after a prompt; lines from a pipe are printed, so that the game can be read."""
    if sys.stdin.isatty():
        while True:
            try:
                yield input("> ")
            except EOFError:
                return
    for line in sys.stdin:
        say(f"> {line.rstrip()}")
        yield line
