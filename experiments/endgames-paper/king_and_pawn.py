"""Measure how often the program for king and pawn keeps the result, in every position with the pawn on files a to d.

    python experiments/endgames-paper/king_and_pawn.py [PROGRAM]

Where the program rates several moves equal, the share of them that keeps the result counts. Prints a line for each side
and result; src/motif/data/endgames/KPK.json has the figures of the shipped program.
"""

from __future__ import annotations

import json
import sys
from itertools import product

import chess
import numpy as np

from motif._core.board import Positions
from motif.endgames.games import GameRules
from motif.endgames.program import find_program
from motif.engines.small_tables import Tablebase

PAWN, WHITE_KING, BLACK_KING = map(chess.Piece.from_symbol, "PKk")
RESULTS = {1: "won", 0: "drawn", -1: "lost"}


def positions(turn: chess.Color, files: range = range(4)) -> Positions:
    """Return every legal position of a white pawn on these files and two kings in which a move is possible."""
    fens = []
    pawns = [square for square in chess.SQUARES if chess.square_file(square) in files and 8 <= square < 56]
    for pawn, white, black in product(pawns, chess.SQUARES, chess.SQUARES):
        if pawn in (white, black) or chess.square_distance(white, black) < 2:
            continue
        board = chess.Board(None)
        board.turn = turn
        board.set_piece_map({pawn: PAWN, white: WHITE_KING, black: BLACK_KING})
        if not board.was_into_check() and any(board.legal_moves):
            fens.append(board.fen())
    return Positions(fens)


def kept(name: str, turn: chess.Color, files: range = range(4)) -> dict[str, tuple[int, float]]:
    """Return for each result the number of positions and the share in which the program keeps it."""
    boards, tables = positions(turn, files), Tablebase()
    before, after = tables.probe_positions(boards)[:, 0], boards.successors()
    offsets = boards.legal_moves().offsets
    counts = np.diff(offsets)
    balance = np.full(len(after), 1 if turn == chess.WHITE else -1, np.int32)
    values = GameRules().compile(find_program(name)).evaluate(after, balance)
    chosen = values == np.repeat(np.maximum.reduceat(values, offsets[:-1]), counts)
    keeps = -tables.probe_positions(after)[:, 0] >= np.repeat(before, counts)
    share = np.add.reduceat(chosen & keeps, offsets[:-1], dtype=float) / np.add.reduceat(
        chosen, offsets[:-1], dtype=float
    )
    return {
        word: (int(there.sum()), round(float(share[there].mean()), 5))
        for result, word in RESULTS.items()
        if (there := before == result).any()
    }


def main() -> None:
    """Measure both sides."""
    name = sys.argv[1] if len(sys.argv) > 1 else "KPK"
    sides = {word: kept(name, turn) for word, turn in (("White to move", True), ("Black to move", False))}
    rows = [row for side in sides.values() for row in side.values()]
    whole = sum(count * share for count, share in rows) / sum(count for count, _ in rows)
    print(json.dumps(sides | {"all": (sum(count for count, _ in rows), round(whole, 5))}, indent=1))


if __name__ == "__main__":
    main()
