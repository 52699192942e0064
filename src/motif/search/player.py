"""Let the search play, advise and evaluate positions.

The adviser's weight of a move is its value minus the mean value of all legal moves at the same depth, each clamped to
±1000 centipawns. The player gives no weight, because it does not search the other moves with full windows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import chess
from chess.engine import Cp, Mate, Score

from motif._core.board import Positions
from motif._core.search import SearchInfo, SearchLine
from motif.advice import Advice, Reason
from motif.board.drawing import Arrow, Colour
from motif.engines.evaluator import CacheKey, Evaluation, evaluation_if_over, position_text
from motif.engines.limits import Limit
from motif.search.settings import SearchSettings

LARGEST_WEIGHT_CP = 1000
MOVES_SHOWN = 6


class SearchPlayer:
    """Plays by a search. Its own limit, if any, overrides the match's; the default clock is the machine's."""

    def __init__(
        self,
        name: str,
        settings: SearchSettings,
        limit: Limit | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._name = name
        self._limit = limit
        self._clock = clock
        self.settings = settings
        self.searcher = settings.searcher()

    def new_game(self, seed: int) -> None:
        """Forget the last game; the search is not random and ignores the seed."""
        self.searcher.new_game()

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        info = self.search(board, self._limit or limit)
        return Advice(info.lines[0].moves[0], None, reason(self._name, board, info, info.lines[0]))

    def search(
        self,
        board: chess.Board,
        limit: Limit,
        moves: Sequence[chess.Move] | None = None,
        advised: Sequence[chess.Move] = (),
    ) -> SearchInfo:
        """Search all moves, or only `moves`, within a limit; the search tries the `advised` moves first."""
        depth, nodes, seconds = limit.depth, limit.nodes, limit.seconds
        return self.searcher.search(
            board, depth=depth, nodes=nodes, seconds=seconds, moves=moves, advised=advised, clock=self._clock
        )


class SearchAdviser:
    """Evaluates every legal move and advises the best `count`."""

    def __init__(self, name: str, settings: SearchSettings, limit: Limit, count: int = 3) -> None:
        self._name = name
        self._limit = limit
        self._count = count
        self._searcher = settings.searcher()

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the best moves with their expected lines."""
        legal = board.legal_moves.count()
        if not legal:
            return []
        self._searcher.new_game()
        limit = self._limit
        info = self._searcher.search(board, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds, multi_pv=legal)
        values = [max(-LARGEST_WEIGHT_CP, min(LARGEST_WEIGHT_CP, line.centipawns)) for line in info.lines]
        mean = sum(values) / len(values)
        return [
            Advice(line.moves[0], value - mean, reason(self._name, board, info, line))
            for line, value in zip(info.lines[: self._count], values, strict=False)
        ]


class SearchEvaluator:
    """Evaluates positions independently of each other.

    It works on all cores, one position on each, unless the limit is a time or several threads share one position.
    """

    def __init__(self, name: str, settings: SearchSettings, limit: Limit | None = None) -> None:
        self.name = name
        self._settings = settings
        self._limit = limit
        self._nodes = 0
        self._fingerprint = settings.fingerprint
        self._evaluation = settings.evaluation_weights.evaluation()
        self._searcher = settings.searcher()
        self._threads = settings.threads

    def nodes_visited(self) -> int:
        return self._nodes

    def cache_key(self, board: chess.Board, limit: Limit, lines: int) -> CacheKey | None:
        """Return the key of an answer in the cache; None if the answer may differ from run to run."""
        limit = self._limit or limit
        if limit.is_timed or self._threads > 1:
            return None
        return CacheKey(self.name, self._fingerprint, position_text(board), str(limit), lines)

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Return the centipawns that each term of the evaluation adds for a side, without a search."""
        scale = 100 / self._evaluation.pawn
        return {name: value * scale for name, value in self._evaluation.explain(board, side)}

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Evaluate each board; the evaluator's own limit, if any, overrides this one."""
        limit = self._limit or limit
        answers: list[Evaluation | None] = [evaluation_if_over(board) for board in boards]
        open_places = [place for place, answer in enumerate(answers) if answer is None]
        if limit.seconds is None and self._threads == 1:
            column = Positions.from_boards(boards[place] for place in open_places)
            infos = self._searcher.search_all(column, depth=limit.depth, nodes=limit.nodes)
        else:
            infos = [self._search_alone(boards[place], limit) for place in open_places]
        for place, info in zip(open_places, infos, strict=True):
            answers[place] = self._evaluations(info)[0]
        return [answer for answer in answers if answer is not None]

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """Return the best `count` moves with their lines, best first, found by a single search."""
        if evaluation_if_over(board):
            return []
        return self._evaluations(self._search_alone(board, self._limit or limit, count))

    def evaluate_game(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """Evaluate the boards of a game from the last to the first with one transposition table.

        Results for later positions help with the earlier ones: the played move is searched as deeply as the position
        after it was. With `again`, the table of the last call is kept.
        """
        limit = self._limit or limit
        if not again:
            self._searcher.new_game()
        answers = [
            evaluation_if_over(board) or self._evaluations(self._search(board, limit))[0] for board in reversed(boards)
        ]
        return answers[::-1]

    def _evaluations(self, info: SearchInfo) -> list[Evaluation]:
        self._nodes += info.nodes
        return [Evaluation(score_of(line), tuple(line.moves), info.depth) for line in info.lines]

    def _search_alone(self, board: chess.Board, limit: Limit, lines: int = 1) -> SearchInfo:
        self._searcher.new_game()
        return self._search(board, limit, lines)

    def _search(self, board: chess.Board, limit: Limit, lines: int = 1) -> SearchInfo:
        alone = board.copy(stack=False)
        return self._searcher.search(alone, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds, multi_pv=lines)


def score_of(line: SearchLine) -> Score:
    """Return the value of a line as a score of python-chess."""
    return Cp(line.centipawns) if line.mate is None else Mate(line.mate)


def reason(source: str, board: chess.Board, info: SearchInfo, line: SearchLine) -> Reason:
    """Return a search's reason for a line: its value, its depth and its moves."""
    moves = line.moves[:MOVES_SHOWN]
    if line.mate is None:
        worth = f"is worth {line.centipawns / 100:+.2f}"
    else:
        worth = f"mates in {line.mate}" if line.mate > 0 else f"is mated in {-line.mate}"
    english = f"{board.san(moves[0])} {worth} at depth {info.depth}: {board.variation_san(moves)}"
    arrows = tuple(Arrow(move.from_square, move.to_square, Colour.BLUE) for move in moves[1:2])
    return Reason(source, english, (), arrows)
