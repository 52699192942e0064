"""`motif patterns`: a group of verbs, a file each."""

from __future__ import annotations

import typer

from motif.interfaces.cli.deferred import group_of

VERBS = {
    "learn": "Learn move patterns from the moves of strong players, or from games against a teacher.",
    "augment": "Weigh the patterns of a library anew on other games; none is added.",
    "evaluate": "Measure how often the best moves by patterns hold the move that was played, beside other rankings.",
    "show": "Read a library: the patterns that tell most in English, or what it says of a position.",
    "filter": "Say which moves of a position the patterns keep.",
}


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    sentence = "Learn move patterns from strong players, measure, read and filter by them."
    app.add_typer(group_of(__name__, VERBS, sentence), name="patterns")
