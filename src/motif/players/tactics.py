"""Tactics learned from games: as an adviser, and as a player that leaves other moves to somebody else."""

from __future__ import annotations

from pathlib import Path

from motif.arena.greedy import GreedyPlayer
from motif.errors import BadArgument
from motif.players.makers import Makers
from motif.players.names import TACTICS, Name
from motif.tactics.board.adviser import TacticsAdviser, TacticsPlayer
from motif.tactics.library.library import Library


def _library(name: Name) -> Library:
    if name.limit or name.options:
        raise BadArgument(f"{TACTICS} has no settings", hint="write tactics:mine.pl, or tactics:mine.pl+NAME,depth=4")
    return Library.read(Path(name.argument)) if name.argument else Library.shipped()


MAKERS = Makers(
    players={TACTICS: lambda name: TacticsPlayer(_library(name), GreedyPlayer())},
    advisers={TACTICS: lambda name: TacticsAdviser(_library(name))},
    before_a_plus={TACTICS: lambda name, other: TacticsPlayer(_library(name), other)},
)
