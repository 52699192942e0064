"""Play matches from endgame starts against any player in the arena, with the paper's points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess

from motif.arena.game import Conditions, Entrant, GameRecord, PairRecord
from motif.arena.match import MatchSettings, play_match
from motif.arena.start_positions import StartPosition
from motif.board.material import balance
from motif.board.tags import GameResult
from motif.endgames.games import GameOutcome, Score, refuse_odd, starts
from motif.runtime.parallel import Workers


@dataclass(frozen=True, slots=True)
class EndgameMatch:
    """The settings of a match: the endgames to play in turn, the games, the maximum moves per side, the seed."""

    endgames: tuple[str, ...]
    games: int = 100
    moves: int = 50
    seed: int = 0

    def __post_init__(self) -> None:
        refuse_odd(self.games)


def play_endgames(
    first: Entrant,
    second: Entrant,
    settings: EndgameMatch,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    *,
    notes: bool = False,
) -> Iterator[tuple[PairRecord, Score]]:
    """Yield each pair of games with the first player's score so far; `notes` keeps the players' reasons."""
    positions = starts(settings.endgames, settings.games // 2, settings.seed)
    book = tuple(
        StartPosition(f"{settings.endgames[number % len(settings.endgames)]} {number + 1}", (), board.fen())
        for number, board in enumerate(positions)
    )
    rules = MatchSettings(settings.games, settings.seed, book, Conditions(settings.moves, notes=notes))
    score = Score()
    for pair in play_match(first, second, rules, workers, checkpoint):
        score += Score.of([outcomes_of(pair)])
        yield pair, score


def outcomes_of(pair: PairRecord) -> tuple[GameOutcome, GameOutcome]:
    """Return the outcomes of a pair of games for the first player, who had White in the first game."""
    one, two = pair.games
    return outcome(one, chess.WHITE), outcome(two, chess.BLACK)


def outcome(game: GameRecord, side: chess.Color) -> GameOutcome:
    """Return the outcome of a game for a side: a win, a loss, or a draw graded by the final balance of material."""
    if game.result is not GameResult.DRAW:
        return GameOutcome.WIN if game.result is GameResult.win_for(side) else GameOutcome.LOSS
    board = game.start.board()
    for move in game.moves:
        board.push_uci(move)
    left = balance(board, side)
    if left == 0:
        return GameOutcome.DRAW
    return GameOutcome.ADVANTAGE if left > 0 else GameOutcome.DISADVANTAGE
