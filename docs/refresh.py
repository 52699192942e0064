"""`make docs`: run every session in the documents anew, write down the help pages, draw the pictures again."""

from __future__ import annotations

import tempfile
from pathlib import Path

from sessions import PAGES, ROOT, executed, help_file, shell, verbs

from motif.interfaces.cli.main import app

PICTURES = {
    "advice.svg": 'motif advise "rnbqkb1r/5ppp/p7/1p1pp3/4n3/1NPB4/PPQ2PPP/RNB1K2R w KQkq - 0 10" --by greedy --svg {}',
    "puzzles.png": 'motif puzzles sheet shipped --theme smothered --count 12 --title "Smothered mates" --out {}',
    "endgame.svg": 'motif endgames show "(Advantage (If3 IsMate 1000 NumNotMovesOppKing))'
    " (Even (If3 IsOppKingInCheck 500 MyKingProxRook))"
    ' (Disadvantage (If3 IsMyKingProtectingPiece 250 0))" --svg {}',
}


def main() -> None:
    """Write down what is printed today."""
    for page in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            page.write_text(executed(page.read_text(), shell(Path(folder))))
    for verb in ["", *verbs(app)]:
        help_page = ROOT / "tests" / "transcripts" / "help" / help_file(verb)
        help_page.parent.mkdir(parents=True, exist_ok=True)
        help_page.write_text(shell(ROOT)(f"motif {verb} --help"))
    images = ROOT / "docs" / "images"
    images.mkdir(exist_ok=True)
    for name, command in PICTURES.items():
        shell(images)(command.format(name))


if __name__ == "__main__":
    main()
