"""Openings: which the player plays, how they score, who leaves what is known first, and how things stand then."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import takewhile
from statistics import fmean

import chess

from motif.openings.names import family_of
from motif.study.games import StudiedGame
from motif.study.profile import Example, OpeningRecord
from motif.study.subjects.claims import MOST_EXAMPLES
from motif.study.values import Rate

MOST_ADVANTAGE = 1_000
LONGEST_TRUNK = 12
UNNAMED = "without a name"


def opening_records(games: Sequence[StudiedGame]) -> tuple[OpeningRecord, ...]:
    """The player's openings by colour, the most frequent first."""
    records = [_record(name, is_white, some) for (name, is_white), some in _grouped(games).items()]
    return tuple(sorted(records, key=lambda record: (-record.games, not record.is_white, record.name)))


def _grouped(games: Sequence[StudiedGame]) -> dict[tuple[str, bool], list[StudiedGame]]:
    grouped: dict[tuple[str, bool], list[StudiedGame]] = defaultdict(list)
    for game in games:
        grouped[family(game), game.is_white].append(game)
    return grouped


def family(game: StudiedGame) -> str:
    """The opening without its variation, which alone has too few games."""
    return family_of(game.opening) or UNNAMED


def trunk(games: Sequence[StudiedGame]) -> tuple[chess.Move, ...]:
    """The moves that games from one start have in common, at most so many that an opening has them."""
    lines = [[each.move for each in game.moves[:LONGEST_TRUNK]] for game in games]
    return tuple(same[0] for same in takewhile(lambda moves: len(set(moves)) == 1, zip(*lines, strict=False)))


def _record(name: str, is_white: bool, games: Sequence[StudiedGame]) -> OpeningRecord:
    scores = _scores(games)
    left = [game for game in games if game.left_book is not None]
    return OpeningRecord(
        name,
        Counter(game.eco for game in games).most_common(1)[0][0],
        is_white,
        len(games),
        fmean(scores) if scores else 0.0,
        fmean(map(_advantage, games)),
        Rate(sum(game.is_players(game.left_book) for game in left if game.left_book is not None), len(left)),
        _examples(games),
    )


def _advantage(game: StudiedGame) -> int:
    """The player's when what is known ends, in centipawns."""
    known = len(game.moves) if game.left_book is None else game.left_book
    whites = game.moves[known - 1].advantage if game.left_book and known else game.advantage
    return max(-MOST_ADVANTAGE, min(MOST_ADVANTAGE, whites if game.is_white else -whites))


def _scores(games: Sequence[StudiedGame]) -> list[float]:
    return [game.score for game in games if game.score is not None]


def _examples(games: Sequence[StudiedGame]) -> tuple[Example, ...]:
    """Lost games first, there is more to learn from them."""
    ordered = sorted(games, key=lambda game: 0.5 if game.score is None else game.score)
    return tuple(Example(game.number, game.left_book or 0) for game in ordered[:MOST_EXAMPLES])
