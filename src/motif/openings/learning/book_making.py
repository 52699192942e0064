"""A book from games and named lines: moves are counted by position, and each position gets one name.

Where a line ends, the position has the line's name and code. Elsewhere games vote: a position's name is the last one
that most games through it passed, its code the one that most of them carry, if at least half do. Name and code must
go together: a game that begins 1. d4 e6 2. e4 c5 passed the Horwitz Defence, and is a Sicilian all the same. A position
that only lines reach has the name of the longest line that ends at or before it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import chess

from motif._core.board import Game
from motif.openings.book import Book, Entry, Label, family_of, named_positions
from motif.openings.cases import CaseBase

BOOK_PLIES = 30
"""How far into a game moves are counted: about as far as openings go by name."""

LEAST_SHARE = 0.5
"""Of the games through a position, so many must agree on its code."""

_HALF_POINTS = {"1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2)}


def make_book(games: Iterable[Game], lines: CaseBase) -> Book:
    """Count games and name their positions; games without a result, or from another start, are left out."""
    entries: defaultdict[int, Entry] = defaultdict(Entry)
    ends, inside = named_positions(lines)
    families = Families(lines)
    codes: defaultdict[int, Counter[str]] = defaultdict(Counter)
    names: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for game in each_once(games):
        keys = game.positions(range(min(len(game), BOOK_PLIES) + 1)).hashes().tolist()
        points, eco, name = _HALF_POINTS[game.result], game.tags.get("ECO", "")[:3], ""
        for ply, (key, move) in enumerate(zip(keys, game.moves, strict=False)):
            entries[key].count(move, points[ply % 2])
        fitting = ""
        for key in dict.fromkeys(keys[1:]):
            name = ends[key].name if key in ends else name
            fitting = name if families.has(name, eco) else fitting
            codes[key][eco] += 1
            names[key][name] += 1
            if fitting and fitting != name:
                names[key][fitting] += 1
    for key, case in inside.items():
        entries[key].label = Label(case.eco, case.name)
        entries[key].is_in_line = True
    for key in codes.keys() - ends.keys():
        eco = _most(codes[key])
        name = families.fit(names[key], eco)
        if eco and name and 2 * codes[key][eco] >= codes[key].total():
            entries[key].label = Label(eco, name)
    return Book.of(entries)


class Families:
    """Which codes the lines of an opening have, all its variations together, and which opening a code is.

    >>> from motif.openings.cases import shipped_cases
    >>> families = Families(shipped_cases())
    >>> families.has("Sicilian Defence: Alapin Variation", "B40"), families.has("Pirc Defence", "C44")
    (True, False)
    """

    def __init__(self, lines: CaseBase) -> None:
        self._codes: defaultdict[str, set[str]] = defaultdict(set)
        for case in lines.cases:
            self._codes[family_of(case.name)].add(case.eco)
        # The shortest line of a code is the opening itself; of two, the one that is no variation.
        ordered = sorted(lines.cases, key=lambda case: (len(case), case.name != family_of(case.name), case.name))
        self._openings = {case.eco: family_of(case.name) for case in reversed(ordered)}

    def has(self, name: str, eco: str) -> bool:
        """Whether some line of this name's opening has the code."""
        return eco in self._codes.get(family_of(name), ())

    def fit(self, votes: Counter[str], eco: str) -> str:
        """The name with most votes that goes with the code; if none does, the opening that the code is.

        Where most games have passed no name yet, as after 1. e4 for whoever names no first moves, there is none.
        """
        if not _most(votes):
            return ""
        fitting = Counter({name: count for name, count in votes.items() if self.has(name, eco)})
        if fitting:
            return _most(fitting)
        return self._openings.get(eco) or _most(votes)


def each_once(games: Iterable[Game]) -> Iterator[Game]:
    """A game of two champions stands in the files of both."""
    seen = set()
    for game in games:
        mark = (game.players, tuple(game.moves))
        if game.start_fen == chess.STARTING_FEN and game.result in _HALF_POINTS and mark not in seen:
            seen.add(mark)
            yield game


def _most(votes: Counter[str]) -> str:
    # Equal votes are broken by the alphabet, so that the order of the games does not matter.
    return min(votes, key=lambda word: (-votes[word], word))
