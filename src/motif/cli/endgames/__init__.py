"""`motif endgames`: its commands, each imported when it runs."""

from __future__ import annotations

from motif.cli.deferred import USUAL, group_of

PANELS = {
    USUAL: {
        "evolve": "Evolve a program that plays one endgame, or several, by strongly typed genetic programming.",
        "improve": "Improve an endgame program by small changes, of which games decide that stay.",
        "match": "Play two players against each other from random starts of an endgame, each start twice with colours "
        "swapped.",
        "show": "Show an endgame program: its text, its trees in the terminal, or a picture of them.",
        "explain": "Say in English what a program looks for; with a position, the move that it plays there and why.",
        "solve": "Solve a small endgame exactly: who wins, how fast, and what each move leads to.",
        "measure": "Measure a player by the exact tables: wins kept, draws kept, moves wasted.",
    },
}


MODULES = {"programs": ("show", "explain", "solve"), "evolve": ("evolve", "improve"), "match": ("match", "measure")}

commands = group_of(__name__, PANELS, MODULES)
