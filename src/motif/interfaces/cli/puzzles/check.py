"""`motif puzzles check`: does a file keep its promises?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from motif.board.engines import get_engine
from motif.board.limits import Limit
from motif.errors import BadFile, MotifError
from motif.interfaces.cli.console import check_word, closing_all, counted, say, say_json, watching
from motif.interfaces.cli.options import Json, Quiet
from motif.interfaces.cli.puzzles.solve import Moves
from motif.players import find_oracle
from motif.progress import Progress
from motif.puzzles.diagram import Diagram
from motif.puzzles.files import SHIPPED, SHIPPED_PUZZLES
from motif.puzzles.puzzle import PUZZLES, Goal, Origin, Puzzle, Stipulation, load_puzzles
from motif.puzzles.retro_analysis import faults
from motif.puzzles.selfmates_and_helpmates import LONGEST as LONGEST_OTHERS
from motif.puzzles.selfmates_and_helpmates import objections_to_others
from motif.puzzles.solver import puzzle_of, solve_within
from motif.puzzles.verify import find_mates, objections
from motif.puzzles.winning import doubts
from motif.store import read_text

NOT_SOUND = 1
"""The exit code when a puzzle is not what it claims to be."""

DEPTH = Limit(depth=12)
"""How deep an oracle looks at each move of a win."""

_MATE_IN = re.compile(r"\bdm (\d+);|#(\d+)\s*$")


def check(
    name: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Puzzles as Motif writes them, or one FEN a line; `shipped` are those that come with it.",
        ),
    ],
    moves: Moves = 2,
    only_core: Annotated[
        bool, typer.Option("--only-core", help="Ask the quick solver alone, not the second one in Python.")
    ] = False,
    any_position: Annotated[
        bool, typer.Option("--any-position", help="Allow promoted men, and positions that no game leads to.")
    ] = False,
    oracle: Annotated[
        str | None,
        typer.Option("--oracle", metavar="NAME", help="Who judges wins that are no mates; Stockfish when found."),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check puzzles with two solvers that share no line: the core, and exhaustive search in Python.

    A line of a plain file is a FEN, perhaps followed by `dm 3;` as in EPD, or `#3`; otherwise `--moves` counts.
    The exit code is 1 when a puzzle is not sound. A win of material cannot be proved: an engine or the built-in
    search says whether one move wins and no other. Selfmates and helpmates in over two moves are left to the core.
    Positions that no game leads to by rules of retro analysis are not sound, nor are promoted men in a diagram.

    Example: `motif puzzles check puzzles.txt`
    """
    if name != SHIPPED:
        check_word(name, SHIPPED)
    file = SHIPPED_PUZZLES if name == SHIPPED and not Path(name).exists() else Path(name)
    claims = list(_claims(file, moves))
    # A file of which no line is a position is not one of puzzles: a report, a table, a library.
    if all(_is_misread(position) for _, position, *_ in claims):
        raise BadFile(f"{file}: there is nothing to check, no line is a position", hint="write one FEN a line")
    results = []
    judged = sum(stipulation.goal is Goal.WIN for *_, stipulation in claims)
    with closing_all() as keep, watching("checking", quiet) as watch:
        # Whoever was named is looked for, though there may be nothing to judge.
        named = keep(find_oracle(oracle or _best_oracle())) if judged or oracle else None
        judge = named if judged else None
        for place, position, puzzle, stipulation in claims:
            if puzzle and judge and stipulation.goal is Goal.WIN:
                problems = doubts(puzzle, judge, DEPTH)
            else:
                problems = _problems(position, puzzle, stipulation, only_core)
            if not any_position:
                problems += _illegalities(position, puzzle)
            results.append((place, position, problems))
            watch(Progress(len(results), len(claims)))
        by = f"; {counted(judged, 'win')} judged by {judge.name} at {DEPTH}, not proved" if judge else ""
    bad = [result for result in results if result[2]]
    if as_json:
        rows = [{"where": place, "position": position, "problems": problems} for place, position, problems in bad]
        say_json({"checked": len(results), "judged": judged, "bad": rows})
    else:
        for place, position, problems in bad:
            say(f"{place}: {position}")
            for problem in problems:
                say(f"   {problem}")
        say(f"{counted(len(results), 'puzzle')}, {len(results) - len(bad)} sound, {len(bad)} not{by}")
    if bad:
        raise typer.Exit(NOT_SOUND)


def _best_oracle() -> str:
    return "stockfish" if get_engine("stockfish") else "search"


Claim = tuple[str, str, Puzzle | None, Stipulation]


def _claims(file: Path, moves: int) -> Iterator[Claim]:
    text = read_text(file)
    if text.startswith(PUZZLES.header):
        for number, puzzle in enumerate(load_puzzles(file), start=1):
            yield f"puzzle {number}", puzzle.position, puzzle, puzzle.stipulation
        return
    if text.lstrip("\ufeff \n").startswith("["):
        raise BadFile(f"{file} holds games as PGN, not positions", hint="puzzles mine finds puzzles in games")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        stipulation = _MATE_IN.search(line)
        # Python reads no number of five thousand digits; nine are as far beyond all mates.
        length = int((stipulation[1] or stipulation[2])[:9]) if stipulation else moves
        yield f"line {number}", _position(line), None, Stipulation(Goal.MATE, length)


def _position(line: str) -> str:
    fields = line.split()[:6]
    counters = [field for field in fields[4:6] if field.isdigit()]
    return " ".join([*fields[:4], *(counters if len(counters) == 2 else ["0", "1"])]) if len(fields) >= 4 else line


def _is_misread(text: str) -> bool:
    try:
        Diagram.parse(text)
    except MotifError:
        return True
    return False


def _illegalities(position: str, puzzle: Puzzle | None) -> list[str]:
    """Why no game leads there; what was taken from a game needs no such proof, and what is no position has none."""
    if puzzle is not None and puzzle.provenance.origin is Origin.MINED:
        return []
    try:
        return [f"no game leads there: {why}" for why in faults(position)]
    except (MotifError, ValueError):
        return []


def _problems(position: str, puzzle: Puzzle | None, stipulation: Stipulation, only_core: bool) -> list[str]:
    try:
        solution = solve_within(position, stipulation)
    except MotifError as error:
        return [str(error)]
    problems = []
    if solution.length is None:
        return [f"the core: no {stipulation}"]
    if solution.length < stipulation.moves:
        problems.append(f"the core: it can be done in {solution.length}")
    if len(solution.keys) > 1:
        problems.append(f"the core: {len(solution.keys)} keys, {', '.join(key.line.san for key in solution.keys)}")
    if puzzle is not None and solution.keys and puzzle.key not in {key.line.move.uci() for key in solution.keys}:
        problems.append(f"the core: the key is {solution.keys[0].line.san}, not {puzzle.key}")
    claimed = puzzle or puzzle_of(solution)
    if only_core:
        return problems
    if stipulation.goal is not Goal.MATE:
        if stipulation.moves <= LONGEST_OTHERS:
            problems += [f"the second solver: {problem}" for problem in objections_to_others(claimed)]
        return problems
    problems += [f"the second solver: {problem}" for problem in objections(claimed)]
    if puzzle is None and len(find_mates(position, stipulation.moves).keys) != len(solution.keys):
        problems.append("the two solvers disagree about the keys")
    return problems
