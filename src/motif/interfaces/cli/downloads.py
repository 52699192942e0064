"""Games that are named by an account, `lichess:NAME`: asked for once, downloaded, and handed on as files."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from motif.board.games import Speed
from motif.errors import BadArgument
from motif.interfaces.cli.console import INTERRUPTED, counted, err, note, watching
from motif.interfaces.cli.game_options import named
from motif.study.download.account import Account, Wanted
from motif.study.download.sources import download, shelf_of
from motif.study.download.web import Web

Since = Annotated[
    datetime | None,
    typer.Option(
        "--since", metavar="DATE", formats=["%Y-%m-%d", "%Y-%m", "%Y"], help="Download games since 2026-01-31."
    ),
]
Speeds = Annotated[
    list[Speed] | None, typer.Option("--speed", metavar="SPEED", help="Download blitz, rapid …; may be repeated.")
]
Rated = Annotated[bool, typer.Option("--rated", help="Download rated games alone.")]


def wanted_games(since: datetime | None, speeds: list[Speed] | None, rated: bool, newest: int | None) -> Wanted:
    """What the options ask for."""
    return Wanted(since and since.replace(tzinfo=UTC), tuple(dict.fromkeys(speeds or ())), rated, newest)


def accounts_of(names: Sequence[str], wanted: Wanted) -> list[Account]:
    """The accounts among files; what chooses downloads is refused where there is none."""
    accounts = [account for name in names if (account := Account.get(name))]
    if not accounts and (wanted.since or wanted.speeds or wanted.rated):
        raise BadArgument(
            "--since, --speed and --rated choose what is downloaded, and here are only files",
            hint="name an account, as in lichess:NAME",
        )
    return accounts


@contextmanager
def as_files(names: Sequence[str], wanted: Wanted, *, sure: bool, quiet: bool) -> Iterator[list[str]]:
    """The files that a user named, with the games of each account in a file of its own."""
    accounts = accounts_of(names, wanted)
    web = Web(tell=note)
    new = [account for account in accounts if not shelf_of(account).exists()]
    if new and not sure:
        _ask(new)
    with tempfile.TemporaryDirectory(prefix="motif-") as folder:
        files = {account: Path(folder) / f"{account.site}-{account.name}.pgn" for account in accounts}
        for account, path in files.items():
            with watching(f"asking {account.site.host}", quiet) as watch:
                try:
                    count = download(account, wanted, path, web, watch)
                except KeyboardInterrupt:
                    note("stopped; the games that came so far are kept, and the same command goes on from there")
                    raise typer.Exit(INTERRUPTED) from None
            note(f"{counted(count, 'game')} of {account.name} from {account.site.host}")
        yield [str(files[known]) if (known := Account.get(name)) else named(name) for name in names]


def _ask(accounts: Sequence[Account]) -> None:
    """Nothing leaves this machine before somebody said so, once for each account."""
    requests = " and ".join(f"{account.site.host} for the games of {account.name}" for account in accounts)
    if not sys.stdin.isatty():
        raise BadArgument(f"this would ask {requests}", hint="--yes allows it; only the name goes out")
    err.print(f"Ask {requests}? Only the name goes out. [y/N] ", end="", soft_wrap=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise BadArgument("nothing was asked for and nothing downloaded", hint="answer y, or add --yes")
