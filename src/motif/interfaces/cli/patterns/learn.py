"""`motif patterns learn`: patterns from the moves of strong players, or from games against a teacher."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from motif.arena.game import Entrant
from motif.errors import BadArgument
from motif.interfaces.cli.console import INTERRUPTED, counted, note, say, say_json, watching
from motif.interfaces.cli.options import Checkpoint, Cluster, FromMove, Json, Quiet, Seed, WorkerCount, experiment
from motif.interfaces.cli.patterns import sources, teachers
from motif.parallel import Workers
from motif.patterns.examples import Trace
from motif.patterns.learning import LearnSettings
from motif.patterns.learning import learn as learn_patterns
from motif.patterns.teaching import Stage, TeachSettings

USUAL = LearnSettings()
SCHOOL = TeachSettings()


class Weights(StrEnum):
    """How patterns are weighed."""

    LOGIT = "logit"
    PAPER = "paper"


def learn(
    to: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where the patterns go.")],
    files: sources.MaybeFiles = None,
    teacher: Annotated[
        str | None,
        typer.Option("--teacher", help="Whom to play: any player; without games GNU Chess if found, else base."),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Games against the teacher.")] = SCHOOL.games,
    weights: Annotated[
        Weights, typer.Option("--weights", help="logit; or paper: material, frequency and the four rules.")
    ] = Weights.LOGIT,
    player: sources.Players = None,
    most: sources.Most = 60_000,
    from_move: FromMove = 1,
    pairs: Annotated[int, experiment("--pairs", min=1, help="How many pairs of edges to weigh.")] = USUAL.pairs,
    support: Annotated[
        int, experiment("--support", min=1, help="In how many moves a pattern must be seen.")
    ] = USUAL.support,
    penalty: Annotated[
        float, experiment("--penalty", min=0.01, help="What a single edge must gain to stay.")
    ] = USUAL.penalty,
    pair_penalty: Annotated[
        float, experiment("--pair-penalty", min=0.01, help="What a pair of edges must gain to stay.")
    ] = USUAL.pair_penalty,
    together: Annotated[
        int, experiment("--together", min=1, help="Games of one round, played by what was known before it.")
    ] = SCHOOL.together,
    plies: Annotated[int, experiment("--plies", min=1, help="Plies that the learner looks beyond a move.")] = 1,
    deeper: Annotated[int, experiment("--deeper", min=2, help="The same where it looks more deeply.")] = 3,
    classes: Annotated[
        bool, experiment("--classes", help="What two habits share may be any minor, heavy or other piece.")
    ] = False,
    utility: Annotated[
        float, experiment("--utility", min=0.0, help="With paper weights: drop habits of less use than this.")
    ] = 0.0,
    snapshots: Annotated[
        Path | None, experiment("--snapshots", metavar="FOLDER", help="Keep what is known on the way here.")
    ] = None,
    every: Annotated[int, experiment("--every", min=1, help="A snapshot after so many games.")] = 10,
    checkpoint: Checkpoint = None,
    seed: Seed = 0,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Learn move patterns from the moves of strong players, or from games against a teacher.

    From recorded games: every move that was played is held against the other legal moves; patterns that tell them
    apart get weights by conditional logit, and what weighs nothing is dropped. Forks are rare, so each pair of men
    begins at what any fork by that man is worth; to hit two men never counts against a move.
    Against a teacher, or from recorded games with `--weights paper`, as the paper does it: each game is gone through
    backwards; what wins or loses a pawn against expectation becomes a pattern of material, and the teacher's moves
    become habits. Ctrl-C keeps what is known. The same seed gives the same file on any number of workers, and after
    any number of stops when there is a checkpoint.

    Example: `motif patterns learn karpov.pgn --player Karpov -o mine.txt`
    Example: `motif patterns learn --teacher gnuchess,depth=4 --games 100 --weights paper -o taught.txt`
    """
    if files and teacher:
        raise BadArgument("games and --teacher cannot both teach", hint="name one of them")
    if files and weights is Weights.LOGIT:
        evidence = sources.gather(files, player, from_move, most, seed, quiet)
        settings = LearnSettings(pairs=pairs, support=support, penalty=penalty, pair_penalty=pair_penalty)
        with watching("learning", quiet) as watch:
            library = learn_patterns(evidence, settings, watch)
        library.write(to)
        if as_json:
            say_json({"patterns": len(library), "moves": len(evidence), "file": str(to)})
        else:
            say(f"{counted(len(library), 'pattern')} learned from {counted(len(evidence), 'move')} are in {to}")
        return
    lessons = teachers.Lessons(
        TeachSettings(games=games, together=together, classes=classes, seed=seed),
        plies,
        deeper,
        every,
        snapshots,
        checkpoint,
        Workers(workers, cluster),
    )
    whom: Entrant | list[Trace] = teachers.traces_of(files, player, quiet) if files else teachers.find_teacher(teacher)
    _by_lessons(whom, lessons, weights, utility, to, as_json=as_json, quiet=quiet)


def _by_lessons(
    whom: Entrant | list[Trace],
    lessons: teachers.Lessons,
    weights: Weights,
    utility: float,
    to: Path,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    name = whom.name if isinstance(whom, Entrant) else "recorded games"

    def keep(stage: Stage) -> int:
        library = teachers.weighed(stage, weights, utility, name)
        library.write(to)
        return len(library)

    stage, interrupted = teachers.take_lessons(whom, lessons, quiet, keep)
    count = keep(stage)
    known = stage.library.knowledge
    if "broken off" in stage.library.notes:
        note(f"the teacher broke off {stage.library.notes['broken off']}")
    if as_json:
        taught = {str(source): number for source, number in sorted(stage.counts.items())}
        say_json({"patterns": count, "games": stage.games, "teacher": name, "lessons": taught, "file": str(to)})
    else:
        say(
            f"{counted(len(known.moves), 'pattern')} of material, {counted(len(known.threats), 'threat')} and "
            f"{counted(len(known.habits), 'habit')} learned in {counted(stage.games, 'game')} with {name}"
        )
        say(f"{counted(count, 'pattern')} with weights by {weights} are in {to}")
    if interrupted:
        note("interrupted: this is what was known then")
        raise typer.Exit(INTERRUPTED)
