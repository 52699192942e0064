"""Run a Maia network, which predicts the moves of players of one rating and evaluates positions as they would.

The input is 112 planes of the board, seen by the mover. Residual blocks with squeeze-and-excitation turn them into a
policy (one logit for each way to move from each square) and the chances to win, draw and lose. The networks are those
of McIlroy-Young et al. 2020; planes and moves are encoded as in Leela Chess Zero.
policy(move) = exp(logit) / sum over legal moves; value = 90 * tan(1.5637541897 * (win - loss)) centipawns, as in Leela.
"""

from __future__ import annotations

import gzip
import math
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import chess
import numpy as np
from chess.engine import Cp
from numpy.typing import NDArray

from motif.engines.evaluator import LARGEST_ADVANTAGE_CP, Evaluation, evaluation_if_over
from motif.engines.limits import Limit
from motif.errors import BadFile
from motif.runtime.files import cannot_read, check_regular

# Read a network file of Leela Chess Zero, such as Maia's: gzipped protobuf.

Array = NDArray[np.float32]

INPUT_PLANES = 112
POLICY_PLANES = 80
OUTCOMES = 3
MOST_BYTES = 512 << 20
"""The largest network file: Maia's have four megabytes."""

MAGIC = 0x1C0
_SUPPORTED = {"network": (3, 4, "squeeze-and-excitation"), "policy": (4, 2, "convolutional"), "value": (5, 2, "WDL")}
_SMALLEST_VARIANCE = 1e-5
_LARGEST_FLOAT = float(np.finfo(np.float32).max)
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_LONGEST_VARINT = 10


class _Malformed(Exception):
    """Raised if a network file cannot be used; the text says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Convolution:
    """Filters (outputs, inputs, height, width) and a bias for each output, batch normalisation included."""

    filters: Array
    biases: Array

    @property
    def outputs(self) -> int:
        return len(self.biases)


@dataclass(frozen=True, slots=True, eq=False)
class Dense:
    """Weights (outputs, inputs) and a bias for each output."""

    weights: Array
    biases: Array


@dataclass(frozen=True, slots=True, eq=False)
class Residual:
    """A residual block: two convolutions, and the two dense layers of squeeze-and-excitation."""

    first: Convolution
    second: Convolution
    squeeze: Dense
    excite: Dense


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The weights of a network: trunk, policy head and value head."""

    entrance: Convolution
    residuals: tuple[Residual, ...]
    policy: tuple[Convolution, Convolution]
    value: tuple[Convolution, Dense, Dense]


def load_network(path: Path) -> Network:
    """Read a network; raises BadFile with a reason if the file is not a usable one."""
    try:
        check_regular(path)
        with gzip.open(path) as file:
            content = file.read(MOST_BYTES + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadFile(
            f"{path} is not a network: expected a gzip file ({error})", hint="give a file such as maia-1600.pb.gz"
        ) from None
    except OSError as error:
        raise cannot_read(path, error) from None
    if len(content) > MOST_BYTES:
        raise BadFile(f"{path} is not a network: it unpacks to more than {MOST_BYTES >> 20:,} MB")
    try:
        return _network(content)
    except _Malformed as problem:
        raise BadFile(f"{path} is not a usable network: {problem}", hint="use one of Maia's networks") from None


def _network(content: bytes) -> Network:
    net = _Message("the network", content)
    if net.number(1) != MAGIC:
        raise _Malformed("it does not begin like a network of Leela Chess Zero")
    formats = net.message(4, "format").message(2, "network format")
    for part, (field, wanted, name) in _SUPPORTED.items():
        if formats.number(field) != wanted:
            raise _Malformed(f"its {part} format is {formats.number(field)}, but only {name} ({wanted}) is supported")
    weights = net.message(10, "weights")
    entrance = _normalised(weights.message(1, "input"), INPUT_PLANES, 3)
    width = entrance.outputs
    return Network(
        entrance,
        tuple(_residual(residual, width) for residual in weights.messages(2, "residual")),
        (_normalised(weights.message(11, "policy1"), width, 3), _policy(weights.message(3, "policy"), width)),
        _value_head(weights, width),
    )


def _residual(residual: _Message, width: int) -> Residual:
    excitation = residual.message(3, "se")
    squeeze = excitation.layer(2)
    return Residual(
        _normalised(residual.message(1, "conv1"), width, 3),
        _normalised(residual.message(2, "conv2"), width, 3),
        Dense(excitation.layer(1, (len(squeeze), width)), squeeze),
        Dense(excitation.layer(3, (2 * width, len(squeeze))), excitation.layer(4, (2 * width,))),
    )


def _policy(policy: _Message, width: int) -> Convolution:
    return Convolution(policy.layer(1, (POLICY_PLANES, width, 3, 3)), policy.layer(2, (POLICY_PLANES,)))


def _value_head(weights: _Message, width: int) -> tuple[Convolution, Dense, Dense]:
    planes = _normalised(weights.message(6, "value"), width, 1)
    hidden = weights.layer(8)
    return (
        planes,
        Dense(weights.layer(7, (len(hidden), 64 * planes.outputs)), hidden),
        Dense(weights.layer(9, (OUTCOMES, len(hidden))), weights.layer(10, (OUTCOMES,))),
    )


def _normalised(block: _Message, inputs: int, size: int) -> Convolution:
    """Return a convolution with the batch normalisation folded into filters and biases."""
    means = block.layer(3)
    count = (len(means),)
    variances = block.layer(4, count)
    if (variances < 0).any():
        raise _Malformed("it has a negative variance")
    # Finite numbers may overflow when they are multiplied: check the result below.
    with np.errstate(over="ignore", invalid="ignore"):
        scale = 1 / np.sqrt(variances + _SMALLEST_VARIANCE)
        if block.has(5):
            scale = scale * block.layer(5, count)
        betas = block.layer(6, count) if block.has(6) else np.zeros(count, np.float32)
        filters = block.layer(1, (len(means), inputs, size, size)) * scale[:, None, None, None]
        folded = Convolution(filters.astype(np.float32), (betas - means * scale).astype(np.float32))
    if not (np.isfinite(folded.filters).all() and np.isfinite(folded.biases).all()):
        raise _Malformed("its numbers are too large")
    return folded


class _Message:
    """A protobuf message, whose fields are read by number."""

    def __init__(self, name: str, content: bytes) -> None:
        self._name = name
        self._fields: dict[int, list[int | bytes]] = {}
        for number, value in _fields(content):
            self._fields.setdefault(number, []).append(value)

    def has(self, field: int) -> bool:
        return field in self._fields

    def number(self, field: int) -> int | None:
        value = self._fields.get(field, [None])[-1]
        return value if isinstance(value, int) else None

    def message(self, field: int, name: str) -> _Message:
        return self.messages(field, name)[-1]

    def messages(self, field: int, name: str) -> list[_Message]:
        parts = [value for value in self._fields.get(field, ()) if isinstance(value, bytes)]
        if not parts:
            raise _Malformed(f"there is no {name} in {self._name}")
        return [_Message(name, value) for value in parts]

    def layer(self, field: int, shape: tuple[int, ...] | None = None) -> Array:
        layer = self.message(field, f"layer {field}")
        low, high, params = (layer._fields.get(part, [None])[-1] for part in (1, 2, 3))
        if not isinstance(low, int) or not isinstance(high, int) or not isinstance(params, bytes) or len(params) % 2:
            raise _Malformed(f"layer {field} of {self._name} is incomplete")
        least, most = (struct.unpack("<f", struct.pack("<I", bits))[0] for bits in (low, high))
        steps = np.frombuffer(params, "<u2").astype(np.float32) / np.float32(65535)
        if not (math.isfinite(least) and math.isfinite(most) and abs(most - least) <= _LARGEST_FLOAT):
            raise _Malformed(f"layer {field} of {self._name} has no valid bounds")
        values = np.asarray(least + (most - least) * steps, np.float32)
        if shape is None:
            return values
        if values.size != np.prod(shape):
            wanted = " x ".join(map(str, shape))
            raise _Malformed(f"layer {field} of {self._name} should have {wanted} numbers, but has {values.size}")
        return values.reshape(shape)


def _fields(content: bytes) -> Iterator[tuple[int, int | bytes]]:
    place = 0
    while place < len(content):
        key, place = _varint(content, place)
        kind = key & 7
        if kind == _VARINT:
            value, place = _varint(content, place)
            yield key >> 3, value
            continue
        if kind == _BYTES:
            length, place = _varint(content, place)
        elif kind in (_FIXED32, _FIXED64):
            length = 4 if kind == _FIXED32 else 8
        else:
            raise _Malformed("it is not protobuf")
        part = content[place : place + length]
        if len(part) < length:
            raise _Malformed("it is cut short")
        place += length
        yield key >> 3, part if kind == _BYTES else int.from_bytes(part, "little")


def _varint(content: bytes, place: int) -> tuple[int, int]:
    value = 0
    for count in range(_LONGEST_VARINT):
        if place + count >= len(content):
            raise _Malformed("it is cut short")
        byte = content[place + count]
        value |= (byte & 127) << 7 * count
        if byte < 128:
            return value, place + count + 1
    raise _Malformed("it is not protobuf")


# Compute the layers on many boards at once, laid out as (rank, file, board, plane). 3x3 convolutions use Winograd's
# algorithm F(4x4, 3x3): each line of eight squares is split into two tiles of four, and each tile becomes six points.

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
    """Return a matrix that maps the eight squares of a line to the points of its two tiles, and one that maps back."""
    there = np.zeros((_TILES * _POINTS, _TILES * _TILE + 2), np.float32)
    back = np.zeros((_TILES * _TILE, _TILES * _POINTS), np.float32)
    for tile in range(_TILES):
        points = slice(_POINTS * tile, _POINTS * (tile + 1))
        there[points, _TILE * tile : _TILE * tile + _POINTS] = _INPUT
        back[_TILE * tile : _TILE * (tile + 1), points] = _OUTPUT
    # The squares beyond the edge are zero.
    return np.ascontiguousarray(there[:, 1:-1]), back


_THERE, _BACK = _both_tiles()


def convolve(convolution: Convolution, boards: Array) -> Array:
    """Apply a convolution with 3x3 or 1x1 filters to boards."""
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
    """Return the filters transformed to the points of a tile: (1, 6, 1, 6, inputs, outputs)."""
    points = np.einsum("ph,oihw,qw->pqio", _FILTER, convolution.filters, _FILTER)
    return np.ascontiguousarray(points[None, :, None], np.float32)


def dense(layer: Dense, inputs: Array) -> Array:
    """Apply a dense layer to the last axis."""
    return np.asarray(inputs @ layer.weights.T + layer.biases, np.float32)


def relu(values: Array) -> Array:
    """Replace negative values by 0, in place."""
    return np.maximum(values, 0, out=values)


def softmax(logits: Array) -> Array:
    """Return exp(logit) / sum of exp(logits), over the last axis."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), np.float32)


BOARDS_AT_ONCE = 32
"""How many boards are evaluated at once: they fit into the processor's cache, and their matrix products are too small
to be split among threads that would wait for each other."""

HISTORY_STEPS = 8
PLANES_A_STEP = 13
Square = tuple[int, int]

_DIRECTIONS: tuple[Square, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_KNIGHT_STEPS: tuple[Square, ...] = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))
_LONGEST_SLIDE = 7
_FIRST_KNIGHT_PLANE = len(_DIRECTIONS) * _LONGEST_SLIDE
_FIRST_PROMOTION_PLANE = _FIRST_KNIGHT_PLANE + len(_KNIGHT_STEPS)
_PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP)


class Maia:
    """A Maia network, which gives probabilities of moves and is an evaluator.

    It does not search, so it ignores the limit; the line of an evaluation is only the likeliest move.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._network = load_network(path)

    @property
    def name(self) -> str:
        """The name of the file without extensions: `maia-1600`."""
        return self._path.name.partition(".")[0]

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        """Return, for each board, the probability of every legal move, likeliest first; empty if the game is over.

        The moves on a board's stack are part of the input.
        """
        return [_ranked(board, logits) for board, logits, _ in self._answers(boards)]

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Return the network's value of each position for the side to move, and the likeliest move."""
        bare = [board.copy(stack=False) for board in boards]
        answers = []
        for board, logits, outcome in self._answers(bare):
            if final := evaluation_if_over(board):
                answers.append(final)
            else:
                best = next(iter(_ranked(board, logits)))
                answers.append(Evaluation(Cp(_centipawns(outcome)), (best,), depth=1))
        return answers

    def static_values(self, boards: Sequence[chess.Board]) -> list[int]:
        """Return the value of each position in centipawns; leaving out the move saves a third of the time."""
        values = []
        for start in range(0, len(boards), BOARDS_AT_ONCE):
            batch = [board.copy(stack=False) for board in boards[start : start + BOARDS_AT_ONCE]]
            outcomes = _outcomes(self._network, _trunk(self._network, np.stack([planes(board) for board in batch])))
            for board, outcome in zip(batch, outcomes, strict=True):
                final = evaluation_if_over(board)
                values.append(final.centipawns if final else _centipawns(outcome))
        return values

    def __reduce__(self) -> tuple[type[Maia], tuple[Path]]:
        return type(self), (self._path,)

    def __repr__(self) -> str:
        return f"Maia({str(self._path)!r})"

    def _answers(self, boards: Sequence[chess.Board]) -> Iterator[tuple[chess.Board, Array, Array]]:
        for start in range(0, len(boards), BOARDS_AT_ONCE):
            batch = boards[start : start + BOARDS_AT_ONCE]
            logits, outcomes = answer(self._network, np.stack([planes(board) for board in batch]))
            yield from zip(batch, logits, outcomes, strict=True)


def answer(network: Network, boards: Array) -> tuple[Array, Array]:
    """Return the policy logits (boards, 80, 64) and the chances to win, draw and lose (boards, 3)."""
    trunk = _trunk(network, boards)
    first, second = network.policy
    logits = convolve(second, relu(convolve(first, trunk)))
    return logits.transpose(2, 3, 0, 1).reshape(len(boards), -1, 64), _outcomes(network, trunk)


def _trunk(network: Network, boards: Array) -> Array:
    trunk = relu(convolve(network.entrance, np.ascontiguousarray(boards.transpose(2, 3, 0, 1))))
    for residual in network.residuals:
        trunk = _apply(residual, trunk)
    return trunk


def _outcomes(network: Network, trunk: Array) -> Array:
    planes, hidden, outcome = network.value
    squares = relu(convolve(planes, trunk)).transpose(2, 3, 0, 1).reshape(trunk.shape[2], -1)
    return softmax(dense(outcome, relu(dense(hidden, squares))))


def _apply(residual: Residual, trunk: Array) -> Array:
    change = convolve(residual.second, relu(convolve(residual.first, trunk)))
    squeezed = relu(dense(residual.squeeze, change.mean((0, 1))))
    gates, shifts = np.split(dense(residual.excite, squeezed), 2, axis=1)
    # The logistic function, written so that it cannot overflow.
    change *= 0.5 + 0.5 * np.tanh(0.5 * gates)
    change += shifts
    change += trunk
    return relu(change)


def _centipawns(outcome: Array) -> int:
    value = 90 * math.tan(1.5637541897 * float(outcome[0] - outcome[2]))
    return round(max(-LARGEST_ADVANTAGE_CP, min(LARGEST_ADVANTAGE_CP, value)))


def planes(board: chess.Board) -> Array:
    """Return the input planes of a board, (112, 8, 8): eight steps of history, then castling rights, side and clocks.

    The board is turned so that the mover plays upwards. Each step has six planes of the mover's pieces, six of the
    opponent's, and one that says whether the position is repeated. If earlier positions are not known, the first known
    one is repeated instead; steps before the start of a game are zero.
    """
    seen = np.zeros((INPUT_PLANES, 8, 8), np.float32)
    mover = board.turn
    past = board.copy()
    for step in range(HISTORY_STEPS):
        block = seen[PLANES_A_STEP * step :]
        block[:12] = _piece_planes(past, mover)
        block[12] = past.is_repetition(2)
        if past.move_stack:
            past.pop()
        elif past.board_fen() == chess.STARTING_BOARD_FEN:
            break
        elif past.ep_square is not None:
            past = _before_double_step(past)
        else:
            rest = seen[PLANES_A_STEP * (step + 1) : PLANES_A_STEP * HISTORY_STEPS]
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


def _piece_planes(board: chess.Board, mover: chess.Color) -> Array:
    """Return twelve planes: one for each kind of the mover's pieces, then one for each kind of the opponent's."""
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    sets = np.array(
        [kind & board.occupied_co[side] for side in (mover, not mover) for kind in kinds],
        "<u8" if mover == chess.WHITE else ">u8",
    )
    # A bitboard has a byte for each rank, the first rank first; for Black the last rank comes first.
    return np.unpackbits(sets.view(np.uint8), bitorder="little").reshape(12, 8, 8).astype(np.float32)


def _before_double_step(board: chess.Board) -> chess.Board:
    """Return the board before the double pawn step that the en passant square implies."""
    assert board.ep_square is not None
    step = 8 if board.turn == chess.BLACK else -8
    before = board.copy()
    pawn = before.remove_piece_at(board.ep_square + step)
    before.set_piece_at(board.ep_square - step, pawn)
    before.ep_square = None
    return before


def _turned(square: chess.Square, mover: chess.Color) -> chess.Square:
    return square if mover == chess.WHITE else chess.square_mirror(square)


def policy_index(board: chess.Board, move: chess.Move) -> tuple[int, chess.Square]:
    """Return the index of a legal move's logit: its plane, and the square it leaves, as the mover sees the board.

    A plane is a direction and a distance, a knight move, or a promotion to queen, rook or bishop in one of three
    directions. A promotion to a knight is encoded as a plain step, and castling as the king capturing its rook.
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
    chances = softmax(np.array([logits[policy_index(board, move)] for move in moves], np.float32))
    ranked = sorted(zip(moves, chances.tolist(), strict=True), key=lambda pair: -pair[1])
    return dict(ranked)
