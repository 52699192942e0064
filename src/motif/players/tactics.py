"""Make players and advisers that use tactics learned from games: `tactics`, `tactics:mine.pl`, `tactics+NAME`."""

from __future__ import annotations

from pathlib import Path

from motif.errors import BadArgument
from motif.players.find import Makers
from motif.players.names import TACTICS, Name
from motif.players.sparring import GreedyPlayer
from motif.tactics.adviser import TacticsAdviser, TacticsPlayer
from motif.tactics.library import TacticsLibrary


def _library(name: Name) -> TacticsLibrary:
    if name.limit or name.options:
        raise BadArgument(f"{TACTICS} has no settings", hint="write tactics:mine.pl, or tactics:mine.pl+NAME,depth=4")
    return TacticsLibrary.read(Path(name.argument)) if name.argument else TacticsLibrary.shipped()


MAKERS = Makers(
    players={TACTICS: lambda name: TacticsPlayer(_library(name), GreedyPlayer())},
    advisers={TACTICS: lambda name: TacticsAdviser(_library(name))},
    before_a_plus={TACTICS: lambda name, other: TacticsPlayer(_library(name), other)},
)
