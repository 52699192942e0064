"""Maia: a network that plays as people of one strength do, as an oracle and as a policy over the legal moves.

112 planes of the board, from the mover's side, go through residual blocks with squeeze-and-excitation to a policy, one
logit for each way to move from each square, and to the chances to win, draw and lose. The networks are those of
McIlroy-Young et al. 2020; planes and moves are laid out as Leela Chess Zero does it.
policy(move) = exp(logit) / sum over legal moves; value = 90 * tan(1.5637541897 * (win - loss)) centipawns, as Leela
scales it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import chess
import numpy as np
from chess.engine import Cp

from motif.board.limits import Limit
from motif.board.network_files import INPUT_PLANES, Array, Network, Residual, load_network
from motif.board.network_layers import convolve, dense, positive, softmax
from motif.board.oracles import LARGEST_ADVANTAGE, Evaluation, settled

BOARDS_AT_ONCE = 32
"""So many boards fit into the processor's own memory, and their products of matrices are too small to be split among
threads, which on a busy machine wait for each other longer than they work."""
HISTORY = 8
PLANES_A_STEP = 13
Square = tuple[int, int]

_DIRECTIONS: tuple[Square, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_KNIGHT_STEPS: tuple[Square, ...] = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
_LONGEST_SLIDE = 7
_FIRST_KNIGHT_PLANE = len(_DIRECTIONS) * _LONGEST_SLIDE
_FIRST_PROMOTION_PLANE = _FIRST_KNIGHT_PLANE + len(_KNIGHT_STEPS)
_PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP)


class Maia:
    """A Maia network, read from its file when it is made.

    As an oracle it looks no further than the position itself, whatever the limit; its line is the likeliest move.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._network = load_network(path)

    @property
    def name(self) -> str:
        """The name of its file: `maia-1600`."""
        return self._path.name.partition(".")[0]

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        """For each board, how likely a person plays each legal move, the likeliest first; empty when the game is over.

        The moves on a board's stack are part of the question.
        """
        return [_ranked(board, logits) for board, logits, _ in self._questioned(boards)]

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """What the network expects of each position, for the side to move, and the move a person would play."""
        bare = [board.copy(stack=False) for board in boards]
        answers = []
        for board, logits, outcome in self._questioned(bare):
            if final := settled(board):
                answers.append(final)
            else:
                best = next(iter(_ranked(board, logits)))
                answers.append(Evaluation(Cp(_centipawns(outcome)), (best,), depth=1))
        return answers

    def glance(self, boards: Sequence[chess.Board]) -> list[int]:
        """What `evaluate` gives each position in centipawns, without asking for a move, in two thirds of the time."""
        choices = []
        for start in range(0, len(boards), BOARDS_AT_ONCE):
            batch = [board.copy(stack=False) for board in boards[start : start + BOARDS_AT_ONCE]]
            outcomes = _outcomes(self._network, _trunk(self._network, np.stack([planes(board) for board in batch])))
            for board, outcome in zip(batch, outcomes, strict=True):
                final = settled(board)
                choices.append(final.centipawns if final else _centipawns(outcome))
        return choices

    def __reduce__(self) -> tuple[type[Maia], tuple[Path]]:
        return type(self), (self._path,)

    def __repr__(self) -> str:
        return f"Maia({str(self._path)!r})"

    def _questioned(self, boards: Sequence[chess.Board]) -> Iterator[tuple[chess.Board, Array, Array]]:
        for start in range(0, len(boards), BOARDS_AT_ONCE):
            batch = boards[start : start + BOARDS_AT_ONCE]
            logits, outcomes = answer(self._network, np.stack([planes(board) for board in batch]))
            yield from zip(batch, logits, outcomes, strict=True)


def answer(network: Network, boards: Array) -> tuple[Array, Array]:
    """The policy logits (boards, 80, 64) and the chances to win, draw and lose (boards, 3) for boards of 112 planes."""
    trunk = _trunk(network, boards)
    first, second = network.policy
    logits = convolve(second, positive(convolve(first, trunk)))
    return logits.transpose(2, 3, 0, 1).reshape(len(boards), -1, 64), _outcomes(network, trunk)


def _trunk(network: Network, boards: Array) -> Array:
    trunk = positive(convolve(network.entrance, np.ascontiguousarray(boards.transpose(2, 3, 0, 1))))
    for residual in network.residuals:
        trunk = _pass(residual, trunk)
    return trunk


def _outcomes(network: Network, trunk: Array) -> Array:
    planes, hidden, outcome = network.value
    judged = positive(convolve(planes, trunk)).transpose(2, 3, 0, 1).reshape(trunk.shape[2], -1)
    return softmax(dense(outcome, positive(dense(hidden, judged))))


def _pass(residual: Residual, trunk: Array) -> Array:
    change = convolve(residual.second, positive(convolve(residual.first, trunk)))
    squeezed = positive(dense(residual.squeeze, change.mean((0, 1))))
    gates, shifts = np.split(dense(residual.excite, squeezed), 2, axis=1)
    # The logistic function, by a formula that does not overflow.
    change *= 0.5 + 0.5 * np.tanh(0.5 * gates)
    change += shifts
    change += trunk
    return positive(change)


def _centipawns(outcome: Array) -> int:
    worth = 90 * math.tan(1.5637541897 * float(outcome[0] - outcome[2]))
    return round(max(-LARGEST_ADVANTAGE, min(LARGEST_ADVANTAGE, worth)))


def planes(board: chess.Board) -> Array:
    """A board as the network sees it, (112, 8, 8): eight steps of history, then castling rights, side and clocks.

    The board is turned so that the mover plays up the board. Each step has six planes of the mover's men, six of the
    opponent's, and one that says whether the position had occurred before. Steps before the first known one repeat
    it, except that nothing comes before the start of a game.
    """
    seen = np.zeros((INPUT_PLANES, 8, 8), np.float32)
    mover = board.turn
    past = board.copy()
    for step in range(HISTORY):
        block = seen[PLANES_A_STEP * step :]
        block[:12] = _men(past, mover)
        block[12] = past.is_repetition(2)
        if past.move_stack:
            past.pop()
        elif past.board_fen() == chess.STARTING_BOARD_FEN:
            break
        elif past.ep_square is not None:
            past = _before_double_step(past)
        else:
            rest = seen[PLANES_A_STEP * (step + 1) : PLANES_A_STEP * HISTORY]
            rest.reshape(-1, PLANES_A_STEP, 8, 8)[:] = block[:PLANES_A_STEP]
            break
    for place, (side, right) in enumerate(
        (side, right)
        for side in (mover, not mover)
        for right in (board.has_queenside_castling_rights, board.has_kingside_castling_rights)
    ):
        seen[104 + place] = right(side)
    seen[108] = mover == chess.BLACK
    seen[109] = board.halfmove_clock
    seen[111] = 1
    return seen


def _men(board: chess.Board, mover: chess.Color) -> Array:
    """The men as twelve planes: the mover's kinds, then the opponent's."""
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    sets = np.array(
        [kind & board.occupied_co[side] for side in (mover, not mover) for kind in kinds],
        "<u8" if mover == chess.WHITE else ">u8",
    )
    # A set has a byte for each rank, the first rank first; for Black the last comes first.
    return np.unpackbits(sets.view(np.uint8), bitorder="little").reshape(12, 8, 8).astype(np.float32)


def _before_double_step(board: chess.Board) -> chess.Board:
    """The men as they stood before the pawn step that allows to capture en passant, the one move a FEN remembers."""
    assert board.ep_square is not None
    step = 8 if board.turn == chess.BLACK else -8
    before = board.copy()
    pawn = before.remove_piece_at(board.ep_square + step)
    before.set_piece_at(board.ep_square - step, pawn)
    before.ep_square = None
    return before


def _turned(square: chess.Square, mover: chess.Color) -> chess.Square:
    return square if mover == chess.WHITE else chess.square_mirror(square)


def policy_place(board: chess.Board, move: chess.Move) -> tuple[int, chess.Square]:
    """Where a legal move's logit stands: its plane, and the square it leaves, as the mover sees the board.

    A plane is a direction and a distance, a knight's step, or a promotion to queen, rook or bishop by the file it goes
    to. A promotion to a knight is written as a plain step, and castling as the king's way to the rook.
    """
    origin, target = _turned(move.from_square, board.turn), _turned(move.to_square, board.turn)
    if board.is_castling(move):
        target = chess.H1 if chess.square_file(target) > chess.square_file(origin) else chess.A1
    ranks = chess.square_rank(target) - chess.square_rank(origin)
    files = chess.square_file(target) - chess.square_file(origin)
    if move.promotion in _PROMOTIONS:
        return _FIRST_PROMOTION_PLANE + 3 * _PROMOTIONS.index(move.promotion) + files + 1, origin
    if (ranks, files) in _KNIGHT_STEPS:
        return _FIRST_KNIGHT_PLANE + _KNIGHT_STEPS.index((ranks, files)), origin
    distance = max(abs(ranks), abs(files))
    direction = _DIRECTIONS.index((ranks // distance, files // distance))
    return _LONGEST_SLIDE * direction + distance - 1, origin


def _ranked(board: chess.Board, logits: Array) -> dict[chess.Move, float]:
    moves = sorted(board.legal_moves, key=chess.Move.uci)
    if not moves:
        return {}
    chances = softmax(np.array([logits[policy_place(board, move)] for move in moves], np.float32))
    ranked = sorted(zip(moves, chances.tolist(), strict=True), key=lambda pair: -pair[1])
    return dict(ranked)
