"""The player `motif`: all that the house knows at one board, and every move with a reason that was checked.

A table of endgames plays where it reaches; an opening case is followed while a shallow search finds nothing wrong with
it; everywhere else the search plays, guided at the root by tactics and by patterns of strong players. The reason is
`reasons` on the line that the search found, quiet moves included; where they have nothing to say, an endgame program
speaks. What choosing costs and what each part is worth in games is measured in experiments/motif-player: what makes
play weaker only speaks here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

import chess

from motif._core.search import Searcher, SearchInfo, SearchLine
from motif.advice import Advice, Reason
from motif.engines.evaluator import Evaluation
from motif.engines.exact import TableFiles, open_tables
from motif.engines.limits import CONFIRM_OPENING_LIMIT, EXPLAIN_LIMIT, Limit
from motif.engines.small_tables import MOST_PIECES, Tablebase, signature_of
from motif.errors import BadArgument, BadPosition
from motif.explain.moves import explain_fully
from motif.openings.adviser import OpeningPlayer
from motif.openings.cases import CaseBase, shipped_cases
from motif.patterns.adviser import PatternPruning
from motif.patterns.library import Library, BestShare
from motif.players.find import Makers
from motif.players.names import Name
from motif.players.searchers import PLAYED_BY, DeadlineEvaluator, OutOfTime
from motif.players.systems import program_speaks
from motif.runtime.closing import close
from motif.search.evaluation import TaperedWeights, Weights
from motif.search.player import MOVES_SHOWN, SearchPlayer, reason, score_of
from motif.search.settings import PruningMode, SearchSettings
from motif.tactics.adviser import Suggestion, suggestions
from motif.tactics.library import TacticsLibrary as Tactics

SOURCE = "motif"

FOR_THE_REASON = 0.05
"""The share of a move's time that is kept for its reason."""

MOST_FOR_THE_REASON = 0.5
"""No reason needs more seconds than these."""

CONFIRMED_IN = 0.2
"""The share of a move's time that each look at a case's move may take."""

MOST_LOST = 30
"""Centipawns that a case's move may be worse than the best one in the eyes of that search."""

MOST_ADVISED = 1
"""Moves of the tactics that the search looks at first: three cost 30 Elo (-17 to 79) at equal nodes, one nothing."""

LEAST_TOLD = 0.1
"""Smaller changes of a term of the evaluation, in pawns, are not told."""

TEMPO = "tempo"
"""The term that changes with every move."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the player plays by: the search, the cases, and the tables of somebody else if there are any."""

    settings: SearchSettings
    cases: CaseBase | None
    tactics: Tactics | None = None
    tables: TableFiles | None = None


class MotifPlayer:
    """Plays by tables, cases and search, and says why; a limit of its own outranks the one of the match."""

    def __init__(
        self, knowledge: Knowledge, limit: Limit | None = None, clock: Callable[[], float] | None = None
    ) -> None:
        self._limit = limit
        self._clock = clock or monotonic
        self._search = SearchPlayer(SOURCE, knowledge.settings, clock=clock)
        # How often reasons are right was measured with the search as it ships.
        self._checking = SearchSettings(hash_megabytes=1)
        self._cases = OpeningPlayer(knowledge.cases, self._search) if knowledge.cases else None
        self._in_book = True
        self._tactics = knowledge.tactics
        self._last_suggested: tuple[str, list[Suggestion]] = ("", [])
        self._own_tables = Tablebase()
        self._tables = knowledge.tables

    @property
    def searcher(self) -> Searcher:
        """The search, for doors that watch and stop one."""
        return self._search.searcher

    def new_game(self, seed: int) -> None:
        """Forget the last game and open the book again. Nothing here is random, so the seed changes nothing."""
        self._search.new_game(seed)
        self._in_book = True
        if self._cases:
            self._cases.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The move of a table or of a case; else that of the search, which leaves time for the reason."""
        begun, limit = self._clock(), self._limit or limit
        if known := self._from_tables(board) or self._from_cases(board, limit.seconds):
            return known
        advised = self.advised(board)
        if limit.seconds is None:
            return self.explained(board, self._search.search(board, limit, advised=advised), None)
        spent = self._clock() - begun
        kept = self.kept_for_the_reason(limit.seconds)
        limited = replace(limit, seconds=max(limit.seconds / 10, limit.seconds - kept - spent))
        info = self._search.search(board, limited, advised=advised)
        return self.explained(board, info, limit.seconds - (self._clock() - begun))

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The move it would play, with its reason; nothing when the game is over."""
        return [] if board.is_game_over() else [self.choose(board, EXPLAIN_LIMIT)]

    def prepared(self, board: chess.Board) -> Advice | None:
        """The move of a table, or of a case that the search does not refute; None where it has to think."""
        return self._from_tables(board) or self._from_cases(board, None)

    def advised(self, board: chess.Board) -> list[chess.Move]:
        """The moves that the tactics suggest first: the search begins with them."""
        return [suggestion.move for suggestion in self._suggested(board)[:MOST_ADVISED]]

    def _suggested(self, board: chess.Board) -> list[Suggestion]:
        """What the tactics suggest; asked before the search, and again for the reason."""
        if self._tactics is None:
            return []
        if self._last_suggested[0] != (fen := board.fen()):
            self._last_suggested = fen, suggestions(self._tactics, board)
        return self._last_suggested[1]

    def kept_for_the_reason(self, seconds: float) -> float:
        """What of a move's time the reason may take."""
        return min(FOR_THE_REASON * seconds, MOST_FOR_THE_REASON)

    def explained(self, board: chess.Board, info: SearchInfo, seconds: float | None) -> Advice:
        """The move that a search found, with a reason that takes no more than this time."""
        line = info.lines[0]
        move = line.moves[0]
        evaluation = Evaluation(score_of(line), tuple(line.moves), info.depth)
        evaluator = DeadlineEvaluator(self._checking, None if seconds is None else self._clock() + seconds, self._clock)
        try:
            explanation = explain_fully(board, evaluation, evaluator, EXPLAIN_LIMIT)
        except OutOfTime:
            said = reason(SOURCE, board, info, line)
            return Advice(move, None, replace(said, english=f"{said.english}; there was no time to check why"))
        if explanation.gain.is_something or explanation.purpose is not None:
            return Advice(move, None, explanation.reason(SOURCE))
        quiet = program_speaks(board, move) or _quiet_reason(board, info, self._search.settings.evaluation_weights)
        return Advice(move, None, quiet)

    def _from_tables(self, board: chess.Board) -> Advice | None:
        men = chess.popcount(board.occupied)
        if men <= MOST_PIECES and not board.castling_rights and not self._own_tables.missing(signature_of(board)):
            return _table_advice(board, self._own_tables.evaluate([board], EXPLAIN_LIMIT)[0], self._own_tables.name)
        if self._tables is not None:
            try:
                return _table_advice(board, self._tables.evaluate([board], EXPLAIN_LIMIT)[0], self._tables.name)
            except BadPosition:
                return None
        return None

    def _from_cases(self, board: chess.Board, seconds: float | None) -> Advice | None:
        """The move of a case, if the search agrees; where it does not, the book is closed for this game."""
        if self._cases is None or not self._in_book or (advice := self._cases.prepared(board)) is None:
            return None
        limit = replace(CONFIRM_OPENING_LIMIT, seconds=seconds and CONFIRMED_IN * seconds)
        best = self._search.search(board, limit).lines[0]
        if best.moves[0] != advice.move:
            own = self._search.search(board, limit, [advice.move]).lines[0]
            if own.centipawns < best.centipawns - MOST_LOST:
                self._in_book = False
                return None
        return advice

    def close(self) -> None:
        """Close the tables, if there are any."""
        close(self._tables)


def _quiet_reason(board: chess.Board, info: SearchInfo, judgement: Weights | TaperedWeights) -> Reason:
    """What is left to say where nothing is won by force: the value, what changes most on the line, and the line."""
    line = info.lines[0]
    said = reason(SOURCE, board, info, line)
    end = board.copy(stack=False)
    for move in line.moves:
        end.push(move)
    evaluation = judgement.evaluation()
    before, after = (dict(evaluation.explain(each, board.turn)) for each in (board, end))
    changes = {name: (after[name] - before[name]) / evaluation.pawn for name in before if name != TEMPO}
    most = max(changes, key=lambda name: abs(changes[name]))
    change = f", and on the line {most} changes most ({changes[most]:+.2f})" if abs(changes[most]) >= LEAST_TOLD else ""
    moves = board.variation_san(line.moves[:MOVES_SHOWN])
    return replace(said, english=f"{board.san(line.moves[0])} wins nothing by force; {_worth(line)}{change}: {moves}")


def _worth(line: SearchLine) -> str:
    if line.mate is None:
        return f"it is worth {line.centipawns / 100:+.2f}"
    return f"it mates in {line.mate}" if line.mate > 0 else f"it is mated in {-line.mate}"


def _table_advice(board: chess.Board, evaluation: Evaluation, source: str) -> Advice | None:
    move = evaluation.best
    if move is None:
        return None
    mate = evaluation.score.mate()
    if evaluation.centipawns == 0:
        words = "draws"
    elif evaluation.centipawns > 0:
        words = f"mates in {mate}" if mate else "wins"
    else:
        words = f"is mated in {-mate}, and no other move lasts longer" if mate else "loses, as every other move does"
    return Advice(move, None, Reason(source, f"{board.san(move)} {words}: the tables are exact here"))


# All systems together: `motif`, `motif:/path/to/syzygy` with tables; cases, patterns and tactics can be `off`.

MOTIF = "motif"

SHARE_IN_FULL = 0.6
"""At the root this share of the moves, those that the patterns of strong players rank highest, is searched in full; the
others less deeply, unless they turn out well."""


def _player(name: Name) -> MotifPlayer:
    options = dict(name.options)
    usual = PLAYED_BY
    if _switch(options, "patterns"):
        usual = replace(PLAYED_BY, pruning=PatternPruning(Library.shipped(), BestShare(SHARE_IN_FULL), 1, PruningMode.SOFT))
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
