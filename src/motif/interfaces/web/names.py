"""Whom a request may name: players and advisers of the house, exactly as listed; never a path, a command, an option."""

from __future__ import annotations

from collections.abc import Sequence

from motif.arena.people import LEVELS
from motif.errors import BadArgument, UnknownName, nearest
from motif.interfaces.web.shapes.explaining import AdviserShape, LevelShape, PlayerShape
from motif.players import Role, entries
from motif.players.people import DEFAULT_LEVEL, HUMAN
from motif.players.registry import KNOWN_ENGINES

WITH_A_FILE = frozenset({"tables", "maia", "uci", "xboard", "endgame"})
"""They are called with a path or a name of a file, so no request may call them."""

OF_ENDGAMES = frozenset({"tablebase", "master"})
"""They cannot begin a game."""

BY_DEPTH = frozenset({"base", "pruning", *KNOWN_ENGINES})
DEEPEST = 8


def players() -> list[PlayerShape]:
    """Everybody who can be played against here."""
    return [
        PlayerShape(
            name=entry.name,
            summary=_plain(entry.summary),
            levels=_levels(entry.name),
            default_level=DEFAULT_LEVEL if _levels(entry.name) else None,
        )
        for entry in entries()
        if Role.PLAYER in entry.roles and entry.name not in WITH_A_FILE | OF_ENDGAMES
    ]


def advisers() -> list[AdviserShape]:
    """Everybody who can be asked for advice here."""
    return [
        AdviserShape(name=entry.name, summary=_plain(entry.summary), by_default=entry.by_default)
        for entry in entries()
        if Role.ADVISER in entry.roles and entry.name not in WITH_A_FILE
    ]


def check_advisers(names: Sequence[str]) -> tuple[str, ...]:
    """The names, if all of them are on the list."""
    known = [adviser.name for adviser in advisers()]
    for name in names:
        if name not in known:
            raise UnknownName(f"nobody here is called {name!r}", hint=nearest(name, known))
    return tuple(dict.fromkeys(names))


def player_name(name: str, level: int | None) -> str:
    """What the house calls a player at a level; refused when it is not on the list."""
    player = next((each for each in players() if each.name == name), None)
    if player is None:
        raise UnknownName(f"nobody here is called {name!r}", hint=nearest(name, [each.name for each in players()]))
    if not player.levels:
        if level is not None:
            raise BadArgument(f"{name} has no levels", hint="leave the level out")
        return name
    level = player.default_level if level is None else level
    if level not in [each.number for each in player.levels]:
        raise BadArgument(f"{name} has no level {level}", hint=f"1 to {len(player.levels)}")
    return f"{name},{'level' if name == HUMAN else 'depth'}={level}"


def _levels(name: str) -> list[LevelShape]:
    if name == HUMAN:
        return [LevelShape(number=level.number, words=str(level)) for level in LEVELS]
    if name in BY_DEPTH:
        return [LevelShape(number=depth, words=f"looks {depth} plies ahead") for depth in range(1, DEEPEST + 1)]
    return []


def _plain(summary: str) -> str:
    """What somebody is, without how the command line would call it with a file."""
    return summary.partition(";")[0]
