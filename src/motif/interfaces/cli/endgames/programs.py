"""What the verbs of `motif endgames` share: how endgames and programs are named."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from motif.advice import Limit, Player
from motif.endgames import EndgamePlayer, Program, find_program, shipped_names
from motif.endgames.evolving.fitness import MASTER
from motif.endgames.language.program import ENDING
from motif.endgames.playing.games import refuse_unknown_endgames
from motif.players import ENDGAME, Name, find_player

PlayerName = Annotated[
    str,
    typer.Argument(metavar="NAME", help="A program by name or file, or any player: master, stockfish,depth=6 …"),
]
EndgameNames = Annotated[
    list[str],
    typer.Option("--endgame", "-e", metavar="SIGNATURE", help="The men, such as KRKR; may be repeated."),
]
MoveLimit = Annotated[
    str, typer.Option("--limit", help="How long other players than programs may take, unless a name says so.")
]


def find_or_parse(text: str) -> tuple[str, Program]:
    """The program that a user means, and what to call it."""
    if text.lstrip().startswith("("):
        return "program", Program.parse(text)
    return text, find_program(text)


def read_endgames(signatures: list[str]) -> tuple[str, ...]:
    """Signatures as they were typed, in capitals; each once."""
    endgames = tuple(dict.fromkeys(signature.upper() for signature in signatures))
    refuse_unknown_endgames(endgames)
    return endgames


def player_name(text: str) -> str:
    """A program's name or file as the house calls a player by it; every other name as it is."""
    name = Name.parse(text)
    # The Master has a name of its own among the players.
    is_program = name.head.endswith(ENDING) or name.head in shipped_names()
    is_named = name.head == MASTER
    return str(replace(name, head=ENDGAME, argument=name.head)) if is_program and not is_named else text


def find_endgame_player(text: str, limit: Limit) -> tuple[Player, Limit]:
    """The player of this name, and how long it may think."""
    name = player_name(text)
    return find_player(name), Name.parse(name).last.limit or limit


def get_program_player(text: str) -> EndgamePlayer | None:
    """The player, if it is a program; such players need no arena and no time."""
    name = player_name(text)
    if Name.parse(name).head not in (ENDGAME, MASTER):
        return None
    player = find_player(name)
    return player if isinstance(player, EndgamePlayer) else None
