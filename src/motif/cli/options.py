"""Define the options that several commands share.

Options that few people need are settings, set by `--set NAME=VALUE`; a test checks that no command has more than twelve
other options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.models import OptionInfo

from motif.board.tags import GameResult, Termination
from motif.cli.console import watching
from motif.cli.deferred import SETTINGS
from motif.errors import BadArgument, BadGameFile, nearest_people

if TYPE_CHECKING:
    from motif.board.games import Draw, Game, GameFilter, Report, Sample
    from motif.engines.limits import Limit
    from motif.runtime.parallel import Workers


def experiment(*names: str, **settings: Any) -> OptionInfo:  # noqa: ANN401 - passed on to Typer
    """Return an option that help does not list: `--set NAME=VALUE` sets it."""
    option: OptionInfo = typer.Option(*names, rich_help_panel=SETTINGS, **settings)
    return option


Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
SvgFile = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the picture to this SVG file, too.")]
POSITION_HELP = "A FEN in quotes, `start`, moves such as `1. e4 e5`, or a place in a game: `games.pgn#7@23...`"
GameMove = Annotated[
    str | None, typer.Option("--move", metavar="NUMBER", help="A move of the game, as in `23...Nd4`, or `23...` alone.")
]
Position = Annotated[str, typer.Argument(metavar="POSITION", help=POSITION_HELP)]
PgnFile = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the games to this file as they come.")
]
Reasons = Annotated[bool, typer.Option("--reasons", help="Put the reason of every move into the PGN.")]
PerGame = Annotated[int, typer.Option("--per-game", min=1, help="How many positions of each game.")]
FromMove = Annotated[int, experiment("--from-move", min=1, help="Use positions from this move on.")]
Checkpoint = Annotated[
    Path | None, experiment("--checkpoint", metavar="FILE", help="Save progress in this file, and continue from it.")
]
Seed = Annotated[int, typer.Option("--seed", help="The seed: the same number gives the same result.")]
Depth = Annotated[int | None, typer.Option("--depth", help="How many half-moves the engine looks ahead.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="How many positions the engine looks at.")]
Seconds = Annotated[float | None, typer.Option("--time", metavar="SECONDS", help="How long the engine thinks.")]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME|PATH",
        help="The engine that evaluates: stockfish, search (built in) or a path; Stockfish if installed.",
    ),
]
WorkerCount = Annotated[int, experiment("--workers", "-w", min=1, help="How many processes share the work.")]
Cluster = Annotated[
    str | None, experiment("--cluster", metavar="ADDRESS", help="Use a Dask cluster, such as tcp://host:8786.")
]


# The options that choose games, shared by every command that reads them.

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="GAMES…",
        help="PGN files, plain or compressed, or .parquet; `-` is standard input, `sample` the games of Motif.",
    ),
]
LowestRating = Annotated[int, typer.Option("--min-rating", help="Both players are rated at least this.")]
HighestRating = Annotated[int, typer.Option("--max-rating", help="Both players are rated at most this.")]
Results = Annotated[list[GameResult] | None, typer.Option("--result", help="Only games with this result.")]
Terminations = Annotated[
    list[Termination] | None, experiment("--termination", help="Only games that ended for this reason.")
]
TimeControl = Annotated[
    str | None, typer.Option("--time-control", help="600+5 exactly, or bullet, blitz, rapid, classical.")
]
PlayerName = Annotated[str | None, typer.Option("--player", metavar="NAME", help="Only games of this player.")]
MinimumPlies = Annotated[int, experiment("--min-plies", help="Only games with at least this many half-moves.")]

LOWEST, HIGHEST = 0, 10_000


def chosen(
    low: int,
    high: int,
    results: list[GameResult] | None,
    terminations: list[Termination] | None,
    time_control: str | None,
    player: str | None,
    minimum_plies: int,
) -> GameFilter:
    """Make a filter of games from these options."""
    from motif.board.games import GameFilter

    return GameFilter(
        ratings=rating_range(low, high),
        results=tuple(results or ()),
        terminations=tuple(terminations or ()),
        time_control=time_control,
        player=player,
        minimum_plies=minimum_plies,
    )


Usual = TypeVar("Usual", bound="Limit | None")


def limit_of(depth: int | None, nodes: int | None, seconds: float | None, usual: Usual) -> Limit | Usual:
    """Make a limit from these options; without any of them return the usual one."""
    from motif.engines.limits import Limit

    return usual if depth is nodes is seconds is None else Limit(depth, nodes, seconds)


def rating_range(low: int, high: int) -> tuple[int, int] | None:
    """Return the range of ratings; None accepts unrated games, too."""
    return None if (low, high) == (LOWEST, HIGHEST) else (low, high)


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
        return f"{report.filtered_out:,} did not pass the filter; names are compared letter by letter"
    return str(report.bad_games[0]) if report.bad_games else ""
