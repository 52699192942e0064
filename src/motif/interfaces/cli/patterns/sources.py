"""Where the commands of `motif patterns` take moves and libraries from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from motif.board.games import GameFilter, Report
from motif.board.positions import decode_move
from motif.errors import BadGameFile
from motif.evidence.examples import Evidence
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import check_word, counted
from motif.interfaces.cli.games import note_errors
from motif.patterns.habits import Example
from motif.patterns.library import Library
from motif.patterns.paper_library import PaperLibrary, read_library

SHIPPED = "shipped"

LibraryName = Annotated[
    str, typer.Argument(metavar="LIBRARY", help="A file of patterns; `shipped` is the one that ships.")
]
Files = Annotated[
    list[str],
    typer.Argument(metavar="GAMES…", help="PGN files, plain or compressed; `sample` is the games that ship."),
]
MaybeFiles = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAMES…", help="PGN files, plain or compressed; `sample` is the games that ship."),
]
Players = Annotated[
    list[str] | None,
    typer.Option("--player", help="Only the moves of players whose names hold this; may be given several times."),
]
Most = Annotated[int, typer.Option("--most", min=1, help="How many moves at most, drawn evenly from all games.")]

EVERY_PLY = 1_000


def find_library(name: str) -> Library | PaperLibrary:
    """The library of this name, with weights of either kind."""
    if name == SHIPPED:
        return Library.shipped()
    check_word(name, SHIPPED)
    return read_library(Path(name))


def examples_of(evidence: Evidence) -> list[Example]:
    """The positions as boards, with the moves made in them."""
    return [(board, decode_move(int(code))) for board, code in zip(evidence.positions, evidence.played, strict=True)]


def gather(files: list[str], players: list[str] | None, from_move: int, most: int, seed: int, quiet: bool) -> Evidence:
    """The moves of these players in these games, or of everybody; refused when there is none."""
    report = Report()
    read = options.watched_games(files, GameFilter(), report, quiet)
    evidence = Evidence.of_games(read, EVERY_PLY, from_move, seed)
    note_errors(report)
    if players:
        wanted = [any(name.lower() in mover.lower() for name in players) for mover in evidence.movers()]
        evidence = evidence.take(np.flatnonzero(wanted))
    if not len(evidence):
        who = f" of {' or '.join(players)}" if players else ""
        raise BadGameFile(
            f"no move{who} in {counted(report.games, 'game')}", hint="is the name spelled as in the games?"
        )
    if len(evidence) > most:
        drawn = np.random.default_rng(seed).permutation(len(evidence))[:most]
        evidence = evidence.take(np.sort(drawn))
    return evidence
