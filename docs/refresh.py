"""`make docs`: run every session of the docs again, write the reference and help pages, draw the pictures.

`python docs/refresh.py docs/study.md …` runs the sessions of these pages alone.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import reference
from sessions import PAGES, ROOT, executed, help_file, shell, verbs

from motif.cli.main import app

PICTURES = {
    "advice.svg": 'motif advise "rnbqkb1r/5ppp/p7/1p1pp3/4n3/1NPB4/PPQ2PPP/RNB1K2R w KQkq - 0 10" --adviser greedy'
    " --svg {}",
    "puzzles.png": 'motif puzzles sheet shipped --theme smothered --count 12 --title "Smothered mates" --out {}',
    "endgame.svg": 'motif endgames show "(Advantage (If3 IsMate 1000 NumNotMovesOppKing))'
    " (Even (If3 IsOppKingInCheck 500 MyKingProxRook))"
    ' (Disadvantage (If3 IsMyKingProtectingPiece 250 0))" --svg {}',
}


def main(names: list[str]) -> None:
    """Write down what is printed today."""
    if names:
        rerun(map(Path, names))
        return
    reference.main()
    rerun(PAGES)
    for verb in ["", *verbs(app)]:
        help_page = ROOT / "tests" / "transcripts" / "help" / help_file(verb)
        help_page.parent.mkdir(parents=True, exist_ok=True)
        help_page.write_text(shell(ROOT)(f"motif {verb} --help"))
    images = ROOT / "docs" / "images"
    images.mkdir(exist_ok=True)
    for name, command in PICTURES.items():
        shell(images)(f"{command.format(name)} --force")


def rerun(pages: Iterable[Path]) -> None:
    """Run the sessions of these pages again, each page in a separate folder."""
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            page.write_text(executed(page.read_text(), shell(Path(folder))))


if __name__ == "__main__":
    main(sys.argv[1:])
