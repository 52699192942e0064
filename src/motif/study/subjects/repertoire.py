"""The opening that a player really plays: a tree of positions for each colour, transpositions together.

A position of the player holds the moves that were played there, how often, and what each gave away of the winning
chance on average; one of the opponent holds the replies that came. A move that was played twice or more and gives away
.05 on average is one that the player keeps getting wrong, as far as the judge knows a better one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean

import chess

from motif.study.games import StudiedGame
from motif.study.profile import Example
from motif.study.review import INACCURACY

DEEPEST = 20
"""Plies: ten moves of each side."""

FEWEST_GAMES = 2
"""What came up only once is no repertoire."""


@dataclass(slots=True)
class Played:
    """A move of either side in a position: the games, by number and ply, and what it gave away in each."""

    move: chess.Move
    places: list[Example] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    advantages: list[int] = field(default_factory=list)
    """White's after the move, in centipawns, as the judge saw it in each game."""
    better: list[chess.Move] = field(default_factory=list)
    """What the judge would have played, where it was asked."""

    @property
    def games(self) -> int:
        """How often it was played."""
        return len(self.places)

    @property
    def mean_lost(self) -> float:
        """The winning chance that it gives away."""
        return fmean(self.lost)

    @property
    def remedy(self) -> chess.Move | None:
        """The better move, if this one is played again and again and gives something away."""
        if self.games < FEWEST_GAMES or self.mean_lost < INACCURACY:
            return None
        others = [move for move in self.better if move != self.move]
        return max(others, key=others.count) if others else None


@dataclass(frozen=True, slots=True)
class Repertoire:
    """The tree of one colour, by positions."""

    is_white: bool
    positions: dict[str, dict[chess.Move, Played]]

    @classmethod
    def of(cls, games: Sequence[StudiedGame], *, is_white: bool) -> Repertoire:
        """What came up in the games with this colour that began from the first position."""
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
        """What was played in a position often enough, the most frequent first."""
        there = [each for each in self.positions.get(board.epd(), {}).values() if each.games >= fewest]
        return sorted(there, key=lambda each: (-each.games, each.move.uci()))

    def wrong(self) -> Iterator[tuple[chess.Board, Played]]:
        """The moves that the player keeps getting wrong, each on its board, in the order of the tree."""
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
    """Those of both colours, as far as anything came up twice."""
    both = [Repertoire.of(games, is_white=is_white) for is_white in (True, False)]
    return [each for each in both if each.moves(chess.Board())]
