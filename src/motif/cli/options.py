"""Define the options that several commands share.

Options that few people need are settings, set by `--set NAME=VALUE`; a test checks that no command has more than twelve
other options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.models import ArgumentInfo, OptionInfo

from motif.board.tags import GameResult, Termination
from motif.cli.console import watching
from motif.cli.deferred import SETTINGS
from motif.errors import BadArgument, BadGameFile, nearest_people

if TYPE_CHECKING:
    from motif.board.games import Draw, Game, GameFilter, Report, Sample
    from motif.engines.limits import Limit
    from motif.runtime.parallel import Workers


def option(help: str, *names: str, **settings: Any) -> OptionInfo:  # noqa: ANN401 - passed on to Typer
    """Return an option with its help; without names the parameter's name is used."""
    made: OptionInfo = typer.Option(*names, help=help, **settings)
    return made


def experiment(help: str, *names: str, **settings: Any) -> OptionInfo:  # noqa: ANN401 - passed on to Typer
    """Return an option that help does not list: `--set NAME=VALUE` sets it."""
    return option(help, *names, rich_help_panel=SETTINGS, **settings)


def output(help: str) -> OptionInfo:
    """Return the option `--out FILE`."""
    return option(help, "--out", "-o", metavar="FILE")


def argument(help: str, metavar: str, **settings: Any) -> ArgumentInfo:  # noqa: ANN401 - passed on to Typer
    """Return an argument with its help and its name in help."""
    made: ArgumentInfo = typer.Argument(metavar=metavar, help=help, **settings)
    return made


Json = Annotated[bool, option("Print JSON for machines instead of tables.", "--json")]
Quiet = Annotated[bool, option("Show no progress.", "--quiet", "-q")]
SvgFile = Annotated[Path | None, option("Write the picture to this SVG file, too.", "--svg", metavar="FILE")]
POSITION_HELP = "A FEN in quotes, `start`, moves such as `1. e4 e5`, or a place in a game: `games.pgn#7@23...`"
GameMove = Annotated[
    str | None, option("A move of the game, as in `23...Nd4`, or `23...` alone.", "--move", metavar="NUMBER")
]
Position = Annotated[str, argument(POSITION_HELP, "POSITION")]
PgnFile = Annotated[Path | None, output("Write the games to this file as they come.")]
Reasons = Annotated[bool, option("Put the reason of every move into the PGN.", "--reasons")]
PerGame = Annotated[int, option("How many positions of each game.", "--per-game", min=1)]
FromMove = Annotated[int, experiment("Use positions from this move on.", "--from-move", min=1)]
Checkpoint = Annotated[
    Path | None, experiment("Save progress in this file, and continue from it.", "--checkpoint", metavar="FILE")
]
Seed = Annotated[int, option("The seed: the same number gives the same result.", "--seed")]
Depth = Annotated[int | None, option("How many half-moves the engine looks ahead.", "--depth")]
Nodes = Annotated[int | None, option("How many positions the engine looks at.", "--nodes")]
Seconds = Annotated[float | None, option("How long the engine thinks.", "--time", metavar="SECONDS")]
Engine = Annotated[
    str | None,
    option(
        "The engine that evaluates: stockfish, search (built in) or a path; Stockfish if installed.",
        "--engine",
        metavar="NAME|PATH",
    ),
]
WorkerCount = Annotated[int, experiment("How many processes share the work.", "--workers", "-w", min=1)]
Cluster = Annotated[
    str | None, experiment("Use a Dask cluster, such as tcp://host:8786.", "--cluster", metavar="ADDRESS")
]


# The options that choose games, shared by every command that reads them.

Files = Annotated[
    list[str],
    argument(
        "PGN files, plain or compressed, or .parquet; `-` is standard input, `sample` the games of Motif.", "GAMES…"
    ),
]
LowestRating = Annotated[int, option("Both players are rated at least this.", "--min-rating")]
HighestRating = Annotated[int, option("Both players are rated at most this.", "--max-rating")]
Results = Annotated[list[GameResult] | None, option("Only games with this result.", "--result")]
Terminations = Annotated[
    list[Termination] | None, experiment("Only games that ended for this reason.", "--termination")
]
TimeControl = Annotated[str | None, option("600+5 exactly, or bullet, blitz, rapid, classical.", "--time-control")]
PlayerName = Annotated[str | None, option("Only games of this player.", "--player", metavar="NAME")]
MinimumPlies = Annotated[int, experiment("Only games with at least this many half-moves.", "--min-plies")]

LOWEST, HIGHEST = 0, 10_000


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options that choose games."""

    low: LowestRating = LOWEST
    high: HighestRating = HIGHEST
    results: Results = None
    terminations: Terminations = None
    time_control: TimeControl = None
    player: PlayerName = None
    minimum_plies: MinimumPlies = 0

    @property
    def filter(self) -> GameFilter:
        from motif.board.games import GameFilter

        return GameFilter(
            # Without a range, games without ratings count, too.
            ratings=None if (self.low, self.high) == (LOWEST, HIGHEST) else (self.low, self.high),
            results=tuple(self.results or ()),
            terminations=tuple(self.terminations or ()),
            time_control=self.time_control,
            player=self.player,
            minimum_plies=self.minimum_plies,
        )


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The engine, and how far it looks."""

    engine: Engine = None
    depth: Depth = None
    nodes: Nodes = None
    seconds: Seconds = None

    @property
    def limit(self) -> Limit | None:
        return limit_of(self.depth, self.nodes, self.seconds)


@dataclass(frozen=True, slots=True)
class WorkOptions:
    """The options of long work that several processes can share."""

    seed: Seed = 0
    workers: WorkerCount = 1
    cluster: Cluster = None
    as_json: Json = False
    quiet: Quiet = False

    @property
    def staff(self) -> Workers:
        from motif.runtime.parallel import Workers

        return Workers(self.workers, self.cluster)


def limit_of(depth: int | None, nodes: int | None, seconds: float | None) -> Limit | None:
    """Return the limit of these options; None without any of them."""
    from motif.engines.limits import Limit

    return None if depth is nodes is seconds is None else Limit(depth, nodes, seconds)


def named(name: str) -> str:
    """The path of a named file, or of the shipped games `sample`, `learner` and `learner-later`."""
    from motif.board.shares import is_address
    from motif.runtime.files import SHIPPED_GAMES, check_there, shipped_games

    if shipped := shipped_games(name):
        return str(shipped)
    if name.startswith(("http://", "https://")):
        raise BadArgument(
            f"{name} is an address, and games are read from files",
            hint="motif study lichess:NAME or chesscom:NAME downloads; else save the PGN first",
        )
    if is_address(name):
        return name
    if name != "-":
        check_there(name, BadGameFile, tuple(SHIPPED_GAMES))
    _refuse_bare_returns(Path(name))
    return name


BEGINNING_BYTES = 1 << 16


def _refuse_bare_returns(path: Path) -> None:
    """Raise an error for a file with carriage returns alone as line ends, which would be read as one line."""
    if not path.is_file():
        return
    try:
        with path.open("rb") as file:
            beginning = file.read(BEGINNING_BYTES)
    except OSError:
        return  # reading the games will say why that fails
    if beginning.startswith(b"[") and b"\r" in beginning and b"\n" not in beginning:
        raise BadGameFile(
            f"the lines of {path} end in carriage returns alone, as on old Macs",
            hint=f"convert it, for example: tr '\\r' '\\n' < {path} > new.pgn",
        )


def check_games(names: Iterable[str | Path]) -> None:
    """Raise an error for a file without a game; pipes are not checked, as they can be read only once."""
    from motif.board.games import Report, read_games

    for name in filter(lambda name: Path(name).is_file(), names):
        report = Report()
        if next(read_games(name, report=report), None) is None:
            raise BadGameFile(f"there is no game to work on in {name}", hint=why_none(report))


def watched_games(
    files: list[str], where: GameFilter, report: Report, quiet: bool, *, none_will_do: bool = False
) -> Iterator[Game]:
    """Read games with a progress bar over the bytes of their files; without games raise an error unless
    `none_will_do`."""
    from motif.board.games import read_games
    from motif.runtime.parallel import Progress

    with watching("reading games", quiet) as watch:
        for game in read_games(list(map(named, files)), where, report):
            watch(Progress(report.bytes_read, report.bytes_total))
            yield game
    if not none_will_do:
        refuse_none(report, files, where)


def watched_sample(
    files: list[str], draw: Draw, where: GameFilter, report: Report, quiet: bool, workers: Workers | None = None
) -> Sample:
    """Draw positions from games with a progress bar; raise an error if there are no games."""
    from motif.board.games import draw_from_files

    with watching("reading games", quiet) as watch:
        sample = draw_from_files(list(map(named, files)), draw, where, workers, report, watch)
    refuse_none(report, files, where)
    return sample


def refuse_none(report: Report, files: Sequence[str], where: GameFilter) -> None:
    """Raise an error if no game was read."""
    if not report.games:
        played = f" that {where.player} played" if where.player else ""
        raise BadGameFile(
            f"there is no game to work on in {', '.join(files)}{played}", hint=why_none(report, files, where)
        )


MOST_GAMES_READ_FOR_NAMES = 5_000


def why_none(report: Report, files: Sequence[str] = (), where: GameFilter | None = None) -> str:
    """Say why no game is left, and which player the user may have meant."""
    if where is not None and where.player is not None and "-" not in files:
        from motif.board.games import read_games

        first = islice(read_games(list(map(named, files))), MOST_GAMES_READ_FOR_NAMES)
        names = Counter(name for game in first for name in game.players)
        if names and where.player not in names:
            return nearest_people(where.player, (name for name, _ in names.most_common()))
    if report.filtered_out:
        return f"{report.filtered_out:,} did not pass the filter"
    return str(report.bad_games[0]) if report.bad_games else ""
