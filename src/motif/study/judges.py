"""Judges by the names that studies and cards have kept: whoever judged a study says what is wrong with an answer to it.

A name may have come with a file of somebody else's, so none that runs a program or reads a file by its path is called.
"""

from __future__ import annotations

from motif.errors import MotifError
from motif.players import Name
from motif.study.judge import Judge
from motif.study.judged import spoken

WITH_A_FILE = frozenset({"tables", "maia", "uci", "xboard", "endgame"})
"""They are called with a path or a name of a file."""


class KeptJudges:
    """The judge of whoever asks, and those of studies, each tried out once."""

    def __init__(self, own: Judge) -> None:
        self.own = own
        self._known: dict[str, Judge | None] = {own.name: own}

    def named(self, name: str) -> Judge | None:
        """A judge by the name that a study or a card of the deck has kept; None where it is not here."""
        if name not in self._known:
            self._known[name] = _found(name)
        return self._known[name]

    def of_card(self, name: str) -> Judge:
        """Who says what is wrong with an answer to a card that has kept this name: the study's judge, or else ours."""
        return self.named(name) or self.own

    def sentence_of(self, name: str) -> str:
        """That in a sentence."""
        judge = self.named(name)
        if judge is None and name:
            return f"From a study judged by {spoken(name)}, which is not here; here {spoken(self.own.name)} judges."
        return f"Judged by {spoken((judge or self.own).name)}{', as in the study' if judge else ''}."


def _found(name: str) -> Judge | None:
    try:
        return None if not name or Name.parse(name).head in WITH_A_FILE else Judge.find(name)
    except MotifError:
        return None
