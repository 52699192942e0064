"""Change inputs without breaking their format, so that a reader looks at most of the changes.

Random bytes break a file with a count in its last line, a checksum or lengths before the reader gets to anything else.
These mutations change one value, line, term or field and then make counts, checksums and lengths fit again.
"""

from __future__ import annotations

import gzip
import json
import re
import struct
import zlib
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from mutation import NASTY

Shape = Callable[[bytes, Random], bytes]
"""A function that makes a new input from a valid or broken one."""

NUMBERS = (0, -1, 1, 2, 63, 64, 255, 10_000, -10_000, 2**31, 2**63, 2**64, 10**400, 0.5, -0.0, 1e308, 5e-324)
WORDS = (
    "", " ", "?", "0", "a" * 300, "\x00", "\u202e", "²", "e2e4", "e7e8q", "a1a1", "0000", "Qh4#", "O-O-O", "NaN",
    "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K7 b - - 0 1", "mate in 1", "1-0", "<b>", '"', "[/b]", "good",
)  # fmt: skip
FLOATS = (0.0, -1.0, 1.0, 1e-30, 1e30, 3e38, -3e38, float("inf"), float("nan"))


def lines(mark: str) -> Shape:
    """Change a line, or a field of a line, in a knowledge file and correct the count in its last line."""
    return partial(_lines, mark)


def terms(mark: str) -> Shape:
    """Replace a term in brackets by another one in a knowledge file."""
    return partial(_terms, mark)


def values(data: bytes, random: Random) -> bytes:
    """Change, remove, repeat or move one value in a JSON document."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return data
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        places = list(_places(tree))
        if not places:
            break
        inside, key = random.choice(places)
        _change_value(inside, key, places, random)
    return json.dumps(tree).encode()


def fields(data: bytes, random: Random) -> bytes:
    """Change a field anywhere in a protobuf message and correct all lengths."""
    message = _message(data)
    if message is None:
        return data
    for _ in range(random.choice((1, 1, 2))):
        if not message:
            break
        inside = message
        while True:
            number = random.randrange(len(inside))
            if not isinstance(inside[number][2], list) or not inside[number][2] or random.random() < 0.05:
                break
            inside = inside[number][2]
        _change_field(inside, number, random)
    return _wire(message)


def unpacked(shape: Shape) -> Shape:
    """Change the content of a gzip file and compress it again."""

    def changed(data: bytes, random: Random) -> bytes:
        try:
            content = gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            return data
        return gzip.compress(shape(content, random), 1)

    return changed


def _lines(mark: str, data: bytes, random: Random) -> bytes:
    head, *body = _body(mark, data)
    if not body:
        return data
    place, other = random.randrange(len(body)), random.choice(body)
    kind = random.randrange(6)
    if kind == 0:
        del body[place]
    elif kind == 1:
        body.insert(place, other)
    elif kind == 2:
        body[place], body[-1] = body[-1], body[place]
    else:
        # Tabs separate fields and spaces separate words: a piece of one line replaces a piece of another.
        by = b"\t" if random.random() < 0.5 and b"\t" in body[place] else b" "
        parts, others = body[place].split(by), other.split(by)
        at = random.randrange(len(parts))
        if kind == 3:
            parts[at] = others[min(at, len(others) - 1)]
        elif kind == 4:
            parts[at] = random.choice(NASTY)
        else:
            parts[at : at + random.randrange(3)] = random.choices(others, k=random.randrange(3))
        body[place] = by.join(parts).replace(b"\n", b" ")
    return _whole(mark, [head, *body])


def _terms(mark: str, data: bytes, random: Random) -> bytes:
    head, *body = _body(mark, data)
    tokens = re.findall(rb"[()]|[^\s()]+", b"\n".join(line for line in body if not line.startswith(mark.encode())))
    if not tokens:
        return data
    for _ in range(random.choice((1, 1, 2, 4))):
        begin, end = _term(tokens, random)
        a, b = _term(tokens, random)
        if random.random() < 0.1:
            tokens[begin:end] = [random.choice(NASTY)]
        else:
            tokens[begin:end] = tokens[a:b]
        del tokens[4000:]
        if not tokens:
            break
    return _whole(mark, [head, b" ".join(tokens).replace(b"\n", b" ")])


def _term(tokens: list[bytes], random: Random) -> tuple[int, int]:
    """Return where a term begins and ends: a word, or brackets and their content."""
    begin = random.randrange(len(tokens))
    if tokens[begin] == b")" or (
        tokens[begin] == b"(" and tokens[begin + 1 : begin + 2] in ([b"Advantage"], [b"Even"])
    ):
        begin = min(begin + 1, len(tokens) - 1)
    depth = 0
    for end in range(begin, len(tokens)):
        depth += {b"(": 1, b")": -1}.get(tokens[end], 0)
        if depth <= 0:
            return begin, end + 1
    return begin, len(tokens)


def _body(mark: str, data: bytes) -> list[bytes]:
    """Return the lines of a knowledge file without its last line, which holds the count."""
    return [line for line in data.split(b"\n") if line and not line.startswith(f"{mark} end of ".encode())] or [b""]


def _whole(mark: str, kept: list[bytes]) -> bytes:
    return b"\n".join([*kept, f"{mark} end of {len(kept) - 1} lines".encode(), b""])


def _places(tree: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return each value of a document as the list or object that contains it, and its key there."""
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from _places(tree[key])


def _change_value(inside: Any, key: Any, places: list[tuple[Any, Any]], random: Random) -> None:  # noqa: ANN401 - JSON
    value = inside[key]
    kind = random.randrange(8)
    if kind == 0:
        del inside[key]
    elif kind == 1 and isinstance(inside, list):
        inside.insert(key, json.loads(json.dumps(value)))
    elif kind == 2 and isinstance(value, str) and value:
        letters = list(value)
        letters[random.randrange(len(letters))] = random.choice(letters + list("abcdefgh12345678"))
        inside[key] = "".join(letters)
    elif kind <= 4:
        # A value of the same type from elsewhere keeps the shape and changes the meaning.
        alike = [each[name] for each, name in places if type(each[name]) is type(value) and name != "format"]
        inside[key] = json.loads(json.dumps(random.choice(alike or [value])))
    elif isinstance(value, bool) or value is None:
        inside[key] = random.choice((True, False, None))
    elif isinstance(value, int | float):
        inside[key] = random.choice((*NUMBERS, value + 1, value - 1, -value, value * 10))
    elif isinstance(value, str):
        inside[key] = random.choice(WORDS)
    elif isinstance(value, list):
        random.shuffle(value)
        del value[random.randrange(len(value) + 1) :]


Field = list[Any]
"""A number, a kind of wire, and a value: an int, bytes, or the fields of a message."""


def _message(data: bytes, depth: int = 0) -> list[Field] | None:
    found: list[Field] = []
    place = 0
    while place < len(data):
        try:
            key, place = _read_varint(data, place)
            kind = key & 7
            if kind == 0:
                value, place = _read_varint(data, place)
                found.append([key >> 3, kind, value])
                continue
            length, place = _read_varint(data, place) if kind == 2 else ({5: 4, 1: 8}[kind], place)
        except (IndexError, KeyError):
            return None
        part = data[place : place + length]
        place += length
        if len(part) < length or not key >> 3:
            return None
        inner = _message(part, depth + 1) if kind == 2 and depth < 5 and part else None
        found.append([key >> 3, kind, part if inner is None else inner])
    return found


def _change_field(inside: list[Field], number: int, random: Random) -> None:
    field = inside[number]
    kind = random.randrange(5)
    if kind == 0:
        del inside[number]
    elif kind == 1:
        inside.insert(number, list(field))
    elif kind == 2:
        field[0] = random.randrange(1, 12)
    elif isinstance(field[2], int):
        field[2] = random.choice((0, 1, 2, 3, 4, 2**32, 2**63))
    elif field[1] == 5:
        field[2] = struct.pack("<f", random.choice(FLOATS))
    elif isinstance(field[2], bytes):
        content = bytearray(field[2])
        if content and random.random() < 0.8:
            at = random.randrange(len(content))
            content[at : at + 2] = random.randbytes(2)[: len(content) - at]
        else:
            content = content[: random.randrange(len(content) + 1)]
        field[2] = bytes(content)


def _wire(message: list[Field]) -> bytes:
    whole = bytearray()
    for number, kind, value in message:
        whole += _varint(number << 3 | kind)
        if isinstance(value, int):
            whole += _varint(value)
            continue
        part = _wire(value) if isinstance(value, list) else value
        whole += (_varint(len(part)) if kind == 2 else b"") + part
    return bytes(whole)


def _read_varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for count in range(10):
        byte = data[place + count]
        value |= (byte & 127) << 7 * count
        if byte < 128:
            return value, place + count + 1
    raise IndexError("no number is as long")


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])
