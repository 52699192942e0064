"""Rules that a list may not hold though they earn their place: what nobody would tell a pupil, with the reason.

They were found by reading lists aloud. `data/tactics_struck.tsv` names each by its sentence or by words of it, with an
ellipsis for whatever stands between them, perhaps unless other words stand there too. Beside it stand the conditions of
a rule that is told so, for a sentence that is worded anew would be struck out no more, and nobody would notice.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from motif.board.shipped import DATA
from motif.store import read_text
from motif.tactics.language.rule import Rule

SHIPPED = DATA / "tactics_struck.tsv"

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Struck:
    """Words that no sentence of a list holds, unless it holds another word too, and why."""

    words: str
    unless: str
    example: str
    """The conditions of a rule that these words tell of, in the letters P, F, T, N and X."""
    reason: str

    def meets(self, rule: Rule) -> bool:
        """Whether a rule is struck out.

        >>> edge = Struck("the edge of the board", "knight", "", "only of a knight is the edge a reason")
        >>> away = Struck("Move … the edge", "", "", "an ellipsis stands for any words")
        >>> body = "legal_move(F, T, P), kind(F, {}, P), edge(F, P)"
        >>> rook, knight = (Rule.parse(f"t(P, F, T) :- {body.format(man)}.") for man in ("rook", "knight"))
        >>> [edge.meets(rook), edge.meets(knight), away.meets(knight)]
        [True, False, True]
        """
        sentence = rule.sentence()
        words = ".*".join(map(re.escape, self.words.split(ELLIPSIS)))
        return re.search(words, sentence) is not None and not (self.unless and self.unless in sentence)


def read_struck(path: Path = SHIPPED) -> tuple[Struck, ...]:
    """The words of a file, the shipped one unless another is named."""
    rows = csv.DictReader(io.StringIO(read_text(path)), delimiter="\t")
    return tuple(Struck(row["words"], row["unless"], row["example"], row["reason"]) for row in rows)
