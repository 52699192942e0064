"""Matches against anybody: games of the arena from endgame starts, counted as the paper counts them.

Programs among themselves play in the core (`games`); engines, tables and other players come here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess

from motif.arena.game import Conditions, Entrant
from motif.arena.match import MatchSettings, play_match
from motif.arena.records import GameRecord, PairRecord, Result
from motif.arena.start_positions import StartPosition
from motif.board.material import balance
from motif.endgames.playing.games import starts
from motif.endgames.playing.scores import Outcome, Score
from motif.parallel import Workers


@dataclass(frozen=True, slots=True)
class EndgameMatch:
    """Which endgames in turn, how many games, how long each may last, and the seed of it all."""

    endgames: tuple[str, ...]
    games: int = 100
    moves: int = 50
    seed: int = 0


def play_endgames(
    first: Entrant,
    second: Entrant,
    settings: EndgameMatch,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    *,
    notes: bool = False,
) -> Iterator[tuple[PairRecord, Score]]:
    """The pairs of games, each with the first player's score so far; with notes the players' reasons are kept."""
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


def outcomes_of(pair: PairRecord) -> tuple[Outcome, Outcome]:
    """How both games ended for the first player, who had White first."""
    one, two = pair.games
    return outcome(one, chess.WHITE), outcome(two, chess.BLACK)


def outcome(game: GameRecord, side: chess.Color) -> Outcome:
    """How a game ended for a side: by its result, or when it is drawn by the material left on the board."""
    if game.result is not Result.DRAW:
        return Outcome.WIN if game.result is Result.win_for(side) else Outcome.LOSS
    board = game.start.board()
    for move in game.moves:
        board.push_uci(move)
    left = balance(board, side)
    if left == 0:
        return Outcome.DRAW
    return Outcome.ADVANTAGE if left > 0 else Outcome.DISADVANTAGE
