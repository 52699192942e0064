"""List the evolved endgame programs: what each looks for, its results, and a position with the reason of its move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import chess

from motif.board.drawing import move_arrow
from motif.endgames.games import PAPER_ENDGAMES, starts
from motif.endgames.player import EndgamePlayer
from motif.endgames.program import SHIPPED, Program, find_program, shipped_names
from motif.endgames.sentences import read_program
from motif.endgames.simplification import simplify
from motif.web.shelves.shelf import ExampleShape, FigureShape, PieceShape, spoken

SEED = 1


def total() -> int:
    """How many programs there are."""
    return len(shipped_names())


def about() -> str:
    """What they are."""
    return "endgame programs: trees of conditions that value a board, evolved by playing; the Master is by hand"


def words(number: int) -> str:
    """What a program is searched by."""
    name = shipped_names()[number]
    return f"{name} {_sentence(find_program(name), _measured(name))}"


def pieces(numbers: Sequence[int], *, with_examples: bool = True) -> list[PieceShape]:
    """Some programs by name. Making a program readable takes seconds, so that happens only with the boards."""
    return [_piece(shipped_names()[number], with_examples=with_examples) for number in numbers]


def _piece(name: str, *, with_examples: bool) -> PieceShape:
    program, measured = find_program(name), _measured(name)
    return PieceShape(
        id=name,
        title=name,
        sentence=_sentence(program, measured),
        text=read_program(simplify(program)) if with_examples else "",
        figures=_figures(measured),
        example=_example(name, program, measured) if with_examples else None,
    )


def _example(name: str, program: Program, measured: dict[str, Any]) -> ExampleShape:
    board = _board(measured)
    advice = EndgamePlayer(name, program).advise(board)[0]
    return ExampleShape.of(board, advice.move, [move_arrow(advice.move)], f"{advice.because.english}.")


def _sentence(program: Program, measured: dict[str, Any]) -> str:
    endgames = ", ".join(measured.get("endgames") or ()) or "endgames"
    return f"A program of {program.size} symbols for {endgames}: the first condition that holds values a board."


def _board(measured: dict[str, Any]) -> chess.Board:
    endgames = measured.get("endgames") or PAPER_ENDGAMES[:1]
    return starts(endgames, 1, SEED)[0]


def _measured(name: str) -> dict[str, Any]:
    path = SHIPPED / f"{name}.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return content


def _figures(measured: dict[str, Any]) -> list[FigureShape]:
    figures = []
    for name, figure in measured.items():
        if not isinstance(figure, dict):
            continue
        if "share" in figure and "count" in figure:
            interval = [figure["low"], figure["high"]]
            figures.append(FigureShape(name=name, value=figure["share"], n=figure["count"], interval=interval))
        elif "score" in figure and "games" in figure:
            # The error is the standard error of the mean score.
            low, high = (round(figure["score"] + sign * 1.96 * figure["error"], 4) for sign in (-1, 1))
            figures.append(
                FigureShape(name=_scored(name), value=figure["score"], n=figure["games"], interval=[low, high])
            )
    return figures


def _scored(name: str) -> str:
    return spoken(f"score {name}" if name.startswith("against") else f"score of {name}")
