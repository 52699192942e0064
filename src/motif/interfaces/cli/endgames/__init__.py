"""`motif endgames`: a group of verbs, a file each."""

from __future__ import annotations

import typer

from motif.interfaces.cli.endgames import evolve, explain, match, measure, show, solve

group = typer.Typer(
    help="Evolve endgame programs, read them, match them, and hold them against the exact truth.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (evolve, match, show, explain, solve, measure):
    verb.join(group)


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    app.add_typer(group, name="endgames")
