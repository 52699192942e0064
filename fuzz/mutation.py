"""Make new inputs from old ones: flip, cut, repeat and join bytes, insert awkward words; all follows from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

LARGEST = 20_000
"""Bytes; long inputs find little that short ones do not, and take longer."""

NASTY = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xc2\xb2", b"\xd9\xa3", b"\xe2\x80\xae", b"\xf0\x9f\x98\x80", b"\r\n", b"\n",
    b'"', b"'", b"\\", b"%", b"#", b"*", b"(", b")", b"[", b"]", b"{", b"}", b";", b":", b",", b".", b"=", b"-", b"+",
    b"/", b" ", b"0", b"-1", b"1e999", b"nan", b"inf", b"99999999999999999999", b"9" * 400, b"9" * 5000, b"null",
    b"true", b"K", b"k", b"e8=Q", b"O-O-O", b"(" * 300, b"[" * 300, b"{" * 300, b'#include "/nowhere".',
    b"#script (python)", b"%*", b"*%", b"\t", b"\r",
)  # fmt: skip


def mutations(seeds: Sequence[bytes], random: Random) -> Callable[[list[bytes]], bytes]:
    """Return a function that makes a new input from the kept ones; `seeds` contribute pieces."""
    words = [word for seed in seeds for word in seed.split() if word][:2000] or [b"x"]

    def mutated(kept: list[bytes]) -> bytes:
        data = bytearray(random.choice(kept))
        for _ in range(1 if random.random() < 0.6 else random.randrange(2, 6)):
            _once(data, kept, words, random)
        return bytes(data[:LARGEST])

    return mutated


def _once(data: bytearray, kept: list[bytes], words: list[bytes], random: Random) -> None:
    place = random.randrange(len(data) + 1)
    kind = random.randrange(9)
    if kind == 0 and data:
        data[min(place, len(data) - 1)] = random.randrange(256)
    elif kind == 1:
        del data[place : place + random.randrange(1, 9)]
    elif kind == 2:
        data[place:place] = random.choice(NASTY)
    elif kind == 3:
        end = place + random.randrange(1, 9)
        data[place:end] = random.choice(NASTY)
    elif kind == 4:
        data[place:place] = random.choice(words)
    elif kind == 5:
        other = random.choice(kept)
        data[place:] = other[random.randrange(len(other) + 1) :]
    elif kind == 6:
        end = place + random.randrange(1, 60)
        data[place:place] = data[place:end] * random.randrange(1, 4)
    elif kind == 7:
        del data[place:]
    else:
        _swap_words(data, words, random)


def _swap_words(data: bytearray, words: list[bytes], random: Random) -> None:
    parts = bytes(data).split(b" ")
    parts[random.randrange(len(parts))] = random.choice(words)
    data[:] = b" ".join(parts)
