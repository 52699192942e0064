"""`motif engines`: who can be called by name on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from motif.cli.console import Grid, closing_all, note, out, say_json
from motif.cli.options import Json
from motif.engines.process import EngineProgram, found_engines
from motif.engines.uci_engines import Engine
from motif.errors import EngineFailed
from motif.players.find import find_player
from motif.players.names import entries
from motif.uci import engine as interface


def engines(as_json: Json = False) -> None:
    """List the engines that were found here, and every player, adviser and evaluator by name.

    Example: `motif engines`
    """
    programs = [(program, _own_name(program)) for program in found_engines()]
    roles = [(entry.name, entry.summary, entry.roles) for entry in entries()]
    if as_json:
        say_json(
            {
                "engines": [{"name": name, "command": str(program)} for program, name in programs],
                "names": [{"name": name, "summary": summary, "roles": uses} for name, summary, uses in roles],
            }
        )
        return
    table = Grid("engine", "started by", "speaks")
    for program, name in programs:
        table.add_row(name, str(program), program.protocol.value)
    if programs:
        out.print(table)
    else:
        note("No engine was found. Motif works without one; to add one, try: apt install stockfish")
    names = Grid("name", "what it is", "can be")
    for name, summary, uses in roles:
        names.add_row(name, summary, ", ".join(uses))
    out.print(names)


def _own_name(program: EngineProgram) -> str:
    try:
        with Engine(program) as engine:
            return engine.name
    except EngineFailed as error:
        return f"does not start: {error}"


# `motif uci`: any player of the house for any chess program.


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
