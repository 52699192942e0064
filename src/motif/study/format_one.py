"""Studies as they were written before: `motif study 1` becomes `motif study 2` here, and nowhere else.

There a line was a list of moves in UCI, and nobody wrote down where the board without the cause belongs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import chess
from pydantic import TypeAdapter

from motif.board.drawing import move_arrow
from motif.reasons.told import DrawnArrow, Told, Without, differing, steps_of
from motif.study.games import Fault, StudiedGame
from motif.study.validation import CannotBePlayed, check_games, check_line, read_position
from motif.study.values import Move

NAME = "motif study 1"


@dataclass(frozen=True, slots=True)
class _Without:
    fen: str
    sentence: str


@dataclass(frozen=True, slots=True)
class _Told:
    fen: str
    line: tuple[Move, ...]
    sentence: str
    motif: str | None
    motifs: tuple[str, ...]
    arrows: tuple[DrawnArrow, ...]
    without: _Without | None


@dataclass(frozen=True, slots=True)
class _Fault:
    ply: int
    sentence: str
    missed: _Told | None
    allowed: _Told | None


def upgraded(content: dict[str, Any]) -> dict[str, Any]:
    """The content of a file of format 1 as one of format 2; raises ValidationError or CannotBePlayed."""
    games = TypeAdapter(list[dict[str, Any]]).validate_python(content.get("games"))
    return content | {"format": "motif study 2", "games": [_game(game) for game in games]}


def _game(content: dict[str, Any]) -> StudiedGame:
    games, faults = _adapters()
    old = faults.validate_python(content.get("faults"))
    game = games.validate_python(content | {"faults": ()})
    check_games([game])
    return games.validate_python(content | {"faults": tuple(_fault(game, fault) for fault in old)})


def _fault(game: StudiedGame, old: _Fault) -> Fault:
    if not 0 <= old.ply < len(game.moves):
        raise CannotBePlayed(f"the game has no ply {old.ply}", "faults")
    missed, allowed = (None if side is None else _told(side) for side in (old.missed, old.allowed))
    return game.fault(old.ply, old.sentence, missed, allowed)


def _told(old: _Told) -> Told:
    board = read_position(old.fen, "faults")
    check_line(board, old.line, "faults")
    line = steps_of(board, old.line)
    arrows = tuple(dict.fromkeys((*map(move_arrow, old.line[:1]), *old.arrows)))
    without = None
    if old.without is not None:
        other = read_position(old.without.fen, "faults")
        boards = [board, *(chess.Board(step.fen) for step in line)]
        # The edit was made on that board of the line which differs least.
        same_turn = [ply for ply, each in enumerate(boards) if each.turn == other.turn] or [0]
        ply = min(same_turn, key=lambda ply: len(differing(boards[ply], other)))
        squares = tuple(map(chess.square_name, differing(boards[ply], other)))
        without = Without(old.without.fen, ply, squares, old.without.sentence)
    return Told(old.fen, line, old.sentence, old.motif, old.motifs, arrows, without)


@cache
def _adapters() -> tuple[TypeAdapter[StudiedGame], TypeAdapter[tuple[_Fault, ...]]]:
    return TypeAdapter(StudiedGame), TypeAdapter(tuple[_Fault, ...])
