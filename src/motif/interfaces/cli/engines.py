"""`motif engines`: who can be called by name on this machine."""

from __future__ import annotations

from motif.board.engines import Engine, EngineProgram, found_engines
from motif.errors import EngineFailed
from motif.interfaces.cli.console import note, out, say_json
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Json
from motif.players import entries


def engines(as_json: Json = False) -> None:
    """List the engines that were found here, and every player, adviser and oracle by name.

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
