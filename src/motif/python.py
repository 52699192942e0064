"""The functions for scripts that `import motif` offers.

Files are paths, or `sample` for the shipped games; boards are python-chess's or FENs; moves are python-chess's or text
(`Nf3`, `g1f3`); engines and advisers are named as on the command line. In notebooks the returned values show themselves
with a board and sentence; docs/notebooks has five examples. Functions import what they need when called, so that
scripts start at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import chess

    from motif._core.board import Game
    from motif.advice import Advice
    from motif.endgames.program import Program
    from motif.engines.limits import Limit
    from motif.explain.explanation import Explanation
    from motif.openings.cases import Case
    from motif.patterns.move_pattern import MovePattern as Pattern
    from motif.players.engines import ChosenEngine
    from motif.puzzles.puzzle import Puzzle
    from motif.report.game_review import GameReview
    from motif.study.profile import Finding
    from motif.study.study import Study
    from motif.tactics.library import TacticsLibrary
    from motif.tactics.rule import Rule

__all__ = [
    "Case",
    "Explanation",
    "Finding",
    "Pattern",
    "Program",
    "Puzzle",
    "Rule",
    "advise",
    "compose",
    "explain",
    "learn",
    "read_games",
    "review",
    "study_games",
]

_VALUES = {
    "Case": "motif.openings.cases:Case",
    "Explanation": "motif.explain.explanation:Explanation",
    "Finding": "motif.study.profile:Finding",
    "Pattern": "motif.patterns.move_pattern:MovePattern",
    "Program": "motif.endgames.program:Program",
    "Puzzle": "motif.puzzles.puzzle:Puzzle",
    "Rule": "motif.tactics.rule:Rule",
}
"""The modules of the classes offered by name."""


def __getattr__(name: str) -> object:
    if name not in _VALUES:
        raise AttributeError(f"module 'motif.python' has no attribute {name!r}")
    module, _, value = _VALUES[name].partition(":")
    return getattr(import_module(module), value)


def read_games(*files: str | Path, player: str | None = None) -> Iterator[Game]:
    """Yield the games of PGN files, plain or compressed; only those of `player` if given.

    >>> next(read_games("sample")).result
    '0-1'
    """
    from motif.board.games import GameFilter
    from motif.board.games import read_games as games_of

    return games_of(_named(files), GameFilter(player=player))


def review(
    game: Game | str,
    engine: str | None = None,
    limit: str | None = None,
    *,
    player: str | None = None,
    side: str | None = None,
) -> GameReview:
    """Review one game: marks, accuracy, the moves that decided it, and every mistake explained with the better move.

    The game may be named as on the command line, `mine.pgn#7` or `lichess:GAMEID`.
    """
    from motif.download.sites import find_game
    from motif.report.review_making import make_review, review_engine, side_of

    found = find_game(game) if isinstance(game, str) else game
    chosen = review_engine(engine, _limit(limit))
    return make_review(found, chosen, is_white=side_of(found, player, side))


def explain(
    board: chess.Board | str,
    move: chess.Move | str | None = None,
    engine: str | None = None,
    limit: str | None = None,
) -> Explanation:
    """Explain a move: its verdict, its point and, after a mistake, the better move; by default the best move.

    >>> explain("r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1", "Nc7+").motif
    'fork'
    """
    from motif.players.coaches import find_coach

    position, chosen = _board(board), _engine(engine, limit)
    allowed = chosen.limits.explain
    with find_coach(chosen) as coach:
        if move is None:
            return coach.best(position, allowed)
        return coach.explain(position, _move(position, move), allowed)


def advise(
    board: chess.Board | str, *advisers: str, engine: str | None = None, limit: str | None = None
) -> list[Advice]:
    """Return moves with reasons, best first: from the coach, which checks them, or from the named advisers.

    >>> print(advise("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "greedy")[0].because.english)
    Rxd6 wins the knight on d6
    """
    from motif.players.coaches import find_coach
    from motif.players.names import collect_advice, find_adviser
    from motif.runtime.files import close

    if not advisers:
        chosen = _engine(engine, limit)
        allowed = chosen.limits
        with find_coach(chosen) as coach:
            counsels = coach.advise(_board(board), limit=allowed.explain, ranking=allowed.ranking)
            return [counsel.advice() for counsel in counsels]
    asked = {name: find_adviser(name) for name in advisers}
    try:
        return [advice for _, advice in collect_advice(_board(board), asked)]
    finally:
        for adviser in asked.values():
            close(adviser)


def study_games(
    *files: str | Path,
    player: str | None = None,
    newest: int | None = None,
    engine: str | None = None,
    limit: str | None = None,
    workers: int = 1,
) -> Study:
    """Evaluate and explain the games of one player, and make the profile."""
    from motif.report.make import StudyOptions, make_study
    from motif.runtime.parallel import Workers
    from motif.study.engine import StudyEngine
    from motif.study.gathering import gather

    how = StudyOptions(StudyEngine.find(engine, _limit(limit)), Workers(workers))
    return make_study(gather(_named(files), player, newest), how)


def compose(
    goal: str = "mate in 2", themes: Sequence[str] = (), count: int = 1, seed: int = 0, seconds: float | None = None
) -> list[Puzzle]:
    """Compose puzzles, each proved by two solvers; the same seed gives the same ones if `seconds` is long enough."""
    from motif.puzzles.batches import Order
    from motif.puzzles.composition import composed
    from motif.puzzles.puzzle import Stipulation
    from motif.puzzles.recipe import Recipe
    from motif.puzzles.themes import find_theme

    recipe = Recipe(stipulation=Stipulation.parse(goal), themes=tuple(find_theme(name) for name in themes))
    return list(composed(recipe, Order(count, seed, seconds)))


def learn(
    *files: str | Path,
    player: str | None = None,
    engine: str | None = None,
    conditions: int | None = None,
    seed: int = 0,
) -> TacticsLibrary:
    """Learn tactics from games as rules; the best moves are those of the engine or, without one, those played."""
    from functools import partial

    from motif.engines.limits import DEFAULT_LIMIT
    from motif.errors import NothingFound
    from motif.players.names import Name, find_evaluator
    from motif.statistics.examples import Evidence, Questions, ask_engine
    from motif.tactics.learning.bias import find_bias
    from motif.tactics.learning.pipeline import RuleLearnSettings
    from motif.tactics.learning.pipeline import learn as learn_tactics

    evidence = Evidence.of_games(read_games(*files, player=player), seed=seed)
    if not len(evidence):
        raise NothingFound("no position to learn from", hint="positions are drawn from move 12 on")
    if engine:
        questions = Questions(Name.parse(engine).limit or DEFAULT_LIMIT)
        evidence = ask_engine(evidence, partial(find_evaluator, engine), questions)
    return learn_tactics(evidence, RuleLearnSettings(find_bias("coach").with_limits(conditions), seed=seed))


def _named(files: Sequence[str | Path]) -> list[str]:
    from motif.runtime.files import shipped_games

    return [str(shipped_games(str(name)) or name) for name in files]


def _board(board: chess.Board | str) -> chess.Board:
    from motif.board.moves import read_board

    return read_board(board) if isinstance(board, str) else board


def _move(board: chess.Board, move: chess.Move | str) -> chess.Move:
    from motif.board.moves import read_move

    return read_move(board, move) if isinstance(move, str) else move


def _engine(name: str | None, limit: str | None = None) -> ChosenEngine:
    from motif.players.engines import choose_engine

    return choose_engine(name, _limit(limit))


def _limit(text: str | None) -> Limit | None:
    from motif.engines.limits import Limit

    return Limit.parse(text) if text else None
