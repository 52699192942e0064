"""Play and record games of the learner against the teacher, a stronger player, or of the teacher against itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import chess

from motif.advice import Player
from motif.arena.game import Entrant, ending_by_rules
from motif.arena.start_positions import shipped_starts, varied
from motif.errors import BadArgument, BadFile, MotifError
from motif.patterns.learning.weighing import Weigher
from motif.runtime.parallel import Pool, Workers, in_order, seed_of


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game: its first position, its moves, the sides that a teacher played, and the error that ended it, if any."""

    start: str
    moves: tuple[str, ...]
    teachers: tuple[chess.Color, ...]
    failure: str = ""

    def plies(self) -> list[tuple[chess.Board, chess.Move]]:
        """Return each position, without the moves that led to it, and the move played there."""
        board = chess.Board(self.start)
        plies = []
        for text in self.moves:
            move = chess.Move.from_uci(text)
            plies.append((board.copy(stack=False), move))
            board.push(move)
        return plies

    def teacher_moves(self) -> list[tuple[chess.Board, chess.Move]]:
        """Return the positions with the teacher to move, and the teacher's moves."""
        return [(board, move) for board, move in self.plies() if board.turn in self.teachers]

    def to_json(self) -> dict[str, Any]:
        return {"start": self.start, "moves": " ".join(self.moves), "teachers": list(self.teachers)} | (
            {"failure": self.failure} if self.failure else {}
        )

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> RecordedGame:
        try:
            return cls(
                value["start"], tuple(value["moves"].split()), tuple(value["teachers"]), value.get("failure", "")
            )
        except (KeyError, AttributeError, TypeError):
            raise BadFile(f"expected a game, found {str(value)[:60]!r}") from None


RANDOM_PLIES = 2
"""Random plies after the opening, so that two games between deterministic players differ."""


@dataclass(frozen=True, slots=True)
class TeachSettings:
    """The numbers of games, games per round and moves per game."""

    games: int = 100
    together: int = 5
    """The number of games in a round, all played with the patterns known before it."""
    most_moves: int = 100
    """The number of moves of each side after which a game is broken off."""
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.games, self.together, self.most_moves) < 1:
            raise BadArgument(f"every number in {self} must be at least 1")


def play_teachers(
    teacher: Entrant, games: int, settings: TeachSettings, workers: Workers | None = None
) -> list[RecordedGame]:
    """Let the teacher play games against itself, and return them; they serve to weigh the habits again."""
    with (workers or Workers()).pooled() as (executor, pool):
        return list(in_order(executor, partial(_play_copies, pool, teacher, settings), range(games)))


def _play_copies(pool: Pool, teacher: Entrant, settings: TeachSettings, number: int) -> RecordedGame:
    seed = seed_of(settings.seed, "copies", number)
    with pool.borrow(teacher.name, teacher.make) as player:
        player.new_game(seed)
        board = _opening(seed)

        def choose() -> chess.Move:
            return player.choose(board, teacher.limit).move

        return _play_out(board, {chess.WHITE: choose, chess.BLACK: choose}, settings, chess.COLORS)


def play_teacher(
    teacher: Entrant, player: Player, weigher: Weigher, settings: TeachSettings, number: int
) -> RecordedGame:
    """Play game `number` of the learner against the teacher; the learner plays the move with the largest weight."""
    seed = seed_of(settings.seed, "game", number)
    rng = Random(seed_of(seed, "learner"))
    player.new_game(seed)
    board = _opening(seed)
    side = chess.COLORS[number % 2]

    def ask_teacher() -> chess.Move:
        return player.choose(board, teacher.limit).move

    def learner() -> chess.Move:
        weights = weigher.weigh(board)
        greatest = max(weight.weight for weight in weights.values())
        return rng.choice(sorted((move for move in weights if weights[move].weight == greatest), key=chess.Move.uci))

    return _play_out(board, {side: ask_teacher, not side: learner}, settings, [side])


def _opening(seed: int) -> chess.Board:
    rng = Random(seed_of(seed, "opening"))
    return varied(rng.choice(shipped_starts()), RANDOM_PLIES, seed_of(seed, "random plies")).board()


def _play_out(
    board: chess.Board,
    seats: dict[chess.Color, Callable[[], chess.Move]],
    settings: TeachSettings,
    teachers: Sequence[chess.Color],
) -> RecordedGame:
    start = board.copy(stack=False)
    begin = len(board.move_stack)
    failure = ""
    while len(board.move_stack) - begin < 2 * settings.most_moves and not ending_by_rules(board):
        try:
            move = seats[board.turn]()
        except MotifError as error:
            failure = str(error)
            break
        if not board.is_legal(move):
            failure = f"the teacher plays {move.uci()}, which is illegal in {board.fen()}"
            break
        board.push(move)
    return RecordedGame(start.fen(), tuple(move.uci() for move in board.move_stack[begin:]), tuple(teachers), failure)
