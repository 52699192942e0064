"""Players and engines with predictable moves, importable by worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from uuid import uuid4

import chess
import numpy as np
from chess.engine import Cp

from motif.advice import Advice, Reason
from motif.arena.game import Entrant
from motif.engines.evaluator import Evaluation
from motif.engines.limits import Limit
from motif.errors import EngineFailed
from motif.players.sparring import RandomPlayer
from motif.statistics.elo import expected_score

ONE_NODE = Limit(nodes=1)


def shares_of_strength(elo: float) -> np.ndarray:
    """Return the chances of 0 to 4 half points from a pair of independent games, a fifth of them drawn."""
    draw, score = 1 / 5, expected_score(elo)
    win = score - draw / 2
    loss = 1 - win - draw
    return np.convolve([loss, draw, win], [loss, draw, win])


class Scripted:
    """Plays its moves one after the other, from the first one in each game."""

    def __init__(self, *moves: str) -> None:
        self.moves = moves
        self.played = 0
        self.seeds: list[int] = []
        self.limits: list[Limit] = []

    def new_game(self, seed: int) -> None:
        self.played = 0
        self.seeds.append(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        self.limits.append(limit)
        self.played += 1
        move = chess.Move.from_uci(self.moves[(self.played - 1) % len(self.moves)])
        return Advice(move, 12.0, Reason("script", f"move {self.played} of the script"))


class Mater(RandomPlayer):
    """Mates in one where it can; otherwise plays like everybody's cousin."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        for move in list(board.legal_moves):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return Advice(move, 1000.0, Reason("mater", "it is mate"))
        return super().choose(board, limit)


class Untidy(RandomPlayer):
    """Leaves a move on its board that was not played."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        advice = super().choose(board, limit)
        board.push(advice.move)
        return advice


class Crashing(RandomPlayer):
    """Dies at its first move of each game."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        raise EngineFailed("the engine died twice in a row")


class Leaving(RandomPlayer):
    """Keeps a file as long as it lives, as an engine keeps a process."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.file = folder / f"alive-{uuid4().hex}"
        self.file.write_text("alive")

    def close(self) -> None:
        self.file.rename(self.file.with_name(self.file.name.replace("alive", "closed")))


class Materialist:
    """An engine that counts a pawn as one, a knight as three and so on."""

    name = "materialist"
    values = (("P", 100), ("N", 300), ("B", 300), ("R", 500), ("Q", 900))

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [Evaluation(Cp(self._count(board, board.turn) - self._count(board, not board.turn))) for board in boards]

    def _count(self, board: chess.Board, colour: chess.Color) -> int:
        return sum(value * len(board.pieces("PNBRQ".index(letter) + 1, colour)) for letter, value in self.values)


def leaving_entrants(folder: Path) -> tuple[Entrant, Entrant]:
    make = partial(Leaving, folder)
    return Entrant("ada", make, ONE_NODE), Entrant("bob", make, ONE_NODE)


def random_entrants(*names: str) -> list[Entrant]:
    return [Entrant(name, RandomPlayer, ONE_NODE) for name in names]
