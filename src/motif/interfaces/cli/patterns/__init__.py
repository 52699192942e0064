"""`motif patterns`: a group of verbs, a file each."""

from __future__ import annotations

import typer

from motif.interfaces.cli.deferred import defer

VERBS = {
    "learn": "Learn move patterns from the moves of strong players.",
    "augment": "Weigh the patterns of a library anew on other games; none is added.",
    "evaluate": "Measure how often the best moves by patterns hold the move that was played, beside other rankings.",
    "show": "Read a library: its heaviest patterns in English, or what it says of a position.",
    "filter": "Say which moves of a position the patterns keep.",
}

group = typer.Typer(
    help="Learn move patterns from strong players, measure, read and filter by them.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
defer(group, __name__, VERBS)


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    app.add_typer(group, name="patterns")
