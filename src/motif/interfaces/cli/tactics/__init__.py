"""`motif tactics`: a group of verbs, a file each."""

from __future__ import annotations

import typer

from motif.interfaces.cli.tactics import evaluate, export, learn, show

group = typer.Typer(
    help="Learn, measure, read and export chess tactics as logic rules.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (learn, evaluate, show, export):
    verb.join(group)


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    app.add_typer(group, name="tactics")
