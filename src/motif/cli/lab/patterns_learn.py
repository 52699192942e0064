"""`motif lab learn patterns`: learn patterns from strong players' moves, or from games against a teacher."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Annotated

import chess

from motif.arena.game import Entrant
from motif.board.games import GameFilter, Report
from motif.board.wording import counted
from motif.cli import options
from motif.cli.console import Stoppable, note, say, say_json, watching
from motif.cli.games import note_errors
from motif.cli.lab import patterns
from motif.cli.options import (
    Checkpoint,
    Cluster,
    FromMove,
    Quiet,
    Seed,
    WorkerCount,
    WorkOptions,
    experiment,
    option,
    output,
)
from motif.engines.limits import PATTERN_TEACHER_LIMIT
from motif.engines.process import get_engine
from motif.errors import BadArgument, BadGameFile, EngineFailed
from motif.patterns.learning.habits import augment_habits, evidence_of, fitted, without_disproved
from motif.patterns.learning.logit import LearnSettings
from motif.patterns.learning.logit import augment as augment_library
from motif.patterns.learning.logit import learn as learn_patterns
from motif.patterns.learning.paper_library import PaperLibrary
from motif.patterns.learning.surprises import Lookaheads
from motif.patterns.learning.teacher_games import RecordedGame, TeachSettings, play_teachers
from motif.patterns.learning.teaching import LearningStage, teach
from motif.patterns.library import Library
from motif.players.names import enter
from motif.runtime.parallel import Workers
from motif.search.material import MaterialLook

GNU_CHESS, BUILT_IN = "gnuchess", "base"


def find_teacher(name: str | None) -> Entrant:
    """Find a teacher by name; by default GNU Chess if it is installed, else the built-in search."""
    if name:
        return enter(name, PATTERN_TEACHER_LIMIT)
    return enter(GNU_CHESS if get_engine(GNU_CHESS) else BUILT_IN, PATTERN_TEACHER_LIMIT)


def traces_of(files: list[str], players: list[str] | None, quiet: bool) -> list[RecordedGame]:
    """Read recorded games with these players as the teacher; raise an error if they played none."""
    report = Report()
    traces = []
    for game in options.watched_games(files, GameFilter(), report, quiet):
        sides = [
            side
            for side, name in zip(chess.COLORS, game.players, strict=True)
            if not players or any(wanted.lower() in name.lower() for wanted in players)
        ]
        if sides and game.moves:
            traces.append(RecordedGame(game.start_fen, tuple(move.uci() for move in game.moves), tuple(sides)))
    note_errors(report)
    if not traces:
        who = f" of {' or '.join(players)}" if players else ""
        raise BadGameFile(
            f"no move{who} in {counted(report.games, 'game')}", hint="is the name spelled as in the games?"
        )
    return traces


USUAL = LearnSettings()
SCHOOL = TeachSettings()


class Weighing(StrEnum):
    """How the weights of patterns are computed."""

    LOGIT = "logit"
    PAPER = "paper"


def learn(
    to: Annotated[Path, output("Where the patterns go.")],
    files: patterns.MaybeFiles = None,
    teacher: Annotated[
        str | None, option("Whom to play: any player; without games GNU Chess if found, else base.")
    ] = None,
    games: Annotated[int, option("Games against the teacher.", min=1)] = SCHOOL.games,
    weights: Annotated[Weighing, option("logit; or paper: material, frequency and the four rules.")] = Weighing.LOGIT,
    player: patterns.Players = None,
    most: patterns.Most = 60_000,
    from_move: FromMove = 1,
    pairs: Annotated[
        int, experiment("How many pairs of relations between pieces get a weight of their own.", min=1)
    ] = USUAL.pairs,
    support: Annotated[int, experiment("Keep a pattern only if it occurs in this many moves.", min=1)] = USUAL.support,
    penalty: Annotated[
        float, experiment("Keep a pattern of one relation only if it improves the fit by this much.", min=0.01)
    ] = USUAL.penalty,
    pair_penalty: Annotated[
        float, experiment("Keep a pair of edges only if it improves the fit by this much.", min=0.01)
    ] = USUAL.pair_penalty,
    together: Annotated[
        int, experiment("Games in one round; the patterns change only after each round.", min=1)
    ] = SCHOOL.together,
    plies: Annotated[int, experiment("How many plies the learner looks beyond a move.", min=1)] = 1,
    deeper: Annotated[int, experiment("How many plies it looks where it looks more deeply.", min=2)] = 3,
    snapshots: Annotated[
        Path | None, experiment("Write the patterns learned so far into this folder.", metavar="FOLDER")
    ] = None,
    every: Annotated[int, experiment("Take a snapshot after this many games.", min=1)] = 10,
    checkpoint: Checkpoint = None,
    *,
    job: WorkOptions,
) -> None:
    """Learn move patterns from the moves of strong players, or from games against a teacher.

    From recorded games: every played move is compared with the other legal moves; patterns that distinguish them get
    weights by conditional logit, and patterns without weight are dropped. Forks are rare, so each pair of targets
    begins with the weight of any fork by that piece; a fork never counts against a move. Against a teacher, or from
    recorded games with `--weights paper`, Motif learns as in the paper: it goes through each game backwards; a move
    that wins or loses a pawn more than expected becomes a pattern of material, and the teacher's moves become habits.
    Ctrl-C keeps what is learned so far. The same seed gives the same file on any number of workers and, with a
    checkpoint, after any interruption.

    Example: `motif lab learn patterns karpov.pgn --set player=Karpov -o mine.txt`
    Example: `motif lab learn patterns --set teacher=gnuchess,depth=4 --set games=100 --set weights=paper -o taught.txt`
    """
    if files and teacher:
        raise BadArgument("patterns are learned from games or from a --teacher, not both", hint="name one of them")
    if files and weights is Weighing.LOGIT:
        evidence = patterns.gather(files, player, from_move, most, job.seed, job.quiet, job.staff)
        wanted = LearnSettings(pairs=pairs, support=support, penalty=penalty, pair_penalty=pair_penalty)
        with watching("learning", job.quiet) as watch:
            library = learn_patterns(evidence, wanted, watch)
        library.write(to)
        if job.as_json:
            say_json({"patterns": len(library), "moves": len(evidence), "file": str(to)})
        else:
            say(f"{counted(len(library), 'pattern')} learned from {counted(len(evidence), 'move')} are in {to}")
        return
    settings = TeachSettings(games=games, together=together, seed=job.seed)
    if snapshots and every % together:
        raise BadArgument(
            f"a snapshot every {every} games does not fit rounds of {together} games",
            hint="choose --every as a multiple of --together",
        )
    if deeper <= plies:
        raise BadArgument(
            f"a deeper look of {deeper} plies is not deeper than one of {plies}", hint="choose --deeper above --plies"
        )
    whom: Entrant | list[RecordedGame] = traces_of(files, player, job.quiet) if files else find_teacher(teacher)
    name = whom.name if isinstance(whom, Entrant) else "recorded games"
    eyes = Lookaheads(MaterialLook(plies), MaterialLook(deeper))

    def keep(stage: LearningStage) -> int:
        library: PaperLibrary | Library = stage.library
        if weights is Weighing.LOGIT:
            library = fitted(stage.library, stage.examples(), name)
        library.write(to)
        return len(library)

    stage, work = None, Stoppable()
    with watching("learning", job.quiet) as watch, work:
        try:
            for stage in teach(whom, eyes, settings, job.staff, checkpoint, watch):
                if snapshots and stage.games % every == 0:
                    stage.library.write(snapshots / f"patterns-{stage.games:04d}.txt")
        except EngineFailed:
            if stage and stage.games:
                keep(stage)
                note(f"what {counted(stage.games, 'game')} taught is kept")
            raise
    if stage is None:
        raise KeyboardInterrupt
    _tell(stage, keep(stage), weights, name, to, job.as_json)
    work.leave("interrupted: this is what was known then")


def _tell(stage: LearningStage, count: int, weights: Weighing, name: str, to: Path, as_json: bool) -> None:
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


# `motif lab learn pattern-weights`: the weights of known patterns on other games.


def augment(
    library: patterns.LibraryName,
    to: Annotated[Path, output("Where the patterns go.")],
    files: patterns.MaybeFiles = None,
    teacher: Annotated[str | None, option("Let two copies of this player play instead of reading games.")] = None,
    games: Annotated[int, option("Games between the two copies.", min=1)] = 50,
    prove: Annotated[
        int,
        experiment(
            "Check the promised material gains on N positions, and drop the patterns that break them.",
            min=0,
            metavar="N",
        ),
    ] = 0,
    player: patterns.Players = None,
    most: patterns.Most = 60_000,
    from_move: FromMove = 1,
    seed: Seed = 0,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    quiet: Quiet = False,
) -> None:
    """Give the patterns of a library new weights from other games; no pattern is added.

    A library with logit weights is fitted again. With the paper's weights, Motif also counts how often the moves of
    these games follow its habits, and `--prove` drops patterns that promised material and were wrong more often than
    right.

    Example: `motif lab learn pattern-weights mine.txt spassky.pgn --set player=Spassky -o better.txt`
    Example: `motif lab learn pattern-weights taught.txt --set teacher=gnuchess,depth=4 --set games=50 -o better.txt`
    """
    known = patterns.find_library(library)
    if bool(files) == bool(teacher):
        raise BadArgument("it is not clear which games to use", hint="name games, or a --teacher, not both")
    if teacher:
        whom = find_teacher(teacher)
        settings = TeachSettings(games=games, seed=seed)
        traces = play_teachers(whom, games, settings, Workers(workers, cluster))
        evidence = evidence_of([trace.teacher_moves() for trace in traces], whom.name)
    else:
        evidence = patterns.gather(files or [], player, from_move, most, seed, quiet)
    if isinstance(known, PaperLibrary):
        examples = patterns.examples_of(evidence)
        counted_on = augment_habits(known, examples)
        if prove:
            counted_on = _proved(counted_on, [board for board, _ in examples], prove, seed, quiet)
        counted_on.write(to)
        moves = counted(len(evidence), "move")
        say(f"{counted(len(counted_on.knowledge.habits), 'habit')} counted on {moves}; the patterns are in {to}")
        return
    if prove:
        raise BadArgument(
            f"the weights of {library} are by logit and say nothing about material, so there is nothing to prove",
            hint="--prove is for --weights paper",
        )
    augmented = augment_library(known, evidence)
    augmented.write(to)
    say(f"{counted(len(augmented), 'pattern')} of {len(known):,} still matter; they are in {to}")


def _proved(library: PaperLibrary, boards: list[chess.Board], most: int, seed: int, quiet: bool) -> PaperLibrary:
    """The library without the patterns whose promised material gain fails on some of the boards."""
    some = [boards[place] for place in sorted(Random(seed).sample(range(len(boards)), min(most, len(boards))))]
    with watching("proving", quiet) as watch:
        left = without_disproved(library, some, MaterialLook(1), watch)
    before, after = (len(one.knowledge.moves) + len(one.knowledge.threats) for one in (library, left))
    held = f"{after:,} of {counted(before, 'pattern')} of material and threats"
    say(f"{held} kept their promises on {counted(len(some), 'position')}")
    return left
