"""`motif endgames improve`: a program climbs by small changes, and games decide which stay."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import chess
import typer

from motif.endgames import EndgamePlayer
from motif.endgames.evolving.climbing import BOTH, FAR, NEAR, Climb, ClimbSettings, climb, measured
from motif.endgames.language.simplification import simplify
from motif.endgames.playing.games import refuse_odd
from motif.errors import BadArgument
from motif.interfaces.cli import console
from motif.interfaces.cli.console import INTERRUPTED, watching
from motif.interfaces.cli.endgames.programs import EndgameNames, find_or_parse, get_program_player, read_endgames
from motif.interfaces.cli.options import Checkpoint, Json, Quiet, Seed
from motif.progress import Progress
from motif.seeds import seed_of


class Side(StrEnum):
    """Which games count."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"

    @property
    def colours(self) -> tuple[chess.Color, ...]:
        """The colours that the program has in them."""
        return {Side.WHITE: (chess.WHITE,), Side.BLACK: (chess.BLACK,), Side.BOTH: BOTH}[self]


def improve(
    name: Annotated[
        str,
        typer.Argument(metavar="PROGRAM", help="A program by name, file or text: KRKR, rooks.program, KRKR,plies=3 …"),
    ],
    signatures: EndgameNames = ["KRKR"],  # noqa: B006 - Typer copies it
    trials: Annotated[int, typer.Option("--trials", "-n", min=1, help="How many changes are tried.")] = 2000,
    against: Annotated[
        str, typer.Option("--against", metavar="PROGRAM", help="The program that it plays against.")
    ] = "master",
    side: Annotated[
        Side, typer.Option("--side", help="Only games with this colour count; White moves first.")
    ] = Side.BOTH,
    extras: Annotated[bool, typer.Option("--extras", help="Use words that the paper does not have.")] = False,
    to: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the program here: better.program.")
    ] = None,
    checkpoint: Checkpoint = None,
    test: Annotated[
        int, typer.Option("--test", metavar="GAMES", help="Fresh games before and after; an even number.")
    ] = 2000,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Improve an endgame program by small changes, of which games decide that stay.

    A rule more or less, another question, another answer: each change plays up to 3,000 games from the same starts with
    the same lots as the program did, 1,600 if it looks ahead, so that the difference shows what the change is worth.
    It is given up as soon as it is no better. This goes well with `evolve`, which finds the program, and with programs
    that were written by hand; `--side black` makes a program for the defender. Ctrl-C keeps what was found so far.

    Example: `motif endgames improve KRKR --trials 20 --seed 1 --out better.program`
    """
    endgames = read_endgames(signatures)
    refuse_odd(test)
    player, opponent = _program(name), _program(against)
    settings = ClimbSettings(
        endgames,
        trials,
        player.rules,
        str(opponent.program),
        opponent.rules,
        side.colours,
        looks=NEAR if player.rules.plies == 1 else FAR,
        extras=extras,
    )
    now, interrupted = Climb(player.program), False
    scores: list[tuple[float, float]] = []
    with watching(f"{name} against {against}", quiet or as_json) as watch:
        try:
            for now in climb(player.program, settings, seed, checkpoint):
                watch(Progress(now.trials, trials, f"{console.counted(len(now.steps), 'change')} stayed"))
            watch(Progress(trials, trials, "fresh games of before and after"))
            scores = [measured(each, settings, test, seed_of(seed, "fresh")) for each in (player.program, now.program)]
        except KeyboardInterrupt:
            # Who stops a run does not want to wait for more games.
            interrupted = True
    program = simplify(now.program)
    lines = [f"{console.counted(now.trials, 'change')} tried, {len(now.steps)} stayed; {program.size} symbols"]
    if scores:
        before, after = (f"{mean:.3f} ± {error:.3f}" for mean, error in scores)
        lines.append(f"against {against}, {test:,} fresh games, {_games(side)}: {after}, before {before}")
    if to:
        program.save(to, "\n".join([f"Improved from {name}, seed {seed}.", *lines]))
    if as_json:
        measures = [{"score": round(mean, 4), "error": round(error, 4)} for mean, error in scores]
        results = dict(zip(("before", "after"), measures or (None, None), strict=True))
        console.say_json(now.to_json() | results | {"program": str(program), "file": to and str(to)})
    else:
        for line in (program.indented(), *lines):
            console.say(line)
    if to:
        console.note(f"the program is in {to}")
    if interrupted:
        console.note("interrupted: this is what was found so far")
        raise typer.Exit(INTERRUPTED)


def _program(name: str) -> EndgamePlayer:
    if name.lstrip().startswith("("):
        return EndgamePlayer(*find_or_parse(name))
    player = get_program_player(name)
    if player is None:
        raise BadArgument(
            f"{name!r} is no endgame program", hint="`motif endgames show` lists those that ship; or name a file"
        )
    return player


def _games(side: Side) -> str:
    return "both colours" if side is Side.BOTH else f"all with {side.title()}"
