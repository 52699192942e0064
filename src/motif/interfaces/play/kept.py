"""A game that was left, kept as one JSON file so that it can go on: who plays, from where, and every move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess

from motif.board.evaluation_cache import default_cache_path
from motif.errors import BadFile, NothingFound
from motif.store import read_text, write_atomically

KIND = "game"


def default_path() -> Path:
    """Where the last game is kept: beside what else Motif remembers."""
    return default_cache_path().parent / "game.json"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game between a person and a player of the house."""

    against: str
    side: chess.Color
    seed: int
    fen: str = chess.STARTING_FEN
    moves: tuple[str, ...] = ()

    def board(self) -> chess.Board:
        """The position with the moves that led to it; raises ValueError when they cannot be played."""
        board = chess.Board(self.fen)
        for move in self.moves:
            board.push_uci(move)
        return board

    def to_json(self) -> dict[str, Any]:
        """The game as a JSON value."""
        side = chess.COLOR_NAMES[self.side]
        return {
            "motif": KIND,
            "against": self.against,
            "side": side,
            "seed": self.seed,
            "fen": self.fen,
            "moves": " ".join(self.moves),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> KeptGame:
        """Read a game back from its JSON value."""
        side = chess.COLOR_NAMES.index(value["side"]) == chess.WHITE
        return cls(str(value["against"]), side, int(value["seed"]), value["fen"], tuple(value["moves"].split()))

    def keep(self, path: Path) -> None:
        """Write the game, whole or not at all."""
        write_atomically(path, json.dumps(self.to_json(), indent=2) + "\n")


def find_kept(path: Path) -> KeptGame:
    """The game that was left; refused when there is none, or the file holds something else."""
    if not path.exists():
        raise NothingFound("there is no game to go on with", hint="`motif play` begins one; `quit` keeps it")
    text = read_text(path)
    try:
        game = KeptGame.from_json(json.loads(text))
        game.board()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{path} is no game that was kept: {error!r}", hint="delete it, and begin a new game") from None
    return game
