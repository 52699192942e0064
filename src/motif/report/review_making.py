"""Review one game: evaluate every position, search again where a move seems to lose, and explain every mistake.

Each core has a thread with its own evaluator: an engine runs in a separate process, and the built-in search releases
Python's lock while it searches. The review is the same with any number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import chess

from motif._core.board import Game
from motif.board.naming import move_name
from motif.engines.evaluator import Evaluation, evaluate_game, top_moves, winning_chance
from motif.engines.game_review import Judgement, game_accuracy
from motif.engines.limits import ONLY_MOVE_FIRST_LOOK, Limit
from motif.errors import BadArgument, NothingFound, nearest_people
from motif.explain.found_mistake import FoundMistake
from motif.players.engines import choose_engine, evaluated_by
from motif.players.human import shipped_model
from motif.players.human_model import HIGHEST, LOWEST, HumanPolicy
from motif.players.names import SEARCH, Name
from motif.report.game_review import ONLY_MOVE, Accuracy, GameReview, deciding_moves
from motif.report.only_moves import (
    MOST_COMPARED,
    USUAL_RATING,
    RareMove,
    are_alike,
    chosen,
    gap,
    is_hard_to_see,
    rare_moves,
)
from motif.runtime.parallel import Pool, Progress, Watch, in_order, unwatched
from motif.study.engine import StudyEngine
from motif.study.games import StudiedGame
from motif.study.review import INACCURACY, MISTAKE, EvaluatedMoves, evaluate_moves, review_for_both, studied_moves

Made = TypeVar("Made")

POSITIONS_PER_TASK = 8
"""How many positions an engine evaluates before it takes the next task."""

BOOK_PLIES = 10
"""How many plies count as opening for a game from the usual start."""

FirstLook = Callable[[str], object]
"""Called with the marks of the first search, as text, while the review continues."""


def review_engine(name: str | None = None, limit: Limit | None = None, *, fresh: bool = False) -> StudyEngine:
    """Return the engine that `choose_engine` chooses, with limits for a review; `fresh` ignores evaluations in the
    file."""
    chosen = choose_engine(name, limit)
    looks = chosen.limits
    second = looks.review_second_look
    return StudyEngine(chosen.name, looks.first_look, second, not fresh, looks.explain, looks.sure_look)


def make_review(
    game: Game,
    engine: StudyEngine | None = None,
    *,
    is_white: bool = True,
    threads: int | None = None,
    watch: Watch = unwatched,
    first_look: FirstLook | None = None,
) -> GameReview:
    """Review a game; the board is shown from White's side or, if not `is_white`, from Black's."""
    if not len(game):
        raise BadArgument(
            "there is nothing to review: the game has no moves", hint="name another game, as in games.pgn#2"
        )
    pool = Pool()
    executor = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        return _Making(game, engine or review_engine(), executor, pool, watch).review(
            is_white=is_white, first_look=first_look
        )
    finally:
        # After Ctrl-C nothing new is begun, and nothing waits for a thread that still searches.
        executor.shutdown(wait=False, cancel_futures=True)
        pool.close()


def side_of(game: Game, player: str | None, side: str | None) -> bool:
    """Return whether to show the board from White's side, by the options for a player or a side."""
    if player is None:
        return side != "black"
    if side is not None:
        raise BadArgument("--player and --side both choose a side", hint="leave one of them out")
    names = [name.strip().casefold() for name in game.players]
    if player.strip().casefold() not in names:
        white, black = game.players
        raise NothingFound(f"{player} did not play this game", hint=nearest_people(player, [white, black]))
    return names.index(player.strip().casefold()) == 0


@dataclass(frozen=True, slots=True)
class _ManyEngines:
    """One evaluator that distributes its positions among the engines of all threads."""

    name: str
    positions: Callable[[Sequence[chess.Board], Limit], list[Evaluation]]

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return self.positions(boards, limit)


@dataclass(slots=True)
class _Making:
    """The state of a review while it is being made."""

    game: Game
    engine: StudyEngine
    executor: Executor
    pool: Pool
    watch: Watch
    done: int = 0
    expected: int = 0

    def review(self, *, is_white: bool, first_look: FirstLook | None) -> GameReview:
        self.expected = len(self.game) + 1
        evaluated = self._evaluated(first_look)
        plies = evaluated.plies_of_mistakes()
        # All work is handed out before the first result is awaited, so that no core waits for another.
        mistakes = self.executor.map(partial(self._mistake, evaluated), plies)
        candidates = self._rare_moves(evaluated)[:MOST_COMPARED]
        gaps = self.executor.map(self._gap, candidates)
        self.done, self.expected = 0, len(plies) + len(candidates)
        explained = dict(zip(plies, self._awaited(mistakes, "mistakes"), strict=True))
        only = chosen(zip(candidates, self._awaited(gaps, "only moves"), strict=True))
        studied = review_for_both(self.game, evaluated, explained, self.engine, is_white=is_white)
        marks = tuple(ONLY_MOVE if ply in only else _mark(studied, ply) for ply in range(len(studied.moves)))
        moments = deciding_moves(studied, marks)
        return GameReview(studied, marks, _accuracy(studied), moments, self._engine_line(evaluated))

    def _evaluated(self, first_look: FirstLook | None) -> EvaluatedMoves:
        def marked(evaluated: EvaluatedMoves) -> None:
            self.expected = self.done + 1
            if first_look is not None:
                first_look(_marks(self.game, evaluated))

        with self.pool.borrow(SEARCH, self.engine.evaluator) as evaluator:
            name = evaluator.name
        return evaluate_moves(self.game, _ManyEngines(name, self._positions), self.engine, marked, suspect=INACCURACY)

    def _positions(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        self.expected = max(self.expected, self.done + len(boards))
        # The built-in search evaluates positions that follow each other in one go, from the last to the first.
        parts = _parts(boards, is_split=Name.parse(self.engine.name).head != SEARCH)
        answers: list[Evaluation] = []
        for part in in_order(self.executor, partial(self._part, limit), parts):
            answers += part
            self._tell(len(part), "evaluating the moves")
        return answers

    def _part(self, limit: Limit, boards: Sequence[chess.Board]) -> list[Evaluation]:
        with self.pool.borrow(SEARCH, self.engine.evaluator) as evaluator:
            return evaluate_game(evaluator, boards, limit)

    def _mistake(self, evaluated: EvaluatedMoves, ply: int) -> FoundMistake:
        with self.pool.borrow(SEARCH, self.engine.evaluator) as evaluator:
            return evaluated.mistake(ply, evaluator, self.engine)

    def _gap(self, candidate: RareMove) -> float:
        with self.pool.borrow(SEARCH, self.engine.evaluator) as evaluator:
            looks = [self.engine.reasons]
            if (self.engine.reasons.depth or 0) > (ONLY_MOVE_FIRST_LOOK.depth or 0):
                looks.insert(0, ONLY_MOVE_FIRST_LOOK)
            for look in looks:
                lines = top_moves(candidate.board, evaluator, look, 2)
                if are_alike(lines):
                    return 0.0
            return gap(candidate.move, lines)

    def _awaited(self, results: Iterator[Made], what: str) -> Iterator[Made]:
        for result in results:
            self._tell(1, f"explaining the {what}")
            yield result

    def _tell(self, steps: int, words: str) -> None:
        self.done += steps
        self.watch(Progress(self.done, max(self.done, self.expected), words))

    def _rare_moves(self, evaluated: EvaluatedMoves) -> list[RareMove]:
        """The best moves of both sides that few players of their rating would have found, the rarest first."""
        book = BOOK_PLIES if self.game.start_fen == chess.STARTING_FEN else 0
        found: list[RareMove] = []
        for side, rating in zip((chess.WHITE, chess.BLACK), self.game.ratings, strict=True):
            played = [
                (ply, board, move)
                for ply, (board, move) in enumerate(zip(evaluated.boards, evaluated.moves, strict=False))
                if board.turn == side
                and ply >= book
                and evaluated.lost[ply] < INACCURACY
                and self._may_be_only(evaluated, ply)
            ]
            policy = HumanPolicy(min(HIGHEST, max(LOWEST, rating or USUAL_RATING)), shipped_model())
            found += rare_moves(played, policy.policies)
        return sorted(found, key=lambda each: (each.share, each.ply))

    def _may_be_only(self, evaluated: EvaluatedMoves, ply: int) -> bool:
        board, move = evaluated.boards[ply], evaluated.moves[ply]
        line = evaluated.lines.get(ply, ())
        is_first_choice = not line or line[0] == move
        before = (evaluated.moves[ply - 1], evaluated.boards[ply - 1]) if ply else (None, board)
        return is_first_choice and is_hard_to_see(board, move, *before)

    def _engine_line(self, evaluated: EvaluatedMoves) -> str:
        with self.pool.borrow(SEARCH, self.engine.evaluator) as evaluator:
            line = evaluated_by(evaluator, self.engine.first, self.engine.second)
        if not any(evaluated.said):
            return line
        return f"Evaluations from the file; mistakes explained and moves without one {line[0].lower()}{line[1:]}"


def _parts(boards: Sequence[chess.Board], *, is_split: bool) -> list[list[chess.Board]]:
    """Split a game's positions into tasks; without `is_split`, consecutive positions stay together."""
    parts: list[list[chess.Board]] = []
    for board in boards:
        stays = bool(parts) and not is_split and parts[-1][-1].ply() + 1 == board.ply()
        if not parts or (len(parts[-1]) >= POSITIONS_PER_TASK and not stays):
            parts.append([])
        parts[-1].append(board)
    return parts


def _mark(game: StudiedGame, ply: int) -> str:
    judgement = game.moves[ply].judgement
    # Book moves of strong players are no inaccuracies, whatever a short search says.
    is_book = game.left_book is not None and ply + 1 < game.left_book
    return "" if is_book and judgement is Judgement.INACCURACY else judgement.symbol


def _accuracy(game: StudiedGame) -> Accuracy:
    advantages = [game.advantage, *(move.advantage for move in game.moves)]
    sides = game_accuracy(list(map(winning_chance, advantages)), chess.Board(game.start).turn)
    return Accuracy(sides[chess.WHITE], sides[chess.BLACK])


def _marks(game: Game, evaluated: EvaluatedMoves) -> str:
    """The moves that lose something in the first search, with their marks."""
    named = (
        f"{move_name(game, ply)}{move.judgement.symbol}"
        for ply, move in enumerate(studied_moves(game, evaluated))
        if evaluated.lost[ply] >= MISTAKE
    )
    return ", ".join(named)
