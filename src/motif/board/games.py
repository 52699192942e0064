"""Read games from PGN and Parquet files, draw positions from them, and summarise them.

Games come as a stream, so memory does not grow with the file. A malformed game is reported and skipped. Several workers
can divide the games: each works on shares of the files, and the results are merged (`work_on_shares`). We sample
positions as Krishnan & Martens 2022 do for their tactics: one at random from each game, from move 12 on, with the move
that was played there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game, GameBatch, GameReader, Positions, Sample, draw_positions
from motif.board.shares import STANDARD_INPUT, Share, is_address, shares_of
from motif.board.tags import GameResult, Speed, Termination
from motif.errors import BadArgument, BadGameFile
from motif.runtime.files import SHIPPED_GAMES, check_there
from motif.runtime.parallel import InlineExecutor, Progress, Watch, Workers, in_order, interruptible, unwatched

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
Result = TypeVar("Result")


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
    """A game that could not be read: its place, and the problem. Number 0 means the whole file.

    A game in a Parquet file has no offset.
    """

    file: str
    number: int
    offset: int | None
    problem: str

    def __str__(self) -> str:
        if self.number == 0:
            return f"{self.file}: {self.problem}"
        where = "" if self.offset is None else f" at byte {self.offset}"
        return f"{self.file}, game {self.number}{where}: {self.problem}"


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

    @property
    def seen(self) -> int:
        """How many games were read, wanted or not, and good or bad."""
        bad = sum(bad.number > 0 for bad in self.bad_games)
        return self.games + self.filtered_out + self.variants.total() + bad

    def add(self, other: Report, games_before: int = 0) -> None:
        """Add the counts of a share, whose first game comes after `games_before` games of its file."""
        self.games += other.games
        self.filtered_out += other.filtered_out
        self.variants.update(other.variants)
        self.bytes_read += other.bytes_read
        for bad in other.bad_games:
            self.bad_games.append(replace(bad, number=bad.number + games_before) if bad.number else bad)


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


def read_games(
    paths: str | Path | Iterable[str | Path], where: GameFilter | None = None, report: Report | None = None
) -> Iterator[Game]:
    """Yield the games of one or more files that pass the filter, in their order; `-` is standard input.

    Raises BadGameFile for a file that cannot be read at all; all other problems go into the report. A game is not
    replayed if its tags already exclude it, so illegal moves in it go unnoticed.
    """
    names = [str(paths)] if isinstance(paths, str | Path) else [str(path) for path in paths]
    report = Report() if report is None else report
    report.bytes_total = _total_size(names)
    for name in names:
        yield from games_of_share(Share(name), where, report)


def games_of_share(share: Share, where: GameFilter | None, report: Report) -> Iterator[Game]:
    """Yield the games of a share that pass the filter, and count them in the report."""
    for batch in read_share(share, where, report, GameReader.read_batch):
        yield from batch.games


def read_share(
    share: Share, where: GameFilter | None, report: Report, read: Callable[[GameReader], GameBatch | None]
) -> Iterator[GameBatch]:
    """Yield the batches that `read` takes from the reader of a share, and count them in the report."""
    name = share.file
    if name != STANDARD_INPUT and not is_address(name):
        check_there(name, BadGameFile, tuple(SHIPPED_GAMES))
        _refuse_other_formats(Path(name))
    read_before = report.bytes_read
    with share.text() as text:
        reader = interruptible(GameReader, name, where, *([] if text is None else [text]))
        while (batch := interruptible(read, reader)) is not None:
            report.games += batch.count
            report.filtered_out += batch.filtered_out
            report.variants.update(batch.variants)
            for number, offset, problem in batch.bad_games:
                place = text.place_of(offset) if text and number else offset
                report.bad_games.append(BadGame(name, number, place, problem))
            report.bytes_read = read_before + (text or reader).bytes_read
            yield batch
        if text is not None and text.problem:
            problem = f"the file breaks off here: {text.problem}"
            report.bad_games.append(BadGame(name, report.seen + 1, None, problem))


ShareWork = Callable[[Share, Report, Watch], Result]
"""Work on one share that can be sent to another process: it counts the games in the report."""


def work_on_shares(
    files: Sequence[str | Path],
    work: ShareWork[Result],
    workers: Workers | None = None,
    report: Report | None = None,
    watch: Watch = unwatched,
) -> Iterator[Result]:
    """Divide files into shares, let workers work on them, and yield the results in the order of the shares.

    The shares do not depend on the workers, so neither do the results. A worker that is killed changes nothing: its
    share is given to another.
    """
    report = Report() if report is None else report
    shares = shares_of(files)
    report.bytes_total = sum(share.size for share in shares) if all(share.size for share in shares) else None
    seen: Counter[str] = Counter()
    good_files: set[str] = set()
    with (workers or Workers()).executor() as executor:
        # Only work in this process can show how far it is.
        inner = partial(_add_progress, report, watch) if isinstance(executor, InlineExecutor) else unwatched
        for share, (result, part) in zip(
            shares, in_order(executor, partial(_work_on, work, watch=inner), shares), strict=True
        ):
            if part.seen > len(part.bad_games):
                good_files.add(share.file)
            report.add(part, seen[share.file])
            seen[share.file] += part.seen
            watch(Progress(report.bytes_read, report.bytes_total))
            yield result
    # A share without a good game does not make a bad file if another share of the file has one.
    report.bad_games[:] = dict.fromkeys(bad for bad in report.bad_games if bad.number or bad.file not in good_files)


def _work_on(work: ShareWork[Result], share: Share, watch: Watch) -> tuple[Result, Report]:
    report = Report(bytes_total=share.size or None)
    return work(share, report, watch), report


def _add_progress(before: Report, watch: Watch, progress: Progress) -> None:
    watch(Progress(before.bytes_read + progress.done, before.bytes_total))


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
class Draw:
    """Which positions to draw from games, as `sample_positions` explains."""

    per_game: int = 1
    from_move: int = 12
    seed: int = 0
    most: int | None = None
    players: tuple[str, ...] = ()


def draw_from_files(
    files: Sequence[str | Path],
    draw: Draw,
    where: GameFilter | None = None,
    workers: Workers | None = None,
    report: Report | None = None,
    watch: Watch = unwatched,
) -> Sample:
    """Draw positions from the games of files, the same ones on any number of workers."""
    drawn: Sample | None = None
    for part in work_on_shares(files, partial(_draw_from_share, draw, where), workers, report, watch):
        drawn = _smallest([drawn, part], draw.most) if drawn else part
    return drawn or sample_positions([])


def _draw_from_share(draw: Draw, where: GameFilter | None, share: Share, report: Report, watch: Watch) -> Sample:
    def games() -> Iterator[Game]:
        for game in games_of_share(share, where, report):
            watch(Progress(report.bytes_read))
            yield game

    return sample_positions(games(), draw.per_game, draw.from_move, draw.seed, draw.most, draw.players)


def _smallest(samples: Sequence[Sample], most: int | None) -> Sample:
    """Merge samples: keep the positions with the smallest hashes, each once, in the order of the samples."""
    hashes = np.concatenate([sample.hashes for sample in samples])
    # The first of equal hashes is that of the game that came first.
    _, first = np.unique(hashes, return_index=True)
    rows = np.sort(first[:most])
    starts = np.cumsum([0, *(len(sample.players) for sample in samples)])
    games = np.concatenate([sample.games + start for sample, start in zip(samples, starts[:-1], strict=True)])
    kept, numbers = np.unique(games[rows], return_inverse=True)
    players = [each for sample in samples for each in sample.players]
    results = [each for sample in samples for each in sample.results]

    def column(name: str) -> NDArray[Any]:
        whole: NDArray[Any] = np.concatenate([getattr(sample, name) for sample in samples])[rows]
        return whole

    return Sample(
        (
            Positions.concatenate(sample.positions for sample in samples).take(rows),
            column("moves"),
            column("plies"),
            numbers.astype(np.int64),
            column("captured_on"),
            column("ratings"),
            column("centipawns"),
            hashes[rows],
            [players[game] for game in kept],
            [results[game] for game in kept],
        )
    )


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
    paths = list(map(Path, names))
    if all(path.is_file() for path in paths):
        return sum(path.stat().st_size for path in paths)
    return None
