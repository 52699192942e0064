"""The opening cases: each line with its code and name, on the board where it ends."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.board.drawing import move_arrow
from motif.openings.cases import Case, shipped_cases
from motif.web.shelves.shelf import ExampleShape, FigureShape, PieceShape


def total() -> int:
    """How many lines there are."""
    return len(shipped_cases())


def about() -> str:
    """What they are."""
    boards = shipped_cases().core.distinct_boards
    return f"{total():,} opening lines, {boards:,} distinct boards; the nearest case advises its next move"


def words(number: int) -> str:
    """What a case is searched by."""
    case = shipped_cases().cases[number]
    return f"{case.eco} {case.name} {case.line()}"


def pieces(numbers: Sequence[int], *, with_examples: bool = True) -> list[PieceShape]:
    """Some cases in their order; their boards cost nothing."""
    del with_examples
    return [_piece(number, shipped_cases().cases[number]) for number in numbers]


def _piece(number: int, case: Case) -> PieceShape:
    board = chess.Board()
    for move in case.moves:
        board.push_san(move)
    last = board.peek()
    return PieceShape(
        id=str(number + 1),
        title=f"{case.eco} {case.name}",
        sentence=f"{case.name}: {case.line()}.",
        text=str(case),
        figures=[FigureShape(name="half-moves", value=len(case))],
        example=ExampleShape(
            fen=board.fen(),
            move=last.uci(),
            san=case.moves[-1],
            arrows=[str(move_arrow(last))],
            words=f"The {case.name} after {case.line()}.",
        ),
    )
