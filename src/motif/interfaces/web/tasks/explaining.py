"""Why a move, and what advisers say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import chess

from motif.board.limits import Limit
from motif.interfaces.asking import for_or_against, heard
from motif.interfaces.reading import read_board, read_move
from motif.interfaces.web.tasks.kept import kept
from motif.interfaces.web.workers import Tell
from motif.players import find_adviser, find_oracle
from motif.reasons import LIMIT, best_explained

JUDGE = "search"


def explain(_: Tell, fen: str, game_moves: Sequence[str], move: str | None) -> dict[str, Any]:
    """As `motif explain --json` tells it: a mistake with both its sides, or why the move is good."""
    board = board_after(fen, game_moves)
    oracle = kept(find_oracle, JUDGE)
    if move is None:
        return best_explained(board, oracle, LIMIT).to_json()
    return for_or_against(board, read_move(board, move), oracle, LIMIT).to_json()


def warm(_: Tell) -> None:
    """Load what an explanation needs."""
    board = chess.Board()
    best_explained(board, kept(find_oracle, JUDGE), Limit(depth=1))


def advise(_: Tell, fen: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """As `motif advise --json` tells it."""
    board = read_board(fen)
    said = heard(board, {name: kept(find_adviser, name) for name in names})
    return [{"by": name} | advice.to_json(board) for name, advice in said]


def board_after(fen: str, moves: Sequence[str]) -> chess.Board:
    """A position with the moves that led there from another on its stack."""
    board = read_board(fen)
    for move in moves:
        board.push(read_move(board, move))
    return board
