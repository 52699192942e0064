"""`motif patterns`: its commands, each imported when it runs."""

from __future__ import annotations

from motif.cli.deferred import PAPERS, USUAL, group_of

PANELS = {
    USUAL: {
        "learn": "Learn move patterns from the moves of strong players, or from games against a teacher.",
        "show": "Read a library: the patterns that tell most in English, or what it says of a position.",
        "filter": "Say which moves of a position the patterns keep.",
    },
    PAPERS: {
        "augment": "Weigh the patterns of a library anew on other games; none is added.",
        "evaluate": "Measure how often the best moves by patterns hold the move that was played, beside other "
        "rankings.",
    },
}


MODULES = {"show": ("show", "filter"), "learn": ("learn", "augment")}

commands = group_of(__name__, PANELS, MODULES)
