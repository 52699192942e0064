"""The search: as a player with and without the pruning rules, as an adviser, and as a judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import chess

from motif.engines.evaluator import Evaluation, Evaluator, evaluation_if_over
from motif.engines.exact import ExactEvaluator
from motif.engines.limits import IN_BOOK_LIMIT, SEARCH_ADVISER_LIMIT, Limit
from motif.engines.small_tables import MOST_PIECES
from motif.errors import BadArgument
from motif.openings.adviser import OpeningPlayer
from motif.players.find import Makers, remembering
from motif.players.names import SEARCH, Name
from motif.search.evaluation import fine_weights
from motif.search.player import SearchAdviser, SearchEvaluator, SearchPlayer, score_of
from motif.search.settings import Mode, Pruning, PruningMode, SearchSettings, Techniques

PLAYED_BY = SearchSettings(
    fine_weights(),
    techniques=Techniques(replies=True, exchanges=True, trend=True, singular=True, zugzwang=True, exact=True),
)
"""What was best of what was tried; experiments/motif-player has the matches."""

JUDGED_BY = replace(PLAYED_BY, techniques=replace(PLAYED_BY.techniques, exact=False))
"""The same search judges, but for tables inside of it: a line that ends in them shows nobody how a draw is held."""


def _settings(name: Name) -> SearchSettings:
    if name.argument:
        raise BadArgument(f"{name.head} takes settings after a comma, not {name.argument!r} after a colon")
    pruning = None
    if name.head == "pruning":
        # The paper's player drops moves; in a full search the rules only reduce, which costs no strength.
        pruning = Pruning(PruningMode.PAPER if name.options.get("mode") == Mode.PAPER else PruningMode.SOFT)
    return SearchSettings.read(name.options, SearchSettings(pruning=pruning))


def _player(name: Name) -> SearchPlayer:
    return SearchPlayer(name.head, _settings(name), name.limit)


def _adviser(name: Name) -> SearchAdviser:
    return SearchAdviser(name.head, _settings(name), name.limit or SEARCH_ADVISER_LIMIT)


def _evaluator(name: Name) -> Evaluator:
    if name.argument:
        raise BadArgument(f"cannot read the depth {name.argument!r}", hint="write search:8")
    settings = SearchSettings.read(name.options, JUDGED_BY)
    return remembering(ExactEvaluator(SearchEvaluator(name.head, settings, name.limit), most_pieces=MOST_PIECES))


MAKERS = Makers(
    players={"base": _player, "pruning": _player},
    advisers={"base": _adviser, "pruning": _adviser},
    evaluators={SEARCH: _evaluator},
)


# An evaluator that looks at nothing while opening cases last: how a player that opens by cases spends its time.


class EvaluatorByCases:
    """Asks a search for a glance while the cases last, and in earnest after them.

    Positions are those of one game in their order. It is asked about them before anything else.
    """

    def __init__(self, name: str, cases: OpeningPlayer, evaluator: SearchEvaluator) -> None:
        self.name = name
        self._cases = cases
        self._evaluator = evaluator
        self.by_cases = 0
        """How many positions were left to the cases."""

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board."""
        return [self._one(board, limit) for board in boards]

    def nodes_visited(self) -> int:
        """What the search has looked at."""
        return self._evaluator.nodes_visited()

    def _one(self, board: chess.Board, limit: Limit) -> Evaluation:
        if not board.is_game_over() and self._cases.prepared(board):
            self.by_cases += 1
            limit = IN_BOOK_LIMIT
        (answer,) = self._evaluator.evaluate([board], limit)
        return answer


# An evaluator that must be done by a certain time, for reasons that may not cost more than what is left for a move.

SHARE = 0.4
"""Of the time that is left one question may take so much: there may be more of them."""

LEAST = 0.002
"""With less time than this, in seconds, nothing is searched any more."""


class OutOfTime(Exception):
    """There is no time left for an answer."""


class DeadlineEvaluator:
    """The search as a judge with a deadline; without one it looks as far as it is asked to."""

    name = "search"

    def __init__(self, settings: SearchSettings, deadline: float | None, clock: Callable[[], float]) -> None:
        self._searcher = settings.searcher()
        self._deadline = deadline
        self._clock = clock

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board; raises OutOfTime when there is no time left."""
        return [evaluation_if_over(board) or self._searched(board, limit) for board in boards]

    def _searched(self, board: chess.Board, limit: Limit) -> Evaluation:
        seconds = limit.seconds
        if self._deadline is not None:
            left = self._deadline - self._clock()
            if left < LEAST:
                raise OutOfTime
            seconds = SHARE * left
        # What another board left in the table would change the answer.
        self._searcher.new_game()
        info = self._searcher.search(board.copy(stack=False), depth=limit.depth, nodes=limit.nodes, seconds=seconds)
        line = info.lines[0]
        return Evaluation(score_of(line), tuple(line.moves), info.depth)
