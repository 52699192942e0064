"""Store Stockfish's lines with moves of games, and print them under Motif's words, for reading as a coach would."""

from __future__ import annotations

import sys
from typing import Any

import chess
import chess.engine

from motif.engines.process import find_engine

DEPTH = 16
FIRST_LOOK = 9
"""A first search rejects positions whose best move is not of the kind that is looked for."""

Row = dict[str, Any]


class Reference:
    """The engine whose lines are stored with each move."""

    def __init__(self, depth: int = DEPTH) -> None:
        self.depth = depth
        self._engine = chess.engine.SimpleEngine.popen_uci(str(find_engine("stockfish").path))
        self._engine.configure({"Threads": 1, "Hash": 64})

    def lines(self, board: chess.Board, lines: int = 1, depth: int | None = None) -> list[Row]:
        """Return its best lines, with their scores for the side to move; none if the game is over."""
        if board.is_game_over():
            return []
        limit = chess.engine.Limit(depth=depth or self.depth)
        return [
            {
                "score": info["score"].relative.score(mate_score=10_000),
                "line": board.copy(stack=False).variation_san(info["pv"][:8]),
                "best": info["pv"][0].uci(),
            }
            for info in self._engine.analyse(board, limit, multipv=lines, game=object())
        ]

    def row(self, board: chess.Board, move: chess.Move | None, lines: int = 3) -> Row:
        """Return a position with the move before it, and the lines before and after a move; without one, only before.

        The board has one move on its stack.
        """
        lead = board.copy()
        last = lead.pop()
        row: Row = {"before": lead.fen(), "lead": last.uci(), "move": move.uci() if move else None}
        row["best"], row["after"] = self.lines(board, lines), []
        if move:
            after = board.copy(stack=False)
            after.push(move)
            row["after"] = self.lines(after)
        return row

    def close(self) -> None:
        """Stop the engine."""
        self._engine.quit()


def board_of(row: Row) -> chess.Board:
    """Return the position of a row, with the move before it on the stack."""
    board = chess.Board(row["before"])
    board.push_uci(row["lead"])
    return board


def print_lines(row: Row) -> None:
    """Print the stored lines."""
    for best in row["best"]:
        print(f"   best  {best['score']:+} {best['line']}")
    for after in row["after"]:
        print(f"   after {-after['score']:+} {after['line']}")
    sys.stdout.flush()
