"""Find the moves that deserve an exclamation mark: the only good move, and one that players of the rating rarely find.

A move is no candidate if it is easy to find: an answer to a check, a recapture, a capture that simply wins material, a
move of the opening book, or one of a few legal moves. Two filters check the others: the model of human players says
how rarely people of the mover's rating choose the move, and the engine compares it with the second best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import chess

from motif.engines.evaluator import Evaluation
from motif.motifs.motif import exchange

FEWEST_LEGAL_MOVES = 8
"""With fewer moves to choose from, the only good one is found by exclusion."""

LARGEST_HUMAN_SHARE = 0.15
"""A move that more players of the rating choose is not hard to find."""

LEAST_GAP = 0.20
"""The second best move must lose at least this much winning chance: it must be a blunder."""

MOST_ALIKE = 0.05
"""After a short look: none of 14 pairs of moves nearer than this differed by more than .06 after a long one."""

LEAST_CHANCE = 0.30
"""In a position that is lost all the same no move saves the game."""

LARGEST_SECOND_CHANCE = 0.85
"""If the second best move wins as well, the best is not the only one."""

MOST_PER_SIDE = 2
MOST_COMPARED = 12
"""The engine compares moves in at most this many positions, those least often played right first."""

USUAL_RATING = 1500
"""For a player whose rating the file does not say."""


@dataclass(frozen=True, slots=True)
class RareMove:
    """A move that was the engine's choice and is rarely found: its ply, its board, and how many would play it."""

    ply: int
    board: chess.Board
    move: chess.Move
    share: float


def is_hard_to_see(board: chess.Board, move: chess.Move, before: chess.Move | None, before_board: chess.Board) -> bool:
    """Say whether a move is none of those that are easy to find, whatever the rating.

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
    """Keep the moves that few players of the rating choose, the rarest first."""
    known = shares([board for _, board, _ in played])
    candidates = [
        RareMove(ply, board, move, policy.get(move, 0.0))
        for (ply, board, move), policy in zip(played, known, strict=True)
    ]
    rare = [each for each in candidates if each.share <= LARGEST_HUMAN_SHARE]
    return sorted(rare, key=lambda each: (each.share, each.ply))


def are_alike(lines: Sequence[Evaluation]) -> bool:
    """Say whether two compared moves are worth so nearly the same that neither can be the only one."""
    return len(lines) == 2 and lines[0].chance - lines[1].chance < MOST_ALIKE


def gap(move: chess.Move, lines: Sequence[Evaluation]) -> float:
    """How much winning chance the second best of two compared moves loses; 0 if this move is not the best of them."""
    if len(lines) < 2 or lines[0].best != move:
        return 0.0
    best, second = lines[0].chance, lines[1].chance
    if best < LEAST_CHANCE or second > LARGEST_SECOND_CHANCE:
        return 0.0
    return best - second


def chosen(found: Iterable[tuple[RareMove, float]]) -> list[int]:
    """Return the plies of the only moves, at most two a side: those with the largest gap, rarer ones first."""
    clear = sorted(
        ((candidate, size) for candidate, size in found if size >= LEAST_GAP),
        key=lambda pair: (-pair[1] * (1 - pair[0].share), pair[0].ply),
    )
    plies = []
    for side in chess.COLORS:
        plies += [candidate.ply for candidate, _ in clear if candidate.board.turn == side][:MOST_PER_SIDE]
    return sorted(plies)
