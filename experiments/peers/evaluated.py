"""Games as their file judged them, nothing explained: enough for phases, stages, endings, openings and conversion."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from motif.board.chances import winning_chance
from motif.board.games import Game
from motif.board.oracles import Evaluation
from motif.board.phases import phases
from motif.board.review import IN_THE_FILE, Judgement
from motif.study.games import StudiedGame, StudiedMove

START = 20
"""White's advantage before the first move, in centipawns."""


def evaluated(game: Game, *, is_white: bool, number: int = 1) -> StudiedGame | None:
    """A game for one of its sides; None where the file leaves a move without its evaluation."""
    worth = list(_worth(game))
    if None in worth or not worth:
        return None
    boards = [game.board(ply).copy(stack=False) for ply in range(len(game))]
    advantages = [START, *(each for each in worth if each is not None)]
    moves = []
    for ply, (move, phase) in enumerate(zip(game.moves, phases(boards), strict=True)):
        sign = 1 if boards[ply].turn else -1
        before, after = (winning_chance(sign * advantages[place]) for place in (ply, ply + 1))
        lost = round(max(0.0, before - after), 4)
        moves.append(StudiedMove(move, "", None, (), advantages[ply + 1], lost, Judgement.of(lost), phase))
    tags, (white, black), ratings = game.tags, game.players, game.ratings
    return StudiedGame(
        number, white, black, game.result, is_white, tags.get("UTCDate", tags.get("Date", "")), "", "",
        tags.get("TimeControl", ""), ratings[not is_white], ratings[is_white], tags.get("ECO", ""),
        tags.get("Opening", ""), None, game.start_fen, START, tuple(moves), (), (), IN_THE_FILE,
        time=tags.get("UTCTime", ""), termination=tags.get("Termination", ""),
    )  # fmt: skip


def _worth(game: Game) -> Iterator[int | None]:
    """White's advantage after each move; a mate on the board says it itself."""
    last = game.board(len(game))
    for ply, score in enumerate(game.evals, start=1):
        if score is not None:
            yield Evaluation(score.pov(chess.WHITE)).centipawns
        elif ply == len(game) and last.is_game_over():
            mated = 10_000 * (-1 if last.turn else 1)
            yield mated if last.is_checkmate() else 0
        else:
            yield None
