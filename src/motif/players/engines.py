"""Make players, advisers and evaluators from engines and networks: `stockfish`, `uci:PATH`, `maia:PATH`."""

from __future__ import annotations

from math import inf
from pathlib import Path

from motif.arena.engine_players import EnginePlayer, EvaluatorAdviser, PolicyAdviser, PolicyPlayer
from motif.engines.evaluator import Evaluator
from motif.engines.limits import DEFAULT_LIMIT, Limit
from motif.engines.maia import Maia
from motif.engines.process import EngineProtocol, find_engine
from motif.engines.uci_engines import Engine, Patience
from motif.errors import BadArgument
from motif.players.find import Makers, with_cache
from motif.players.names import KNOWN_ENGINES, Name

_PROTOCOLS = {"uci": EngineProtocol.UCI, "xboard": EngineProtocol.XBOARD}
_NAMES = (*KNOWN_ENGINES, *_PROTOCOLS)

PATIENCE = "patience"
"""Not an option of the engine: how many seconds it may exceed the limit of a move before it counts as hung."""

MAIA = "maia"


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
    return Patience(
        max(limit, Patience().start_seconds), search_seconds=limit, margin_seconds=limit, silent_seconds=limit
    )


def _evaluator(name: Name) -> Evaluator:
    # Many positions at once do not make an engine quicker, and each may take long, so every answer is kept at once.
    return with_cache(_engine(name), batch_size=1)


def _try_out(name: Name, limit: Limit | None) -> None:
    if name.head in _NAMES:
        with _engine(name) as engine:
            engine.start(limit)


def _maia(name: Name) -> Maia:
    if not name.argument:
        raise BadArgument("maia needs a network", hint="write maia:/path/to/maia-1600.pb.gz")
    if name.limit or name.options:
        raise BadArgument("maia takes no settings: it never looks ahead")
    return Maia(Path(name.argument))


MAKERS = Makers(
    players={
        **dict.fromkeys(_NAMES, lambda name: EnginePlayer(_engine(name), name.limit)),
        MAIA: lambda name: PolicyPlayer(_maia(name)),
    },
    advisers={
        **dict.fromkeys(_NAMES, lambda name: EvaluatorAdviser(_evaluator(name), name.limit or DEFAULT_LIMIT)),
        MAIA: lambda name: PolicyAdviser(_maia(name)),
    },
    evaluators={**dict.fromkeys(_NAMES, _evaluator), MAIA: _maia},
    try_out=_try_out,
)
