"""Checked reasons, by the word of any oracle: `reasons`, `reasons:stockfish,depth=12`."""

from __future__ import annotations

from dataclasses import replace

from motif.board.oracles import Oracle
from motif.players.find import find_oracle
from motif.players.makers import Makers
from motif.players.names import SEARCH, Name
from motif.reasons import LIMIT, ReasonsAdviser, ReasonsPlayer

REASONS = "reasons"


def _oracle(name: Name) -> Oracle:
    return find_oracle(str(replace(Name.parse(name.argument or SEARCH), options=name.options)))


MAKERS = Makers(
    players={REASONS: lambda name: ReasonsPlayer(_oracle(name), name.limit)},
    advisers={REASONS: lambda name: ReasonsAdviser(_oracle(name), name.limit or LIMIT)},
)
