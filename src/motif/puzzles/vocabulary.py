"""The words of puzzles: motifs of the house, and themes of composers that are no motifs.

Lichess has names of its own for many motifs. They are written to its files and read back from them.
"""

from __future__ import annotations

from collections.abc import Iterable

from motif.board.motifs import MOTIFS, Line, most_specific

OLD_NAMES = {"smothered": "smothered mate", "back rank": "back rank mate", "epaulette": "epaulette mate"}
"""What some motifs were called in older files and recipes."""


def theme_name(word: str) -> str:
    """A theme by the name that it has today.

    >>> theme_name("back rank"), theme_name("king key")
    ('back rank mate', 'king key')
    """
    return OLD_NAMES.get(word, word)


def to_lichess(themes: Iterable[str]) -> list[str]:
    """Themes by Lichess's names, as far as it has one.

    >>> to_lichess(["smothered mate", "model mate", "king fork"])
    ['smotheredMate', 'fork']
    """
    known = (MOTIFS[theme].theme for theme in themes if theme in MOTIFS)
    return list(dict.fromkeys(name for name in known if name))


def from_lichess(names: Iterable[str], line: Line) -> tuple[str, ...]:
    """Lichess's names as motifs: of several with one name, those that the line shows; what is no motif is left out."""
    themes: list[str] = []
    for name in names:
        motifs = [motif for motif in MOTIFS.values() if motif.theme == name]
        shown = [motif.name for motif in motifs if motif.shown(line)]
        themes += shown or [motif.name for motif in motifs[:1]]
    return most_specific(themes)
