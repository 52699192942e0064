"""Write tiny networks in Leela Chess Zero's format, and run them in plain loops."""

from __future__ import annotations

import gzip
import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILTERS, SQUEEZED, VALUE_PLANES, HIDDEN = 3, 2, 2, 4
Numbers = NDArray[np.float64]


@dataclass
class TinyNetwork:
    """Random weights, rounded as the file rounds them, so that what is run is what was written."""

    seed: int = 0
    blocks: int = 2
    kinds: tuple[int, int, int] = (4, 2, 2)
    magic: int = 0x1C0
    policy_planes: int = 80
    least_variance: float = 0.2
    least_gamma: float = 0.5
    variances: int | None = None
    """How many there are, where it is not one a plane."""
    layers: dict[str, Numbers] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)

    def write(self, path: Path) -> Path:
        path.write_bytes(gzip.compress(self.encoded()))
        return path

    def encoded(self) -> bytes:
        kinds = b"".join(_number(place, kind) for place, kind in zip((3, 4, 5), self.kinds, strict=True))
        form = _message(4, _number(1, 1) + _message(2, kinds))
        weights = self._block(1, "input", (FILTERS, 112, 3, 3))
        for number in range(self.blocks):
            weights += _message(2, self._residual(f"block {number}"))
        weights += self._block(11, "policy1", (FILTERS, FILTERS, 3, 3))
        weights += _message(
            3,
            self._layer(1, "policy weights", (self.policy_planes, FILTERS, 3, 3))
            + self._layer(2, "policy biases", (self.policy_planes,)),
        )
        weights += self._block(6, "value", (VALUE_PLANES, FILTERS, 1, 1))
        weights += self._layer(7, "hidden weights", (HIDDEN, 64 * VALUE_PLANES))
        weights += self._layer(8, "hidden biases", (HIDDEN,))
        weights += self._layer(9, "outcome weights", (3, HIDDEN)) + self._layer(10, "outcome biases", (3,))
        return _fixed(1, self.magic) + form + _message(10, weights)

    def _residual(self, name: str) -> bytes:
        excitation = (
            self._layer(1, f"{name} squeeze weights", (SQUEEZED, FILTERS))
            + self._layer(2, f"{name} squeeze biases", (SQUEEZED,))
            + self._layer(3, f"{name} excite weights", (2 * FILTERS, SQUEEZED))
            + self._layer(4, f"{name} excite biases", (2 * FILTERS,))
        )
        shape = (FILTERS, FILTERS, 3, 3)
        return (
            self._block(1, f"{name} first", shape) + self._block(2, f"{name} second", shape) + _message(3, excitation)
        )

    def _block(self, number: int, name: str, shape: tuple[int, ...]) -> bytes:
        outputs = shape[:1]
        return _message(
            number,
            self._layer(1, f"{name} weights", shape)
            + self._layer(3, f"{name} means", outputs)
            + self._layer(4, f"{name} variances", (self.variances or shape[0],), least=self.least_variance)
            + self._layer(5, f"{name} gammas", outputs, least=self.least_gamma)
            + self._layer(6, f"{name} betas", outputs),
        )

    def _layer(self, number: int, name: str, shape: tuple[int, ...], least: float = -0.25) -> bytes:
        low, high = (struct.unpack("<f", struct.pack("<f", bound))[0] for bound in (least, least + 0.6))
        steps = self._rng.integers(0, 65536, math.prod(shape)).astype("<u2")
        self.layers[name] = (low + (high - low) * steps / 65535).reshape(shape)
        return _message(number, _float(1, low) + _float(2, high) + _message(3, steps.tobytes()))

    def run(self, planes: Numbers) -> tuple[Numbers, Numbers]:
        """Logits (80, 64) and chances (3,) by loops over single numbers."""
        trunk = _positive(self._convolve("input", planes))
        for number in range(self.blocks):
            name = f"block {number}"
            change = self._convolve(f"{name} second", _positive(self._convolve(f"{name} first", trunk)))
            means = np.array([plane.sum() / 64 for plane in change])
            squeezed = _positive(self._dense(f"{name} squeeze", means))
            excited = self._dense(f"{name} excite", squeezed)
            for plane in range(FILTERS):
                change[plane] = change[plane] / (1 + math.exp(-excited[plane])) + excited[FILTERS + plane]
            trunk = _positive(trunk + change)
        inner = _positive(self._convolve("policy1", trunk))
        logits = _window_sums(inner, self.layers["policy weights"])
        logits += self.layers["policy biases"][:, None, None]
        judged = _positive(self._convolve("value", trunk)).reshape(-1)
        outcome = self._dense("outcome", _positive(self._dense("hidden", judged)))
        powers = np.array([math.exp(value) for value in outcome])
        return logits.reshape(-1, 64), powers / powers.sum()

    def _convolve(self, name: str, planes: Numbers) -> Numbers:
        found = _window_sums(planes, self.layers[f"{name} weights"])
        for plane in range(len(found)):
            spread = math.sqrt(self.layers[f"{name} variances"][plane] + 1e-5)
            found[plane] = (found[plane] - self.layers[f"{name} means"][plane]) / spread
            found[plane] = found[plane] * self.layers[f"{name} gammas"][plane] + self.layers[f"{name} betas"][plane]
        return found

    def _dense(self, name: str, values: Numbers) -> Numbers:
        weights, biases = self.layers[f"{name} weights"], self.layers[f"{name} biases"]
        return np.array(
            [sum(map(float.__mul__, row, values)) + bias for row, bias in zip(weights, biases, strict=True)]
        )


def _window_sums(planes: Numbers, filters: Numbers) -> Numbers:
    found = np.zeros((len(filters), 8, 8))
    reach = filters.shape[2] // 2
    for rank, file, far_rank, far_file in _neighbours(reach):
        weights = filters[:, :, far_rank - rank + reach, far_file - file + reach]
        for plane in range(len(filters)):
            found[plane, rank, file] += sum(map(float.__mul__, weights[plane], planes[:, far_rank, far_file]))
    return found


def _neighbours(reach: int) -> Iterator[tuple[int, int, int, int]]:
    for rank in range(8):
        for file in range(8):
            for far_rank in range(max(0, rank - reach), min(8, rank + reach + 1)):
                for far_file in range(max(0, file - reach), min(8, file + reach + 1)):
                    yield rank, file, far_rank, far_file


def _positive(values: Numbers) -> Numbers:
    return np.where(values > 0, values, 0)


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes([*encoded, value])


def _number(field_number: int, value: int) -> bytes:
    return _varint(field_number << 3) + _varint(value)


def _message(field_number: int, content: bytes) -> bytes:
    return _varint(field_number << 3 | 2) + _varint(len(content)) + content


def _fixed(field_number: int, value: int) -> bytes:
    return _varint(field_number << 3 | 5) + value.to_bytes(4, "little")


def _float(field_number: int, value: float) -> bytes:
    return _varint(field_number << 3 | 5) + struct.pack("<f", value)
