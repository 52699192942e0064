"""New exercises for a habit: a move of the learned kind, made on a new board, that the opponent can punish.

The positions in which the player made such moves are changed as in `variations`, the move with them. What is left
counts when the rule of the habit covers the move there, and the position after it is sound: so every exercise is an
instance of the rule, and shows what is wrong with it. For a rule that is passed by the player's own positions come
first, then changed ones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import chess
import numpy as np

from motif._core.board import Positions, canonical_positions, encode_move
from motif.board.wording import percent
from motif.engines.evaluator import Evaluator
from motif.puzzles.batches import Order
from motif.puzzles.puzzle import Puzzle
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.statistics.examples import rows_of_moves
from motif.study.findings.openings import repertoires
from motif.study.games import StudiedGame
from motif.study.profile import Claim, Example, Kind, Leak
from motif.study.study import Study
from motif.tactics.coverage import Coverage
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL
from motif.training.composing import TRIES, Change, Model, composed_exercise, signed
from motif.training.exercise import Exercise, Source
from motif.training.mistakes import best_moves
from motif.training.soundness import NEW, VARIED, sound_puzzle

HABIT, RULE = "habit", "rule"
"""The themes of these exercises."""

MOST_RIGHT = 3
"""Where more moves than these are as good, a rule says little."""


def habits_of(study: Study) -> tuple[Claim, ...]:
    """The habits that the study says to work on."""
    return tuple(claim for claim in study.profile.work_on if claim.rule and claim.kind is Kind.HABIT)


def rules_of(study: Study) -> tuple[Claim | Leak, ...]:
    """The rules of the coach's list that the study names, each once."""
    named: tuple[Claim | Leak, ...] = (*study.profile.work_on, *study.profile.leaks)
    rules: dict[str, Claim | Leak] = {}
    for each in named:
        if each.rule and each.kind is Kind.RULE:
            rules.setdefault(each.rule, each)
    return tuple(rules.values())


def passed_by(claim: Claim | Leak, study: Study, evaluator: Evaluator) -> Iterator[Exercise]:
    """The player's own positions in which a rule says what to play, and something else was played.

    Right are the moves as good as the best, looked at again: few enough to be found, the best of them what the rule
    says, and not the one that was played.
    """
    if claim.rule is None:
        return
    rule = Rule.parse(claim.rule)
    games = {game.number: game for game in study.games}
    for example in claim.examples:
        if (game := games.get(example.game)) is None:
            continue
        board, played = game.boards()[example.ply].copy(stack=False), game.moves[example.ply]
        right = [move for move, _ in best_moves(board, evaluator)]
        if not 0 < len(right) <= MOST_RIGHT or played.move in right or not covers(rule, board, right[0]):
            continue
        san, said = board.san(right[0]), claim.subject.rstrip(".")
        yield Exercise(
            Source.MISSED,
            board.fen(),
            RULE,
            f"{san} follows a rule: {said[:1].lower()}{said[1:]}.",
            f"your game against {game.opponent}: you played {played.san}",
            None,
            tuple(move.uci() for move in right),
        )


def vary_rule(
    claim: Claim | Leak, study: Study, evaluator: Evaluator, order: Order, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """New exercises whose key is what a rule tells, made from the positions in which it was passed by."""
    if claim.rule is None:
        return
    rule = Rule.parse(claim.rule)
    draw, begin, done = random.Random(order.seed), time.monotonic(), 0
    games = {game.number: game for game in study.games}
    models = [
        Model(game.boards()[example.ply], move.line or (move.best,), game.number, example.ply)
        for example in claim.examples
        if (game := games.get(example.game)) and (move := game.moves[example.ply]).best
    ]
    story = (
        f"made from a position of yours in which a rule was passed by: {claim.subject[:1].lower()}{claim.subject[1:]}"
    )
    seen: set[str] = set()
    for model in (model for _ in range(TRIES * order.count) for model in draw.sample(models, len(models))):
        watch(Progress(done, order.count, f"new positions for a rule: {done}"))
        if done == order.count or (order.seconds is not None and time.monotonic() - begin > order.seconds):
            return
        board = Change.drawn(model, draw).board(model.board)
        if not board.is_valid() or board.is_game_over() or (name := canonical_positions([board.fen()])[0]) in seen:
            continue
        made = sound_puzzle(board, evaluator, VARIED)
        if isinstance(made, Puzzle) and covers(rule, board, chess.Move.from_uci(made.key)):
            seen.add(name)
            done += 1
            yield composed_exercise(signed(made, model, order), RULE, evaluator, story)


def vary_habit(
    claim: Claim, study: Study, evaluator: Evaluator, order: Order, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """New exercises for one habit, until there are enough or the time is over; none where it has no rule."""
    if claim.rule is None:
        return
    rule = Rule.parse(claim.rule)
    draw, begin, done = random.Random(order.seed), time.monotonic(), 0
    games = {game.number: game for game in study.games}
    models = [_model(games[example.game], example) for example in claim.examples if example.game in games]
    story = f"made from a position of yours that a habit led to: {claim.subject[:1].lower()}{claim.subject[1:]}"
    seen: set[str] = set()
    for model in (model for _ in range(TRIES * order.count) for model in draw.sample(models, len(models))):
        watch(Progress(done, order.count, f"new positions for a habit: {done}"))
        if done == order.count or (order.seconds is not None and time.monotonic() - begin > order.seconds):
            return
        made = punished(model, Change.drawn(model, draw), rule, evaluator)
        if isinstance(made, Puzzle) and (canonical := canonical_positions([made.position])[0]) not in seen:
            seen.add(canonical)
            done += 1
            yield composed_exercise(signed(made, model, order), HABIT, evaluator, story)


def punished(model: Model, change: Change, rule: Rule, evaluator: Evaluator) -> Puzzle | str:
    """The sound puzzle after the changed move, or why there is none."""
    board, move = change.board(model.board), change.move(model.line[0])
    if not board.is_valid() or move not in board.legal_moves:
        return "not a legal position"
    if not covers(rule, board, move):
        return "the move is no instance of the rule"
    following = board.copy(stack=False)
    following.push(move)
    if following.is_game_over():
        return "the game is over"
    return sound_puzzle(following, evaluator, NEW, lead=(board, move))


def covers(rule: Rule, board: chess.Board, move: chess.Move) -> bool:
    """Whether a move on a board is what a rule says."""
    positions = Positions.from_boards([board])
    (rows,) = Coverage(positions, FULL).rows([rule])
    played = rows_of_moves(positions.legal_moves(), np.array([encode_move(move)], np.uint16))
    return bool(np.isin(played, rows)[0])


def _model(game: StudiedGame, example: Example) -> Model:
    """The position before a move of the habit, with the move and what punishes it."""
    board, fault = game.boards()[example.ply], game.fault_at(example.ply)
    punishing = fault.allowed.moves if fault and fault.allowed else ()
    return Model(board.copy(stack=False), (game.moves[example.ply].move, *punishing), game.number, example.ply)


# Cards for the moves of an opening that the player keeps getting wrong: the same move in the same position, twice or
# more, and the judge knows a better one.

OPENING = "opening"
MOST = 6


def wrong_moves(study: Study, evaluator: Evaluator, most: int = MOST) -> Iterator[Exercise]:
    """What cost most over all games first; right are the moves as good as the best, looked at again."""
    wrong = [(board, played) for each in repertoires(study.games) for board, played in each.wrong()]
    wrong.sort(key=lambda each: -sum(each[1].lost))
    for board, played in wrong[:most]:
        right = [move for move, _ in best_moves(board.copy(stack=False), evaluator)]
        if not 0 < len(right) <= MOST_RIGHT or played.move in right:
            continue
        named = " and ".join(board.san(move) for move in right)
        better = f"{named} {'is' if len(right) == 1 else 'are'} better than {board.san(played.move)}"
        yield Exercise(
            Source.MISSED,
            board.fen(),
            OPENING,
            f"{better}, which gave away {percent(played.mean_lost)} of the winning chance.",
            f"your opening: you played {board.san(played.move)} here in {played.games} games",
            None,
            tuple(move.uci() for move in right),
        )
