"""Tables of endgames: our own, and files that others made."""

from __future__ import annotations

from pathlib import Path

from motif.arena.oracle_players import OracleAdviser, OraclePlayer
from motif.board.foreign_tables import ForeignTables, open_tables
from motif.board.tablebases import Tablebase
from motif.errors import BadArgument
from motif.players.find import DEFAULT_LIMIT
from motif.players.makers import Makers
from motif.players.names import Name


def _files(name: Name) -> ForeignTables:
    if not name.argument or name.options or name.limit:
        raise BadArgument(f"{name.head} needs a folder and nothing else", hint=f"write {name.head}:/path/to/folder")
    return open_tables(Path(name.argument))


MAKERS = Makers(
    players={
        "tablebase": lambda _: OraclePlayer(Tablebase()),
        "tables": lambda name: OraclePlayer(_files(name)),
    },
    advisers={
        "tablebase": lambda _: OracleAdviser(Tablebase(), DEFAULT_LIMIT),
        "tables": lambda name: OracleAdviser(_files(name), DEFAULT_LIMIT),
    },
    oracles={"tablebase": lambda _: Tablebase(), "tables": _files},
)
