"""Make players, advisers and evaluators from endgame tables, and the adviser `technique`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess

from motif.advice import Advice, Reason
from motif.arena.engine_players import EvaluatorAdviser, EvaluatorPlayer
from motif.engines.exact import ExactEvaluator, ExactResults, TableFiles, open_tables
from motif.engines.limits import DEFAULT_LIMIT
from motif.engines.small_tables import MOST_PIECES, Result, Tablebase, signature_of
from motif.errors import BadArgument
from motif.explain.technique.verdicts import TechniqueAdviser
from motif.players.find import Makers, find_evaluator
from motif.players.names import SEARCH, Name

TABLEBASE = "tablebase"
TABLES = "tables"
TECHNIQUE = "technique"

MOST_ADVISED = 3


class TableAdviser:
    """Advises exact moves without delay: with the moves to mate if the table is ready, else only with the result."""

    def __init__(self, tables: Tablebase | None = None, results: ExactResults | None = None) -> None:
        self._tables = tables or Tablebase()
        self._results = results or ExactResults()

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return moves that keep the result; none with more than four pieces."""
        if chess.popcount(board.occupied) > MOST_PIECES or board.is_game_over():
            return []
        results = self._results.results(board)
        if results is None:
            return []
        if not board.castling_rights and all(map(_is_solved_quickly, self._tables.missing(signature_of(board)))):
            return EvaluatorAdviser(self._tables, DEFAULT_LIMIT, MOST_ADVISED).advise(board)
        best = max(results.values())
        keeping = [move for move, result in results.items() if result == best]
        verb = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "loses"}[best]
        share = f"one of {len(keeping)} moves that do" if len(keeping) > 1 else "no other move does"
        return [
            Advice(move, None, Reason(TABLEBASE, f"{board.san(move)} {verb}; {share}"))
            for move in keeping[:MOST_ADVISED]
        ]


def _is_solved_quickly(signature: str) -> bool:
    """Whether solving takes a tenth of a second at most; a pawn needs five tables, and four pieces take far longer."""
    return len(signature) == 3 and "P" not in signature


def _files(name: Name) -> TableFiles:
    if not name.argument or name.options or name.limit:
        raise BadArgument(f"{name.head} takes a folder and nothing else", hint=f"write {name.head}:/path/to/folder")
    return open_tables(Path(name.argument))


def _technique(name: Name) -> TechniqueAdviser:
    tables = ExactResults(_files(name) if name.argument else None)
    return TechniqueAdviser(tables, ExactEvaluator(find_evaluator(SEARCH), tables))


MAKERS = Makers(
    players={
        TABLEBASE: lambda _: EvaluatorPlayer(Tablebase()),
        TABLES: lambda name: EvaluatorPlayer(_files(name)),
    },
    advisers={
        TABLEBASE: lambda _: TableAdviser(),
        TABLES: lambda name: EvaluatorAdviser(_files(name), DEFAULT_LIMIT),
        TECHNIQUE: _technique,
    },
    evaluators={TABLEBASE: lambda _: Tablebase(), TABLES: _files},
)
