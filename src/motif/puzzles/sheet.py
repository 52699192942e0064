"""A sheet to print: twelve diagrams a page, then the answers, as PDF by Typst.

Typst sets the page and brings its fonts; the chessmen are python-chess's, one SVG for each kind.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import chess.svg

from motif.errors import BadArgument
from motif.puzzles.diagram import FIGURINES
from motif.puzzles.export import answer, is_from_a_game, question
from motif.puzzles.puzzle import Puzzle

LAYOUT = Path(__file__).parent / "sheet.typ"
DOTS_PER_INCH = 80.0
"""How fine a picture of a page is; a PDF has no dots."""


def sheet(puzzles: Sequence[Puzzle], title: str = "Chess puzzles") -> bytes:
    """The PDF of a sheet of puzzles with its answer pages."""
    return _compiled(puzzles, title, "pdf")[0]


def first_page(puzzles: Sequence[Puzzle], title: str = "Chess puzzles") -> bytes:
    """The first page of the sheet as a PNG picture."""
    return _compiled(puzzles, title, "png")[0]


def _compiled(puzzles: Sequence[Puzzle], title: str, form: Literal["pdf", "png"]) -> list[bytes]:
    import typst  # only who prints a sheet waits for it

    if not puzzles:
        raise BadArgument("there is no puzzle to print")
    content = {
        "title": title,
        "puzzles": [
            {
                "files": puzzle.diagram.files,
                "ranks": puzzle.diagram.ranks,
                "men": [[square.file, square.rank, _picture(sign)] for square, sign in puzzle.diagram.placed],
                "goal": question(puzzle),
                "difficulty": f"{puzzle.difficulty.total:.0f}" if puzzle.difficulty.parts else "",
                "themes": ", ".join(puzzle.themes),
                "answer": f"{answer(puzzle)}{_game(puzzle)}",
            }
            for puzzle in puzzles
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for sign in FIGURINES:
            size = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 45 45"'
            (root / _picture(sign)).write_text(f"<svg {size}>{chess.svg.PIECES[sign]}</svg>")
        (root / "puzzles.json").write_text(json.dumps(content), encoding="utf-8")
        (root / "sheet.typ").write_text(LAYOUT.read_text(encoding="utf-8"), encoding="utf-8")
        made = typst.compile(str(root / "sheet.typ"), root=folder, format=form, ppi=DOTS_PER_INCH)
        return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]


def _game(puzzle: Puzzle) -> str:
    """The game that a puzzle is from, and what was played there."""
    details = dict(puzzle.provenance.details)
    if not is_from_a_game(puzzle):
        return ""
    date = f", {details['date']}" if details.get("date", "?")[:1].isdigit() else ""
    return f" ({details['white']} – {details['black']}{date}; played: {details['played']})"


def _picture(sign: str) -> str:
    # Some file systems do not tell capitals from small letters.
    return f"{'white' if sign.isupper() else 'black'}-{sign.lower()}.svg"
