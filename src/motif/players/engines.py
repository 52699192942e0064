"""Engines: the well-known ones by name, any other by path after `uci:` or `xboard:`."""

from __future__ import annotations

from math import inf

from motif.arena.oracle_players import EnginePlayer, OracleAdviser
from motif.board.engines import Engine, EngineProtocol, Patience, find_engine
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.errors import BadArgument
from motif.players.find import DEFAULT_LIMIT
from motif.players.makers import Makers, remembering
from motif.players.names import Name
from motif.players.registry import KNOWN_ENGINES

_PROTOCOLS = {"uci": EngineProtocol.UCI, "xboard": EngineProtocol.XBOARD}
PATIENCE = "patience"
"""Not an option of the engine: the seconds that a move may take beyond its limit before the engine counts as hung."""

_NAMES = (*KNOWN_ENGINES, *_PROTOCOLS)


def _engine(name: Name) -> Engine:
    protocol = _PROTOCOLS.get(name.head)
    if protocol and not name.argument:
        raise BadArgument(f"{name.head} needs an engine", hint=f"write {name.head}:/path/to/engine")
    program = find_engine(name.argument if protocol else name.head, protocol)
    options = dict(name.options)
    return Engine(program, options, _patience(options.pop(PATIENCE, None)))


def _patience(seconds: str | None) -> Patience:
    if seconds is None:
        return Patience()
    try:
        limit = float(seconds)
    except ValueError:
        limit = 0.0
    if not 0 < limit < inf:
        raise BadArgument(f"cannot wait {seconds!r} seconds for an engine", hint="write patience=10, for instance")
    return Patience(max(limit, Patience().start), search=limit, margin=limit, silent=limit)


def _player(name: Name) -> EnginePlayer:
    return EnginePlayer(_engine(name), name.limit)


def _judge(name: Name) -> Oracle:
    # An engine gains nothing from many questions at once, and may need long for each: none is to be lost.
    return remembering(_engine(name), at_once=1)


def _adviser(name: Name) -> OracleAdviser:
    return OracleAdviser(_judge(name), name.limit or DEFAULT_LIMIT)


def _try_out(name: Name, limit: Limit | None) -> None:
    with _engine(name) as engine:
        engine.start(limit)


MAKERS = Makers(
    players=dict.fromkeys(_NAMES, _player),
    advisers=dict.fromkeys(_NAMES, _adviser),
    oracles=dict.fromkeys(_NAMES, _judge),
    try_out=_try_out,
)
