"""`make docs`: run every session of the docs again, write the reference and help pages, draw the pictures.

`python docs/refresh.py docs/study.md …` runs the sessions of these pages alone; `help` writes the help pages alone.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import reference
from sessions import PAGES, ROOT, executed, help_file, in_process, shell, verbs

from motif.cli.main import app

HELP = ROOT / "tests" / "transcripts" / "help"

PICTURES = {
    "advice.svg": 'motif advise "rnbqkb1r/5ppp/p7/1p1pp3/4n3/1NPB4/PPQ2PPP/RNB1K2R w KQkq - 0 10" --adviser greedy'
    " --svg {}",
    "puzzles.png": 'motif puzzles sheet shipped --theme smothered --count 12 --title "Smothered mates" --out {}',
    "endgame.svg": 'motif lab read endgame "(Advantage (If3 IsMate 1000 NumNotMovesOppKing))'
    " (Even (If3 IsOppKingInCheck 500 MyKingProxRook))"
    ' (Disadvantage (If3 IsMyKingProtectingPiece 250 0))" --svg {}',
}


def main(names: list[str]) -> None:
    """Write down what is printed today."""
    if names == ["help"]:
        write_help()
        return
    if names:
        rerun(map(Path, names))
        return
    reference.main()
    rerun(PAGES)
    write_help()
    images = ROOT / "docs" / "images"
    images.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run = shell(Path(folder))
        for name, command in PICTURES.items():
            run(f"{command.format(images / name)} --force")


def write_help() -> None:
    """Write the help page of every command, and delete those of commands that are gone."""
    with tempfile.TemporaryDirectory() as folder:
        run = in_process(Path(folder))
        pages = {HELP / help_file(verb): run(f"motif {verb} --help") for verb in ["", *verbs(app)]}
    for old in set(HELP.glob("*.txt")) - set(pages):
        old.unlink()
    for page, text in pages.items():
        page.write_text(text)


def rerun(pages: Iterable[Path]) -> None:
    """Run the sessions of these pages again, each page in a separate folder."""
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            page.write_text(executed(page.read_text(), in_process(Path(folder))))


if __name__ == "__main__":
    main(sys.argv[1:])
