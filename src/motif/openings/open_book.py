"""Open an opening book by the name of its file: a counted book, a Polyglot book, a table of lines, or games."""

from __future__ import annotations

from pathlib import Path

from motif.errors import BadFile
from motif.openings.cases import CaseBase, load_cases
from motif.openings.counted_book import CountedBook, is_counted_book
from motif.openings.polyglot import SUFFIX as POLYGLOT_SUFFIX
from motif.openings.polyglot import PolyglotBook

COUNTED_SUFFIX = ".book"

AnyBook = CaseBase | CountedBook | PolyglotBook


def open_book(path: Path) -> AnyBook:
    """Open a book; raise BadFile or BadGameFile if the file is no book.

    A counted book is known by its first bytes, a Polyglot book by its ending `.bin`; all else is lines or games.
    """
    if path.suffix == COUNTED_SUFFIX or is_counted_book(path):
        return CountedBook(path)
    if path.suffix == POLYGLOT_SUFFIX:
        return PolyglotBook(path)
    base = load_cases(path)
    if not base.cases:
        raise BadFile(
            f"there is no opening line in {path}", hint="give a book, a table with eco, name and pgn, or a PGN file"
        )
    return base
