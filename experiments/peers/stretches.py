"""Count findings that need an explanation in a stretch of each of many games: many people for the work of few games.

All mistakes of one game are made by the same two people. A sixth of six games says more about people of a rating than
one whole game, and takes hardly longer. Every move of a game is equally likely to be in its stretch.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import chess
import chess.pgn

from motif._core.board import Game
from motif.runtime.parallel import Pool
from motif.study.engine import StudyEngine
from motif.study.games import Rate
from motif.study.peers import EVERYBODY, Key, Side, Subject, band, side_of, tally
from motif.study.review import review_game

Count = tuple[str, str, str, int, int]
"""Band, kind, name, hits and count."""

MOST_PARTS = 12
"""Shorter stretches would consist mostly of the plies before them."""

BEFORE = 2
"""Plies before a stretch that belong to its story: what the move before allowed, and what that one answered."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a game, as PGN that begins a little before it, and the number of plies that are not counted."""

    game: str
    before: int


def stretches(games: Sequence[Game], per_band: int, seed: int) -> list[Stretch]:
    """Return one stretch of each game, so that those of a band (White's) add up to `per_band` whole games.

    Games are whole in a band with few. Of a band with more games than the shortest stretches need, the first are taken.
    """
    bands: dict[str, list[Game]] = defaultdict(list)
    for game in games:
        bands[band(game.ratings[0])].append(game)
    parts = {ratings: min(MOST_PARTS, -(-len(them) // per_band)) for ratings, them in bands.items()}
    taken: Counter[str] = Counter()
    made = []
    for game in games:
        ratings = band(game.ratings[0])
        if taken[ratings] < per_band * parts[ratings]:
            taken[ratings] += 1
            made.append(stretch_of(game, parts[ratings], seed))
    return made


def stretch_of(game: Game, parts: int, seed: int) -> Stretch:
    """Return a random one of the parts of a game."""
    part = random.Random(f"{seed} {game.tags.get('Site', game)}").randrange(parts)
    first, last = (len(game) * step // parts for step in (part, part + 1))
    start = max(0, first - BEFORE)
    board = chess.Board(game.start_fen)
    for move in game.moves[:start]:
        board.push(move)
    cut = chess.pgn.Game({name: game.tags[name] for name in ("White", "Black", "WhiteElo", "BlackElo")})
    cut.setup(board)
    node: chess.pgn.GameNode = cut
    for move, score in zip(game.moves[start:last], game.evals[start:last], strict=True):
        node = node.add_variation(move)
        node.set_eval(score)
    return Stretch(str(cut), first - start)


def count(pool: Pool, engine: StudyEngine, some: Iterable[Stretch]) -> list[Count]:
    """Count over both sides of some stretches, with every mistake explained."""
    sides: dict[str, list[Side]] = defaultdict(list)
    with pool.borrow("engine", engine.evaluator) as evaluator:
        for stretch in some:
            studied = review_game(Game.parse(stretch.game), is_white=True, evaluator=evaluator, engine=engine)
            for players, rating in ((True, studied.rating), (False, studied.opponent_rating)):
                side = _counted(side_of(studied, players=players), stretch.before)
                for ratings in (band(rating), EVERYBODY):
                    sides[ratings].append(side)
    return [
        (ratings, str(what), which, counted.rate.hits, counted.rate.count)
        for ratings, them in sides.items()
        for (what, which), counted in tally(them).items()
    ]


def summed(counts: Iterable[Count]) -> dict[str, dict[Key, Rate]]:
    """Return the rates of each band from many counts."""
    sums: dict[str, dict[Key, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for ratings, what, which, hits, among in counts:
        each = sums[ratings][Subject(what), which]
        each[0] += hits
        each[1] += among
    return {
        ratings: {
            # A stretch without any of them still contributes its moves.
            key: Rate(hits, rates[Subject.BLUNDERS, EVERYBODY][1] if key[0] is Subject.ALLOWED else among)
            for key, (hits, among) in sorted(rates.items())
        }
        for ratings, rates in sorted(sums.items())
    }


def _counted(side: Side, before: int) -> Side:
    """Return a side without the plies before its stretch."""
    return replace(
        side,
        moves=tuple((ply, move) for ply, move in side.moves if ply >= before),
        occasions=tuple(each for each in side.occasions if each.ply >= before),
    )
