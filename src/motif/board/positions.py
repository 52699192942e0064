"""Save and load packed columns of positions, which the core can evaluate many at a time.

The file begins with the line `motif positions 1` and a line with the count; forty bytes for each position follow. To
read or edit positions by hand, write them as CSV with the columns `fen,uci` instead.
"""

from __future__ import annotations

from pathlib import Path

from motif._core.board import LegalMoves, Positions, decode_move, encode_move
from motif.errors import BadFile
from motif.runtime.files import read_bytes, write_atomically

__all__ = ["LegalMoves", "Positions", "decode_move", "encode_move", "load_positions", "save_positions"]

MOST_BYTES = 1 << 30
"""Enough for 25 million positions."""

_MAGIC = b"motif positions 1\n"


def save_positions(positions: Positions, path: Path) -> None:
    """Write positions to a file; a failure leaves no partial file."""
    write_atomically(path, _MAGIC + f"{len(positions)}\n".encode() + positions.to_bytes())


def load_positions(path: Path) -> Positions:
    """Read a file that `save_positions` wrote; raise BadFile if it is another, truncated or damaged file."""
    content = read_bytes(path, MOST_BYTES)
    if not content.startswith(_MAGIC):
        raise BadFile(f"{path}, line 1: expected {_MAGIC.decode().strip()!r}, found {content[:20]!r}")
    count, _, rows = content.removeprefix(_MAGIC).partition(b"\n")
    if not count.isdigit() or len(rows) != 40 * int(count):
        raise BadFile(
            f"{path}, line 2: expected {count.decode(errors='replace')} positions of 40 bytes, found {len(rows)} bytes",
            hint="is the file cut short?",
        )
    try:
        return Positions.from_bytes(rows)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None
