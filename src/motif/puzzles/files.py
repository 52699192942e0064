"""Puzzles to and from files: the ending of a name says in which form they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from motif.board.shipped import DATA
from motif.errors import BadArgument
from motif.puzzles.export import to_epd, to_latex, to_pgn
from motif.puzzles.lichess import read_csv, to_csv
from motif.puzzles.pictures import svg
from motif.puzzles.puzzle import Puzzle, load_puzzles, save_puzzles
from motif.puzzles.sheet import first_page, sheet
from motif.store import write_atomically

SHIPPED = "shipped"
SHIPPED_PUZZLES = DATA / "puzzles.txt"
"""Puzzles of many themes, each sound by two solvers; experiments/puzzles-shipped tells how they were composed."""

MOTIF_PUZZLES = DATA / "motif_puzzles.txt"
"""Positions in which one move wins by a motif, composed for whoever misses or allows it."""


def write_puzzles(puzzles: Sequence[Puzzle], path: Path, title: str = "Chess puzzles") -> None:
    """Write puzzles in the form that the path's ending asks for."""
    check_form(path)
    if path.suffix == ".txt":
        save_puzzles(puzzles, path)
        return
    write_atomically(path, _FORMS[path.suffix](puzzles, title))


def read_puzzles(name: str) -> list[Puzzle]:
    """The puzzles of a file, `.csv` with Lichess's columns, or of the one that ships when the name is `shipped`."""
    path = Path(name)
    if path.suffix == ".csv":
        return read_csv(path)
    return load_puzzles(SHIPPED_PUZZLES if name == SHIPPED and not path.exists() else path)


def check_form(path: Path) -> None:
    """Refuse an ending that stands for no form."""
    if path.suffix != ".txt" and path.suffix not in _FORMS:
        raise BadArgument(
            f"cannot tell from {path.name!r} how to write puzzles", hint=f"end it in .txt, {', '.join(_FORMS)}"
        )


def _one_picture(puzzles: Sequence[Puzzle], _: str) -> str:
    if len(puzzles) != 1:
        raise BadArgument(f"an SVG shows one puzzle, not {len(puzzles)}", hint="choose one with --number")
    return svg(puzzles[0].diagram)


_FORMS: dict[str, Callable[[Sequence[Puzzle], str], str | bytes]] = {
    ".pdf": sheet,
    ".png": first_page,
    ".tex": to_latex,
    ".pgn": lambda puzzles, _: "\n".join(map(to_pgn, puzzles)),
    ".epd": lambda puzzles, _: "".join(map(to_epd, puzzles)),
    ".csv": lambda puzzles, _: to_csv(puzzles),
    ".svg": _one_picture,
}
