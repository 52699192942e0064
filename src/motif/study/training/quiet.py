"""Quiet positions: several moves are fine and nothing is to be won, so that a question gives nothing away.

fine = the moves whose winning chance is within .05 of the best one's. A position is quiet when neither side is winning,
three moves or more are fine, and the move before it was no mistake.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.board.phases import Phase
from motif.board.valuation import MoveValues, value_moves
from motif.progress import Progress, Watch, unwatched
from motif.study.games import StudiedGame
from motif.study.study import Study
from motif.study.training.exercise import Exercise, Source

FIRST, AGAIN = Limit(depth=6), Limit(depth=9)

NEAR = 0.05
"""A move within this of the best one's winning chance is as good."""

WITHIN_REACH = 0.12
"""What loses more than this at the first look is not looked at again."""

FEWEST_FINE = 3
LARGEST_ADVANTAGE = 150
MOST_TRIED_FOR_ONE = 4


def quiet_positions(
    study: Study, oracle: Oracle, count: int, seed: int = 0, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """So many quiet positions from the player's games, one from a game before a second from the same one."""
    draw, done = random.Random(seed), 0
    places = [(game, draw.sample(plies, len(plies))) for game in study.games if (plies := _calm_plies(game))]
    draw.shuffle(places)
    rounds = [(game, plies[turn]) for turn in range(MOST_TRIED_FOR_ONE) for game, plies in places if turn < len(plies)]
    for game, ply in rounds[: MOST_TRIED_FOR_ONE * count]:
        watch(Progress(done, count, f"quiet positions: {done}"))
        if done == count:
            return
        board = game.boards()[ply]
        fine = fine_moves(board, oracle)
        if len(fine) >= FEWEST_FINE:
            done += 1
            yield Exercise(Source.QUIET, board.fen(), "", _sentence(board, fine), _story(game, ply), None, tuple(fine))


def fine_moves(board: chess.Board, oracle: Oracle) -> list[str]:
    """The moves that are as good as the best, it first; empty when somebody is winning."""
    ranked = best_moves(board, oracle)
    if not ranked or abs(ranked[0][1]) > LARGEST_ADVANTAGE:
        return []
    return [move.uci() for move, _ in ranked]


def best_moves(board: chess.Board, oracle: Oracle) -> list[tuple[chess.Move, int]]:
    """The best move and all that are as good, with their centipawns."""
    (values,) = value_moves([board], oracle, FIRST)
    near = [move for move, _ in _ranked(values, WITHIN_REACH)]
    (again,) = value_moves([board], oracle, AGAIN, moves=[near])
    return _ranked(again, NEAR)


def _ranked(values: MoveValues, within: float) -> list[tuple[chess.Move, int]]:
    best = max((value.chance for value in values.values()), default=0.0)
    near = [(move, value.centipawns) for move, value in values.items() if value.chance >= best - within]
    return sorted(near, key=lambda pair: -pair[1])


def _calm_plies(game: StudiedGame) -> list[int]:
    """The player's moves after the opening that were good, after a move of the opponent that was."""
    return [
        ply
        for ply in range(1, len(game.moves))
        if game.is_players(ply)
        and game.moves[ply].phase is not Phase.OPENING
        and game.moves[ply].lost < NEAR
        and game.moves[ply - 1].lost < NEAR
        and abs(game.moves[ply - 1].advantage) <= LARGEST_ADVANTAGE
    ]


def _sentence(board: chess.Board, fine: list[str]) -> str:
    moves = [board.san(chess.Move.from_uci(move)) for move in fine[:4]]
    more = ", among others" if len(fine) > len(moves) else ""
    return f"Nothing is to be won by force here; fine are {', '.join(moves[:-1])} and {moves[-1]}{more}."


def _story(game: StudiedGame, ply: int) -> str:
    return f"your game against {game.opponent}: you played {game.moves[ply].san}"
