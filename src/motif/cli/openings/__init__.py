"""`motif openings`: names and looks up openings when no other verb is named, and makes books of games."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

from motif.cli.deferred import USUAL, group_of

PANELS = {
    USUAL: {
        "name": "Name openings, list their lines, or count a player's score in each.",
        "build": "Build an opening book: which moves the games play in each position, and how they score.",
        "show": "Show the moves of a position in an opening book: games, share, score and rating.",
        "export": "Write a book for other chess programs (.bin), or its most played lines as text.",
    },
}


class Openings(TyperGroup):
    """A group whose first verb need not be said."""

    def parse_args(self, context: Any, arguments: list[str]) -> list[str]:  # noqa: ANN401 - Typer's own context
        """Put the verb in front unless the user names one or asks for help."""
        if not arguments or arguments[0] not in {*PANELS[USUAL], "-h", "--help"}:
            arguments = ["name", *arguments]
        return super().parse_args(context, arguments)


MODULES = {"books": ("build", "show", "export")}

commands = group_of(__name__, PANELS, MODULES, Openings)
