"""Count how ordinary players answer a move, and how they continue after their own.

python experiments/people/count_answers.py GAMES.pgn.zst

Counts the moves of the players who teach patterns (`player_parts.py`) after each move of the other side (which piece
went to which square, and whether it captured) and after each of their own. The counts are compared with how often a
move is played whenever it is possible; those too far from that to be chance go to src/motif/data/people_answers.txt.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray
from player_parts import Part, part_of

from motif._core.board import Game, Positions
from motif.board.games import read_games
from motif.players.human_model import SHIPPED_ANSWERS, Lifts, ReplyLifts, key_before, key_move

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
FIRST_PLY, FEWEST_PLIES = 2, 10
GAMES_AT_ONCE = 1_500
BEFORE, MOVES = 2 * 6 * 64, 6 * 64 * 64
DOUBT = 3.0
"""Added to both counts, since what was seen twice proves little."""
SMALLEST = 0.15
FEWEST = 4
"""Counts that are both seen and expected less often are left out."""
START = bytes(chess.Board().piece_type_at(square) or 0 for square in chess.SQUARES)


@dataclass(frozen=True, slots=True)
class Counted:
    """Legal moves of many positions as numbers from the mover's side, with the moves played and those before."""

    move: Ints
    """For each row twice the number of the move, plus one if it captures."""
    offsets: Ints
    played: Ints
    after_theirs: Ints
    after_own: Ints


def pieces_before(codes: Sequence[int]) -> NDArray[np.uint8]:
    """Return (plies, 64): the kind of piece on each square before each move."""
    pieces, board = np.empty((len(codes), 64), np.uint8), bytearray(START)
    for ply, code in enumerate(codes):
        pieces[ply] = np.frombuffer(board, np.uint8)
        start, target, promoted = code & 63, code >> 6 & 63, code >> 12
        kind, sideways = board[start], (target & 7) - (start & 7)
        if kind == chess.PAWN and sideways and not board[target]:
            board[(start & 56) | (target & 7)] = 0
        if kind == chess.KING and abs(sideways) == 2:
            near, corner = (target - 1, target + 1) if sideways > 0 else (target + 1, target - 2)
            board[near], board[corner] = board[corner], 0
        board[target], board[start] = promoted or kind, 0
    return pieces


def batches(path: str) -> Iterator[list[Game]]:
    """Yield the games that have a player who teaches, in batches."""
    batch: list[Game] = []
    for game in read_games(path):
        if len(game) >= FEWEST_PLIES and game.start_fen == chess.STARTING_FEN and Part.PATTERNS in _parts(game):
            batch.append(game)
        if len(batch) == GAMES_AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _parts(game: Game) -> list[Part]:
    return list(map(part_of, game.players))


def counted(games: Sequence[Game]) -> Counted:
    """Count the moves of the players who teach."""
    columns, boards, played, white, theirs, own = [], [], [], [], [], []
    for game in games:
        parts, codes = _parts(game), game.move_codes.astype(np.int64)
        plies = np.array([ply for ply in range(FIRST_PLY, len(codes)) if parts[ply % 2] is Part.PATTERNS], np.int64)
        pieces, every = pieces_before(codes.tolist()), np.arange(len(codes))
        kind = pieces[every, codes & 63].astype(np.int64)
        took = (pieces[every, codes >> 6 & 63] > 0).astype(np.int64)
        turned = np.where(plies % 2, 56, 0)
        columns.append(game.positions(plies.tolist()))
        boards.append(pieces[plies])
        played.append(codes[plies])
        white.append(plies % 2 == 0)
        theirs.append(_before(kind[plies - 1], (codes[plies - 1] >> 6 & 63) ^ turned, took[plies - 1]))
        own.append(_before(kind[plies - 2], (codes[plies - 2] >> 6 & 63) ^ turned, 0 * plies))
    legal = Positions.concatenate(columns).legal_moves()
    owner = np.repeat(np.arange(len(legal)), np.diff(legal.offsets))
    start, target = (legal.codes & 63).astype(np.int64), (legal.codes >> 6 & 63).astype(np.int64)
    placed, turned = np.concatenate(boards), np.where(np.concatenate(white), 0, 56)[owner]
    move = (placed[owner, start].astype(np.int64) - 1) * 4096 + (start ^ turned) * 64 + (target ^ turned)
    row = np.flatnonzero(legal.codes == np.concatenate(played)[owner])
    return Counted(
        2 * move + (placed[owner, target] > 0), legal.offsets, row, np.concatenate(theirs), np.concatenate(own)
    )


def _before(kind: Ints, square: Ints, took: Ints) -> Ints:
    return (2 * (kind - 1) + took) * 64 + square


def tables(path: str, least: float) -> tuple[Lifts, Lifts, int]:
    """Return both tables, and how many moves were counted."""
    # Kept, because the second pass needs to know how often each move is played whenever it is possible.
    every = [counted(games) for games in batches(path)]
    chosen, could = (np.zeros(2 * MOVES) for _ in range(2))
    for each in every:
        chosen += np.bincount(each.move[each.played], minlength=2 * MOVES)
        could += np.bincount(each.move, minlength=2 * MOVES)
    rate = (chosen + 0.5) / (could + 15)
    sums = [np.zeros((2, BEFORE * MOVES), np.float32) for _ in range(2)]
    for each in every:
        counts, usual = np.diff(each.offsets), rate[each.move]
        usual /= np.repeat(np.add.reduceat(usual, each.offsets[:-1]), counts)
        for (expected, came), before in zip(sums, (each.after_theirs, each.after_own), strict=True):
            _add(expected, np.repeat(before, counts) * MOVES + (each.move >> 1), usual)
            _add(came, before * MOVES + (each.move[each.played] >> 1), None)
    answers, goings_on = (_lifts(expected, came, least) for expected, came in sums)
    return answers, goings_on, sum(len(each.played) for each in every)


def _add(sums: NDArray[np.float32], keys: Ints, weights: Floats | None) -> None:
    unique, place = np.unique(keys, return_inverse=True)
    sums[unique] += np.bincount(place, weights=weights).astype(np.float32)


def _lifts(expected: NDArray[np.float32], came: NDArray[np.float32], least: float) -> Lifts:
    """Return the ratios of counts to expectations whose deviance is at least `least`."""
    seen = np.flatnonzero(expected + came >= FEWEST)
    wish, real = expected[seen].astype(np.float64), came[seen].astype(np.float64)
    deviance = 2 * (real * np.log(np.maximum(real, 1e-9) / wish) - (real - wish))
    lift = np.log((real + DOUBT) / (wish + DOUBT))
    words_before = {
        key_before(kind, square, bool(took)): "x" * took + chess.piece_symbol(kind) + chess.square_name(square)
        for kind in chess.PIECE_TYPES
        for square in chess.SQUARES
        for took in (0, 1)
    }
    words = {
        key_move(kind, start, target): chess.piece_symbol(kind).upper()
        + chess.square_name(start)
        + chess.square_name(target)
        for kind in chess.PIECE_TYPES
        for start in chess.SQUARES
        for target in chess.SQUARES
    }
    lifts: dict[str, dict[str, int]] = {}
    for place in np.flatnonzero((deviance > least) & (np.abs(lift) > SMALLEST)):
        before, move = divmod(int(seen[place]), MOVES)
        lifts.setdefault(words_before[before], {})[words[move]] = round(100 * float(lift[place]))
    return lifts


def main() -> None:
    """Count and write."""
    given = read_options(__doc__, {"games": str}, least=(6.0, "the least deviance from chance"), out=SHIPPED_ANSWERS)
    answers, goings_on, moves = tables(given.games, given.least)
    notes = [
        "how much more often a move is played after another, 100 * log; seen as if the mover were White",
        f"{moves:,} moves of rated rapid games on Lichess, experiments/people/count_answers.py",
    ]
    ReplyLifts(answers, goings_on).write(given.out, notes)
    print(sum(map(len, answers.values())), sum(map(len, goings_on.values())), given.out.stat().st_size)


if __name__ == "__main__":
    main()
