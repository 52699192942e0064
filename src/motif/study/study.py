"""A whole study, and its file: `study.json` is this value, versioned, with a schema.

{"format": "motif study 2", "profile": {…}, "games": […]}
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import chess
from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import from_json

from motif.board.drawing import move_arrow
from motif.errors import BadFile
from motif.explain.told import DrawnArrow, Told, Without, differing, steps_of
from motif.runtime.files import read_text, write_atomically
from motif.study.games import CannotBePlayed, Fault, Move, StudiedGame, check_games, check_line, read_position
from motif.study.profile import Profile

# Studies as they were written before: `motif study 1` becomes `motif study 2` here, and nowhere else.

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


FORMAT: Literal["motif study 2"] = "motif study 2"


@dataclass(frozen=True)
class Study:
    """The games of one player, judged and explained, and what they say together."""

    __pydantic_config__ = ConfigDict(allow_inf_nan=False)

    profile: Profile
    games: tuple[StudiedGame, ...]
    format: Literal["motif study 2"] = FORMAT

    def to_json(self) -> str:
        """The study as JSON text, which `from_json` reads back."""
        return _adapter().dump_json(self).decode()

    @classmethod
    def from_json(cls, text: str, source: str = "this text") -> Study:
        """Read a study; what does not fit, or cannot be played, is refused with its place."""
        try:
            study = _read(text)
            check_games(study.games)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = " > ".join(map(str, first["loc"])) or "the top"
            raise BadFile(f"{source} is no motif study: {first['msg']} at {place}") from None
        except CannotBePlayed as problem:
            place = " > ".join(map(str, problem.place))
            raise BadFile(f"{source} is no motif study: {problem} at {place}") from None
        return study

    def save(self, path: Path) -> None:
        """Write the study, whole or not at all."""
        write_atomically(path, self.to_json())

    @classmethod
    def load(cls, path: Path) -> Study:
        """Read the study in a file."""
        return cls.from_json(read_text(path), str(path))

    @staticmethod
    def schema() -> dict[str, Any]:
        """The JSON schema of a study."""
        return _adapter().json_schema()


def _read(text: str) -> Study:
    try:
        return _adapter().validate_json(text)
    except ValidationError:
        content = from_json(text) if f'"{NAME}"' in text else None
        if not isinstance(content, dict) or content.get("format") != NAME:
            raise
    return _adapter().validate_python(upgraded(content))


@cache
def _adapter() -> TypeAdapter[Study]:
    return TypeAdapter(Study)
