"""Tables of endgames: our own, and files that others made; and the rules of endings, which tables bear out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess

from motif.advice import Advice, Reason
from motif.arena.oracle_players import OracleAdviser, OraclePlayer
from motif.board.exact_oracle import ExactOracle
from motif.board.foreign_tables import ForeignTables, open_tables
from motif.board.results import ExactResults, Result
from motif.board.tablebases import MOST_MEN, Tablebase, signature_of
from motif.endgames.technique import TechniqueAdviser
from motif.errors import BadArgument
from motif.players.find import DEFAULT_LIMIT, find_oracle
from motif.players.makers import Makers
from motif.players.names import SEARCH, Name

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
        if chess.popcount(board.occupied) > MOST_MEN or board.is_game_over():
            return []
        results = self._results.results(board)
        if results is None:
            return []
        if not board.castling_rights and all(map(_is_solved_at_once, self._tables.missing(signature_of(board)))):
            return OracleAdviser(self._tables, DEFAULT_LIMIT, MOST_ADVISED).advise(board)
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


def _files(name: Name) -> ForeignTables:
    if not name.argument or name.options or name.limit:
        raise BadArgument(f"{name.head} needs a folder and nothing else", hint=f"write {name.head}:/path/to/folder")
    return open_tables(Path(name.argument))


def _technique(name: Name) -> TechniqueAdviser:
    tables = ExactResults(_files(name) if name.argument else None)
    return TechniqueAdviser(tables, ExactOracle(find_oracle(SEARCH), tables))


MAKERS = Makers(
    players={
        TABLEBASE: lambda _: OraclePlayer(Tablebase()),
        "tables": lambda name: OraclePlayer(_files(name)),
    },
    advisers={
        TABLEBASE: lambda _: TableAdviser(),
        "tables": lambda name: OracleAdviser(_files(name), DEFAULT_LIMIT),
        TECHNIQUE: _technique,
    },
    oracles={TABLEBASE: lambda _: Tablebase(), "tables": _files},
)
