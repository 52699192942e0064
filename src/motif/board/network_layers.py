"""The layers of a network on many boards at once, laid out as (rank, file, board, plane).

A convolution of 3x3 filters is done on tiles of 4x4 squares in a quarter of the multiplications (Winograd 1980; Lavin &
Gray 2016): Y = A' [(G g G') * (B' d B)] A, g a filter, d a tile of 6x6 squares of the board and its margin. Every step
is a product of matrices, and the two tiles of a line are one matrix, whose missing columns are the margin.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from motif.board.network_files import Array, Convolution, Dense

_INPUT = np.array(
    [
        [4, 0, -5, 0, 1, 0],
        [0, -4, -4, 1, 1, 0],
        [0, 4, -4, -1, 1, 0],
        [0, -2, -1, 2, 1, 0],
        [0, 2, -1, -2, 1, 0],
        [0, 4, 0, -5, 0, 1],
    ],
    np.float32,
)
_FILTER = np.array([[6, 0, 0], [-4, -4, -4], [-4, 4, -4], [1, 2, 4], [1, -2, 4], [0, 0, 24]], np.float32) / 24
_OUTPUT = np.array([[1, 1, 1, 1, 1, 0], [0, 1, -1, 2, -2, 0], [0, 1, 1, 4, 4, 0], [0, 1, -1, 8, -8, 1]], np.float32)
_POINTS, _TILE, _TILES = 6, 4, 2


def _both_tiles() -> tuple[Array, Array]:
    """What leads from the eight squares of a line to the points of its two tiles, and back."""
    there = np.zeros((_TILES * _POINTS, _TILES * _TILE + 2), np.float32)
    back = np.zeros((_TILES * _TILE, _TILES * _POINTS), np.float32)
    for tile in range(_TILES):
        points = slice(_POINTS * tile, _POINTS * (tile + 1))
        there[points, _TILE * tile : _TILE * tile + _POINTS] = _INPUT
        back[_TILE * tile : _TILE * (tile + 1), points] = _OUTPUT
    # The margin is empty.
    return np.ascontiguousarray(there[:, 1:-1]), back


_THERE, _BACK = _both_tiles()


def convolve(convolution: Convolution, boards: Array) -> Array:
    """A convolution over boards, of 3x3 filters or of single squares."""
    if convolution.filters.shape[2] == 1:
        return np.asarray(boards @ convolution.filters[:, :, 0, 0].T + convolution.biases, np.float32)
    (_, _, count, planes), outputs = boards.shape, convolution.outputs
    by_rank = np.matmul(_THERE, boards.reshape(8, 8, -1).transpose(1, 0, 2))
    points = np.matmul(_THERE, by_rank.transpose(1, 0, 2)).reshape(_TILES, _POINTS, _TILES, _POINTS, count, planes)
    width = _TILES * _POINTS
    by_file = np.matmul(_BACK, np.matmul(points, _transformed(convolution)).reshape(width, width, -1))
    squares = np.matmul(_BACK, by_file.transpose(1, 0, 2)).transpose(1, 0, 2)
    return np.asarray(squares.reshape(8, 8, count, outputs) + convolution.biases, np.float32)


@cache
def _transformed(convolution: Convolution) -> Array:
    """The filters at the points: (1, 6, 1, 6, inputs, outputs)."""
    points = np.einsum("ph,oihw,qw->pqio", _FILTER, convolution.filters, _FILTER)
    return np.ascontiguousarray(points[None, :, None], np.float32)


def dense(layer: Dense, inputs: Array) -> Array:
    """A dense layer over the last axis."""
    return np.asarray(inputs @ layer.weights.T + layer.biases, np.float32)


def positive(values: Array) -> Array:
    """Nothing below nought."""
    return np.maximum(values, 0, out=values)


def softmax(logits: Array) -> Array:
    """Numbers as shares of their powers."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), np.float32)
