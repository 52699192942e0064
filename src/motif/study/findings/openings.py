"""Find which openings the player plays, how they score, and who leaves the known moves first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from statistics import fmean

import chess

from motif.study.findings.results import Scored
from motif.study.games import Rate, StudiedGame, written
from motif.study.profile import MOST_EXAMPLES, Example, OpeningRecord
from motif.study.review import INACCURACY

MOST_ADVANTAGE = 1_000
LONGEST_TRUNK = 12


def opening_records(games: Sequence[StudiedGame]) -> tuple[OpeningRecord, ...]:
    """The player's openings by colour, the most frequent first."""
    records = [_record(name, is_white, some) for (name, is_white), some in _grouped(games).items()]
    return tuple(sorted(records, key=lambda record: (-record.games, not record.is_white, record.name)))


def _grouped(games: Sequence[StudiedGame]) -> dict[tuple[str, bool], list[StudiedGame]]:
    grouped: dict[tuple[str, bool], list[StudiedGame]] = defaultdict(list)
    for game in games:
        grouped[game.family, game.is_white].append(game)
    return grouped


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


# The lines that a player really plays: positions after a move of the player's that came up in many of the games.

FEWEST_GAMES_OF_A_LINE = 8
LONGEST_LINE = 16
"""Opening lines have at most this many plies."""

MOST_LINES = 6
"""How many lines of each colour are tested, the most frequent: every test weakens the others."""

MOST_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class RepertoireLine:
    """An opening line of one colour: its moves, its name, the numbers of its games, and its length in plies."""

    is_white: bool
    moves: str
    name: str
    games: frozenset[int]
    plies: int
    pays: bool = False
    """Whether it scores clearly better than the player's other games of that colour, so that its losses are worth
    it."""

    @property
    def colour(self) -> str:
        return "White" if self.is_white else "Black"

    @property
    def subject(self) -> str:
        """The line as a finding names it: its name, its colour and its moves.

        >>> RepertoireLine(False, "1. e4 e5 2. Nf3 f6", "King's Pawn Game: Damiano Defense", frozenset({1}), 4).subject
        "King's Pawn Game: Damiano Defense with Black (1. e4 e5 2. Nf3 f6)"
        """
        return f"{self.name or 'a line'} with {self.colour} ({self.moves})"


def lines(games: Sequence[StudiedGame]) -> list[RepertoireLine]:
    """The most frequent opening lines with both colours that share few games."""
    return [line for is_white in (True, False) for line in _of_colour([g for g in games if g.is_white == is_white])]


def _of_colour(games: Sequence[StudiedGame]) -> list[RepertoireLine]:
    reached: dict[str, dict[int, int]] = defaultdict(dict)
    by_number = {game.number: game for game in games}
    for game in games:
        board = chess.Board(game.start)
        for ply, move in enumerate(game.moves[:LONGEST_LINE]):
            board.push(move.move)
            if game.is_players(ply):
                reached[board.epd()].setdefault(game.number, ply)
    # The longest first, so that of two lines with the same games the longer one is kept.
    often = [(places, max(places.values())) for places in reached.values() if len(places) >= FEWEST_GAMES_OF_A_LINE]
    often.sort(key=lambda each: (-len(each[0]), -each[1]))
    chosen: list[RepertoireLine] = []
    for places, _ in often:
        numbers = frozenset(places)
        if len(numbers) == len(games) or any(_alike(numbers, other.games) for other in chosen):
            continue
        game = by_number[min(places)]
        ply = places[game.number]
        moves = written(chess.Board(game.start), [move.move for move in game.moves[: ply + 1]])
        name = _common_name([by_number[number].opening for number in numbers])
        here, others = (Scored.of([g for g in games if (g.number in numbers) == is_here]) for is_here in (True, False))
        beyond = here.below(others)
        chosen.append(RepertoireLine(game.is_white, moves, name, numbers, ply + 1, -beyond.value > beyond.error))
        if len(chosen) == MOST_LINES:
            break
    return chosen


def _alike(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) > MOST_ALIKE * len(one | other)


def _common_name(names: Sequence[str]) -> str:
    """The longest common part of the openings' names: the variation, the family, or how all families begin.

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
