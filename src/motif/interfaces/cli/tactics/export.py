"""`motif tactics export`: a library for SWI-Prolog."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import chess
import typer

from motif.board.positions import Positions
from motif.errors import BadArgument, BadFile
from motif.interfaces.cli.console import counted, read_board, say
from motif.interfaces.cli.tactics.sources import LibraryName, find_library
from motif.store import read_text
from motif.tactics.language.prolog import export as export_prolog
from motif.tactics.language.rule import unique_names


def export(
    library: LibraryName,
    prolog: Annotated[
        Path | None,
        typer.Option("--prolog", metavar="FOLDER", help="Write bk.pl, facts.pl and tactics.pl into this folder."),
    ] = None,
    fens: Annotated[
        list[str] | None, typer.Option("--fen", help="A position to try the tactics on; several may be given.")
    ] = None,
    positions: Annotated[
        Path | None, typer.Option("--positions", metavar="FILE", help="More positions, a FEN on each line.")
    ] = None,
) -> None:
    """Write tactics as Prolog programs that SWI-Prolog runs: the vocabulary, positions p0, p1 … and the rules.

    Example: `motif tactics export shipped --prolog tactics-in-prolog --fen start`
    """
    if prolog is None:
        raise BadArgument("nothing to write", hint="--prolog FOLDER writes programs for SWI-Prolog")
    known = find_library(library)
    boards = [read_board(fen) for fen in fens or []]
    boards += _boards(positions) if positions else []
    if not boards:
        boards = [chess.Board()]
    export_prolog(known.rules, boards, known.vocabulary).write(prolog)
    first = unique_names(known.rules)[0] if len(known) else "tactic"
    say(f"{counted(len(known), 'tactic')} and {counted(len(boards), 'position')} are in {prolog}")
    say(f"try: swipl {prolog}/bk.pl {prolog}/facts.pl {prolog}/tactics.pl, then ?- {first}(p0, From, To).")


def _boards(path: Path) -> list[chess.Board]:
    lines = [line.strip() for line in read_text(path).splitlines() if line.strip()]
    if not lines:
        raise BadFile(f"there is no position in {path}", hint="write a FEN on each line")
    return list(Positions(lines))
