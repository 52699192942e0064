"""Network files of Leela Chess Zero, of which Maia's are some: gzip'd protobuf, read by hand, weights as NumPy arrays.

Net{magic=1 fixed32, format=4, weights=10}; Format{network_format=2}; NetworkFormat{network=3, policy=4, value=5};
Weights{input=1, residual=2 repeated, policy=3, value=6, ip1_val_w=7, ip1_val_b=8, ip2_val_w=9, ip2_val_b=10,
policy1=11};
Residual{conv1=1, conv2=2, se=3}; ConvBlock{weights=1, biases=2, bn_means=3, bn_stddivs=4, bn_gammas=5, bn_betas=6};
SEunit{w1=1, b1=2, w2=3, b2=4}; Layer{min_val=1, max_val=2, params=3}, a parameter being a little-endian u16:
value = min + (max - min) * u / 65535. The field called stddivs holds variances.
"""

from __future__ import annotations

import gzip
import math
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadFile
from motif.store import check_regular

Array = NDArray[np.float32]

INPUT_PLANES = 112
POLICY_PLANES = 80
OUTCOMES = 3
MOST_BYTES = 512 << 20
"""Maia's networks have four megabytes; a file that unpacks to gigabytes is none."""

MAGIC = 0x1C0
_SUPPORTED = {"network": (3, 4, "squeeze-and-excitation"), "policy": (4, 2, "convolutional"), "value": (5, 2, "WDL")}
_SMALLEST_VARIANCE = 1e-5
_LARGEST = float(np.finfo(np.float32).max)
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_LONGEST_VARINT = 10


class _Malformed(Exception):
    """What is wrong with a file, in words that follow its name."""


@dataclass(frozen=True, slots=True, eq=False)
class Convolution:
    """Filters (outputs, inputs, height, width) and a number to add to each output; any normalisation is worked in."""

    filters: Array
    biases: Array

    @property
    def outputs(self) -> int:
        """How many planes come out."""
        return len(self.biases)


@dataclass(frozen=True, slots=True, eq=False)
class Dense:
    """Weights (outputs, inputs) and a number to add to each output."""

    weights: Array
    biases: Array


@dataclass(frozen=True, slots=True, eq=False)
class Residual:
    """Two convolutions, and the two layers that squeeze the board to a number a plane and excite the planes with it."""

    first: Convolution
    second: Convolution
    squeeze: Dense
    excite: Dense


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The weights of one network: its trunk, its policy head and its value head."""

    entrance: Convolution
    residuals: tuple[Residual, ...]
    policy: tuple[Convolution, Convolution]
    value: tuple[Convolution, Dense, Dense]


def load_network(path: Path) -> Network:
    """Read a network; anything else is refused with the reason."""
    try:
        check_regular(path)
        with gzip.open(path) as file:
            content = file.read(MOST_BYTES + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadFile(
            f"{path} is not a network: expected a gzip file ({error})", hint="give a file such as maia-1600.pb.gz"
        ) from None
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise BadFile(f"{path} is not a network: it unpacks to more than {MOST_BYTES >> 20:,} MB")
    try:
        return _network(content)
    except _Malformed as problem:
        raise BadFile(f"{path} is not a network that can be used: {problem}", hint="Maia's networks can") from None


def _network(content: bytes) -> Network:
    net = _Message("the network", content)
    if net.number(1) != MAGIC:
        raise _Malformed("it does not begin as networks of Leela Chess Zero do")
    formats = net.message(4, "format").message(2, "network format")
    for part, (field, wanted, name) in _SUPPORTED.items():
        if formats.number(field) != wanted:
            raise _Malformed(f"its {part} is of kind {formats.number(field)}, and only the {name} kind is known")
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
    """A convolution with its batch normalisation worked into filters and biases."""
    means = block.layer(3)
    count = (len(means),)
    variances = block.layer(4, count)
    if (variances < 0).any():
        raise _Malformed("a variance in it is below nought")
    # Numbers that are finite each may be too large together: looked at when all are worked in.
    with np.errstate(over="ignore", invalid="ignore"):
        scale = 1 / np.sqrt(variances + _SMALLEST_VARIANCE)
        if block.has(5):
            scale = scale * block.layer(5, count)
        betas = block.layer(6, count) if block.has(6) else np.zeros(count, np.float32)
        filters = block.layer(1, (len(means), inputs, size, size)) * scale[:, None, None, None]
        worked_in = Convolution(filters.astype(np.float32), (betas - means * scale).astype(np.float32))
    if not (np.isfinite(worked_in.filters).all() and np.isfinite(worked_in.biases).all()):
        raise _Malformed("its numbers are too large")
    return worked_in


class _Message:
    """A protobuf message by the numbers of its fields."""

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
            raise _Malformed(f"{self._name} has no {name}")
        return [_Message(name, value) for value in parts]

    def layer(self, field: int, shape: tuple[int, ...] | None = None) -> Array:
        layer = self.message(field, f"layer {field}")
        low, high, params = (layer._fields.get(part, [None])[-1] for part in (1, 2, 3))
        if not isinstance(low, int) or not isinstance(high, int) or not isinstance(params, bytes) or len(params) % 2:
            raise _Malformed(f"layer {field} of {self._name} is incomplete")
        least, most = (struct.unpack("<f", struct.pack("<I", bits))[0] for bits in (low, high))
        steps = np.frombuffer(params, "<u2").astype(np.float32) / np.float32(65535)
        if not (math.isfinite(least) and math.isfinite(most) and abs(most - least) <= _LARGEST):
            raise _Malformed(f"layer {field} of {self._name} has no bounds")
        values = np.asarray(least + (most - least) * steps, np.float32)
        if shape is None:
            return values
        if values.size != np.prod(shape):
            wanted = " x ".join(map(str, shape))
            raise _Malformed(f"layer {field} of {self._name} should hold {wanted} numbers and holds {values.size}")
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
