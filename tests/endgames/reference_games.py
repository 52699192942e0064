"""Run programs token by token and play whole games on python-chess boards, as a reference for the core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import chess

from endgames.reference_terminals import DEFINITIONS, EXTRA_DEFINITIONS, balance

Tokens = Sequence[str | float]

QUESTIONS = DEFINITIONS | EXTRA_DEFINITIONS

MATE = 1e9
ARGUMENTS = {"If3": 3, "Or2": 2, "Or3": 3, "And2": 2, "And3": 3, "Smaller": 2, "Not": 1, "Then": 2}


def value_of(tokens: Tokens, answers: dict[str, float]) -> float:
    """Return the value of a tree from the values of the terminals; it evaluates every branch."""
    rest = list(tokens)

    def read() -> float:
        token = rest.pop(0)
        if not isinstance(token, str):
            return token
        if token not in ARGUMENTS:
            return answers[token]
        arguments = [read() for _ in range(ARGUMENTS[token])]
        if token == "If3":
            return arguments[1] if arguments[0] else arguments[2]
        if token == "Smaller":
            return float(arguments[0] < arguments[1])
        if token == "Then":
            return arguments[0] + arguments[1] / 128
        if token == "Not":
            return float(not arguments[0])
        return float(any(arguments) if token.startswith("Or") else all(arguments))

    value = read()
    assert not rest
    return value


class Answers(dict[str, float]):
    """The terminals of a board after a move, each evaluated when it is first read."""

    def __init__(self, board: chess.Board, before: int) -> None:
        super().__init__()
        self.board = board.copy(stack=False)
        self.board.castling_rights = 0
        self.before = before

    def __missing__(self, name: str) -> float:
        my = not self.board.turn
        self[name] = float(QUESTIONS[name](my, not my, self.board, self.before))
        return self[name]


class Trees(NamedTuple):
    """A program as the core takes it."""

    advantage: Tokens
    even: Tokens
    disadvantage: Tokens

    def choose(self, before: int) -> Tokens:
        return self.advantage if before > 0 else self.disadvantage if before < 0 else self.even


def evaluate(trees: Trees, board: chess.Board, before: int, material: float = 0.0) -> float:
    """Return the value of a board after a move, for the side that moved."""
    value = value_of(trees.choose(before), Answers(board, before))
    return value + material * balance(board, not board.turn)


def code(move: chess.Move) -> int:
    return move.from_square | move.to_square << 6 | (move.promotion or 0) << 12


def moves_of(board: chess.Board) -> list[chess.Move]:
    return sorted((move for move in board.legal_moves if not board.is_castling(move)), key=code)


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    child = board.copy(stack=False)
    child.push(move)
    return child


def move_values(trees: Trees, board: chess.Board, plies: int = 1, material: float = 0.0) -> dict[chess.Move, float]:
    """Return every legal move with its value by minimax without pruning."""
    before = balance(board, board.turn)

    def after_our_move(child: chess.Board, ply: int) -> float:
        if ply + 1 == plies and (plies == 1 or moves_of(child)):
            return evaluate(trees, child, before, material)
        moves = moves_of(child)
        if not moves:
            return MATE - ply if child.is_check() else 0.0
        return min(after_reply(after(child, move), ply + 1) for move in moves)

    def after_reply(child: chess.Board, ply: int) -> float:
        moves = moves_of(child)
        if not moves:
            return ply - MATE if child.is_check() else 0.0
        return max(after_our_move(after(child, move), ply + 1) for move in moves)

    return {move: after_our_move(after(board, move), 0) for move in moves_of(board)}


class SplitMix64:
    """The core's random number generator."""

    def __init__(self, seed: int) -> None:
        self.state = seed
        self.state = self.next()
        self.next()

    def next(self) -> int:
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
        return mixed ^ mixed >> 31

    def choose(self, moves: list[chess.Move]) -> chess.Move:
        return moves[self.next() * len(moves) >> 64] if len(moves) > 1 else moves[0]


@dataclass
class Outcome:
    ending: str
    winner: int
    balance: int
    moves: list[chess.Move]


def ending_of(board: chess.Board) -> str | None:
    """Return the end of a game by python-chess, or None."""
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "insufficient material"
    if board.is_repetition(3):
        return "repetition"
    return "fifty moves" if board.is_fifty_moves() else None


def play(pair: Sequence[Trees], start: chess.Board, seed: int, moves: int) -> Outcome:
    """Play a game between White's and Black's program."""
    board = start.copy()
    rng = SplitMix64(seed)
    for _ in range(2 * moves):
        if ending_of(board):
            break
        values = move_values(pair[0 if board.turn else 1], board)
        best = max(values.values())
        board.push(rng.choose([move for move, value in values.items() if value == best]))
    ending = ending_of(board) or "move limit"
    winner = (-1 if board.turn else 1) if ending == "checkmate" else 0
    return Outcome(ending, winner, balance(board, chess.WHITE), list(board.move_stack))
