"""`motif tactics`: a group of verbs, a file each."""

from __future__ import annotations

import typer

from motif.interfaces.cli.deferred import group_of

VERBS = {
    "learn": "Learn tactics from games: rules that find the reference move among all legal moves.",
    "evaluate": "Measure a library of tactics on positions of games, beside baselines on the same positions.",
    "show": "Read a library: every tactic in English with its figures, and what they suggest in a position.",
    "compare": "Which tactics one follows and the other does not: two players, rating bands, engines or Maia networks.",
    "export": "Write tactics as Prolog programs that SWI-Prolog runs: the vocabulary, positions p0, p1 … and the "
    "rules.",
}


def join(app: typer.Typer) -> None:
    """Become a verb of the command line."""
    app.add_typer(
        group_of(__name__, VERBS, "Learn, measure, read and export chess tactics as logic rules."), name="tactics"
    )
