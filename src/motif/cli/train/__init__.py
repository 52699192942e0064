"""`motif train`: its commands; without one it practises."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

from motif.cli.deferred import USUAL, group_of

PANELS = {
    USUAL: {
        "practise": "Answer positions of your own games and new ones made for what you miss; what you knew comes back "
        "later.",
        "plan": "Plan a week: twenty positions for the deck, two endings to play out, an opening line, and when to "
        "come back.",
        "add": "Make exercises of a study and put them into the deck: your mistakes, new puzzles, quiet positions.",
        "export": "Write the deck as Lichess's CSV, as a PGN study, or as CSV for Anki.",
        "stats": "How the training goes: what is due, and how many answers were right week by week and theme by theme.",
    },
}


class Training(TyperGroup):
    """A group that runs `practise` if no command is named."""

    def parse_args(self, context: Any, arguments: list[str]) -> list[str]:  # noqa: ANN401 - Typer's own context
        """Insert `practise` unless the user names a command or asks for help."""
        if not arguments or arguments[0] not in {*PANELS[USUAL], "-h", "--help"}:
            arguments = ["practise", *arguments]
        return super().parse_args(context, arguments)


MODULES = {"training": tuple(PANELS[USUAL])}

commands = group_of(__name__, PANELS, MODULES, Training)
