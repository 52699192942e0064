"""`motif advise`: what advisers say about a position."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from motif.advice import Advice, draw
from motif.interfaces.cli.console import (
    NO_GAIN,
    Json,
    SvgFile,
    closing_all,
    gain,
    note,
    out,
    read_board,
    say,
    say_json,
    show,
)
from motif.players import Role, entries, find_adviser


def advise(
    fen: Annotated[str, typer.Argument(help="The position as FEN, in quotes; or `start`.")],
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
    names = by or [entry.name for entry in entries() if Role.ADVISER in entry.roles and entry.by_default]
    heard: list[tuple[str, Advice]] = []
    with closing_all() as keep:
        for name in names:
            heard += [(name, advice) for advice in keep(find_adviser(name)).advise(board)]
    heard.sort(key=lambda said: said[1].rank)
    if as_json:
        say_json([{"by": name} | advice.to_json(board) for name, advice in heard])
        return
    # The picture shows the best advice only: all of them at once would hide the board.
    show(draw(board, [advice for _, advice in heard[:1]]), svg)
    if not heard:
        note("nobody has anything to say about this position")
        return
    table = Table("move", "gain", "because", "says")
    for _, advice in heard:
        because = advice.because
        table.add_row(board.san(advice.move), gain(advice.weight), because.english, because.source)
    out.print(table)
    if any(advice.weight is None for _, advice in heard):
        say(f"{NO_GAIN} stands where nobody has measured what such advice gains: it is not ranked with other advice")


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    app.command()(advise)
