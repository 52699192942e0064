"""Where the commands of `motif tactics` take libraries and positions from, and whom they ask about them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from motif.board.games import GameFilter, Report
from motif.board.limits import Limit
from motif.errors import BadGameFile
from motif.evidence.engine_answers import Questions, ask_engine
from motif.evidence.examples import Evidence
from motif.evidence.files import read_evidence
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import check_word, counted, watching
from motif.interfaces.cli.games import note_errors
from motif.parallel import Workers
from motif.players import DEFAULT_LIMIT, Name, find_oracle, try_out
from motif.tactics.library.library import Library

SHIPPED = "shipped"

LibraryName = Annotated[
    str, typer.Argument(metavar="LIBRARY", help=f"A file of tactics; `{SHIPPED}` is the library that comes with Motif.")
]
Files = Annotated[
    list[str],
    typer.Argument(
        metavar="GAMES…",
        help="PGN files, plain or compressed, or CSV of fen,uci; `sample` is the games that ship.",
    ),
]
EngineName = Annotated[
    str | None,
    typer.Option("--engine", metavar="NAME", help="Who judges the moves: stockfish,depth=8 or search:6, for example."),
]


def find_library(name: str) -> Library:
    """The library of a file, or the one that ships."""
    if name == SHIPPED:
        return Library.shipped()
    check_word(name, SHIPPED)
    return Library.read(Path(name))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which positions of which files."""

    files: list[str]
    where: GameFilter
    per_game: int
    from_move: int
    seed: int


def gather(wanted: Wanted, quiet: bool) -> Evidence:
    """The evidence of games and of CSV files, in the order in which they are named; refused when there is none."""
    tables = [name for name in wanted.files if name.endswith(".csv")]
    games = [name for name in wanted.files if not name.endswith(".csv")]
    report = Report()
    parts = [read_evidence(Path(name)) for name in tables]
    if games:
        read = options.watched_games(games, wanted.where, report, quiet)
        parts.append(Evidence.of_games(read, wanted.per_game, wanted.from_move, wanted.seed))
        note_errors(report)
    evidence = Evidence.concatenate(parts)
    if not len(evidence):
        raise BadGameFile(
            f"no position to draw from {counted(report.games, 'game')}",
            hint=f"{report.filtered_out:,} did not pass the filter; --from-move 1 draws from short games too",
        )
    return evidence


def ask(evidence: Evidence, engine: str, every_move: bool, workers: Workers, quiet: bool) -> Evidence:
    """The evidence with the word of the engine of this name."""
    maker = partial(find_oracle, engine)
    # Refused here and not in a worker when nobody answers to the name.
    find_oracle(engine)
    try_out(engine)
    with watching(f"asking {engine}", quiet) as watch:
        return ask_engine(evidence, maker, Questions(limit_of(engine), every_move), workers, watch)


def limit_of(engine: str) -> Limit:
    """How long an engine of this name thinks."""
    return Name.parse(engine).limit or DEFAULT_LIMIT
