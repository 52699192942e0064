"""`motif lab learn endgame`: evolve programs from nothing and show how they improve."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import chess
import typer
from rich.console import Group

from motif.arena.game import Entrant
from motif.board.wording import counted
from motif.cli import console
from motif.cli.console import INTERRUPTED, Grid, Stoppable, redrawing, watching
from motif.cli.lab.endgames import (
    EndgameNames,
    find_or_parse,
    get_program_player,
    player_name,
    read_endgames,
    score_table,
)
from motif.cli.options import (
    Checkpoint,
    Json,
    Quiet,
    Seed,
    WorkOptions,
    argument,
    experiment,
    option,
    output,
)
from motif.endgames.games import EndgameMatch, EndgamePlayer, GameRules, Points, Score, play_endgames, refuse_odd
from motif.endgames.learning.climbing import (
    BOTH,
    DEEPER_LOOKS,
    ONE_PLY_LOOKS,
    ClimbProgress,
    ClimbSettings,
    climb,
    mean_points,
)
from motif.endgames.learning.evolution import Champion, EvolutionSettings, Run, choose_champion, evolve
from motif.endgames.learning.fitness import Algorithm, CaseSettings, FitnessSettings
from motif.endgames.program import Program
from motif.endgames.simplification import simplify
from motif.engines.limits import TABLES_LIMIT
from motif.errors import BadArgument
from motif.players.names import enter
from motif.runtime.parallel import Progress, Workers, seed_of

# A run against a rival: the best program of every tenth generation plays an engine, as in the paper.

EVERY = 10


@dataclass(frozen=True, slots=True)
class Rival:
    """A named opponent, and how many games each program plays against it."""

    name: str
    games: int
    entrant: Entrant

    @classmethod
    def find(cls, name: str, games: int) -> Rival:
        """Find a rival by name; an unknown name, or an engine that does not start, raises an error at once."""
        return cls(name, games, enter(player_name(name)))

    def scores(
        self, run: Run, champion: Program, settings: EvolutionSettings, seed: int, workers: Workers
    ) -> Iterator[tuple[str, Score]]:
        """The scores of the best program of the first and every tenth generation, then of the champion."""
        chosen = {
            generation.number: generation.best
            for generation in run.history
            if generation.island == 0 and (generation.number == 1 or generation.number % EVERY == 0)
        }
        for title, program in [*((str(number), best) for number, best in chosen.items()), ("champion", champion)]:
            match = EndgameMatch(settings.endgames, self.games, settings.rules.moves, seed_of(seed, "rival", title))
            player = Entrant(title, partial(EndgamePlayer, title, program, settings.rules), TABLES_LIMIT)
            *_, (_, score) = play_endgames(player, self.entrant, match, workers)
            yield title, score


ROWS = 10
"""How many generations are shown; the checkpoint file has all of them."""

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 60


def evolve_(
    signatures: Annotated[list[str], argument("The endgames by their pieces: KRKR, or several at once.", "SIGNATURE")],
    generations: Annotated[int, option("How many generations.", "--generations", "-g")] = 150,
    population: Annotated[int, option("How many programs on each island.", "--population", "-p")] = 80,
    islands: Annotated[int, experiment("Separate populations, shared by the workers.")] = 1,
    peers: Annotated[int, experiment("How many peers each program plays.", min=0)] = 5,
    games: Annotated[int, experiment("Games against each peer; an even number.")] = 6,
    master: Annotated[
        int, experiment("How many games every program also plays against the Master.", metavar="GAMES")
    ] = 0,
    draw: Annotated[float, experiment("How many points a draw counts.", min=0.25, max=0.75)] = 0.5,
    cases: Annotated[
        int, option("Measure fitness on this many positions with all moves evaluated.", metavar="POSITIONS", min=0)
    ] = 0,
    searched: Annotated[
        int, experiment("How many rounds of cases a search evaluates first.", metavar="ROUNDS")
    ] = CaseSettings().searched,
    polish: Annotated[
        int, experiment("How many changes to try on each tree between rounds of cases.", metavar="TRIALS")
    ] = CaseSettings().polish,
    won: Annotated[
        int, experiment("Add this many won starts, so that programs keep their wins.", metavar="POSITIONS", min=0)
    ] = CaseSettings().won,
    plies: Annotated[int, option("How far programs look ahead: 1, or 3.")] = 1,
    material: Annotated[float, experiment("How much a pawn adds to the value of a board.")] = 0.0,
    moves: Annotated[int, experiment("A game ends after this many moves of each side.")] = 50,
    algorithm: Annotated[
        Algorithm, option("The paper's: no elite, no memory, standard operators only.")
    ] = Algorithm.MOTIF,
    extras: Annotated[bool, option("Use functions and questions that the paper does not have.", "--extras")] = False,
    to: Annotated[Path | None, output("Write the champion here: best.program.")] = None,
    checkpoint: Checkpoint = None,
    test: Annotated[
        int, option("Measure the champion in this many new games against the Master.", metavar="GAMES")
    ] = 2000,
    rival: Annotated[
        str | None,
        experiment("The best of every tenth generation plays it: stockfish,depth=6, xboard:PATH …", metavar="NAME"),
    ] = None,
    rival_games: Annotated[
        int, experiment("How many games each of them plays against the rival.", metavar="GAMES")
    ] = 50,
    *,
    job: WorkOptions,
) -> None:
    """Evolve a program that plays one endgame, or several, by strongly typed genetic programming.

    Programs play each other; the better ones breed. Ctrl-C ends the run and keeps the best program so far; with
    `--checkpoint` the same command resumes later with the same result as if it had never stopped. Games are played on
    all cores; `--workers` distributes several islands among processes. The champion is chosen among the best of the run
    on one set of games against the Master, and measured on another.

    With `--cases` only the first generation plays. Then positions of the best program's games are cases, new ones in
    every generation. Each legal move is evaluated, first by a short search, in later generations by games in which that
    program plays on; fitness is the value of a program's moves. Many small changes polish the trees of the best
    programs.

    With `--rival` the paper's second experiment follows: the best of every tenth generation plays an engine.

    Example: `motif lab learn endgame KQRKQR --set cases=400 --set population=20 --set generations=7`

    Example: `motif lab learn endgame KRKR --set generations=20 --seed 1 --out rooks.program`
    """
    by_cases = CaseSettings(cases or CaseSettings().positions, searched=searched, polish=polish, won=won)
    if not cases and by_cases != CaseSettings():
        raise BadArgument(
            "--searched, --polish and --won say how to use cases, and there are none",
            hint="add --cases 400",
        )
    settings = EvolutionSettings(
        endgames=read_endgames(signatures),
        population=population,
        generations=generations,
        islands=islands,
        migrants=min(EvolutionSettings().migrants, population // 2),
        fitness=FitnessSettings(
            peers=peers,
            games=games,
            master_games=master,
            points=Points(draw=draw),
            cases=by_cases if cases else None,
            memory=0 if algorithm is Algorithm.PAPER else FitnessSettings().memory,
        ),
        breeding=replace(algorithm.breeding, extras=extras),
        rules=GameRules(moves, plies, material),
    )
    refuse_odd(test)
    refuse_odd(rival_games)
    opponent = Rival.find(rival, rival_games) if rival else None
    work = Stoppable()
    run = _watched(work, settings, job.seed, job.staff, checkpoint, job.quiet or job.as_json)
    if not run.history:
        console.note("interrupted: no generation was finished")
        raise typer.Exit(INTERRUPTED)
    champion = None
    # After Ctrl-C, do not play more games.
    if not work.is_stopped:
        with work:
            champion = choose_champion(run, settings, test, job.seed)
    program = champion.program if champion else simplify(run.history[-1].best)
    if to:
        program.save(to, _remarks(settings, run, champion, job.seed))
    scores: dict[str, Score] = {}
    if opponent and not work.is_stopped:
        with work:
            for title, score in opponent.scores(run, program, settings, job.seed, job.staff):
                scores[title] = score
                if not (job.quiet or job.as_json):
                    console.note(f"{title} against {opponent.name}: {score}")
    _report(run, program, champion, to, scores, job.as_json)
    if opponent and not job.as_json:
        title = f"against {opponent.name}, {opponent.games} games each"
        console.out.print(score_table("generation", title, scores))
    work.leave(f"interrupted: this is the best of generation {run.number}, chosen by its fitness alone")


def _watched(
    work: Stoppable, settings: EvolutionSettings, seed: int, workers: Workers, checkpoint: Path | None, quiet: bool
) -> Run:
    run, begin, before = Run((), ()), time.perf_counter(), 0
    is_resumed = checkpoint is not None and checkpoint.exists()
    with redrawing(quiet) as redraw, work:
        for number, run in enumerate(evolve(settings, seed, workers, checkpoint)):
            if number == 0 and is_resumed:
                # The games of the checkpoint do not count in the time.
                before = _games(run)
            if redraw:
                speed = (_games(run) - before) / (time.perf_counter() - begin)
                redraw(_live(run, settings.generations, speed))
    played, seconds = _games(run) - before, time.perf_counter() - begin
    if played and not quiet:
        what = counted(played, "game")
        console.note(f"{what} in {seconds:.1f} s, {played / seconds:,.0f} a second")
    return run


def _games(run: Run) -> int:
    return sum(generation.games for generation in run.history)


def _live(run: Run, generations: int, speed: float) -> Group:
    latest = [each for each in run.history if each.number == run.number]
    grid = Grid("generation", "best", "mean", "symbols", "games a second").with_numbers(0)
    for each in latest:
        grid.add_row(
            f"{each.number} of {generations}",
            f"{each.fitness:.3f}",
            f"{each.mean_fitness:.3f}",
            f"{each.mean_size:.1f}",
            f"{speed:,.0f}",
        )
    if known := [each for each in run.history if each.against_master is not None]:
        last = known[-1]
        grid.title = f"against the Master after {last.number} generations: {last.against_master:.3f}"
    curves = {"best": [each.fitness for each in run.history], "mean": [each.mean_fitness for each in run.history]}
    return Group(grid, *(f"{name}  {curve(values)}" for name, values in curves.items()))


def curve(values: list[float], width: int = WIDTH) -> str:
    """Numbers as a row of bars, scaled from the least to the greatest; of long rows only some are drawn.

    >>> curve([0.0, 0.5, 1.0])
    '▁▄█'
    """
    chosen = [values[place * len(values) // width] for place in range(width)] if len(values) > width else values
    low, high = min(chosen), max(chosen)
    if low == high:
        return BARS[0] * len(chosen)
    return "".join(BARS[int((value - low) / (high - low) * (len(BARS) - 1))] for value in chosen)


def _report(
    run: Run, program: Program, champion: Champion | None, to: Path | None, scores: dict[str, Score], as_json: bool
) -> None:
    if as_json:
        console.say_json(
            {
                "generations": [_in_json(generation.to_json()) for generation in run.history],
                "champion": str(program),
                "size": program.size,
                "against the Master": champion and champion.score.to_json(),
                "against the rival": {title: score.to_json() for title, score in scores.items()},
                "file": to and str(to),
            }
        )
        return
    step = max(1, -(-run.number // ROWS))
    grid = Grid("generation", "island", "best", "mean", "symbols", "games", "v. Master").with_numbers(0)
    for each in run.history:
        score = each.against_master
        if each.number in (1, run.number) or each.number % step == 0 or score is not None:
            numbers = (f"{each.fitness:.3f}", f"{each.mean_fitness:.3f}", f"{each.mean_size:.1f}", f"{each.games:,}")
            grid.add_row(str(each.number), str(each.island + 1), *numbers, "" if score is None else f"{score:.3f}")
    console.out.print(grid)
    console.say(program.indented())
    if champion:
        console.say(f"against the Master, {counted(champion.score.games, 'fresh game')}: {champion.score}")
    if to:
        console.note(f"the program is in {to}")


def _in_json(generation: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 6) if isinstance(value, float) else value for key, value in generation.items()}


def _remarks(settings: EvolutionSettings, run: Run, champion: Champion | None, seed: int) -> str:
    crowd = counted(settings.population * settings.islands, "program")
    ahead = f", {settings.rules.plies} plies ahead, {settings.rules.material:g} for a pawn"
    remarks = [
        f"Evolved for {', '.join(settings.endgames)}: {crowd}, {counted(run.number, 'generation')}, seed {seed}"
        f"{ahead if settings.rules.plies > 1 else ''}.",
    ]
    if champion:
        remarks.append(f"Against the Master, {counted(champion.score.games, 'fresh game')}: {champion.score}.")
    return "\n".join(remarks)


# `motif lab learn endgame-changes`: a program climbs by small changes, and games decide which stay.


class CountedGames(StrEnum):
    """Which games count, by the program's colour."""

    WHITE = "white"
    BLACK = "black"
    BOTH = "both"

    @property
    def colours(self) -> tuple[chess.Color, ...]:
        return {CountedGames.WHITE: (chess.WHITE,), CountedGames.BLACK: (chess.BLACK,), CountedGames.BOTH: BOTH}[self]


def improve(
    name: Annotated[str, argument("A program by name, file or text: KRKR, rooks.program, KRKR,plies=3 …", "PROGRAM")],
    signatures: EndgameNames = ["KRKR"],  # noqa: B006 - Typer copies it
    trials: Annotated[int, option("How many changes are tried.", "--trials", "-n", min=1)] = 2000,
    against: Annotated[str, option("The program that it plays against.", metavar="PROGRAM")] = "master",
    side: Annotated[CountedGames, option("Count only games with this colour; White moves first.")] = CountedGames.BOTH,
    extras: Annotated[bool, option("Use functions and questions that the paper does not have.", "--extras")] = False,
    to: Annotated[Path | None, output("Write the program here: better.program.")] = None,
    checkpoint: Checkpoint = None,
    test: Annotated[
        int, option("Measure in this many new games, before and after; an even number.", metavar="GAMES")
    ] = 2000,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Improve an endgame program by small changes, and keep those that score better in games.

    Each change adds or removes a rule, or alters a question or an answer. It plays up to 3,000 games (1,600 if the
    program looks ahead) from the same starts as the program and with the same random numbers, and is dropped as soon as
    it is no better. Use this after `motif lab learn endgame` or for programs written by hand; `--side black` makes a
    program for the defender. Ctrl-C keeps what was found so far.

    Example: `motif lab learn endgame-changes KRKR --set trials=20 --seed 1 --out better.program`
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
        looks=ONE_PLY_LOOKS if player.rules.plies == 1 else DEEPER_LOOKS,
        extras=extras,
    )
    now, work = ClimbProgress(player.program), Stoppable()
    scores: list[tuple[float, float]] = []
    with watching(f"{name} against {against}", quiet or as_json) as watch, work:
        for now in climb(player.program, settings, seed, checkpoint):
            watch(Progress(now.trials, trials, f"{counted(len(now.steps), 'change')} stayed"))
        watch(Progress(trials, trials, "fresh games of before and after"))
        scores = [mean_points(each, settings, test, seed_of(seed, "fresh")) for each in (player.program, now.program)]
    program = simplify(now.program)
    lines = [f"{counted(now.trials, 'change')} tried, {len(now.steps)} stayed; {program.size} symbols"]
    if scores:
        before, after = (f"{mean:.3f} ± {error:.3f}" for mean, error in scores)
        with_side = "both colours" if side is CountedGames.BOTH else f"all with {side.title()}"
        lines.append(f"against {against}, {test:,} fresh games, {with_side}: {after}, before {before}")
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
    work.leave("interrupted: this is what was found so far")


def _program(name: str) -> EndgamePlayer:
    if name.lstrip().startswith("("):
        return EndgamePlayer(*find_or_parse(name))
    player = get_program_player(name)
    if player is None:
        raise BadArgument(
            f"{name!r} is no endgame program", hint="`motif lab read endgame` lists those that ship; or name a file"
        )
    return player
