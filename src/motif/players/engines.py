"""Engines: the well-known ones by name, any other by path after `uci:` or `xboard:`."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path

import chess

from motif.advice import Advice, Reason
from motif.arena.engine_players import EnginePlayer, EvaluatorAdviser, EvaluatorPlayer, PolicyAdviser, PolicyPlayer
from motif.engines.evaluator import Evaluator
from motif.engines.exact import ExactEvaluator, ExactResults, TableFiles, open_tables
from motif.engines.limits import DEFAULT_LIMIT, Limit
from motif.engines.maia import Maia
from motif.engines.process import EngineProtocol, find_engine
from motif.engines.small_tables import MOST_PIECES, Result, Tablebase, signature_of
from motif.engines.uci_engines import Engine, Patience
from motif.errors import BadArgument
from motif.explain.technique.sentences import TechniqueAdviser
from motif.players.find import Makers, find_evaluator, remembering
from motif.players.names import KNOWN_ENGINES, SEARCH, Name

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


def _judge(name: Name) -> Evaluator:
    # An engine gains nothing from many questions at once, and may need long for each: none is to be lost.
    return remembering(_engine(name), batch_size=1)


def _adviser(name: Name) -> EvaluatorAdviser:
    return EvaluatorAdviser(_judge(name), name.limit or DEFAULT_LIMIT)


def _try_out(name: Name, limit: Limit | None) -> None:
    with _engine(name) as engine:
        engine.start(limit)


ENGINE_MAKERS = Makers(
    players=dict.fromkeys(_NAMES, _player),
    advisers=dict.fromkeys(_NAMES, _adviser),
    evaluators=dict.fromkeys(_NAMES, _judge),
    try_out=_try_out,
)


# Networks that play as people do.


def _maia(name: Name) -> Maia:
    if not name.argument:
        raise BadArgument("maia needs a network", hint="write maia:/path/to/maia-1600.pb.gz")
    if name.limit or name.options:
        raise BadArgument("maia takes no settings: it never looks ahead")
    return Maia(Path(name.argument))


NETWORK_MAKERS = Makers(
    players={"maia": lambda name: PolicyPlayer(_maia(name))},
    advisers={"maia": lambda name: PolicyAdviser(_maia(name))},
    evaluators={"maia": _maia},
)


# Tables of endgames: our own, and files that others made; and the rules of endings, which tables bear out.

TABLEBASE = "tablebase"
TECHNIQUE = "technique"

MOST_ADVISED = 3


class TableAdviser:
    """The truth at once: with the moves to mate where that table is at hand, else who wins alone."""

    def __init__(self, tables: Tablebase | None = None, results: ExactResults | None = None) -> None:
        self._tables = tables or Tablebase()
        self._results = results or ExactResults()

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The moves that keep the result; none beyond four men."""
        if chess.popcount(board.occupied) > MOST_PIECES or board.is_game_over():
            return []
        results = self._results.results(board)
        if results is None:
            return []
        if not board.castling_rights and all(map(_is_solved_at_once, self._tables.missing(signature_of(board)))):
            return EvaluatorAdviser(self._tables, DEFAULT_LIMIT, MOST_ADVISED).advise(board)
        best = max(results.values())
        keeping = [move for move, result in results.items() if result == best]
        does = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "loses"}[best]
        share = f"one of {len(keeping)} moves that do" if len(keeping) > 1 else "no other move does"
        return [
            Advice(move, None, Reason(TABLEBASE, f"{board.san(move)} {does}; {share}"))
            for move in keeping[:MOST_ADVISED]
        ]


def _is_solved_at_once(signature: str) -> bool:
    """A piece against a lone king takes a tenth of a second; a pawn needs five tables, four men take far longer."""
    return len(signature) == 3 and "P" not in signature


def _files(name: Name) -> TableFiles:
    if not name.argument or name.options or name.limit:
        raise BadArgument(f"{name.head} needs a folder and nothing else", hint=f"write {name.head}:/path/to/folder")
    return open_tables(Path(name.argument))


def _technique(name: Name) -> TechniqueAdviser:
    tables = ExactResults(_files(name) if name.argument else None)
    return TechniqueAdviser(tables, ExactEvaluator(find_evaluator(SEARCH), tables))


TABLE_MAKERS = Makers(
    players={
        TABLEBASE: lambda _: EvaluatorPlayer(Tablebase()),
        "tables": lambda name: EvaluatorPlayer(_files(name)),
    },
    advisers={
        TABLEBASE: lambda _: TableAdviser(),
        "tables": lambda name: EvaluatorAdviser(_files(name), DEFAULT_LIMIT),
        TECHNIQUE: _technique,
    },
    evaluators={TABLEBASE: lambda _: Tablebase(), "tables": _files},
)
