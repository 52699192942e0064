"""Read UCI commands as values: positions, time limits, and the engine's options.

https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html. Unknown words are ignored, as the
protocol demands; a number that cannot be read is rejected, with what was expected. The options choose the player by
name.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import chess

from motif._core.board import Positions
from motif.engines.limits import DEEPEST
from motif.errors import BadArgument
from motif.players.human_model import LEVELS
from motif.players.names import OPENINGS
from motif.search.settings import LARGEST_HASH_MEGABYTES, MOST_THREADS

# How long to think when only the clocks are known.

MOVES_LEFT = 30
INCREMENT_SHARE = 0.5
"""The share of the increment to spend per move: finishing the iteration and sending the move take the rest."""
RESERVE_OVERHEADS = 8
"""How many overheads stay on the clock for late answers: with less left, a move takes no time until increments add
some."""
OVERRUN = 3.0
OVERHEAD_SECONDS = 0.1
"""The seconds reserved per move for sending it and for a busy computer; the option Move Overhead changes it."""
LARGEST_SHARE_OF_CLOCK = 0.5
"""The largest share of the time above the reserve for one move, unless it is the last before the time control."""
LEAST = 0.001

_NUMBER = re.compile("-?[0-9]{1,15}")

_NUMBERS = {"depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"}

_WORDS = {"infinite", "ponder", "searchmoves", *_NUMBERS}

MOST_LINES = 256

LARGEST_SEED = 2**31 - 1

LOWEST_ELO, HIGHEST_ELO = LEVELS[0].rating, LEVELS[-1].rating

USUAL_ELO = 1500

EVEN_CP, SLOPE_CP = 110.0, 570.0
"""The win curve, fitted to 12,000 evaluated positions of rapid games on Lichess: half of them are won at +110."""

FIELDS = {
    "OwnBook": "has_book",
    "BookFile": "book_file",
    "UCI_LimitStrength": "is_limited",
    "UCI_Elo": "elo",
    "UCI_AnalyseMode": "analyses",
}
"""The field of `Strength` that each option sets."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds on the mover's clock, the seconds that each move adds, and the moves to the next time control."""

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """The seconds after which no new iteration begins, and after which the search stops at once."""

    soft_seconds: float
    seconds: float


def budget(clock: Clock, overhead: float = OVERHEAD_SECONDS) -> Budget:
    """The time to spend on one move.

    >>> budget(Clock(remaining=60.8))
    Budget(soft_seconds=2.0, seconds=6.0)
    """
    is_last = clock.moves_to_go == 1
    spare = max(0.0, clock.remaining - (1 if is_last else RESERVE_OVERHEADS) * overhead)
    most = spare if is_last else spare * LARGEST_SHARE_OF_CLOCK
    share = spare / (clock.moves_to_go or MOVES_LEFT) + INCREMENT_SHARE * clock.increment
    return Budget(max(LEAST, min(share, most)), max(LEAST, min(OVERRUN * share, most)))


@dataclass(frozen=True, slots=True)
class Go:
    """A `go` command: how long to think about which moves, and whether only on the opponent's time."""

    depth: int | None = None
    nodes: int | None = None
    time: Budget | None = None
    infinite: bool = False
    ponder: bool = False
    moves: tuple[chess.Move, ...] = field(default=())

    @property
    def must_wait(self) -> bool:
        """Whether the answer must wait until the GUI asks for it."""
        return self.infinite or self.ponder

    @property
    def is_limited(self) -> bool:
        """Whether the thinking ends by itself, without `stop`."""
        return self.depth is not None or self.nodes is not None or self.time is not None


def read_go(text: str, board: chess.Board, overhead: float = OVERHEAD_SECONDS) -> Go:
    """Read the text after `go`, for the side to move on this board.

    >>> read_go("depth 6 movetime 500", chess.Board()).time
    Budget(soft_seconds=0.5, seconds=0.5)
    """
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[chess.Move] = []
    words = iter(text.split())
    for word in words:
        if word in _NUMBERS:
            numbers[word] = _number(word, next(words, ""))
        elif word in _WORDS:
            flags.add(word)
        elif "searchmoves" in flags:
            moves += _legal(board, word)
    depth, mate = _above_zero("depth", numbers), _above_zero("mate", numbers)
    return Go(
        # A mate in 3 ends with the fifth half-move; one more, so that the search sees that it is mate.
        depth=depth if mate is None else min(depth or DEEPEST, 2 * mate, DEEPEST),
        nodes=_above_zero("nodes", numbers),
        time=_time(numbers, board.turn, overhead),
        infinite="infinite" in flags,
        ponder="ponder" in flags,
        moves=tuple(moves),
    )


def read_position(text: str) -> chess.Board:
    """Read the text after `position`: `startpos` or `fen FEN`, and perhaps `moves MOVE…`."""
    where, _, line = f" {text} ".partition(" moves ")
    kind, _, fen = where.strip().partition(" ")
    if kind == "startpos":
        board = chess.Board()
    elif kind == "fen":
        # The error of the core explains what is wrong with a position that cannot be played.
        board = Positions([fen])[0]
    else:
        raise BadArgument(f"cannot read the position {text!r}: expected startpos or fen")
    for word in line.split():
        try:
            board.push_uci(word)
        except ValueError:
            raise BadArgument(f"illegal move {word} in {board.fen()}") from None
    return board


def read_option(text: str) -> tuple[str, str]:
    """Read the text after `setoption`: the name in lower case, and the value.

    >>> read_option("name Hash value 64")
    ('hash', '64')
    """
    named, _, value = f"{text} ".partition(" value ")
    return named.strip().removeprefix("name").strip().lower(), value.strip()


def _legal(board: chess.Board, word: str) -> Iterator[chess.Move]:
    try:
        yield board.parse_uci(word)
    except ValueError:
        return


def _number(word: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadArgument(f"cannot read {word} {text[:20]!r}: expected a whole number of up to 15 digits")
    return int(text)


def _above_zero(word: str, numbers: dict[str, int]) -> int | None:
    value = numbers.get(word)
    if value is not None and value < 1:
        raise BadArgument(f"{word} {value} leaves no time to think; it must be above zero")
    return value


def _time(numbers: dict[str, int], turn: chess.Color, overhead: float) -> Budget | None:
    if "movetime" in numbers:
        seconds = max(1, numbers["movetime"]) / 1000
        return Budget(seconds, seconds)
    own = ("wtime", "winc") if turn == chess.WHITE else ("btime", "binc")
    if own[0] not in numbers:
        return None
    clock = Clock(
        remaining=max(0, numbers[own[0]]) / 1000,
        increment=max(0, numbers.get(own[1], 0)) / 1000,
        moves_to_go=max(1, numbers["movestogo"]) if "movestogo" in numbers else None,
    )
    return budget(clock, overhead)


@dataclass(frozen=True, slots=True)
class Option:
    """An option as it is announced to the GUI, and a function that reads its value, given its name and the text."""

    announced: str
    read: Callable[[str, str], object]


def spin(usual: int, least: int, most: int) -> Option:
    """An option that is a number."""

    def read(name: str, text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise BadArgument(f"cannot set {name} to {text!r}: expected a number from {least} to {most}")
        return int(text)

    return Option(f"type spin default {usual} min {least} max {most}", read)


def check(usual: bool = False) -> Option:
    """An option that is on or off."""

    def read(name: str, text: str) -> bool:
        if text.lower() not in ("true", "false"):
            raise BadArgument(f"cannot set {name} to {text!r}: expected true or false")
        return text.lower() == "true"

    return Option(f"type check default {str(usual).lower()}", read)


PATH = Option("type string default <empty>", lambda _, text: "" if text == "<empty>" else text)
BUTTON = Option("type button", lambda _, __: None)


def options_for(player: str) -> dict[str, Option]:
    """The options of a player by name, in the order in which they are announced."""
    return {
        "Hash": spin(16, 1, LARGEST_HASH_MEGABYTES),
        "Clear Hash": BUTTON,
        "MultiPV": spin(1, 1, MOST_LINES),
        "Threads": spin(1, 1, MOST_THREADS),
        "Ponder": check(),
        "Move Overhead": spin(round(1000 * OVERHEAD_SECONDS), 0, 5000),
        "OwnBook": check(player.startswith(f"{OPENINGS}+")),
        "BookFile": PATH,
        "SyzygyPath": PATH,
        "UCI_LimitStrength": check(),
        "UCI_Elo": spin(USUAL_ELO, LOWEST_ELO, HIGHEST_ELO),
        "UCI_ShowWDL": check(),
        "UCI_AnalyseMode": check(),
        "Seed": spin(0, 0, LARGEST_SEED),
    }


@dataclass(frozen=True, slots=True)
class Strength:
    """The options that choose the player."""

    player: str
    has_book: bool = False
    book_file: str = ""
    is_limited: bool = False
    elo: int = USUAL_ELO
    analyses: bool = False

    @classmethod
    def of(cls, player: str) -> Strength:
        """The options at the start; the book is on only for a player called `openings+NAME`."""
        book, plus, other = player.partition("+")
        return cls(other, has_book=True) if plus and book == OPENINGS else cls(player)

    def with_option(self, name: str, value: object) -> Strength:
        """Return the strength after one option has changed; other options leave it unchanged."""
        changed: dict[str, Any] = {FIELDS[name]: value} if name in FIELDS else {}
        return replace(self, **changed)

    @property
    def name(self) -> str:
        """The name of the player that these options choose: at full strength and without a book while a GUI analyses.

        >>> Strength("base", has_book=True, book_file="mine.pgn").name
        'openings:mine.pgn+base'
        """
        if self.is_limited and not self.analyses:
            return f"human,rating={self.elo}"
        if self.has_book and not self.analyses:
            return f"{OPENINGS}:{self.book_file}+{self.player}" if self.book_file else f"{OPENINGS}+{self.player}"
        return self.player


def wdl(centipawns: int) -> tuple[int, int, int]:
    """The probabilities of win, draw and loss in permille, by an evaluation in centipawns.

    >>> wdl(0), wdl(300)
    ((452, 96, 452), (583, 89, 328))
    """
    win = round(1000 / (1 + math.exp((EVEN_CP - centipawns) / SLOPE_CP)))
    loss = round(1000 / (1 + math.exp((EVEN_CP + centipawns) / SLOPE_CP)))
    return win, 1000 - win - loss, loss
