"""The command `motif`: gathers the verbs, and turns every error into one line with a hint."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from motif import __version__
from motif.errors import MotifError
from motif.interfaces.cli import (
    advise,
    demo,
    endgames,
    engines,
    games,
    match,
    openings,
    positions,
    puzzles,
    search,
    show,
    tactics,
    uci,
)
from motif.interfaces.cli.console import BAD_INPUT, note, out

app = typer.Typer(
    help="Learns human-readable chess knowledge from games, and uses it to explain, to play and to train.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (games, positions, match, show, advise, tactics, openings, search, endgames, puzzles, uci, engines, demo):
    verb.join(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"motif {__version__}")
        raise typer.Exit


@app.callback()
def _every_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show a full traceback when something goes wrong.")] = False,
) -> None:
    """Declared here for the help page; `main` takes `--debug` out wherever it stands."""


def main() -> None:
    """Run the command line; exit code 0 when all is well, 2 for bad input, 130 after Ctrl-C."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) < len(sys.argv) - 1
    try:
        app(arguments, prog_name="motif", standalone_mode=True)
    except MotifError as error:
        if debug:
            raise
        note(f"error: {error}")
        if error.hint:
            note(f"hint: {error.hint}")
        sys.exit(BAD_INPUT)
