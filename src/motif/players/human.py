"""People of a rating: `human,rating=1500`, `human,level=3`; how they choose was learned from their games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import chess
import numpy as np

from motif._core.board import Positions, encode_move
from motif._core.search import SearchInfo
from motif.arena.engine_players import DrawnPolicyPlayer, PolicyAdviser
from motif.errors import BadArgument
from motif.patterns.library import Library
from motif.players.find import Makers
from motif.players.human_boards import Floats, Ints
from motif.players.human_model import Answers, Crowd, Eyes, Like, OpeningCounts, People, See, Weights, level_numbered
from motif.players.names import Name
from motif.runtime.files import DATA
from motif.search.settings import SearchSettings

HUMAN = "human"
DEFAULT_LEVEL = 4
MOST_DIGITS = 9
PATTERNS = tuple(DATA / f"{who}_patterns.txt" for who in ("weaker", "stronger", "champions"))
"""What the moves of players below 1500 look like, those of players of 1500 and more, and those of champions: the
library that shipped before forks had a name, which the weights of people were fitted with."""

DEEPEST = 3
MOST_MOVES = 218
"""No position has more legal moves."""


def sight() -> See:
    """The search as people's eyes: what every move is worth, one to three plies deep."""
    searcher = SearchSettings(hash_megabytes=1).searcher()

    def see(boards: Sequence[chess.Board]) -> Ints:
        return np.concatenate([_looked(board) for board in boards])

    def _looked(board: chess.Board) -> Ints:
        worth: dict[int, list[int]] = {}

        # One search that deepens knows all three depths: asking for each anew gives the same values.
        def keep(info: SearchInfo) -> None:
            values = {encode_move(line.moves[0]): line.centipawns for line in info.lines}
            worth[info.depth] = [values[code] for code in sorted(values)]

        searcher.new_game()
        searcher.search(board.copy(stack=False), depth=DEEPEST, multi_pv=MOST_MOVES, on_iteration=keep)
        return np.array([worth[min(depth, max(worth))] for depth in range(1, DEEPEST + 1)], np.int64).T

    return see


def liking(library: Callable[[], Library]) -> Like:
    """Patterns as people's taste; the library is read when it is first asked."""
    read = cache(library)

    def like(positions: Positions) -> Floats:
        return read().scores(positions)

    return like


@cache
def crowd() -> Crowd:
    """People as they ship; whatever they know is read once in a process."""
    weaker, stronger, champions = (liking(partial(Library.read, path)) for path in PATTERNS)
    likes = (weaker, stronger, champions)
    return Crowd(Weights.read(), Eyes(sight(), likes, cache(OpeningCounts.read), cache(Answers.read)))


def _people(name: Name) -> People:
    options = dict(name.options)
    level, rating, sharp = (options.pop(key, None) for key in ("level", "rating", "sharp"))
    numbers = [text for text in (level, rating) if text is not None]
    if name.argument or name.limit or options or len(numbers) > 1 or not all(map(_is_number, numbers)):
        raise BadArgument(f"{HUMAN} cannot be called {str(name)!r}", hint=f"write {HUMAN},rating=1500")
    sharpness = _number(sharp, name) if sharp is not None else 1.0
    if rating is not None:
        return People(int(rating), crowd(), sharp=sharpness)
    chosen = level_numbered(int(level or DEFAULT_LEVEL))
    return People(chosen.rating, crowd(), str(chosen), sharpness)


def _is_number(text: str) -> bool:
    # No rating is near so long, and Python reads no five thousand digits.
    return text.isdecimal() and len(text) <= MOST_DIGITS


def _number(text: str, name: Name) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadArgument(
            f"{HUMAN} cannot be called {str(name)!r}", hint=f"write {HUMAN},rating=1500,sharp=1.3"
        ) from None


MAKERS = Makers(
    players={HUMAN: lambda name: DrawnPolicyPlayer(_people(name))},
    advisers={HUMAN: lambda name: PolicyAdviser(_people(name), weighed=False)},
)
