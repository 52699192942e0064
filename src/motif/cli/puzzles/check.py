"""`motif puzzles solve`, `sheet` and `mine`: solve a mate, check a file, print puzzles, find puzzles in games."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import chess
import typer

from motif._core.puzzles import Line, Solution
from motif.board.drawing import Drawing, move_arrow
from motif.board.games import Report
from motif.board.wording import counted
from motif.cli import options
from motif.cli.console import Stoppable, closing_all, note, say, say_json, show, watching
from motif.cli.games import note_errors
from motif.cli.options import Cluster, Json, Quiet, Seed, SvgFile, WorkerCount, argument, experiment, option, output
from motif.download.sites import find_position
from motif.engines.evaluator import Evaluator
from motif.engines.limits import PUZZLE_CHECK_LIMIT
from motif.engines.process import get_engine
from motif.errors import NothingFound
from motif.players.engines import choose_engine
from motif.players.names import find_evaluator
from motif.puzzles.batches import Order
from motif.puzzles.checking import read_claims
from motif.puzzles.diagram import Diagram
from motif.puzzles.diagram import svg as draw_svg
from motif.puzzles.files import (
    SHIPPED,
    SHIPPED_PUZZLES,
    PuzzleWriter,
    answer,
    check_format,
    lichess_themes,
    read_puzzles,
    write_puzzles,
)
from motif.puzzles.mining import Mining, MiningReport
from motif.puzzles.mining import mine_on_workers as mine_games
from motif.puzzles.plain_rules import attack_board
from motif.puzzles.puzzle import Goal, Puzzle, Stipulation, to_lichess
from motif.puzzles.solutions import solution_lines, solve_within
from motif.puzzles.themes import named_theme
from motif.runtime.files import check_there, write_atomically
from motif.runtime.parallel import Progress, Workers
from motif.training.composing import can_compose, compose_puzzles_for

# `motif puzzles solve`: the whole solution of a mate.

Moves = Annotated[int, option("The number of moves to mate.", "--moves", "-n", min=1, max=8)]


def solve(
    position: Annotated[
        str,
        argument(
            "A FEN in quotes or `games.pgn#7@23...`; or a file of puzzles to check; `shipped` comes with Motif.",
            "POSITION|FILE",
        ),
    ],
    moves: Moves = 2,
    goal: Annotated[Goal, option("The goal of the side to move.")] = Goal.MATE,
    nodes: Annotated[int | None, experiment("Give up after this many positions.", min=1)] = None,
    engine: Annotated[
        str | None, option("Evaluates wins of material in a file; Stockfish if installed.", metavar="NAME")
    ] = None,
    only_core: Annotated[
        bool, experiment("Use only the quick solver, not the second one in Python.", "--only-core")
    ] = False,
    any_position: Annotated[
        bool, experiment("Allow promoted pieces, and positions that no game leads to.", "--any-position")
    ] = False,
    svg: SvgFile = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Solve a mate against every defence, or check all puzzles of a file.

    For a position you read the keys (the first moves that mate in time; a sound puzzle has one), threats, defences,
    duals (second solutions), set play and tries. Boards smaller than 8x8 are written as they look:
    `1K2/1P2/kpp1/rqr1 w`. On them pawns promote on the last rank, and there is no castling; a pawn may step twice only
    on a board with eight ranks.

    A file is checked by two solvers that share no code, the core and an exhaustive search in Python. In a plain file
    each line is a FEN. If `#3`, or `dm 3;` as in EPD, follows it, the mate is in 3, otherwise in `--moves`. The exit
    code is 1 if a puzzle is not sound. Wins of material cannot be proved: an engine says whether only one move wins. A
    puzzle is not sound if no game can lead to its position.

    Example: `motif puzzles solve "7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1" --moves 2`
    """
    named = _named_position(position)
    if named is None:
        _check(position, moves, engine, only_core, any_position, as_json, quiet)
        return
    if engine:
        choose_engine(engine)  # A mate needs none, but a name that does not exist is refused.
    solution = solve_within(named, Stipulation(goal, moves), nodes)
    if as_json:
        say_json(_in_json(solution))
        return
    _draw(solution, svg)
    for line in solution_lines(solution):
        say(line)
    verdict = "is sound: one key, no shorter way" if solution.is_sound else _why_not(solution)
    say(f"{solution.stipulation} {verdict}; {counted(solution.nodes, 'position')} looked at")


def _draw(solution: Solution, svg: Path | None) -> None:
    diagram = Diagram.parse(solution.position)
    if diagram.is_full_size:
        arrows = [move_arrow(key.line.move) for key in solution.keys[:1]]
        show(Drawing.of(chess.Board(solution.position), *arrows), svg)
        return
    say(diagram.unicode_board())
    if svg:
        write_atomically(svg, draw_svg(diagram))
        note(f"the picture is in {svg}")


def _why_not(solution: Solution) -> str:
    moves = int(solution.stipulation.partition("#")[2])
    if solution.length is None:
        return "cannot be done"
    if solution.length < moves:
        return f"is not sound: it can be done in {solution.length}"
    return f"is not sound: {counted(len(solution.keys), 'key')}"


def _in_json(solution: Solution) -> dict[str, Any]:
    return {
        "position": solution.position,
        "stipulation": solution.stipulation,
        "sound": solution.is_sound,
        "shortest": solution.length,
        "keys": [
            _line(key.line) | {"zugzwang": key.is_zugzwang, "threats": [_line(threat) for threat in key.threats]}
            for key in solution.keys
        ],
        "set_play": [_line(line) for line in solution.set_play],
        "tries": [
            {"move": attempt.line.move.uci(), "san": attempt.line.san, "refutation": attempt.refutations[0].san}
            for attempt in solution.tries
        ],
        "nodes": solution.nodes,
    }


def _line(line: Line) -> dict[str, Any]:
    return {"move": line.move.uci(), "san": line.san, "replies": [_line(reply) for reply in line.replies]}


NOT_SOUND = 1
"""The exit code if a puzzle is not sound."""


def _named_position(text: str) -> str | None:
    """Return the position that a text names, on a board of any size; None for the name of a file."""
    if _exists(text):
        return None
    if text == "start" or "@" in text or _MOVE_NUMBER.match(text):
        return find_position(text).board.fen()
    return text if "/" in text and "." not in text else None


_MOVE_NUMBER = re.compile(r"1\.\s*\S")


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _check(
    name: str, moves: int, evaluator: str | None, only_core: bool, any_position: bool, as_json: bool, quiet: bool
) -> None:
    if name != SHIPPED:
        check_there(name, keywords=(SHIPPED,))
    file = SHIPPED_PUZZLES if name == SHIPPED and not Path(name).exists() else Path(name)
    claims = read_claims(file, moves)
    results = []
    wins = sum(claim.is_win for claim in claims)
    with closing_all() as keep, watching("checking", quiet) as watch:
        # An engine that the caller names is looked for even if there is nothing to evaluate.
        named = keep(choose_engine(evaluator).evaluator()) if wins or evaluator else None
        engine = named if wins else None
        for claim in claims:
            problems = claim.problems(engine, only_core=only_core, any_position=any_position)
            results.append((claim.place, claim.position, problems))
            watch(Progress(len(results), len(claims)))
        by = (
            f"; {counted(wins, 'win')} evaluated by {engine.name} at {PUZZLE_CHECK_LIMIT}, not proved" if engine else ""
        )
    bad = [result for result in results if result[2]]
    if as_json:
        rows = [{"where": place, "position": position, "problems": problems} for place, position, problems in bad]
        say_json({"checked": len(results), "judged": wins, "bad": rows})
    else:
        for place, position, problems in bad:
            say(f"{place}: {position}")
            for problem in problems:
                say(f"   {problem}")
        say(f"{counted(len(results), 'puzzle')}, {len(results) - len(bad)} sound, {len(bad)} not{by}")
    if bad:
        raise typer.Exit(NOT_SOUND)


# `motif puzzles sheet`: puzzles to print, or in another program's form.


MOST_COMPOSED = 6
"""How many puzzles of a theme are composed if the file has none and no number is given."""

COMPOSING_SECONDS = 120.0


def sheet(
    file: Annotated[
        str, argument("Puzzles as Motif writes them; `shipped` means those that come with Motif.", "FILE")
    ] = SHIPPED,
    to: Annotated[Path | None, output("Write to this file: .pdf, .png, .tex, .pgn, .csv, .epd, .svg, .txt.")] = None,
    theme: Annotated[
        str | None, option("Only this theme: fork, pin, back rank mate, mateIn2 …", "--theme", "-t", metavar="NAME")
    ] = None,
    number: Annotated[int | None, option("Only the puzzle with this number.", min=1)] = None,
    count: Annotated[int | None, option("How many puzzles.", "--count", "-n", min=1)] = None,
    title: Annotated[str, option("The heading above the diagrams.")] = "Chess puzzles",
    answers: Annotated[bool, option("Without --out: print the solutions too.", "--answers")] = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Print puzzles by theme: a PDF sheet with answer pages, or PGN, EPD, Lichess's CSV, LaTeX, SVG.

    Without `--out` they are drawn in the terminal, with O and X where White and Black attack. If the file has
    no puzzle of the theme, Motif composes some where it can, such as forks, pins and skewers.

    Example: `motif puzzles sheet --theme fork --count 10 --out forks.pdf`
    """
    if file != SHIPPED:
        check_there(file, keywords=(SHIPPED,))
    if to:
        check_format(to)
    puzzles = read_puzzles(file)
    if theme:
        name = named_theme(theme)
        puzzles = [puzzle for puzzle in puzzles if _shows(puzzle, name)]
        if not puzzles and can_compose(name):
            puzzles = _composed(name, count or MOST_COMPOSED, seed, quiet)
    if number:
        puzzles = puzzles[number - 1 : number]
    puzzles = puzzles[:count] if count else puzzles
    if not puzzles:
        raise NothingFound(
            f"no puzzle in {file} fits" + (f" the theme {theme}" if theme else ""),
            hint="leave out --theme or --number, or name another file",
        )
    if to:
        write_puzzles(puzzles, to, title)
        say(f"{counted(len(puzzles), 'puzzle')} in {to}")
        return
    for index, puzzle in enumerate(puzzles, start=number or 1):
        side = "White" if puzzle.diagram.white_to_move else "Black"
        say(f"{index}. {side}: {puzzle.stipulation}\n{attack_board(puzzle.diagram)}")
        say(f"{answer(puzzle)}\n" if answers else "")


def _shows(puzzle: Puzzle, theme: str) -> bool:
    """Whether a puzzle shows a theme or a special case of it: a king fork is a fork."""
    if theme in puzzle.themes:
        return True
    lichess = to_lichess([theme])
    return bool(lichess) and lichess[0] in lichess_themes(puzzle)


def _composed(theme: str, count: int, seed: int, quiet: bool) -> list[Puzzle]:
    order = Order(count, seed, COMPOSING_SECONDS)
    with closing_all() as keep, watching(f"composing {counted(count, theme)}", quiet) as watch:
        engine = keep(find_evaluator("search"))
        return list(compose_puzzles_for(theme, engine, order, watch))


# `motif puzzles mine`: puzzles from real games.

NO_ENGINE = "none"


def mine(
    files: options.Files,
    to: Annotated[Path | None, output("Write to this file: .txt, .pdf, .pgn, .csv, .epd, .tex.")] = None,
    count: Annotated[int | None, option("Stop after this many puzzles.", min=1)] = None,
    evaluator: Annotated[
        str, option("The engine for wins other than mates; `none` finds mates only.", "--engine", metavar="NAME")
    ] = "stockfish",
    shortest: Annotated[
        int, experiment("Find no mates in fewer moves than this.", "--shortest-mate", min=1, max=5)
    ] = 2,
    longest: Annotated[int, experiment("Find no mates in more moves than this.", "--longest-mate", min=1, max=5)] = 3,
    win: Annotated[int, experiment("The advantage that counts as a win, in centipawns.", min=1)] = 200,
    gap: Annotated[int, experiment("The second-best move must be worse by this many centipawns.", min=1)] = 200,
    surprising: Annotated[
        bool, option("Only sacrifices, and wins that the player missed in the game.", "--surprising")
    ] = False,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    as_json: Json = False,
    quiet: Quiet = False,
    *,
    chosen: options.GameOptions,
) -> None:
    """Find positions in games where one move wins and no other does.

    The full-width solver proves mates. For other wins an engine compares the best move with the second best, and again
    at greater depth. `[%eval]` comments in the games show where to look; otherwise the engine looks for mistakes.
    Without an engine Motif finds only mates. Ctrl-C keeps what was found; any number of workers finds the same.

    Example: `motif puzzles mine sample --engine none --count 5 --out mined.txt`
    """
    settings = Mining(shortest_mate=shortest, longest_mate=longest, win=win, gap=gap, surprising=surprising)
    if to:
        check_format(to)
    report, haul = Report(), MiningReport()
    kept = PuzzleWriter(to)
    make_evaluator = _evaluator_maker(evaluator)
    games = options.watched_games(files, chosen.filter, report, quiet)
    work = Stoppable()
    with closing(mine_games(Workers(workers, cluster), games, settings, make_evaluator, haul)) as puzzles, work:
        for puzzle in islice(puzzles, count):
            kept.add(puzzle)
            if not as_json:
                say(f"{puzzle.stipulation}: {puzzle.position}")
                themes = f"  ({', '.join(puzzle.themes)})" if puzzle.themes else ""
                say(f"   {puzzle.line_text()}{themes}{_played(puzzle)}")
    kept.finish()
    mined = kept.puzzles
    if to:
        note(f"the puzzles are in {to}" if mined else f"nothing was found, so {to} is not written")
    note_errors(report)
    if as_json:
        say_json({"games": haul.games, "rejected": dict(haul.rejected), "puzzles": [str(puzzle) for puzzle in mined]})
    else:
        reasons = ", ".join(f"{number} {why}" for why, number in haul.rejected.most_common())
        rejected = f"; not taken: {reasons}" if reasons else ""
        say(f"{counted(len(mined), 'puzzle')} from {counted(haul.games, 'game')}{rejected}")
    work.leave("stopped; what was found is kept")


def _played(puzzle: Puzzle) -> str:
    """Say what was played in the game: the solution or another move."""
    played = puzzle.provenance.detail("played")
    is_key = played == puzzle.notation([puzzle.key])[0]
    return "  found in the game" if is_key else f"  missed in the game by {played}"


def _evaluator_maker(name: str) -> Callable[[], Evaluator] | None:
    if name == NO_ENGINE:
        return None
    if name == "stockfish" and get_engine(name) is None:
        note("Stockfish was not found, so only mates are mined; try: apt install stockfish")
        return None
    # Refuse an unknown name here, not in every worker.
    with closing_all() as keep:
        keep(find_evaluator(name))
    return partial(find_evaluator, name)
