"""Make players and advisers from endgame programs: `endgame:KRKR`, and `master`, which was written by hand."""

from __future__ import annotations

from functools import cache

import chess

from motif.advice import Reason
from motif.endgames.games import GameRules
from motif.endgames.player import EndgameAdviser, EndgamePlayer
from motif.endgames.program import find_program, shipped_names
from motif.engines.small_tables import signature_of
from motif.errors import BadArgument
from motif.players.find import Makers
from motif.players.names import ENDGAME, Name


def _program(name: Name) -> tuple[str, GameRules]:
    """Return the program's name or path, and how far it looks: `endgame:KRKR,plies=3,material=100`."""
    options = dict(name.options)
    try:
        rules = GameRules(plies=int(options.pop("plies", "1")), material=float(options.pop("material", "0")))
    except ValueError as error:
        raise BadArgument(
            f"cannot read {str(name)!r}: {error}", hint="write plies=3 (or 1 or 5) or material=100"
        ) from None
    if options or name.limit:
        raise BadArgument(f"{name.head} has no such setting", hint="the settings are plies and material")
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

MOST_PIECES_OF_A_PROGRAM = 6


def program_speaks(board: chess.Board, move: chess.Move) -> Reason | None:
    """Return an evolved program's reason for this move; None if there is no program, or it plays another move."""
    if chess.popcount(board.occupied) > MOST_PIECES_OF_A_PROGRAM:
        return None
    player = _programs().get(_without_colour(signature_of(board)))
    if player is None:
        return None
    first = player.advise(board)[0]
    return first.because if first.move == move else None


def _without_colour(signature: str) -> str:
    """Return a name that an endgame shares with its mirror image, in which the colours are exchanged."""
    black = signature.rindex("K")
    return max(signature, signature[black:] + signature[:black])


@cache
def _programs() -> dict[str, EndgamePlayer]:
    names = [name for name in shipped_names() if name.isupper()]
    return {_without_colour(name): EndgamePlayer(f"endgame:{name}", find_program(name)) for name in names}
