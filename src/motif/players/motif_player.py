"""Make the player `motif`, which uses everything in Motif and gives a checked reason for every move.

It plays from an endgame table if one has the position, else from an opening case if a shallow search finds nothing
wrong with it, and otherwise by a search that tactics and patterns of strong players guide at the root. The reason
explains the line that the search found; if there is nothing to say about it, an endgame program may give the reason.
experiments/motif-player measures what each part is worth in games; a part that makes play weaker only gives reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

import chess

from motif._core.search import Searcher, SearchInfo, SearchLine
from motif.advice import Advice, Reason
from motif.engines.evaluator import Evaluation, evaluation_if_over
from motif.engines.exact import TableFiles, open_tables
from motif.engines.limits import CONFIRM_OPENING_LIMIT, EXPLAIN_LIMIT, Limit
from motif.engines.small_tables import MOST_PIECES, Tablebase, signature_of
from motif.errors import BadArgument, BadPosition
from motif.explain.kinds import PointKind
from motif.explain.moves import explain_fully
from motif.openings.adviser import OpeningPlayer
from motif.openings.cases import CaseBase, shipped_cases
from motif.patterns.adviser import Best, PatternPruning
from motif.patterns.library import Library
from motif.players.endgames import program_speaks
from motif.players.engines import PLAY_SETTINGS
from motif.players.names import Makers, Name
from motif.runtime.files import close
from motif.search.evaluation import TaperedWeights, Weights
from motif.search.player import MOVES_SHOWN, SearchPlayer, reason, score_of
from motif.search.settings import PruningMode, SearchSettings
from motif.tactics.adviser import Suggestion, suggestions
from motif.tactics.library import TacticsLibrary as Tactics

MOTIF = "motif"

REASON_SHARE = 0.05
"""The share of a move's time that is reserved for finding its reason."""

MOST_REASON_SECONDS = 0.5
"""The limit of that time for slow games."""

LEAST_SEARCH_SHARE = 0.1
"""The share of a move's time that the search gets in any case."""

CONFIRM_SHARE = 0.2
"""The share of a move's time that each search to confirm an opening case may take."""

MOST_CASE_LOSS_CP = 30
"""How much worse than the best move a case's move may be in that search."""

MOST_ADVISED = 1
"""How many of the tactics' moves the search tries first: at equal nodes three cost 30 Elo (interval -17 to
79, so perhaps none), and one costs nothing."""

LEAST_CHANGE_SAID_PAWNS = 0.1
"""Smaller changes of an evaluation term are not mentioned."""

TEMPO = "tempo"
"""The term that changes with every move."""

FULL_DEPTH_SHARE = 0.6
"""The share of the moves at the root that is searched to full depth: those that strong players' patterns rank highest.
The others are searched less deeply, unless they turn out well."""

DEADLINE_SHARE = 0.4
"""The share of the remaining time that one evaluation may take, because others may follow before the deadline."""

LEAST_SEARCH_SECONDS = 0.002
"""With less time left, DeadlineEvaluator does not search."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The parts of the player: the search, the opening cases, the tactics, and the user's tables."""

    settings: SearchSettings
    cases: CaseBase | None
    tactics: Tactics | None = None
    tables: TableFiles | None = None


class MotifPlayer:
    """Plays from tables, cases and search, and says why; a limit in its name, as in `motif,depth=8`, overrides the
    limit of the match.
    """

    def __init__(
        self, knowledge: Knowledge, limit: Limit | None = None, clock: Callable[[], float] | None = None
    ) -> None:
        self._limit = limit
        self._clock = clock or monotonic
        self._search = SearchPlayer(MOTIF, knowledge.settings, clock=clock)
        # Apart from the memory, these are the default settings: with them we measured how often reasons are right.
        self._checking = SearchSettings(hash_megabytes=1)
        self._cases = OpeningPlayer(knowledge.cases, self._search) if knowledge.cases else None
        self._in_book = True
        self._tactics = knowledge.tactics
        self._last_suggested: tuple[str, list[Suggestion]] = ("", [])
        self._shipped_tables = Tablebase()
        self._user_tables = knowledge.tables

    @property
    def searcher(self) -> Searcher:
        """The search, so that UCI can watch and stop it."""
        return self._search.searcher

    def new_game(self, seed: int) -> None:
        """Forget the last game and use the opening cases again; nothing is random, so the seed is ignored."""
        self._search.new_game(seed)
        self._in_book = True
        if self._cases:
            self._cases.new_game(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return a move from a table or case, or else from a search, which leaves time for the reason."""
        begun, limit = self._clock(), self._limit or limit
        if known := self._from_tables(board) or self._from_cases(board, limit.seconds):
            return known
        advised = self.advised(board)
        if limit.seconds is None:
            return self.explained(board, self._search.search(board, limit, advised=advised), None)
        spent = self._clock() - begun
        kept = self.kept_for_the_reason(limit.seconds)
        limited = replace(limit, seconds=max(LEAST_SEARCH_SHARE * limit.seconds, limit.seconds - kept - spent))
        info = self._search.search(board, limited, advised=advised)
        return self.explained(board, info, limit.seconds - (self._clock() - begun))

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the move it would play, with its reason; nothing when the game is over."""
        return [] if board.is_game_over() else [self.choose(board, EXPLAIN_LIMIT)]

    def prepared(self, board: chess.Board) -> Advice | None:
        """Return a move from a table, or from a case that a short search confirms; None if a full search is needed."""
        return self._from_tables(board) or self._from_cases(board, None)

    def advised(self, board: chess.Board) -> list[chess.Move]:
        """Return the moves that the tactics suggest, which the search tries first."""
        return [suggestion.move for suggestion in self._suggested(board)[:MOST_ADVISED]]

    def _suggested(self, board: chess.Board) -> list[Suggestion]:
        """Return the suggestions of the tactics; those for the last position are remembered."""
        if self._tactics is None:
            return []
        if self._last_suggested[0] != (fen := board.fen()):
            self._last_suggested = fen, suggestions(self._tactics, board)
        return self._last_suggested[1]

    def kept_for_the_reason(self, seconds: float) -> float:
        """Return how many seconds of a move's time are reserved for finding its reason."""
        return min(REASON_SHARE * seconds, MOST_REASON_SECONDS)

    def explained(self, board: chess.Board, info: SearchInfo, seconds: float | None) -> Advice:
        """Return the move that a search found, with a reason worked out within these seconds."""
        line = info.lines[0]
        move = line.moves[0]
        evaluation = Evaluation(score_of(line), tuple(line.moves), info.depth)
        evaluator = DeadlineEvaluator(self._checking, None if seconds is None else self._clock() + seconds, self._clock)
        try:
            explanation = explain_fully(board, evaluation, evaluator, EXPLAIN_LIMIT)
        except NoTimeLeft:
            said = reason(MOTIF, board, info, line)
            return Advice(move, None, replace(said, english=f"{said.english}; there was no time to check why"))
        purpose = explanation.purpose
        # Where mate is near, it says more than a choice between moves.
        is_choice = purpose is not None and purpose.kind is PointKind.CHOICE and line.mate is not None
        if explanation.gain.is_something or (purpose is not None and not is_choice):
            return Advice(move, None, explanation.reason(MOTIF))
        quiet = program_speaks(board, move) or _reason_from_value(board, info, self._search.settings.evaluation_weights)
        return Advice(move, None, quiet)

    def _from_tables(self, board: chess.Board) -> Advice | None:
        shipped, pieces = self._shipped_tables, chess.popcount(board.occupied)
        if pieces <= MOST_PIECES and not board.castling_rights and not shipped.missing(signature_of(board)):
            return _table_advice(board, shipped.evaluate([board], EXPLAIN_LIMIT)[0], shipped.name)
        if self._user_tables is None:
            return None
        try:
            answer = self._user_tables.evaluate([board], EXPLAIN_LIMIT)[0]
        except BadPosition:
            return None
        return _table_advice(board, answer, self._user_tables.name)

    def _from_cases(self, board: chess.Board, seconds: float | None) -> Advice | None:
        """Return the move of a case if the search confirms it; otherwise use no more cases in this game."""
        if self._cases is None or not self._in_book:
            return None
        advice = self._cases.prepared(board)
        if advice is None:
            return None
        limit = replace(CONFIRM_OPENING_LIMIT, seconds=seconds and CONFIRM_SHARE * seconds)
        best = self._search.search(board, limit).lines[0]
        if best.moves[0] != advice.move:
            own = self._search.search(board, limit, [advice.move]).lines[0]
            if own.centipawns < best.centipawns - MOST_CASE_LOSS_CP:
                self._in_book = False
                return None
        return advice

    def close(self) -> None:
        close(self._user_tables)


def _reason_from_value(board: chess.Board, info: SearchInfo, weights: Weights | TaperedWeights) -> Reason:
    """Return a reason for a move without a motif: the mate ahead, or its value and the term that changes most."""
    line = info.lines[0]
    move, moves = board.san(line.moves[0]), board.variation_san(line.moves[:MOVES_SHOWN])
    match line.mate:
        case None:
            value = f"it is worth {line.centipawns / 100:+.2f}{_largest_change(board, line, weights)}"
            english = f"{move} wins nothing by force; {value}: {moves}"
        case moves_left if moves_left > 0:
            english = f"{move} mates in {moves_left}: {moves}"
        case moves_left:
            english = f"{move} does not stop mate in {-moves_left}: {moves}"
    return replace(reason(MOTIF, board, info, line), english=english)


def _largest_change(board: chess.Board, line: SearchLine, weights: Weights | TaperedWeights) -> str:
    """Return the evaluation term that changes most from the board to the end of the line, if it changes enough."""
    end = board.copy(stack=False)
    for move in line.moves:
        end.push(move)
    evaluation = weights.evaluation()
    before, after = (dict(evaluation.explain(each, board.turn)) for each in (board, end))
    changes = {name: (after[name] - before[name]) / evaluation.pawn for name in before if name != TEMPO}
    most = max(changes, key=lambda name: abs(changes[name]))
    if abs(changes[most]) < LEAST_CHANGE_SAID_PAWNS:
        return ""
    return f", and on the line {most} changes most ({changes[most]:+.2f})"


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


class NoTimeLeft(Exception):
    """Raised if there is no time left for an answer."""


class DeadlineEvaluator:
    """The built-in search with a deadline; if that is None, only the limit counts."""

    name = "search"

    def __init__(self, settings: SearchSettings, deadline: float | None, clock: Callable[[], float]) -> None:
        self._searcher = settings.searcher()
        self._deadline = deadline
        self._clock = clock

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Return one evaluation for each board; raises NoTimeLeft when time runs out."""
        return [evaluation_if_over(board) or self._search(board, limit) for board in boards]

    def _search(self, board: chess.Board, limit: Limit) -> Evaluation:
        seconds = limit.seconds
        if self._deadline is not None:
            left = self._deadline - self._clock()
            if left < LEAST_SEARCH_SECONDS:
                raise NoTimeLeft
            seconds = DEADLINE_SHARE * left
        # Entries of other boards in the hash table would change the answer.
        self._searcher.new_game()
        info = self._searcher.search(board.copy(stack=False), depth=limit.depth, nodes=limit.nodes, seconds=seconds)
        line = info.lines[0]
        return Evaluation(score_of(line), tuple(line.moves), info.depth)


def _player(name: Name) -> MotifPlayer:
    """Make `motif`, or `motif:/path/to/syzygy` with tables; cases, patterns and tactics can be switched off."""
    options = dict(name.options)
    usual = PLAY_SETTINGS
    if _switch(options, "patterns"):
        usual = replace(
            PLAY_SETTINGS,
            pruning=PatternPruning(Library.shipped(), Best(share=FULL_DEPTH_SHARE), plies=1, mode=PruningMode.SOFT),
        )
    tactics = Tactics.shipped() if _switch(options, "tactics") else None
    cases = shipped_cases() if _switch(options, "cases") else None
    settings = SearchSettings.read(options, usual)
    tables = open_tables(Path(name.argument)) if name.argument else None
    return MotifPlayer(Knowledge(settings, cases, tactics, tables), name.limit)


def _switch(options: dict[str, str], what: str) -> bool:
    value = options.pop(what, "on")
    if value not in ("on", "off"):
        raise BadArgument(f"{what}={value} cannot be set", hint=f"write {what}=on or {what}=off")
    return value == "on"


MAKERS = Makers(players={MOTIF: _player}, advisers={MOTIF: _player})
