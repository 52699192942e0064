"""`motif tactics`: its commands, each imported when it runs."""

from __future__ import annotations

from motif.cli.deferred import PAPERS, USUAL, group_of

PANELS = {
    USUAL: {
        "learn": "Learn tactics from games: rules that find the reference move among all legal moves.",
        "show": "Read a library: every tactic in English with its figures, and what they suggest in a position.",
        "compare": "Which tactics one follows and the other does not: two players, rating bands, engines or "
        "Maia networks.",
        "export": "Write tactics as Prolog programs that SWI-Prolog runs: the vocabulary, positions p0, p1 … and the "
        "rules.",
    },
    PAPERS: {
        "evaluate": "Measure a library of tactics on positions of games, beside baselines on the same positions.",
    },
}


MODULES = {"show": ("show", "export"), "evaluate": ("evaluate", "compare")}

commands = group_of(__name__, PANELS, MODULES)
