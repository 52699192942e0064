"""`motif advise`: what advisers say about a position."""

from __future__ import annotations

from typing import Annotated

import typer

from motif.advice import draw
from motif.interfaces.asking import asked_unbidden, heard
from motif.interfaces.cli.console import NO_GAIN, closing_all, gain, note, out, read_board, say, say_json, show
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Json, Position, SvgFile
from motif.players import find_adviser


def advise(
    fen: Position,
    by: Annotated[
        list[str] | None, typer.Option("--by", metavar="NAME", help="Whom to ask; may be given several times.")
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Ask advisers what to play in a position, and why.

    Without `--by`, everybody is asked who answers at once and needs no engine. `motif engines` lists the names.

    Example: `motif advise "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1" --by greedy --by stockfish,depth=10`
    """
    board = read_board(fen)
    with closing_all() as keep:
        said = heard(board, {name: keep(find_adviser(name)) for name in by or asked_unbidden()})
    if as_json:
        say_json([{"by": name} | advice.to_json(board) for name, advice in said])
        return
    # The picture shows the best advice only: all of them at once would hide the board.
    show(draw(board, [advice for _, advice in said[:1]]), svg)
    if not said:
        note("nobody has anything to say about this position")
        return
    table = Grid("move", "gain", "because", "says")
    for _, advice in said:
        because = advice.because
        table.add_row(board.san(advice.move), gain(advice.weight), because.english, because.source)
    out.print(table)
    if any(advice.weight is None for _, advice in said):
        say(f"{NO_GAIN} stands where nobody has measured what such advice gains: it is not ranked with other advice")
