"""The opening cases: each line with its code and name, on the board where it ends."""

from __future__ import annotations

import chess

from motif.board.drawing import move_arrow
from motif.interfaces.web.shelves import ExampleShape, FigureShape, PieceShape
from motif.openings import shipped_cases
from motif.openings.cases import Case


def total() -> int:
    """How many lines there are."""
    return len(shipped_cases())


def about() -> str:
    """What they are."""
    boards = shipped_cases().core.distinct_boards
    return f"{total():,} opening lines, {boards:,} distinct boards; the nearest case advises its next move"


def pieces(begin: int, end: int) -> list[PieceShape]:
    """Some cases in their order."""
    return [_piece(number, shipped_cases().cases[number]) for number in range(begin, end)]


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
