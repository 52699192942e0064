"""Find the moves that deserve an exclamation mark: the only good move, if players of the same rating rarely find it.

Moves that are easy to find do not count: an answer to a check, a recapture, a simple capture that wins material, a
move of the opening book, or one of few legal moves. For the others, the model of human players estimates how rarely
players of the same rating choose the move, and the engine compares it with the second best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import chess

from motif.engines.evaluator import Evaluation
from motif.motifs.motif import exchange

FEWEST_LEGAL_MOVES = 8
"""With fewer legal moves, the only good one is found by elimination."""

LARGEST_HUMAN_SHARE = 0.15
"""A move that a larger share of players choose is not hard to find."""

LEAST_GAP = 0.20
"""The second best move must lose at least this much winning chance: it must be a blunder."""

MOST_ALIKE = 0.05
"""Moves closer than this in a short search count as equal: none of 14 such pairs differed by more than .06 in a long
search."""

LEAST_CHANCE = 0.30
"""With a smaller winning chance no move can save the game."""

LARGEST_SECOND_CHANCE = 0.85
"""If the second best move leaves a larger winning chance, the best is not the only one."""

MOST_PER_SIDE = 2
MOST_COMPARED = 12
"""The engine compares moves in at most this many positions, those that fewest players solve first."""

USUAL_RATING = 1500
"""The rating assumed for a player without one in the file."""


@dataclass(frozen=True, slots=True)
class RareMove:
    """The engine's choice, played but rarely found: its ply, its board, and the share of players who would play it."""

    ply: int
    board: chess.Board
    move: chess.Move
    share: float


def is_hard_to_see(board: chess.Board, move: chess.Move, before: chess.Move | None, before_board: chess.Board) -> bool:
    """Return whether a move is not obvious: no recapture, mate or winning capture, with several legal moves.

    `before` is the opponent's last move, played on `before_board`.
    """
    if board.is_check() or board.legal_moves.count() < FEWEST_LEGAL_MOVES:
        return False
    is_capture = board.is_capture(move)
    is_recapture = before is not None and is_capture and before_board.is_capture(before)
    if is_recapture and before is not None and before.to_square == move.to_square:
        return False
    following = board.copy(stack=False)
    following.push(move)
    return not following.is_checkmate() and not (is_capture and exchange(board, move) > 0)


def rare_moves(
    played: Sequence[tuple[int, chess.Board, chess.Move]],
    shares: Callable[[Sequence[chess.Board]], Sequence[Mapping[chess.Move, float]]],
) -> list[RareMove]:
    """Return the moves that few players of the rating choose, the rarest first."""
    known = shares([board for _, board, _ in played])
    candidates = [
        RareMove(ply, board, move, policy.get(move, 0.0))
        for (ply, board, move), policy in zip(played, known, strict=True)
    ]
    rare = [each for each in candidates if each.share <= LARGEST_HUMAN_SHARE]
    return sorted(rare, key=lambda each: (each.share, each.ply))


def are_alike(lines: Sequence[Evaluation]) -> bool:
    """Return whether the two best moves are so nearly equal that neither can be the only one."""
    return len(lines) == 2 and lines[0].chance - lines[1].chance < MOST_ALIKE


def gap(move: chess.Move, lines: Sequence[Evaluation]) -> float:
    """How much winning chance the second best move loses; 0 if `move` is not the best."""
    if len(lines) < 2 or lines[0].best != move:
        return 0.0
    best, second = lines[0].chance, lines[1].chance
    if best < LEAST_CHANCE or second > LARGEST_SECOND_CHANCE:
        return 0.0
    return best - second


def chosen(found: Iterable[tuple[RareMove, float]]) -> list[int]:
    """Return the plies of the only moves, at most two per side, those with the largest gap first."""
    clear = sorted(
        ((candidate, size) for candidate, size in found if size >= LEAST_GAP),
        key=lambda pair: (-pair[1] * (1 - pair[0].share), pair[0].ply),
    )
    plies = []
    for side in chess.COLORS:
        plies += [candidate.ply for candidate, _ in clear if candidate.board.turn == side][:MOST_PER_SIDE]
    return sorted(plies)
