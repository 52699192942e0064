"""`motif puzzles`: a group of verbs, a file each."""

from __future__ import annotations

import typer

from motif.interfaces.cli.puzzles import check, compose, mine, sheet, solve

group = typer.Typer(
    help="Compose, mine, solve and check chess puzzles.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (compose, sheet, solve, check, mine):
    verb.join(group)


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    app.add_typer(group, name="puzzles")
