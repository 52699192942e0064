"""`motif puzzles compose`: compose puzzles to order."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

from rich.console import Group
from rich.live import Live

from motif.board.wording import counted
from motif.cli.console import Grid, Stoppable, closing_all, err, note, say, say_json, watching
from motif.cli.options import Json, Quiet, Seed, WorkOptions, experiment, option, output
from motif.engines.limits import DEFAULT_LIMIT, Limit
from motif.errors import BadArgument, BadFile, NothingFound
from motif.players.names import Name, find_evaluator
from motif.puzzles.batches import CompositionStep, Order
from motif.puzzles.composition import compose as compose_puzzles
from motif.puzzles.composition import compose_wins
from motif.puzzles.files import PuzzleWriter, check_format
from motif.puzzles.paper import Encoding, PaperModel, StaticPuzzle, compose_static, is_sound, prove_optimum
from motif.puzzles.puzzle import Goal, Puzzle, Stipulation
from motif.puzzles.quality import Duals, PlayAfterKey
from motif.puzzles.recipe import PieceCount, Recipe, Replies, parse_board
from motif.puzzles.themes import Theme, find_theme
from motif.runtime.files import read_text
from motif.runtime.parallel import Progress

# The options that several verbs of `motif puzzles` share, and the recipe that they make.

Board = Annotated[str, option("Files x ranks, 4x4 to 8x8.", "--board")]
WhitePieces = Annotated[str, experiment("White's pieces: `2-6 with QN without P worth 3-12`.", "--white")]
BlackPieces = Annotated[str, experiment("Black's pieces, in the same way.", "--black")]
Themes = Annotated[
    list[str] | None, option("A theme that the solution must show; may be repeated.", "--theme", "-t", metavar="NAME")
]
Count = Annotated[int, option("How many puzzles.", "--count", "-n", min=1)]


def read_recipe(goal: str, themes: list[str] | None, board: str, white: str, black: str) -> Recipe:
    """Make a recipe from the options."""
    return Recipe(
        stipulation=Stipulation.parse(goal),
        themes=tuple(find_theme(name) for name in themes or ()),
        board=parse_board(board),
        white=PieceCount.parse(white),
        black=PieceCount.parse(black),
    )


PATIENCE = 300.0
"""How many seconds a search continues without a puzzle if no time is given."""

SECONDS_BETWEEN_NOTES = 30.0
"""How often a search outside a terminal reports that it is still running."""


def compose(
    goal: Annotated[str, option("`mate in 2` to `mate in 4`, or `win in 1`.")] = "mate in 2",
    themes: Themes = None,
    rules: Annotated[Path | None, experiment("ASP rules for tactic(From,To): the key is one.", metavar="FILE")] = None,
    count: Count = 5,
    board: Board = "8x8",
    white: WhitePieces = "1-6",
    black: BlackPieces = "1-8",
    replies: Annotated[Replies, experiment("How many defences Black has after the key.")] = Replies.ANY,
    key_may: Annotated[list[str] | None, experiment("Let the key be a check, capture or promotion.")] = None,
    duals: Annotated[Duals, experiment("Defences that allow several mates: at most a fifth are few.")] = Duals.FEW,
    play: Annotated[
        PlayAfterKey, experiment("Of mates in two: different mates and tries; rich: after piece moves, too; or any.")
    ] = PlayAfterKey.VARIED,
    game_like: Annotated[
        bool, option("As in a game: White at most 3 points ahead, pawns not far advanced.", "--game-like")
    ] = False,
    promoted: Annotated[
        bool, experiment("Allow promoted pieces, such as two bishops on one colour.", "--promoted")
    ] = False,
    recipe_file: Annotated[
        Path | None, experiment("Read the whole recipe from this file.", "--recipe", metavar="FILE")
    ] = None,
    to: Annotated[Path | None, output("Write to this file: .txt, .pdf, .pgn, .csv, .epd, .tex.")] = None,
    parts: Annotated[bool, experiment("Print the parts of the difficulty.", "--parts")] = False,
    bulk: Annotated[bool, experiment("Compose without clingo: many mates, with any content.", "--bulk")] = False,
    encoding: Annotated[
        Encoding, experiment("Use Motif's rules, or one of the paper's two models with clingo alone.")
    ] = Encoding.MOTIF,
    record: Annotated[
        bool, experiment("With --encoding: record solutions and restart after each, as the paper.", "--record")
    ] = False,
    engine: Annotated[str | None, option("The engine that says whether material is won.", metavar="NAME")] = None,
    seconds: Annotated[
        float | None,
        option(f"Give up after this time; else after {PATIENCE:.0f} s without a puzzle.", "--time", metavar="SECONDS"),
    ] = None,
    *,
    job: WorkOptions,
) -> None:
    """Compose sound puzzles to order, each with one solution that two solvers prove.

    The key is quiet, no shorter mate exists, and every piece is needed. Without `--out` each puzzle is printed as text.
    Ctrl-C keeps the puzzles found so far; the file is written while they are found. The same seed gives the same
    puzzles on any number of workers, if there is enough time. A recipe file or `--set` sets more conditions.

    Example: `motif puzzles compose --theme smothered --count 3 --seed 1 --out smothered.pdf`
    """
    if seconds is not None and seconds < 0:
        raise BadArgument(f"--time {seconds:g} is below zero", hint="give 0 or more")
    if recipe_file:
        text = read_text(recipe_file)
        if not text.strip():
            raise BadFile(f"there is no recipe in {recipe_file}", hint="its first line is the goal: mate in 2")
        recipe = Recipe.parse(text)
    else:
        recipe = replace(
            read_recipe(goal, themes, board, white, black),
            replies=replies,
            key_may=tuple(key_may or ()),
            duals=duals,
            play=play,
            game_like=game_like,
            promoted=promoted,
        )
    if rules:
        recipe = replace(recipe, themes=(*recipe.themes, Theme.from_asp(read_text(rules), name=rules.stem)))
    if encoding is not Encoding.MOTIF:
        if to or bulk:
            raise BadArgument(
                "puzzles of the paper's models can only be printed", hint="leave out --out and --bulk, or --encoding"
            )
        _plan(PaperModel.of(encoding, recipe, record=record), count, job.seed, seconds, job.as_json)
        return
    if to:
        check_format(to)
    order = Order(count, job.seed, seconds, bulk, patience=None if seconds else PATIENCE)
    with ExitStack() as stack:
        keep = stack.enter_context(closing_all())
        if engine:
            # Refuse an unknown name here, not in every worker.
            keep(find_evaluator(engine))
        if recipe.stipulation.goal is Goal.WIN:
            if engine is None:
                raise BadArgument(
                    "only an engine can say whether material is won", hint="write --engine stockfish,depth=10"
                )
            limit: Limit = Name.parse(engine).limit or DEFAULT_LIMIT
            steps = compose_wins(recipe, partial(find_evaluator, engine), limit, order, job.staff)
        else:
            steps = compose_puzzles(recipe, order, job.staff)
        kept = PuzzleWriter(to)
        work = Stoppable()
        last = _watched(work, stack.enter_context(closing(steps)), kept, count, job.quiet)
    kept.finish()
    puzzles = kept.puzzles
    if not puzzles and not work.is_stopped:
        reasons = ", ".join(f"{number} {reason}" for reason, number in last.rejected.most_common())
        within = f"in the {seconds or PATIENCE:g} seconds given, " if last.is_out_of_time else "in "
        raise NothingFound(
            f"no puzzle was found {within}{counted(last.attempts, 'attempt')} ({reasons or 'no diagram fits'}); "
            "this does not prove that there is none",
            hint="give it more --time, or ask for less",
        )
    _tell(puzzles, last, to, parts, job.as_json)
    work.leave(
        "interrupted: these are the puzzles so far" if puzzles else "interrupted before the first puzzle was found"
    )
    if len(puzzles) < count:
        why = "in the time given" if last.is_out_of_time else "before there was nothing new to try"
        note(f"only {len(puzzles)} of {counted(count, 'puzzle')} were found {why}")


def _plan(model: PaperModel, count: int, seed: int, seconds: float | None, as_json: bool) -> None:
    """Print the plans of one of the paper's models, and a solver's verdict on each."""
    plans = list(islice(model.plans(seed, seconds or PATIENCE), count))
    if not plans:
        raise NothingFound("the model gave no plan", hint="give it more time, or a smaller board")
    sound = [is_sound(plan) for plan in plans]
    if as_json:
        rows = zip(plans, sound, strict=True)
        say_json([{"position": str(plan.diagram), "line": plan.line, "sound": good} for plan, good in rows])
        return
    for plan, good in zip(plans, sound, strict=True):
        line = f"{', '.join(plan.line)}  {'sound' if good else 'not sound'}"
        say(f"{plan.diagram.unicode_board()}\n{plan.diagram}\n{line}\n")
    different = len({plan.line for plan in plans})
    say(f"{counted(len(plans), 'plan')}, {different} different, {sum(sound)} sound")


def _watched(
    work: Stoppable, steps: Generator[CompositionStep, None, None], kept: PuzzleWriter, count: int, quiet: bool
) -> CompositionStep:
    watch = _Watch(count)
    with ExitStack() as stack:
        if err.is_terminal and not quiet:
            # A separate thread redraws it, so that the seconds run while clingo thinks.
            stack.enter_context(Live(watch, console=err, transient=True))
        with work:
            for watch.last in steps:
                if watch.last.puzzle:
                    kept.add(watch.last.puzzle)
                if not quiet and not err.is_terminal:
                    watch.note_now_and_then()
    return watch.last


@dataclass
class _Watch:
    """The status of a search for the user: how long, how many so far, and why candidates were rejected."""

    count: int
    last: CompositionStep = field(default_factory=lambda: CompositionStep(None, 0))
    begin: float = field(default_factory=time.monotonic)
    noted: float = field(default_factory=time.monotonic)

    def __rich__(self) -> Group:
        table = Grid("rejected because", "attempts")
        for reason, number in self.last.rejected.most_common():
            table.add_row(reason, str(number))
        return Group(self._status(), table)

    def note_now_and_then(self) -> None:
        """Print the status in one line, unless a line was printed recently."""
        if time.monotonic() - self.noted > SECONDS_BETWEEN_NOTES:
            self.noted = time.monotonic()
            note(self._status())

    def _status(self) -> str:
        passed = time.monotonic() - self.begin
        attempts = counted(self.last.attempts, "attempt")
        return f"{self.last.found} of {counted(self.count, 'puzzle')} in {attempts}, {passed:.0f} s"


def _tell(puzzles: list[Puzzle], last: CompositionStep, to: Path | None, parts: bool, as_json: bool) -> None:
    if as_json:
        say_json(
            {"puzzles": [str(puzzle) for puzzle in puzzles], "rejected": dict(last.rejected), "file": to and str(to)}
        )
        return
    if not to:
        for puzzle in puzzles:
            say(f"{puzzle.diagram.unicode_board()}\n{puzzle.text(parts)}\n{puzzle.line_text()}\n")
        return
    rejected = sum(last.rejected.values())
    say(f"{counted(len(puzzles), 'puzzle')} in {to}; {counted(rejected, 'attempt')} rejected")


# `motif lab solve static-puzzles`: puzzles in which only White moves.

STATIC_SECONDS = 60.0


def static(
    goal: Annotated[str, option("`mate in 1` to `mate in 4`.")] = "mate in 2",
    count: Count = 1,
    board: Board = "8x8",
    white: WhitePieces = "1-6",
    black: BlackPieces = "1-8",
    seconds: Annotated[float, option("Give up after this time.", "--time", metavar="SECONDS", min=0)] = STATIC_SECONDS,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compose static puzzles: only White moves, and Black is not in check until it is mated.

    Each has one solution and no shorter one, found by trying every sequence of White's moves, and no unnecessary piece.

    Example: `motif lab solve static-puzzles --set goal="mate in 3" --set board=5x5 --seed 1`
    """
    recipe = read_recipe(goal, None, board, white, black)
    until = time.monotonic() + seconds
    composed: list[StaticPuzzle] = []
    attempts, work = 0, Stoppable()
    with watching("composing", quiet) as watch, work:
        for puzzle in compose_static(recipe, seed, lambda: time.monotonic() > until):
            attempts += 1
            composed += [puzzle] if puzzle else []
            watch(Progress(len(composed), count))
            if len(composed) == count:
                break
    if not composed and not work.is_stopped:
        raise NothingFound(
            f"no static puzzle was found in {counted(attempts, 'attempt')} and {seconds:g} seconds; "
            "this does not prove that there is none",
            hint="give it more --time, or ask for less",
        )
    if as_json:
        say_json([{"position": puzzle.position, "solution": list(puzzle.line)} for puzzle in composed])
    else:
        for puzzle in composed:
            say(f"{puzzle.diagram.unicode_board()}\n{puzzle}\n{puzzle.line_text()}\n")
    work.leave("interrupted: these are the puzzles so far")
    if len(composed) < count:
        note(f"only {len(composed)} of {counted(count, 'puzzle')} were found in the time given")


# `motif lab solve puzzle-values`: the best values that a puzzle of a kind can have, with the proof.

SECONDS = 300.0


def prove(
    goal: Annotated[str, option("`mate in 1` to `mate in 4`.")] = "mate in 2",
    themes: Themes = None,
    board: Board = "4x4",
    white: WhitePieces = "1-6",
    black: BlackPieces = "1-6",
    static: Annotated[bool, option("Only White moves.", "--static")] = False,
    show: Annotated[int, option("How many of the sound puzzles to show as diagrams.", min=0)] = 4,
    seconds: Annotated[float, option("Give up after this time.", "--time", metavar="SECONDS", min=0)] = SECONDS,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Prove the best values: the least value of White's pieces, then the greatest value of Black's.

    The soft constraints of Ahmer and Huang 2022 (their Figure 5), over every line in which Black has one reply,
    without castling, en passant and black promotion. Each better pair of values is shown on the way. Clingo proves
    that there is no better one and lists every board that reaches it; a solver says which of them are sound.

    Example: `motif lab solve puzzle-values --set board=4x4 --set white=1-6 --set black=1-6`
    """
    recipe = replace(read_recipe(goal, themes, board, white, black), replies=Replies.ONLY)

    def show_better(news: Progress) -> None:
        if not quiet:
            note(f"better: {news.words}")

    optimum = prove_optimum(recipe, seed, show_better, static, seconds)
    sound = optimum.sound()
    if as_json:
        say_json(
            {
                "white": optimum.white,
                "black": optimum.black,
                "proved": True,
                "boards": len(optimum.skeletons),
                "sound": [{"position": str(board.diagram), "line": list(board.line)} for board in sound],
            }
        )
        return
    for skeleton in sound[:show]:
        say(f"{skeleton.diagram.unicode_board()}\n{skeleton.diagram}  {' '.join(skeleton.line)}\n")
    say(f"proved: White's pieces are worth {optimum.white} at least, and then Black's {optimum.black} at most")
    say(f"{counted(len(optimum.skeletons), 'line')} reach it, {len(sound)} of them on sound boards")
