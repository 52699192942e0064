"""All systems together: `motif`, `motif:/path/to/syzygy` with tables; cases, patterns and tactics can be `off`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from motif.board.foreign_tables import open_tables
from motif.errors import BadArgument
from motif.openings import shipped_cases
from motif.patterns.adviser import PatternPruning
from motif.patterns.library import Library
from motif.patterns.selection import Share
from motif.players.combined import Knowledge, MotifPlayer
from motif.players.makers import Makers
from motif.players.names import Name
from motif.players.searchers import PLAYED_BY
from motif.search import PruningMode, SearchSettings
from motif.tactics.library.library import Library as Tactics

MOTIF = "motif"

SHARE_IN_FULL = 0.6
"""At the root this share of the moves, those that the patterns of strong players rank highest, is searched in full; the
others less deeply, unless they turn out well."""


def _player(name: Name) -> MotifPlayer:
    options = dict(name.options)
    usual = PLAYED_BY
    if _switch(options, "patterns"):
        usual = replace(PLAYED_BY, pruning=PatternPruning(Library.shipped(), Share(SHARE_IN_FULL), 1, PruningMode.SOFT))
    tactics = Tactics.shipped() if _switch(options, "tactics") else None
    cases = shipped_cases() if _switch(options, "cases") else None
    settings = SearchSettings.read(options, usual)
    tables = open_tables(Path(name.argument)) if name.argument else None
    return MotifPlayer(Knowledge(settings, cases, tactics, tables), name.limit)


def _switch(options: dict[str, str], what: str) -> bool:
    value = options.pop(what, "on")
    if value not in ("on", "off"):
        raise BadArgument(f"{what}={value} cannot be set", hint="write on or off")
    return value == "on"


MAKERS = Makers(players={MOTIF: _player}, advisers={MOTIF: _player})
