"""Draw positions of rated games with the move played, and store the result of a short search in a folder.

Positions are drawn once by the seed and searched in batches, by workers or a cluster; an interrupted run continues.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray
from player_parts import Part, part_of

from motif._core.board import Game
from motif.board.games import read_games
from motif.players.human import search_values
from motif.runtime.files import write_atomically
from motif.runtime.parallel import Workers, in_order

FIRST_PLY, FEWEST_PLIES = 2, 10
ASide = Mapping[Part, int]
"""Positions drawn from the moves of one side of a game."""
AT_ONCE = 250
BIN = 100


@dataclass(frozen=True, slots=True)
class Choice:
    """A position with its game before it, the move that was played, and the player."""

    board: chess.Board
    move: chess.Move
    rating: int
    part: Part


@dataclass(frozen=True, slots=True)
class Draw:
    """The number of positions for each part, and the most of one side of a game."""

    fit: int
    validation: int
    test: int
    a_side: ASide

    def of(self, part: Part) -> int:
        """Return the number for this part."""
        return {Part.FIT: self.fit, Part.VALIDATION: self.validation, Part.TEST: self.test}[part]


FITTING = Draw(60_000, 0, 0, {Part.TEST: 1, Part.VALIDATION: 1, Part.FIT: 4})
"""For fitting weights; one random order goes through all parts, so the numbers of the others matter, too."""
MEASURING = Draw(0, 8_000, 12_000, {Part.TEST: 2, Part.VALIDATION: 4, Part.FIT: 4})
"""For choosing penalties and terms, and for measuring."""


def drawn(path: str, draw: Draw, seed: int) -> list[Choice]:
    """Return the choices for measuring first, then those for fitting, in random order, so that any beginning is fair.

    Common ratings are thinned out: no hundred points of rating have more than a tenth of a part.
    """
    rng = random.Random(seed)
    places: dict[Part, list[tuple[int, int, int]]] = {part: [] for part in draw.a_side}
    for number, game in enumerate(read_games(path)):
        for part, ply, rating in _of_game(game, draw.a_side, rng):
            places[part].append((number, ply, rating))
    wanted: dict[int, list[tuple[int, Part, int, int]]] = {}
    order = 0
    for part in draw.a_side:
        rng.shuffle(places[part])
        most, bins = draw.of(part) // 10, Counter[int]()
        taken = 0
        for number, ply, rating in places[part]:
            if taken < draw.of(part) and bins[rating // BIN] < most:
                bins[rating // BIN] += 1
                taken += 1
                wanted.setdefault(number, []).append((order, part, ply, rating))
                order += 1
    found: dict[int, Choice] = {}
    for number, game in enumerate(read_games(path)):
        for place, part, ply, rating in wanted.get(number, []):
            board = game.board(ply)
            if board.legal_moves.count() > 1:
                found[place] = Choice(board, game.moves[ply], rating, part)
    return [found[place] for place in sorted(found)]


def _of_game(game: Game, a_side: ASide, rng: random.Random) -> Iterator[tuple[Part, int, int]]:
    if len(game) < FEWEST_PLIES or None in game.ratings or game.start_fen != chess.STARTING_FEN:
        return
    for side, player in enumerate(game.players):
        part = part_of(player)
        rating = game.ratings[side]
        plies = range(FIRST_PLY + (side + FIRST_PLY) % 2, len(game), 2)
        if part in a_side and rating is not None:
            for ply in rng.sample(plies, min(a_side[part], len(plies))):
                yield part, ply, rating


def pieces(choices: Sequence[Choice], folder: Path) -> list[tuple[Path, Sequence[Choice]]]:
    """Return the choices in batches, each with the file that stores its search results."""
    starts = range(0, len(choices), AT_ONCE)
    return [(folder / f"{start:06d}.npy", choices[start : start + AT_ONCE]) for start in starts]


def seen(
    choices: Sequence[Choice], folder: Path, workers: Workers
) -> Iterator[tuple[Sequence[Choice], NDArray[np.int64]]]:
    """Yield in batches the choices with the value of every move; stored results are read from the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pieces(choices, folder)
    unseen = [part for path, part in wanted if not path.exists()]
    with workers.executor() as executor:
        looks = in_order(executor, _look, ([choice.board.copy(stack=False) for choice in part] for part in unseen))
        for number, (path, part) in enumerate(wanted, start=1):
            if not path.exists():
                content = BytesIO()
                np.save(content, next(looks))
                write_atomically(path, content.getvalue())
                print(f"{number} of {len(wanted)} pieces are seen", flush=True)
            yield part, np.load(path).astype(np.int64)


def _look(boards: Sequence[chess.Board]) -> NDArray[np.int16]:
    return _sight()(boards).astype(np.int16)


_sight = cache(search_values)
"""One search per process."""
