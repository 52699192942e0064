"""`motif data`: show where training and studies are stored, how large they are, back them up and restore them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.board.wording import counted
from motif.cli.console import Grid, out, say, say_json
from motif.cli.deferred import FORCE
from motif.cli.options import Json, option, output
from motif.engines.cache import default_cache_path
from motif.runtime.user_data import back_up, kept_in, restore
from motif.training.deck import default_deck_path

CONTENTS = {
    "training.sqlite": "training: your exercises and when each comes back",
    "studies": "studies made on the page, with their games",
    "uploads": "games whose study is not made yet",
    "web.sqlite": "the page's unfinished work",
}


def data(
    context: typer.Context,
    target: Annotated[Path | None, output("Write a backup of all of it to this ZIP file.")] = None,
    backup: Annotated[
        Path | None,
        option(
            "Put a backup in its place; `motif --force data …` replaces what is there.", "--restore", metavar="FILE"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show where Motif keeps your training and studies, back them up, or bring them to another computer.

    Example: `motif data --out motif-backup.zip`
    """
    folder = default_deck_path().parent
    if backup is not None:
        count = restore(backup, folder, is_replacing=context.find_root().obj is FORCE)
        say(f"{counted(count, 'file')} of the backup {'is' if count == 1 else 'are'} now in {folder}")
    if target is not None:
        say(f"{target} has {counted(back_up(folder, target), 'file')} of {folder}")
    if backup is not None or target is not None:
        return
    kept, cache = kept_in(folder), kept_in(default_cache_path().parent)
    if as_json:
        sizes = {item.path.name: item.bytes for item in kept}
        cached = sum(item.bytes for item in cache)
        say_json({"folder": str(folder), "bytes": sizes, "cache": str(default_cache_path().parent), "cached": cached})
        return
    say(f"Your data is in {folder}")
    table = Grid("size", "what it is")
    for item in kept:
        table.add_row(size(item.bytes), CONTENTS.get(item.path.name, item.path.name))
    if not kept:
        table.add_row(size(0), "nothing yet")
    out.print(table)
    say(f"Evaluations and downloads, which can be made again, are in {default_cache_path().parent}")
    say(f"({size(sum(item.bytes for item in cache))}). `motif data --out FILE` writes a backup of your data.")


def size(count: int) -> str:
    """A number of bytes as text.

    >>> size(900), size(43_000), size(5_200_000)
    ('1 kB', '43 kB', '5.2 MB')
    """
    return f"{max(round(count / 1e3), count > 0)} kB" if count < 1e6 else f"{count / 1e6:.1f} MB"
