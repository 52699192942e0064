"""Make players and advisers that choose moves like people of a rating: `human,rating=1500`, `human,level=3`.

The model of how people choose is in `human_model`; it was learned from their games.
"""

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
from motif.players.human_model import (
    HumanModel,
    HumanPolicy,
    InputSources,
    OpeningCounts,
    PatternScores,
    ReplyLifts,
    SearchValues,
    TermWeights,
    level_numbered,
)
from motif.players.names import Name
from motif.runtime.files import DATA
from motif.search.settings import SearchSettings

HUMAN = "human"
DEFAULT_LEVEL = 4
MOST_DIGITS = 9
PATTERNS = tuple(DATA / f"{name}_patterns.txt" for name in ("weaker", "stronger", "champions"))
"""Libraries of patterns of players below 1500, of players of 1500 or more, and of champions. The last is from before
patterns marked forks, because the model was fitted with it."""

DEEPEST = 3
MOST_MOVES = 218
"""No position has more legal moves."""


def search_values() -> SearchValues:
    """Return a function that values every move by searches of one to three plies."""
    searcher = SearchSettings(hash_megabytes=1).searcher()

    def values_of(boards: Sequence[chess.Board]) -> Ints:
        return np.concatenate([values_on(board) for board in boards])

    def values_on(board: chess.Board) -> Ints:
        by_depth: dict[int, list[int]] = {}

        # One search that deepens gives the values for all three depths; separate searches would give the same ones.
        def keep(info: SearchInfo) -> None:
            values = {encode_move(line.moves[0]): line.centipawns for line in info.lines}
            by_depth[info.depth] = [values[code] for code in sorted(values)]

        searcher.new_game()
        searcher.search(board.copy(stack=False), depth=DEEPEST, multi_pv=MOST_MOVES, on_iteration=keep)
        return np.array([by_depth[min(depth, max(by_depth))] for depth in range(1, DEEPEST + 1)], np.int64).T

    return values_of


def pattern_scores(library: Callable[[], Library]) -> PatternScores:
    """Return a function that scores every move by a library of patterns; the library is read at first use."""
    read = cache(library)

    def scores(positions: Positions) -> Floats:
        return read().scores(positions)

    return scores


@cache
def shipped_model() -> HumanModel:
    """Return the shipped model; each process reads its files once, when they are first needed."""
    weaker, stronger, champions = (pattern_scores(partial(Library.read, path)) for path in PATTERNS)
    libraries = (weaker, stronger, champions)
    sources = InputSources(search_values(), libraries, cache(OpeningCounts.read), cache(ReplyLifts.read))
    return HumanModel(TermWeights.read(), sources)


def _policy(name: Name) -> HumanPolicy:
    options = dict(name.options)
    level, rating, sharp = (options.pop(key, None) for key in ("level", "rating", "sharp"))
    numbers = [text for text in (level, rating) if text is not None]
    if name.argument or name.limit or options or len(numbers) > 1 or not all(map(_is_number, numbers)):
        raise BadArgument(f"cannot read {str(name)!r}", hint=f"write {HUMAN},rating=1500")
    sharpness = _number(sharp, name) if sharp is not None else 1.0
    if rating is not None:
        return HumanPolicy(int(rating), shipped_model(), sharp=sharpness)
    chosen = level_numbered(int(level or DEFAULT_LEVEL))
    return HumanPolicy(chosen.rating, shipped_model(), str(chosen), sharpness)


def _is_number(text: str) -> bool:
    # No rating is longer, and Python refuses to read numbers with thousands of digits.
    return text.isdecimal() and len(text) <= MOST_DIGITS


def _number(text: str, name: Name) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadArgument(f"cannot read {str(name)!r}", hint=f"write {HUMAN},rating=1500,sharp=1.3") from None


MAKERS = Makers(
    players={HUMAN: lambda name: DrawnPolicyPlayer(_policy(name))},
    advisers={HUMAN: lambda name: PolicyAdviser(_policy(name), weighed=False)},
)
