"""`motif puzzles solve`: the whole solution of a mate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import chess
import typer

from motif._core.puzzles import Line, Solution
from motif.board.drawing import Drawing, move_arrow
from motif.interfaces.cli.console import counted, note, say, say_json, show
from motif.interfaces.cli.options import Json, SvgFile, experiment
from motif.puzzles.diagram import Diagram
from motif.puzzles.pictures import svg as draw_svg
from motif.puzzles.puzzle import Goal, Stipulation
from motif.puzzles.solver import solve_within, told
from motif.store import write_atomically

Moves = Annotated[int, typer.Option("--moves", "-n", min=1, max=8, help="In how many moves.")]


def solve(
    position: Annotated[
        str,
        typer.Argument(
            metavar="FEN", help="The position as FEN, in quotes; or `start`. Smaller boards have shorter ranks."
        ),
    ],
    moves: Moves = 2,
    goal: Annotated[Goal, typer.Option("--goal", help="What the side to move wants.")] = Goal.MATE,
    nodes: Annotated[
        int | None, experiment("--nodes", min=1, help="Give up after looking at so many positions.")
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Solve a mate against every defence: keys, threats, defences, duals, set play and tries.

    Boards smaller than 8x8 are written as they look: `1K2/1P2/kpp1/rqr1 w`. There a pawn promotes on the last rank,
    steps twice only where the board has eight ranks, and nobody castles.

    Example: `motif puzzles solve "7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1" --moves 2`
    """
    solution = solve_within(chess.STARTING_FEN if position == "start" else position, Stipulation(goal, moves), nodes)
    if as_json:
        say_json(_in_json(solution))
        return
    _draw(solution, svg)
    for line in told(solution):
        say(line)
    verdict = "is sound: one key, no shorter way" if solution.is_sound else _why_not(solution)
    say(f"{solution.stipulation} {verdict}; {counted(solution.nodes, 'position')} looked at")


def _draw(solution: Solution, svg: Path | None) -> None:
    diagram = Diagram.parse(solution.position)
    if diagram.is_full_size:
        arrows = [move_arrow(key.line.move) for key in solution.keys[:1]]
        show(Drawing.of(chess.Board(solution.position), *arrows), svg)
        return
    say(diagram.drawn())
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
