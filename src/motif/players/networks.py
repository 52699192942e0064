"""Networks that play as people do."""

from __future__ import annotations

from pathlib import Path

from motif.arena.policy_players import PolicyAdviser, PolicyPlayer
from motif.board.maia import Maia
from motif.errors import BadArgument
from motif.players.makers import Makers
from motif.players.names import Name


def _maia(name: Name) -> Maia:
    if not name.argument:
        raise BadArgument("maia needs a network", hint="write maia:/path/to/maia-1600.pb.gz")
    if name.limit or name.options:
        raise BadArgument("maia takes no settings: it never looks ahead")
    return Maia(Path(name.argument))


MAKERS = Makers(
    players={"maia": lambda name: PolicyPlayer(_maia(name))},
    advisers={"maia": lambda name: PolicyAdviser(_maia(name))},
    oracles={"maia": _maia},
)
