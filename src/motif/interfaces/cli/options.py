"""The options that several commands share, each said once.

Help lists what only an experimenter sets in a last panel of its own; a test counts that a command has at most twelve
options outside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.models import OptionInfo

EXPERIMENTS = "For experiments"


def experiment(*names: str, **settings: Any) -> OptionInfo:  # noqa: ANN401 - passed on to Typer
    """An option that stands in the last panel of the help page."""
    option: OptionInfo = typer.Option(*names, rich_help_panel=EXPERIMENTS, **settings)
    return option


Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
SvgFile = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the picture to this file as well.")]
Position = Annotated[str, typer.Argument(metavar="FEN", help="The position as FEN, in quotes; or `start`.")]
PgnFile = Annotated[
    Path | None, typer.Option("--pgn", metavar="FILE", help="Write the games to this file as they come.")
]
Reasons = Annotated[bool, typer.Option("--reasons", help="Put the reason of every move into the PGN.")]
PerGame = Annotated[int, typer.Option("--per-game", min=1, help="How many positions of each game.")]
FromMove = Annotated[int, typer.Option("--from-move", min=1, help="From this move on.")]
Checkpoint = Annotated[
    Path | None, experiment("--checkpoint", metavar="FILE", help="Save what is done here; go on from it.")
]
Seed = Annotated[int, experiment("--seed", help="Everything random follows from this number.")]
WorkerCount = Annotated[int, experiment("--workers", "-w", min=1, help="How many processes share the work.")]
Cluster = Annotated[
    str | None, experiment("--cluster", metavar="ADDRESS", help="Work on a Dask cluster, e.g. tcp://host:8786.")
]
