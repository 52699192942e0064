"""Solve small endgames with tables: the result of every move, the best line, and statistics of a whole endgame."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import chess
import numpy as np

from motif._core.board import Tables
from motif.engines.evaluator import after
from motif.engines.small_tables import MOST_PIECES, ExactValue, Tablebase, mirrors
from motif.errors import BadArgument

_PIECES = "QRBNP"


@dataclass(frozen=True, slots=True)
class SolvedMove:
    """A move and its exact result for the side that plays it."""

    move: chess.Move
    san: str
    exact: ExactValue

    def keeps(self, before: ExactValue) -> bool:
        """Say whether the result is still the one in `before`, the value of the position before the move."""
        return self.exact.result == before.result


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """The numbers of positions that the side to move wins, draws and loses."""

    wins: int
    draws: int
    losses: int

    @property
    def total(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Overview:
    """Statistics of an endgame: its results with White and with Black to move, and the longest win."""

    signature: str
    white: ResultCounts
    black: ResultCounts
    longest: chess.Board | None
    exact: ExactValue


def answers(tables: Tablebase, board: chess.Board) -> list[SolvedMove]:
    """Return all legal moves, best first: fastest wins, draws, then slowest losses; ties go by UCI text."""
    moves = sorted(board.legal_moves, key=chess.Move.uci)
    if not moves:
        return []
    boards = [after(board, move) for move in moves]
    solved = [
        SolvedMove(move, board.san(move), ExactValue(-reply.result, reply.plies + 1 if reply.result else 0))
        for move, reply in zip(moves, tables.probe_all(boards), strict=True)
    ]
    return sorted(solved, key=lambda answer: _rank(answer.exact))


def best_line(tables: Tablebase, board: chess.Board) -> list[chess.Move]:
    """Return the best moves of both sides until mate, on ties the first one; empty in a draw."""
    board = board.copy(stack=False)
    line: list[chess.Move] = []
    for _ in range(tables.probe(board).plies):
        move = answers(tables, board)[0].move
        line.append(move)
        board.push(move)
    return line


@cache
def known_signatures() -> tuple[str, ...]:
    """Return the names of all endgames that can be solved, the stronger side first.

    >>> known_signatures()[:6], len(known_signatures())
    (('KQK', 'KRK', 'KBK', 'KNK', 'KPK', 'KQQK'), 35)
    """
    three = [f"K{piece}K" for piece in _PIECES]
    pairs = list(combinations_with_replacement(_PIECES, 2))
    return (*three, *(f"K{one}{two}K" for one, two in pairs), *(f"K{one}K{two}" for one, two in pairs))


def check_signature(text: str) -> str:
    """Return the canonical name of an endgame; raise BadArgument, listing all names, if it cannot be solved."""
    try:
        name = Tables.canonical(text.upper())
    except BadArgument as error:
        raise BadArgument(str(error), hint=f"there are {', '.join(known_signatures())}") from None
    if len(name) < 3:
        raise BadArgument("two bare kings always draw", hint="name an endgame with more pieces, such as KRK")
    return name


def overview(tables: Tablebase, signature: str) -> Overview:
    """Return the statistics of an endgame; mirror images count as different positions."""
    name = check_signature(signature)
    values = np.frombuffer(tables.values(name), np.uint8)
    white_to_move = _is_white_to_move(name, len(values))
    images = len(mirrors(name))
    # Swapping two equal pieces gives the same position.
    same = prod(factorial(side.count(piece)) for side in name[1:].split("K") for piece in _PIECES)

    def counts(chosen: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> ResultCounts:
        legal = chosen[chosen > 0]
        numbers = ((legal > 1) & (legal % 2 == 1), legal == 1, (legal > 1) & (legal % 2 == 0))
        return ResultCounts(*(int(each.sum()) * images // same for each in numbers))

    won = np.where(values % 2 == 1, values, 0)
    place = int(won.argmax())
    is_ever_won = won[place] > 1
    longest = tables.positions(name, np.array([place]))[0] if is_ever_won else None
    exact = ExactValue(1, int(won[place]) - 2) if is_ever_won else ExactValue(0, 0)
    return Overview(name, counts(values[white_to_move]), counts(values[~white_to_move]), longest, exact)


def _is_white_to_move(name: str, places: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return for every entry of a table whether White is to move.

    The positions with en passant come after all others; in both parts, White's half comes first.
    """
    plain = (64 if "P" in name else 32) << (6 * (len(name) - 1))
    halves = [np.arange(count) < count // 2 for count in (plain, places - plain)]
    return np.concatenate(halves)


def _rank(exact: ExactValue) -> tuple[int, int]:
    return -exact.result, exact.plies if exact.result > 0 else -exact.plies


MOST_MOVES = 5
"""How many moves a sentence names."""


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """The table result of a position, and of each move in it."""

    exact: ExactValue
    moves: tuple[SolvedMove, ...]

    @classmethod
    def about(cls, board: chess.Board) -> SolvedPosition | None:
        """Solve a position; None if it has more pieces than the tables, or castling is possible."""
        if chess.popcount(board.occupied) > MOST_PIECES or board.castling_rights:
            return None
        tables = Tablebase()
        return cls(tables.probe(board), tuple(answers(tables, board)))

    def keeps(self, move: chess.Move) -> bool:
        return any(answer.move == move and answer.keeps(self.exact) for answer in self.moves)

    def sentence(self, title: str, best: list[chess.Move]) -> str:
        """Say which moves keep the result, and which of the program's candidates do not."""
        keepers = [answer.san for answer in self.moves if answer.keeps(self.exact)]
        some = f"{', '.join(keepers[:MOST_MOVES])}{' and others' if len(keepers) > MOST_MOVES else ''}"
        only = "only " if len(keepers) == 1 else ""
        which = "whatever is played" if len(keepers) == len(self.moves) else f"{only}by {some}"
        given = [answer.san for answer in self.moves if answer.move in best and not answer.keeps(self.exact)]
        fault = f"; {title} gives it away by {', '.join(given[:MOST_MOVES])}, and is no example here" if given else ""
        return f"the tables: {self.exact} {which}{fault}"

    def to_json(self) -> dict[str, Any]:
        keepers = [answer.move.uci() for answer in self.moves if answer.keeps(self.exact)]
        return {"result": self.exact.result, "plies": self.exact.plies, "kept by": keepers}
