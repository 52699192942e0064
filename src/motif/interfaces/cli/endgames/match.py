"""`motif endgames match`: two players from random starts of an endgame."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from motif.advice import Limit
from motif.arena.records import PairRecord
from motif.endgames import EndgamePlayer, Score
from motif.endgames.playing.games import match as play_in_core
from motif.endgames.playing.games import refuse_odd
from motif.endgames.playing.matches import EndgameMatch, play_endgames
from motif.interfaces.cli.console import INTERRUPTED, counted, note, out, say, say_json, watching
from motif.interfaces.cli.endgames.programs import (
    EndgameNames,
    MoveLimit,
    PlayerName,
    get_program_player,
    player_name,
    read_endgames,
)
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Cluster, Json, PgnFile, Quiet, Reasons, Seed, WorkerCount, experiment
from motif.interfaces.cli.pgn_writer import PgnWriter, pgn_writer, refuse_unwritten_reasons
from motif.parallel import Workers
from motif.players import DEFAULT_LIMIT, enter
from motif.progress import Progress
from motif.seeds import seed_of

BATCH = 50
"""So many starts are played in the core between two looks at the clock."""


@dataclass(slots=True)
class _Played:
    """The score in every endgame so far, and why games ended that were not played out."""

    scores: dict[str, Score] = field(default_factory=dict)
    failures: dict[str, None] = field(default_factory=dict)

    @property
    def total(self) -> Score:
        return sum(self.scores.values(), Score())


def match(
    first: PlayerName,
    second: PlayerName,
    signatures: EndgameNames = ["KRKR"],  # noqa: B006 - Typer copies it
    games: Annotated[int, typer.Option("--games", "-n", help="Games in each endgame; an even number.")] = 200,
    moves: Annotated[int, typer.Option("--moves", min=1, help="A game ends after so many moves of each side.")] = 50,
    limit: MoveLimit = str(DEFAULT_LIMIT),
    pgn: PgnFile = None,
    reasons: Reasons = False,
    checkpoint: Annotated[
        Path | None,
        experiment("--checkpoint", metavar="FILE", help="Save finished pairs here, a file each endgame; go on."),
    ] = None,
    seed: Seed = 0,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play two players against each other from random starts of an endgame, each start twice with colours swapped.

    Nothing is attacked at the start. Mate counts 1, a material advantage without mate 3/4, a draw 1/2; the error is
    that of a 95 % interval over pairs. Programs among themselves play in the core, thousands of games a second;
    engines and other players in the arena, with `--workers`, and so does everybody whose games are written or kept.
    Ctrl-C gives the score so far.

    Example: `motif endgames match KRKR random --endgame KRKR --games 4 --pgn games.pgn --reasons`
    """
    endgames = read_endgames(signatures)
    refuse_odd(games)
    refuse_unwritten_reasons(pgn, reasons)
    programs = get_program_player(first), get_program_player(second)
    played, interrupted = _Played(), False
    with ExitStack() as stack:
        watch = stack.enter_context(watching(f"{first} against {second}", quiet or as_json))
        file = stack.enter_context(pgn_writer(pgn, reasons)) if pgn else None
        try:
            for endgame in endgames:
                settings = EndgameMatch((endgame,), games, moves, seed)
                if programs[0] and programs[1] and not (file or checkpoint):
                    scores = _in_core(programs[0], programs[1], settings)
                else:
                    entrants = [enter(player_name(name), Limit.parse(limit)) for name in (first, second)]
                    saved = checkpoint and checkpoint.with_name(f"{checkpoint.stem}-{endgame}{checkpoint.suffix}")
                    staff = Workers(workers, cluster)
                    pairs = play_endgames(entrants[0], entrants[1], settings, staff, saved, notes=reasons)
                    scores = _counted(pairs, played, file)
                for score in scores:
                    played.scores[endgame] = score
                    watch(Progress(played.total.games, games * len(endgames)))
        except KeyboardInterrupt:
            interrupted = True
    _report(first, second, played, as_json)
    if file:
        note(f"{counted(file.games, 'game')} in {pgn}")
    if interrupted:
        note("interrupted: the score is that of the games so far")
        raise typer.Exit(INTERRUPTED)


def _in_core(first: EndgamePlayer, second: EndgamePlayer, settings: EndgameMatch) -> Iterator[Score]:
    score = Score()
    while score.games < settings.games:
        count = min(2 * BATCH, settings.games - score.games)
        seed = seed_of(settings.seed, "batch", score.games)
        score += play_in_core(first.compiled, second.compiled, settings.endgames, count, seed, settings.moves)
        yield score


def _counted(pairs: Iterator[tuple[PairRecord, Score]], played: _Played, file: PgnWriter | None) -> Iterator[Score]:
    for pair, score in pairs:
        if file:
            file.add(pair)
        for game in pair.games:
            if game.ending.explanation:
                played.failures[str(game.ending)] = None
        yield score


def _report(first: str, second: str, played: _Played, as_json: bool) -> None:
    if as_json:
        scores = {endgame: score.to_json() for endgame, score in played.scores.items()}
        say_json({"first": first, "second": second, "endgames": scores, "together": played.total.to_json()})
        return
    if not played.scores:
        note("no pair of games was finished")
        return
    title = f"{first} against {second}, {counted(played.total.games, 'game')}"
    names = ("endgame", "score", "wins", "advantages", "draws", "disadvantages", "losses")
    table = Grid(*names, title=title).with_numbers()
    rows = list(played.scores.items())
    for endgame, score in [*rows, ("together", played.total)] if len(rows) > 1 else rows:
        counts = (score.wins, score.advantages, score.draws, score.disadvantages, score.losses)
        table.add_row(endgame, f"{score.mean:.3f} ± {score.error:.3f}", *(f"{count:,}" for count in counts))
    out.print(table)
    for reason in played.failures:
        say(f"lost without play: {reason}")
