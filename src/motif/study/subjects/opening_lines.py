"""The lines that a player really plays: positions after a move of the player's that came up in many of the games.

Positions are compared by what stands on the board, so a line reached by another order of moves is the same one. Of
lines with nearly the same games the longest stands for all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import chess

from motif.study.games import StudiedGame
from motif.study.subjects.results import scored
from motif.study.values import written

FEWEST_GAMES = 8
DEEPEST = 16
"""No line is looked for after eight moves."""

MOST_LINES = 6
"""Of each colour, the most frequent ones: every question costs the others some of their power."""

MOST_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Line:
    """A line of one colour: how it begins, its name, the numbers of its games, and how many plies it has."""

    is_white: bool
    moves: str
    name: str
    games: frozenset[int]
    plies: int
    pays: bool = False
    """Whether it scores clearly better than the player's other games of that colour: then it may cost what it costs."""

    @property
    def colour(self) -> str:
        """The player's."""
        return "White" if self.is_white else "Black"

    @property
    def subject(self) -> str:
        """By which it is known among the claims.

        >>> Line(False, "1. e4 e5 2. Nf3 f6", "King's Pawn Game: Damiano Defense", frozenset({1}), 4).subject
        "King's Pawn Game: Damiano Defense with Black (1. e4 e5 2. Nf3 f6)"
        """
        return f"{self.name or 'a line'} with {self.colour} ({self.moves})"


def lines(games: Sequence[StudiedGame]) -> list[Line]:
    """The most frequent lines of both colours, with few games in common."""
    return [line for is_white in (True, False) for line in _of_colour([g for g in games if g.is_white == is_white])]


def _of_colour(games: Sequence[StudiedGame]) -> list[Line]:
    reached: dict[str, dict[int, int]] = defaultdict(dict)
    by_number = {game.number: game for game in games}
    for game in games:
        board = chess.Board(game.start)
        for ply, move in enumerate(game.moves[:DEEPEST]):
            board.push(move.move)
            if game.is_players(ply):
                reached[board.epd()].setdefault(game.number, ply)
    # The longest first, so that of two with the same games it is the one that is kept.
    often = [(places, max(places.values())) for places in reached.values() if len(places) >= FEWEST_GAMES]
    often.sort(key=lambda each: (-len(each[0]), -each[1]))
    chosen: list[Line] = []
    for places, _ in often:
        numbers = frozenset(places)
        if len(numbers) == len(games) or any(_alike(numbers, other.games) for other in chosen):
            continue
        game = by_number[min(places)]
        ply = places[game.number]
        moves = written(chess.Board(game.start), [move.move for move in game.moves[: ply + 1]])
        name = _common_name([by_number[number].opening for number in numbers])
        here, others = (scored([g for g in games if (g.number in numbers) == is_here]) for is_here in (True, False))
        beyond = here.below(others)
        chosen.append(Line(game.is_white, moves, name, numbers, ply + 1, -beyond.value > beyond.error))
        if len(chosen) == MOST_LINES:
            break
    return chosen


def _alike(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) > MOST_ALIKE * len(one | other)


def _common_name(names: Sequence[str]) -> str:
    """As much of the openings' names as all have in common: the variation, the family, or how all families begin.

    >>> _common_name(["King's Gambit Accepted: Bishop's Gambit", "King's Gambit Declined"])
    "King's Gambit"
    >>> _common_name(["King's Gambit Declined", "King's Pawn Game"])
    ''
    """
    if len(set(names)) == 1:
        return names[0]
    families = [name.partition(":")[0].strip() for name in names]
    if len(set(families)) == 1:
        return families[0]
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*map(str.split, families), strict=False))
    begins = [words[0] for words in alike]
    return " ".join(begins) if len(begins) > 1 else ""
