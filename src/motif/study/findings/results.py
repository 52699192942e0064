"""Compare results with what ratings expect: with each colour, against stronger opponents, late in a session. Find the
games with a winning position, and the opening lines that a player plays.

A kind of game is a weakness if it scores below expectation, and further below than the player's other games, since a
player who is getting worse scores too little everywhere. A game's score S differs from its expectation E by chance with
a variance of at most E(1 - E), less with draws, so z = (sum of E - S) / sqrt(sum of E(1 - E)) errs on the safe side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from math import sqrt

import chess

from motif.study.findings.openings import UNNAMED, family
from motif.study.games import StudiedGame, written
from motif.study.profile import MOST_EXAMPLES, Example, Kind

FEWEST = 10
"""The fewest games of a kind, and of others, for a comparison."""

STRONGER_ELO = 50
"""An opponent rated this many points higher counts as stronger."""

LONGEST_BREAK = timedelta(hours=1)
"""Games that begin within this time of each other belong to one session."""

LATE_IN_A_ROW = 4

SPREAD = 0.06
"""How far players differ, as a standard deviation of the score, beyond what ratings expect (experiments/first-
screen)."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """How far games score below expectation, and the standard error of that."""

    value: float
    error: float

    @property
    def z(self) -> float:
        return self.value / self.error


@dataclass(frozen=True, slots=True)
class Scored:
    """Games that have a result, with the points scored and expected."""

    games: tuple[StudiedGame, ...]

    @property
    def made(self) -> float:
        return sum(game.score or 0.0 for game in self.games)

    @property
    def expected(self) -> float:
        """The points that the ratings expect; half a point for a game without ratings."""
        return sum(map(_expected, self.games))

    @property
    def variance(self) -> float:
        """The largest possible variance of the points."""
        return sum(_expected(game) * (1 - _expected(game)) for game in self.games)

    def below(self, others: Scored | None = None) -> Shortfall:
        """How far these games score below expectation per game, or how much further below it than `others` do."""
        if not self.games or (others is not None and not others.games):
            return Shortfall(0.0, 1.0)
        value = (self.expected - self.made) / len(self.games)
        error = sqrt(self.variance) / len(self.games)
        if others is not None:
            value -= (others.expected - others.made) / len(others.games)
            error = sqrt(error**2 + others.variance / len(others.games) ** 2)
        return Shortfall(value, error)


@dataclass(frozen=True, slots=True)
class ResultsQuestion:
    """A kind of game with its phrases, its games, and the games it is compared with."""

    kind: Kind
    subject: str
    title: str
    strength: str
    advice: str
    begins: str
    own: Scored
    others: Scored


def scored(games: Sequence[StudiedGame]) -> Scored:
    """The games that have a result."""
    return Scored(tuple(game for game in games if game.score is not None))


def questions(all_games: Sequence[StudiedGame]) -> Iterator[ResultsQuestion]:
    """Yield every kind of game that is compared."""
    games = scored(all_games).games
    for is_white, colour in ((True, "White"), (False, "Black")):
        parts = _parted(games, [game.is_white == is_white for game in games])
        said = f"You score too little with {colour}", f"You score well with {colour}"
        advice = f"Look at your last ten games with {colour}: where did each begin to go wrong?"
        yield ResultsQuestion(Kind.RESULTS, f"with {colour}", *said, advice, f"With {colour}", *parts)
    for sign, who, where in ((1, "stronger", "above"), (-1, "weaker", "below")):
        parts = _parted(games, [sign * _gap(game) >= STRONGER_ELO for game in games])
        said = f"You score too little against {who} players", f"You score well against {who} players"
        begins = f"Against players rated {STRONGER_ELO} points or more {where} you,"
        advice = "Play the position, not the rating: the same checks before every move against everybody."
        yield ResultsQuestion(Kind.RESULTS, f"against {who} players", *said, advice, begins, *parts)
    places = places_in_session(games)
    if places:
        parts = _parted(games, [places.get(game.number, 1) >= LATE_IN_A_ROW for game in games])
        begins = f"From the {LATE_IN_A_ROW}th game in a row on"
        said = "You play on when you are tired", "You play well in long sessions"
        advice = f"Stop after {LATE_IN_A_ROW - 1} games, or after a loss."
        yield ResultsQuestion(Kind.RESULTS, "late in a row", *said, advice, begins, *parts)
    for (name, is_white), number in sorted(Counter((family(game), game.is_white) for game in games).items()):
        if name != UNNAMED and number >= FEWEST:
            called = f"{name} with {'White' if is_white else 'Black'}"
            alike = [game for game in games if game.is_white == is_white]
            parts = _parted(alike, [family(game) == name for game in alike])
            said = f"Your {called} scores too little", f"Your {called} scores well"
            advice = "Look up where your games in it left the book, and learn one better move for each."
            yield ResultsQuestion(Kind.OPENING, called, *said, advice, f"In the {called}", *parts)


def _parted(games: Sequence[StudiedGame], holds: Sequence[bool]) -> tuple[Scored, Scored]:
    own, others = (
        Scored(tuple(game for game, each in zip(games, holds, strict=True) if each == wanted))
        for wanted in (True, False)
    )
    return own, others


def _expected(game: StudiedGame) -> float:
    return 0.5 if game.expected is None else game.expected


def places_in_session(games: Sequence[StudiedGame]) -> dict[int, int]:
    """The place of each game in its session, from dates and times if the file has them."""
    begun = []
    for game in games:
        try:
            begun.append((datetime.strptime(f"{game.date} {game.time}", "%Y.%m.%d %H:%M:%S"), game.number))
        except ValueError:
            continue
    places: dict[int, int] = {}
    previous, place = None, 0
    for when, number in sorted(begun):
        place = place + 1 if previous is not None and when - previous <= LONGEST_BREAK else 1
        places[number], previous = place, when
    return places


def _gap(game: StudiedGame) -> int:
    return (game.opponent_rating or 0) - (game.rating or 0)


def lost_games(games: Sequence[StudiedGame]) -> tuple[Example, ...]:
    """The worst move of each lost game."""
    lost = [game for game in games if game.score == 0.0 and game.moves]
    return tuple(Example(game.number, _worst(game)) for game in lost)[:MOST_EXAMPLES]


def _worst(game: StudiedGame) -> int:
    own = [ply for ply in range(len(game.moves)) if game.is_players(ply)]
    return max(own, key=lambda ply: game.moves[ply].lost, default=0)


# Conversion: games in which a side was winning after its move, and whether they were won.

WINNING = 300
"""A side counts as winning if it is this many centipawns ahead after its own move."""


@dataclass(frozen=True, slots=True)
class Winning:
    """A game in which a side was winning: its score, and its worst move after that."""

    game: int
    score: float
    worst: int

    @property
    def dropped(self) -> float:
        return 1 - self.score


def winning_games(games: Sequence[StudiedGame], *, players: bool = True) -> list[Winning]:
    """The finished games in which the player, or the opponent, was winning."""
    games_won = []
    for game in games:
        sign = 1 if game.is_white == players else -1
        own = [ply for ply in range(len(game.moves)) if game.is_players(ply) == players]
        winning = [ply for ply in own if sign * game.moves[ply].advantage >= WINNING]
        if winning and game.score is not None:
            worst = max((ply for ply in own if ply >= winning[0]), key=lambda ply: game.moves[ply].lost)
            games_won.append(Winning(game.number, game.score if players else 1 - game.score, worst))
    return games_won


# The lines that a player really plays: positions after a move of the player's that came up in many of the games.

FEWEST_GAMES = 8
DEEPEST = 16
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
        """The line's name as the subject of a finding.

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
        for ply, move in enumerate(game.moves[:DEEPEST]):
            board.push(move.move)
            if game.is_players(ply):
                reached[board.epd()].setdefault(game.number, ply)
    # The longest first, so that of two lines with the same games the longer one is kept.
    often = [(places, max(places.values())) for places in reached.values() if len(places) >= FEWEST_GAMES]
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
        here, others = (scored([g for g in games if (g.number in numbers) == is_here]) for is_here in (True, False))
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
