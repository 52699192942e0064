"""Read games from PGN files, plain or compressed, sample and summarise them, and write annotated games.

Games come as a stream, so memory does not grow with the file. A malformed game is reported and skipped. We sample
positions as Krishnan & Martens 2022 do for their tactics: one at random from each game, from move 12 on, with the move
that was played there.

`annotate` writes what Lichess reads: comments, glyphs, evaluations, clocks, arrows and variations.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import chess

from motif._core.board import Game, GameBatch, GameReader, Sample, draw_positions
from motif.board.drawing import Arrow
from motif.board.tags import GameResult, Speed, Termination
from motif.errors import BadArgument, BadGameFile
from motif.runtime.files import SHIPPED_GAMES, check_there
from motif.runtime.parallel import interruptible

if TYPE_CHECKING:
    import chess.engine
    import chess.pgn

__all__ = [
    "BadGame",
    "Game",
    "GameFilter",
    "GameResult",
    "Report",
    "Sample",
    "Speed",
    "Summary",
    "Termination",
    "boards_of",
    "read_games",
    "sample_positions",
    "summarise",
]

Kind = TypeVar("Kind", bound=StrEnum)


_TEXT, _PDF = "text in UTF-16", "a PDF document"
_OTHER_FORMATS = MappingProxyType(
    {
        "a zip archive": (b"PK\x03\x04", b"PK\x05\x06"),
        "a 7z archive": (b"7z\xbc\xaf\x27\x1c",),
        "a RAR archive": (b"Rar!\x1a",),
        "compressed with bzip2": (b"BZh",),
        "compressed with xz": (b"\xfd7zXZ",),
        _TEXT: (b"\xff\xfe", b"\xfe\xff", b"[\0", b"\0["),
        _PDF: (b"%PDF",),
    }
)
"""Other kinds of files that people pass instead of PGN, with the bytes that each begins with."""
_HINTS = MappingProxyType({_TEXT: "save it as UTF-8", _PDF: "ask the author for the games as PGN"})


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games to read; a field that is not set does not exclude any game.

    The time control is the exact text of its tag, such as `600+5`, or the name of a `Speed`.

    >>> GameFilter(ratings=(1600, 1900), time_control="rapid", player="Anna").expected_seconds
    (480, 1499)
    """

    ratings: tuple[int, int] | None = None
    results: tuple[GameResult, ...] = ()
    terminations: tuple[Termination, ...] = ()
    time_control: str | None = None
    player: str | None = None
    minimum_plies: int = 0

    def __post_init__(self) -> None:
        if self.ratings is not None and not 0 <= self.ratings[0] <= self.ratings[1]:
            low, high = self.ratings
            raise BadArgument(f"no rating lies between {low} and {high}", hint="give the lower one first")
        if self.minimum_plies < 0:
            raise BadArgument(f"a game cannot have {self.minimum_plies} plies")
        object.__setattr__(self, "results", _each(GameResult, self.results, "result"))
        object.__setattr__(self, "terminations", _each(Termination, self.terminations, "termination"))
        control = self.time_control
        if control is not None and self.speed is None and control != "-" and not any(map(str.isdigit, control)):
            raise BadArgument(f"unknown time control {control!r}", hint=f"write 600+5, or one of {', '.join(Speed)}")

    @property
    def speed(self) -> Speed | None:
        """The class of time controls to read, if the time control names one."""
        return Speed(self.time_control) if self.time_control in set(Speed) else None

    @property
    def exact_time_control(self) -> str | None:
        """The TimeControl tag to match, such as 300+3; None if the filter names a speed such as blitz."""
        return None if self.speed else self.time_control

    @property
    def expected_seconds(self) -> tuple[int, int] | None:
        """The minimum and maximum seconds that a player is expected to use, if the time control names a class."""
        return self.speed.expected_seconds if self.speed else None


@dataclass(frozen=True, slots=True)
class BadGame:
    """A game that could not be read: its place, and the problem. Number 0 means the whole file."""

    file: str
    number: int
    offset: int
    problem: str

    def __str__(self) -> str:
        if self.number == 0:
            return f"{self.file}: {self.problem}"
        return f"{self.file}, game {self.number} at byte {self.offset}: {self.problem}"


@dataclass(slots=True)
class Report:
    """Counts of the games that were read, filtered out or bad, updated while files are read.

    The counts grow batch by batch, so they include games from up to a megabyte of text that are not yielded yet.
    """

    games: int = 0
    filtered_out: int = 0
    variants: Counter[str] = field(default_factory=Counter)
    bad_games: list[BadGame] = field(default_factory=list)
    bytes_read: int = 0
    bytes_total: int | None = 0

    @property
    def broke_off(self) -> bool:
        """Whether a file could not be read to its end."""
        return any(bad.problem.startswith("the file breaks off") for bad in self.bad_games)


def boards_of(game: Game, *, with_moves: bool = True) -> list[chess.Board]:
    """Return every position of a game from first to last, with or without the moves that led to it.

    Calling `game.board(ply)` for each position would replay the game every time. In a game of 5,000 plies, positions
    with their moves take minutes to copy.
    """
    board = game.board(0)
    boards = [board.copy(stack=with_moves)]
    for move in game.moves:
        board.push(move)
        boards.append(board.copy(stack=with_moves))
    return boards


STANDARD_INPUT = "-"
"""The file name that means standard input."""


def read_games(
    paths: str | Path | Iterable[str | Path], where: GameFilter | None = None, report: Report | None = None
) -> Iterator[Game]:
    """Yield the games of one or more files that pass the filter, in their order; `-` is standard input.

    Raises BadGameFile for a file that cannot be read at all; all other problems go into the report. A game is not
    replayed if its tags already exclude it, so illegal moves in it go unnoticed.
    """
    for batch in read_batches(paths, where, report, GameReader.read_batch):
        yield from batch.games


def read_batches(
    paths: str | Path | Iterable[str | Path],
    where: GameFilter | None,
    report: Report | None,
    read: Callable[[GameReader], GameBatch | None],
) -> Iterator[GameBatch]:
    """Yield the batches that `read` takes from the readers of the files, and count them in the report."""
    names = [str(paths)] if isinstance(paths, str | Path) else [str(path) for path in paths]
    report = Report() if report is None else report
    report.bytes_total = _total_size(names)
    for name in names:
        if name != STANDARD_INPUT:
            check_there(name, BadGameFile, tuple(SHIPPED_GAMES))
            _refuse_other_formats(Path(name))
        reader = interruptible(GameReader, name, where)
        read_before = report.bytes_read
        while (batch := interruptible(read, reader)) is not None:
            report.games += batch.count
            report.filtered_out += batch.filtered_out
            report.variants.update(batch.variants)
            report.bad_games += [BadGame(name, *bad) for bad in batch.bad_games]
            report.bytes_read = read_before + reader.bytes_read
            yield batch


def sample_positions(
    games: Iterable[Game],
    per_game: int = 1,
    from_move: int = 12,
    seed: int = 0,
    most: int | None = None,
    players: Sequence[str] = (),
) -> Sample:
    """Draw positions before random moves of each game, from move number `from_move` on, `most` of all games together.

    With `players`, the player to move has one of these texts in the name. A position is drawn if the hash of its game
    and of the seed is small enough, so the sample does not depend on the order of the games, a game that comes twice
    counts once, and memory holds only what is drawn.
    """
    if per_game < 1 or from_move < 1:
        raise BadArgument(
            f"cannot sample {per_game} positions per game from move {from_move} on; both numbers must be above zero"
        )
    return draw_positions(games, per_game, from_move, seed, most, players)


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over a collection of games, made in one pass."""

    games: int
    plies: int
    players: int
    rated_players: int
    """How many ratings the games have, at most two each."""
    lowest_rating: int | None
    mean_rating: float | None
    highest_rating: int | None
    results: dict[GameResult, int]
    openings: tuple[tuple[str, int], ...]
    """The count of each opening, by its code and name, most frequent first."""


def summarise(games: Iterable[Game]) -> Summary:
    """Count games from a stream; only the names of players and openings stay in memory."""
    count = plies = 0
    names: set[str] = set()
    ratings: Counter[int] = Counter()
    results = dict.fromkeys(GameResult, 0)
    openings: Counter[str] = Counter()
    for game in games:
        count += 1
        plies += len(game)
        names.update(name for name in game.players if name != "?")
        ratings.update(rating for rating in game.ratings if rating is not None)
        results[GameResult(game.result)] += 1
        tags = game.tags
        opening = f"{tags.get('ECO', '')} {tags.get('Opening', '')}".strip()
        if opening:
            openings[opening] += 1
    rated = ratings.total()
    return Summary(
        games=count,
        plies=plies,
        players=len(names),
        rated_players=rated,
        lowest_rating=min(ratings, default=None),
        mean_rating=sum(rating * times for rating, times in ratings.items()) / rated if rated else None,
        highest_rating=max(ratings, default=None),
        results=results,
        openings=tuple(openings.most_common()),
    )


def _each(kind: type[Kind], values: Iterable[str], what: str) -> tuple[Kind, ...]:
    try:
        return tuple(kind(value) for value in values)
    except ValueError as error:
        raise BadArgument(f"unknown {what}: {error}", hint=f"one of {', '.join(kind)}") from None


def _refuse_other_formats(path: Path) -> None:
    """Raise BadGameFile for a file that is plainly not PGN; pipes are left to the reader."""
    try:
        if not path.is_file():
            return
        with path.open("rb") as file:
            begins = file.read(8)
    except (OSError, ValueError):
        return
    for kind, signs in _OTHER_FORMATS.items():
        if begins.startswith(signs):
            raise BadGameFile(
                f"{path} is {kind}, not PGN", hint=_HINTS.get(kind, "unpack it, and name the file inside")
            )


def _total_size(names: Iterable[str]) -> int | None:
    paths = [Path(name) for name in names]
    if all(path.is_file() for path in paths):
        return sum(path.stat().st_size for path in paths)
    return None


BEFORE_THE_FIRST_MOVE = -1
"""The ply of an annotation before the first move."""


@dataclass(frozen=True, slots=True)
class Variation:
    """An alternative line; the comment and the arrows belong to its first move."""

    line: tuple[chess.Move, ...]
    comment: str = ""
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotation:
    """Notes on a move: text, numeric glyphs such as `chess.pgn.NAG_BLUNDER`, an evaluation, arrows.

    `clock` is the time left after the move, in seconds; `instead` has lines that could have been played instead.
    """

    comment: str = ""
    nags: frozenset[int] = frozenset()
    evaluation: chess.engine.PovScore | None = None
    arrows: tuple[Arrow, ...] = ()
    clock: float | None = None
    instead: tuple[Variation, ...] = ()


def annotate(game: Game | chess.Board | chess.pgn.Game, annotations: Mapping[int, Annotation]) -> str:
    """Return the PGN of a game, with the annotations for each ply added to any comments that it has already.

    Ply 0 is the first move. For a board, the game is the moves on its stack; a python-chess game is changed in place.

    >>> import chess.pgn
    >>> board = chess.Board()
    >>> _ = board.push_san("f3")
    >>> print(annotate(board, {0: Annotation("The king's worst friend.", frozenset({chess.pgn.NAG_MISTAKE}))}))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "*"]
    <BLANKLINE>
    1. f3 $2 { The king's worst friend. } *
    """
    written = _as_tree(game)
    nodes: list[chess.pgn.GameNode] = [written, *written.mainline()]
    for ply, annotation in annotations.items():
        if not BEFORE_THE_FIRST_MOVE <= ply < len(nodes) - 1:
            raise BadArgument(f"there is no ply {ply} to annotate in a game of {len(nodes) - 1} plies")
        _add(nodes[ply + 1], annotation)
    return str(written)


def _as_tree(game: Game | chess.Board | chess.pgn.Game) -> chess.pgn.Game:
    import chess.pgn

    if isinstance(game, chess.pgn.Game):
        return game
    if isinstance(game, chess.Board):
        return chess.pgn.Game.from_board(game)
    tree = chess.pgn.read_game(io.StringIO(str(game)))
    assert tree is not None, "the text of a game contains a game"
    return tree


def _add(node: chess.pgn.GameNode, annotation: Annotation) -> None:
    if annotation.evaluation is not None:
        node.set_eval(annotation.evaluation)
    if annotation.arrows:
        import chess.svg

        drawn = [chess.svg.Arrow.from_pgn(str(arrow)) for arrow in annotation.arrows]
        node.set_arrows([*node.arrows(), *drawn])
    if annotation.clock is not None:
        node.set_clock(annotation.clock)
    if node.parent is not None:
        for variation in annotation.instead:
            first = node.parent.add_variation(variation.line[0])
            first.add_line(variation.line[1:])
            _add(first, Annotation(variation.comment, arrows=variation.arrows))
    node.nags.update(annotation.nags)
    node.comment = " ".join(filter(None, [node.comment, " ".join(annotation.comment.split())]))
