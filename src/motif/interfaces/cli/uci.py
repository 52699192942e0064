"""`motif uci`: any player of the house for any chess program."""

from __future__ import annotations

from typing import Annotated

import typer

from motif.interfaces import uci as interface
from motif.interfaces.cli.console import closing_all
from motif.players import find_player


def uci(
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Who plays; `motif engines` lists the names.")
    ] = "openings+pruning",
) -> None:
    """Speak UCI on standard input and output, so that any chess program can play or analyse with a player of Motif.

    Example: `motif uci --player openings+pruning`
    """
    with closing_all() as keep:
        interface.serve(player, keep(find_player(player)))
