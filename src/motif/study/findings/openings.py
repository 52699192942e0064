"""Find which openings the player plays, how they score, and who leaves the known moves first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from statistics import fmean

import chess

from motif.openings.names import family_of
from motif.study.games import Rate, StudiedGame
from motif.study.profile import MOST_EXAMPLES, Example, OpeningRecord
from motif.study.review import INACCURACY

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
    """The opening without its variation, since a single variation has too few games."""
    return family_of(game.opening) or UNNAMED


def trunk(games: Sequence[StudiedGame]) -> tuple[chess.Move, ...]:
    """The moves that all games share from the start, up to the usual length of an opening."""
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
    """The player's advantage when the known moves end, in centipawns."""
    known = len(game.moves) if game.left_book is None else game.left_book
    whites = game.moves[known - 1].advantage if game.left_book and known else game.advantage
    return max(-MOST_ADVANTAGE, min(MOST_ADVANTAGE, whites if game.is_white else -whites))


def _scores(games: Sequence[StudiedGame]) -> list[float]:
    return [game.score for game in games if game.score is not None]


def _examples(games: Sequence[StudiedGame]) -> tuple[Example, ...]:
    """The examples of an opening, lost games first."""
    ordered = sorted(games, key=lambda game: 0.5 if game.score is None else game.score)
    return tuple(Example(game.number, game.left_book or 0) for game in ordered[:MOST_EXAMPLES])


# The opening that a player really plays: a tree of positions for each colour, transpositions together.

DEEPEST = 20
"""The deepest ply of a repertoire: ten moves of each side."""

FEWEST_GAMES = 2
"""A position belongs to the repertoire if it came up in at least this many games."""


@dataclass(slots=True)
class Played:
    """A move in a position: the games with it, by number and ply, and what it lost in each."""

    move: chess.Move
    places: list[Example] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    advantages: list[int] = field(default_factory=list)
    """White's advantage after the move, in centipawns, as the engine evaluated it in each game."""
    better: list[chess.Move] = field(default_factory=list)
    """The engine's move in each game where the engine was used."""

    @property
    def games(self) -> int:
        return len(self.places)

    @property
    def mean_lost(self) -> float:
        return fmean(self.lost)

    @property
    def remedy(self) -> chess.Move | None:
        """The better move, if this one is played repeatedly and loses winning chance."""
        if self.games < FEWEST_GAMES or self.mean_lost < INACCURACY:
            return None
        others = [move for move in self.better if move != self.move]
        return max(others, key=others.count) if others else None


@dataclass(frozen=True, slots=True)
class Repertoire:
    """A player's opening moves with one colour, by position."""

    is_white: bool
    positions: dict[str, dict[chess.Move, Played]]

    @classmethod
    def of(cls, games: Sequence[StudiedGame], *, is_white: bool) -> Repertoire:
        """The positions of the games with this colour that begin from the normal starting position."""
        positions: dict[str, dict[chess.Move, Played]] = defaultdict(dict)
        for game in games:
            if game.is_white != is_white or game.start != chess.STARTING_FEN:
                continue
            board = chess.Board()
            for ply, studied in enumerate(game.moves[:DEEPEST]):
                played = positions[board.epd()].setdefault(studied.move, Played(studied.move))
                played.places.append(Example(game.number, ply))
                played.lost.append(studied.lost)
                played.advantages.append(studied.advantage)
                if game.score is not None:
                    played.scores.append(game.score)
                if studied.best is not None:
                    played.better.append(studied.best)
                board.push(studied.move)
        return cls(is_white, dict(positions))

    def moves(self, board: chess.Board, fewest: int = FEWEST_GAMES) -> list[Played]:
        """The moves played in a position in enough games, the most frequent first."""
        there = [each for each in self.positions.get(board.epd(), {}).values() if each.games >= fewest]
        return sorted(there, key=lambda each: (-each.games, each.move.uci()))

    def wrong(self) -> Iterator[tuple[chess.Board, Played]]:
        """The moves that the player repeatedly gets wrong, each with its board, in the order of the tree."""
        seen: set[str] = set()
        boards = [chess.Board()]
        while boards:
            board = boards.pop()
            if board.epd() in seen:
                continue
            seen.add(board.epd())
            for played in self.moves(board):
                if board.turn == self.is_white and played.remedy is not None:
                    yield board, played
                after = board.copy()
                after.push(played.move)
                boards.append(after)


def repertoires(games: Sequence[StudiedGame]) -> list[Repertoire]:
    """The repertoires with both colours; a colour in which no position came up twice is left out."""
    both = [Repertoire.of(games, is_white=is_white) for is_white in (True, False)]
    return [each for each in both if each.moves(chess.Board())]
