"""`motif show`: a position to look at."""

from __future__ import annotations

from typing import Annotated

import typer

from motif.board.drawing import Arrow, Drawing
from motif.board.relations import RELATIONS
from motif.interfaces.cli.console import read_board, say, say_json
from motif.interfaces.cli.console import show as show_drawing
from motif.interfaces.cli.options import Json, Position, SvgFile


def show(
    fen: Position,
    arrows: Annotated[
        list[str] | None,
        typer.Option(
            "--arrow", "-a", help="An arrow such as Ge2e4, or a mark such as Re5 (G, R, Y or B is its colour)."
        ),
    ] = None,
    flip: Annotated[bool, typer.Option("--flip", help="See the board from Black's side.")] = False,
    facts: Annotated[bool, typer.Option("--facts", help="Say what is attacked, pinned and hanging.")] = False,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Draw a position, with arrows and with what is true on it.

    Example: `motif show "3q3k/5N2/8/8/8/8/8/6K1 b - - 0 1" --arrow Gf7d8 --facts`
    """
    board = read_board(fen)
    drawing = Drawing(board.fen(), tuple(Arrow.parse(text) for text in arrows or []), flipped=flip)
    spoken = {
        name: [RELATIONS[name].say(board, fact) for fact in RELATIONS[name].facts(board)]
        for name in ("attacks", "pins", "hanging")
    }
    if as_json:
        moves = [board.san(move) for move in board.legal_moves]
        say_json({"fen": board.fen(), "legal_moves": sorted(moves), "facts": spoken})
        return
    show_drawing(drawing, svg)
    if facts:
        for clause in (clause for clauses in spoken.values() for clause in clauses):
            say(f"- {clause}")
