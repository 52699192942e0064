"""Make an opening book from games and named lines: count the moves in each position and give each position one name.

A position at the end of a named line has the line's name and ECO code. Elsewhere the games through the position vote
for their ECO codes and for the last names that they passed. The most frequent code wins if at least half of the games
have it, with the most frequent name that fits the code: a game that begins 1. d4 e6 2. e4 c5 passed the Horwitz
Defence, but is a Sicilian. If the vote decides nothing, a position on a named line has the name of the longest line
that ends there or on the way there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import chess

from motif._core.board import Game
from motif.openings.book import Book, BookEntry, OpeningLabel
from motif.openings.cases import CaseBase
from motif.openings.names import family_of, named_positions

BOOK_PLIES = 30
"""The book counts this many plies of each game: about as far as named openings go."""

_HALF_POINTS = {"1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2)}


def make_book(games: Iterable[Game], lines: CaseBase) -> Book:
    """Count the games' moves and name their positions; skip games without a result or from another start position."""
    entries: defaultdict[int, BookEntry] = defaultdict(BookEntry)
    ends, inside = named_positions(lines)
    families = OpeningFamilies(lines)
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
        entries[key].label = OpeningLabel(case.eco, case.name)
        entries[key].is_in_line = True
    for key in codes.keys() - ends.keys():
        eco = _most(codes[key])
        name = families.fit(names[key], eco)
        if eco and name and 2 * codes[key][eco] >= codes[key].total():
            entries[key].label = OpeningLabel(eco, name)
    return Book.of(entries)


class OpeningFamilies:
    """The ECO codes of each opening, including its variations, and the opening of each code.

    >>> from motif.openings.cases import shipped_cases
    >>> families = OpeningFamilies(shipped_cases())
    >>> families.has("Sicilian Defence: Alapin Variation", "B40"), families.has("Pirc Defence", "C44")
    (True, False)
    """

    def __init__(self, lines: CaseBase) -> None:
        self._codes: defaultdict[str, set[str]] = defaultdict(set)
        for case in lines.cases:
            self._codes[family_of(case.name)].add(case.eco)
        # The shortest line with a code is the opening itself; on ties, prefer a line without a variation.
        ordered = sorted(lines.cases, key=lambda case: (len(case), case.name != family_of(case.name), case.name))
        self._openings = {case.eco: family_of(case.name) for case in reversed(ordered)}

    def has(self, name: str, eco: str) -> bool:
        """Say whether any line of the opening with this name has the code."""
        return eco in self._codes.get(family_of(name), ())

    def fit(self, votes: Counter[str], eco: str) -> str:
        """Of the names that fit the code, return the one with the most votes; if none fits, the opening of the code.

        Return an empty name if most games have not reached a named position yet, for example after 1. e4.
        """
        if not _most(votes):
            return ""
        fitting = Counter({name: count for name, count in votes.items() if self.has(name, eco)})
        if fitting:
            return _most(fitting)
        return self._openings.get(eco) or _most(votes)


def each_once(games: Iterable[Game]) -> Iterator[Game]:
    """Yield each game once: a game between two champions is in the files of both."""
    seen = set()
    for game in games:
        mark = (game.players, tuple(game.moves))
        if game.start_fen == chess.STARTING_FEN and game.result in _HALF_POINTS and mark not in seen:
            seen.add(mark)
            yield game


def _most(votes: Counter[str]) -> str:
    # Alphabetical order breaks ties, so that the order of the games does not matter.
    return min(votes, key=lambda word: (-votes[word], word))
