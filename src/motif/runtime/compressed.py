"""Count the text in a compressed file before it is read: a few bytes may decompress to gigabytes.

gzip is decompressed once to be counted, a piece at a time; of Zstandard the headers of the blocks say how much each may
hold (RFC 8878, 3.1.1.2), so that nothing is decompressed.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import BinaryIO

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
SKIPPED = range(0x184D2A50, 0x184D2A60)
"""The ids of Zstandard frames without data."""
BLOCK = 128 << 10
"""The largest block of Zstandard, in bytes."""
RAW, REPEATED, COMPRESSED = range(3)
PIECE = 64 << 10


def text_bytes(file: Path, enough: int) -> int:
    """An upper bound on the bytes of text in a file; counting stops at `enough`."""
    with file.open("rb") as opened:
        start = opened.read(len(ZSTD))
        opened.seek(0)
        if start.startswith(GZIP):
            return _of_gzip(opened, enough)
        return _of_zstd(opened, enough) if start == ZSTD else file.stat().st_size


def _of_gzip(file: BinaryIO, enough: int) -> int:
    count, member = 0, zlib.decompressobj(wbits=31)
    waiting = file.read(PIECE)
    try:
        while waiting and count <= enough:
            count += len(member.decompress(waiting, PIECE))
            waiting = member.unconsumed_tail or (member.unused_data if member.eof else b"") or file.read(PIECE)
            if member.eof:
                member = zlib.decompressobj(wbits=31)
    except zlib.error:
        # The code that reads the games reports what is wrong with the file.
        pass
    return count


def _of_zstd(file: BinaryIO, enough: int) -> int:
    count = 0
    while count <= enough and len(magic := file.read(4)) == len(ZSTD):
        if int.from_bytes(magic, "little") in SKIPPED:
            file.seek(int.from_bytes(file.read(4), "little"), 1)
            continue
        if magic != ZSTD:
            break
        described = int.from_bytes(file.read(1), "little")
        is_single = bool(described & 0x20)
        size_of_content = (1 if is_single else 0, 2, 4, 8)[described >> 6]
        file.seek((0, 1, 2, 4)[described & 3] + size_of_content + (not is_single), 1)
        is_last = False
        while not is_last and count <= enough:
            header = int.from_bytes(file.read(3), "little")
            is_last, kind, size = bool(header & 1), header >> 1 & 3, header >> 3
            count += BLOCK if kind == COMPRESSED else size
            # A truncated file ends here.
            is_last = is_last or header == 0
            file.seek(1 if kind == REPEATED else size, 1)
        file.seek(4 if described & 4 else 0, 1)
    return count
