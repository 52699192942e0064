"""Evolved endgame programs, and the Master, which was written by hand."""

from __future__ import annotations

from motif.endgames import EndgameAdviser, EndgamePlayer, GameRules, find_program
from motif.errors import BadArgument
from motif.players.makers import Makers
from motif.players.names import Name
from motif.players.registry import ENDGAME


def _program(name: Name) -> tuple[str, GameRules]:
    """The program's name or path, and how far it looks: `endgame:KRKR,plies=3,material=100`."""
    options = dict(name.options)
    try:
        rules = GameRules(plies=int(options.pop("plies", "1")), material=float(options.pop("material", "0")))
    except ValueError as error:
        raise BadArgument(
            f"{name.head} cannot be set so: {error}", hint="write plies=1, 3 or 5, material=100"
        ) from None
    if options or name.limit:
        raise BadArgument(f"{name.head} has no such setting", hint="there are plies and material")
    return name.argument or ("general" if name.head == ENDGAME else name.head), rules


def _player(name: Name) -> EndgamePlayer:
    program, rules = _program(name)
    return EndgamePlayer(str(Name(name.head, name.argument)), find_program(program), rules)


def _adviser(name: Name) -> EndgameAdviser:
    return EndgameAdviser(name.head, find_program(_program(name)[0]))


MAKERS = Makers(
    players={ENDGAME: _player, "master": _player},
    advisers={ENDGAME: _adviser, "master": _adviser},
)
