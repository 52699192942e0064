"""List the motifs that Motif knows, each with its phrase and a Lichess puzzle that shows it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache

import chess

from motif.board.drawing import Arrow, Colour, move_arrow
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line, Motif
from motif.runtime.files import DATA
from motif.web.shelves.shelf import ExampleShape, PieceShape

TABLE = DATA / "motifs.tsv"


def total() -> int:
    """How many motifs there are."""
    return len(MOTIFS)


def about() -> str:
    """What they are."""
    return "motifs: one definition each, found on lines of play; reasons are checked against the board without them"


def words(number: int) -> str:
    """What a motif is searched by."""
    motif = _all()[number]
    return f"{motif.name} {motif.english}"


def pieces(numbers: Sequence[int], *, with_examples: bool = True) -> list[PieceShape]:
    """Some motifs in the order of the catalogue; their boards cost nothing."""
    del with_examples
    return [_piece(_all()[number]) for number in numbers]


@cache
def _all() -> list[Motif]:
    return list(MOTIFS.values())


def _piece(motif: Motif) -> PieceShape:
    theme = f"On Lichess: {motif.theme}" if motif.theme else "Not a theme of Lichess"
    includes = f"; includes {', '.join(motif.includes)}" if motif.includes else ""
    return PieceShape(
        id=motif.name.replace(" ", "-"),
        title=motif.name,
        sentence=f"{motif.english[0].upper()}{motif.english[1:]}.",
        text=f"{theme}{includes}.",
        figures=[],
        example=_example(motif, _table()[motif.name]),
    )


def _example(motif: Motif, row: dict[str, str]) -> ExampleShape:
    """The position after the opponent's move, with the pieces that take part."""
    lead, *moves = map(chess.Move.from_uci, row["moves"].split())
    line = Line.after_lead(chess.Board(row["fen"]), lead, moves)
    # A few motifs can be recognised only with an engine; their line is shown anyway.
    witness = next(motif.find(line), None)
    ply = witness.ply if witness else 0
    board, move = line.boards[ply], line.moves[ply]
    shown = [move_arrow(move)]
    if witness:
        shown += [Arrow(witness.by, square, Colour.RED) for square in witness.against if square != witness.by]
        shown += [Arrow(square, square, Colour.YELLOW) for square in witness.along]
    words = f"{board.variation_san(line.moves[ply:])} (lichess.org/training/{row['puzzle']})"
    return ExampleShape.of(board, move, shown, words)


@cache
def _table() -> dict[str, dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row["motif"]: row for row in csv.DictReader(file, delimiter="\t")}
