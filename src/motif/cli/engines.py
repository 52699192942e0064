"""`motif engines`: list the engines found, how to install Stockfish, and every opponent by name. Also `motif uci`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from shutil import which
from typing import Annotated

from motif.cli.console import Grid, closing_all, out, say, say_json
from motif.cli.options import Json, option
from motif.engines.process import EngineProgram, found_engines, get_engine
from motif.engines.uci_engines import Engine
from motif.errors import EngineFailed
from motif.players.names import entries, find_adviser, find_player
from motif.uci import engine as interface

STOCKFISH = "stockfish"


def engines(as_json: Json = False) -> None:
    """List the engines found here, how to install Stockfish, and every opponent by name.

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
    if get_engine(STOCKFISH) is None:
        say(f"Stockfish is not installed; Motif uses its own search. To install it: {how_to_install()}\n")
        say("With Stockfish, studies and explanations evaluate moves more exactly, and puzzles mine finds wins")
        say("of material, not only mates.\n")
    else:
        say("Stockfish is installed, and Motif evaluates with it wherever you name no other engine.\n")
    table = Grid("engine", "command", "protocol")
    for program, name in programs:
        table.add_row(name, str(program), program.protocol.value)
    if programs:
        out.print(table)
        say("")
    names = Grid("name", "what it is", "can be")
    for name, summary, uses in roles:
        names.add_row(name, summary, ", ".join(uses))
    out.print(names)


INSTALLERS = {
    "apt": "sudo apt install stockfish",
    "dnf": "sudo dnf install stockfish",
    "pacman": "sudo pacman -S stockfish",
    "zypper": "sudo zypper install stockfish",
    "brew": "brew install stockfish",
    "winget": "winget install Stockfish.Stockfish",
}


def how_to_install(systems: Mapping[str, str] = INSTALLERS) -> str:
    """The command that installs Stockfish on this system, or where to download it."""
    here = next((command for manager, command in systems.items() if which(manager)), None)
    if here is None and sys.platform == "darwin":
        here = "install Homebrew, then " + INSTALLERS["brew"]
    return here or "download it from stockfishchess.org, and put it where your system looks for programs"


def _own_name(program: EngineProgram) -> str:
    try:
        with Engine(program) as engine:
            return engine.name
    except EngineFailed as error:
        return f"does not start: {error}"


# `motif uci`: any of Motif's players for any chess program.


def uci(
    player: Annotated[str, option("The player; `motif engines` lists the names.", metavar="NAME")] = "openings+pruning",
) -> None:
    """Use Motif as an engine in your chess program (UCI).

    In the settings of the chess program, enter the command `motif` with the argument `uci`.

    Example: `motif uci --player openings+pruning`
    """
    with closing_all() as keep:
        interface.serve(player, keep(find_player(player)), find_player, lambda path: find_adviser(f"tables:{path}"))
