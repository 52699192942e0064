"""The search at the board: as a player, as an adviser and as an evaluator.

weight = value of the move - mean value of all legal moves at the same depth, each kept within ±1000 centipawns;
a player gives no weight, because a search that plays does not find out what the other moves are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import chess
import numpy as np
from chess.engine import Cp, Mate, Score
from numpy.typing import NDArray

from motif._core.board import Positions, encode_move
from motif._core.search import Searcher, SearchInfo, SearchLine
from motif.advice import Advice, Reason
from motif.board.drawing import Arrow, Colour
from motif.board.material import balance
from motif.engines.evaluator import LARGEST_ADVANTAGE_CP, CacheKey, Evaluation, evaluation_if_over, position_text
from motif.engines.limits import Limit
from motif.search.evaluation import Weights
from motif.search.settings import Mode, SearchSettings, Techniques

LARGEST_WEIGHT = 1000
MOVES_SHOWN = 6


class SearchPlayer:
    """A search that plays; a limit of its own outranks the one of the match. Without a clock it takes the machine's."""

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
        """Forget the last game. Nothing here is random, so the seed changes nothing."""
        self.searcher.new_game()

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The first move of the best line."""
        info = self.search(board, self._limit or limit)
        return Advice(info.lines[0].moves[0], None, reason(self._name, board, info, info.lines[0]))

    def search(
        self,
        board: chess.Board,
        limit: Limit,
        moves: Sequence[chess.Move] | None = None,
        advised: Sequence[chess.Move] = (),
    ) -> SearchInfo:
        """What the search finds under a limit, among all moves or some; those that are advised come first."""
        depth, nodes, seconds = limit.depth, limit.nodes, limit.seconds
        return self.searcher.search(
            board, depth=depth, nodes=nodes, seconds=seconds, moves=moves, advised=advised, clock=self._clock
        )


class SearchAdviser:
    """Values every legal move and recommends the best few."""

    def __init__(self, name: str, settings: SearchSettings, limit: Limit, count: int = 3) -> None:
        self._name = name
        self._limit = limit
        self._count = count
        self._searcher = settings.searcher()

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The best moves with the lines expected after them."""
        legal = board.legal_moves.count()
        if not legal:
            return []
        self._searcher.new_game()
        limit = self._limit
        info = self._searcher.search(board, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds, multi_pv=legal)
        values = [max(-LARGEST_WEIGHT, min(LARGEST_WEIGHT, line.centipawns)) for line in info.lines]
        mean = sum(values) / len(values)
        return [
            Advice(line.moves[0], value - mean, reason(self._name, board, info, line))
            for line, value in zip(info.lines[: self._count], values, strict=False)
        ]


class SearchEvaluator:
    """Judges positions, each as if it were alone.

    On all cores, a position on each, unless there is a limit of time or several threads are to look at one.
    """

    def __init__(self, name: str, settings: SearchSettings, limit: Limit | None = None) -> None:
        self.name = name
        self._settings = settings
        self._limit = limit
        self._nodes = 0
        self._fingerprint = settings.fingerprint
        self._judgement = settings.judgement.evaluation()
        self._searcher = settings.searcher()
        self._threads = settings.threads

    def nodes_visited(self) -> int:
        """How many positions it has looked at since it was made."""
        return self._nodes

    def cache_key(self, board: chess.Board, limit: Limit, lines: int) -> CacheKey | None:
        """What an answer may be remembered under: the settings and the very program that searches count as well."""
        limit = self._limit or limit
        if limit.is_timed or self._threads > 1:
            return None
        return CacheKey(self.name, self._fingerprint, position_text(board), str(limit), lines)

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """What each term of the evaluation adds for a side, in centipawns, without looking ahead."""
        scale = 100 / self._judgement.pawn
        return {name: value * scale for name, value in self._judgement.explain(board, side)}

    @property
    def term_names(self) -> tuple[str, ...]:
        """The terms of its evaluation, and their details, that it can do without."""
        return self._settings.judgement.term_names

    def without(self, terms: Sequence[str]) -> SearchEvaluator:
        """The same search with these terms of its evaluation counted as nought."""
        settings = replace(self._settings, weights=self._settings.judgement.without(terms))
        return SearchEvaluator(f"{self.name} without {', '.join(terms)}", settings, self._limit)

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board; a limit in the evaluator's own name outranks this one."""
        limit = self._limit or limit
        answers: list[Evaluation | None] = [evaluation_if_over(board) for board in boards]
        open_places = [place for place, answer in enumerate(answers) if answer is None]
        if limit.seconds is None and self._threads == 1:
            column = Positions.from_boards(boards[place] for place in open_places)
            infos = self._searcher.search_all(column, depth=limit.depth, nodes=limit.nodes)
        else:
            infos = [self._alone(boards[place], limit) for place in open_places]
        for place, info in zip(open_places, infos, strict=True):
            line = info.lines[0]
            self._nodes += info.nodes
            answers[place] = Evaluation(score_of(line), tuple(line.moves), info.depth)
        return [answer for answer in answers if answer is not None]

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """The best moves, each with its line, best first: one search for all, which looks at each less deeply."""
        if evaluation_if_over(board):
            return []
        limit = self._limit or limit
        self._searcher.new_game()
        info = self._searcher.search(
            board.copy(stack=False), depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds, multi_pv=count
        )
        self._nodes += info.nodes
        return [Evaluation(score_of(line), tuple(line.moves), info.depth) for line in info.lines]

    def evaluate_game(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """One evaluation for each board of a game, the last one first, all with one table.

        So what is found out about a position helps those before it, and a move that was played is seen as deeply as
        the position after it.
        """
        limit = self._limit or limit
        if not again:
            self._searcher.new_game()
        answers = [evaluation_if_over(board) or self._next(board, limit) for board in reversed(boards)]
        return answers[::-1]

    def _next(self, board: chess.Board, limit: Limit) -> Evaluation:
        """A position, with whatever the table knows already."""
        info = self._searcher.search(
            board.copy(stack=False), depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds
        )
        self._nodes += info.nodes
        return Evaluation(score_of(info.lines[0]), tuple(info.lines[0].moves), info.depth)

    def _alone(self, board: chess.Board, limit: Limit) -> SearchInfo:
        self._searcher.new_game()
        return self._searcher.search(
            board.copy(stack=False), depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds
        )


def score_of(line: SearchLine) -> Score:
    """The value of a line as python-chess writes it."""
    return Cp(line.centipawns) if line.mate is None else Mate(line.mate)


def reason(source: str, board: chess.Board, info: SearchInfo, line: SearchLine) -> Reason:
    """Why a search likes a line: its value, its depth and how it goes on."""
    moves = line.moves[:MOVES_SHOWN]
    if line.mate is None:
        worth = f"is worth {line.centipawns / 100:+.2f}"
    else:
        worth = f"mates in {line.mate}" if line.mate > 0 else f"is mated in {-line.mate}"
    english = f"{board.san(moves[0])} {worth} at depth {info.depth}: {board.variation_san(moves)}"
    arrows = tuple(Arrow(move.from_square, move.to_square, Colour.BLUE) for move in moves[1:2])
    return Reason(source, english, (), arrows)
