"""All systems together: `motif`, `motif:/path/to/syzygy` with tables, `motif,cases=off` without the opening cases."""

from __future__ import annotations

from pathlib import Path

from motif.board.foreign_tables import open_tables
from motif.errors import BadArgument
from motif.openings import shipped_cases
from motif.players.combined import PLAYED_BY, Knowledge, MotifPlayer
from motif.players.makers import Makers
from motif.players.names import Name
from motif.search import SearchSettings

MOTIF = "motif"


def _player(name: Name) -> MotifPlayer:
    options = dict(name.options)
    cases = options.pop("cases", "on")
    if cases not in ("on", "off"):
        raise BadArgument(f"cases={cases} cannot be set", hint="write on or off")
    settings = SearchSettings.read(options, PLAYED_BY)
    tables = open_tables(Path(name.argument)) if name.argument else None
    return MotifPlayer(Knowledge(settings, shipped_cases() if cases == "on" else None, tables), name.limit)


MAKERS = Makers(players={MOTIF: _player}, advisers={MOTIF: _player})
