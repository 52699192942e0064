"""For terminals and files that know no chessmen: figures, lines and dashes in the letters that they do know."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper

HANDLER = "motif-letters"

_LETTERS = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPkqrbnp", strict=True)) | {
    "·": ".",
    "–": "-",
    "—": "-",
    "…": "...",
    "→": ">",
    "±": "+/-",
    "×": "x",
    "’": "'",
    "“": '"',
    "”": '"',
    "•": "*",
}
_LINES = range(0x2500, 0x2580)


def replace_unencodable() -> None:
    """Let standard output and standard error spell what their encoding lacks, instead of failing."""
    codecs.register_error(HANDLER, _spelt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """What to write for the letters that could not be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_letter, error.object[error.start : error.end])), error.end


def _letter(sign: str) -> str:
    if ord(sign) in _LINES:
        return {"─": "-", "━": "-", "│": "|", "┃": "|"}.get(sign, "+")
    return _LETTERS.get(sign, "?")
