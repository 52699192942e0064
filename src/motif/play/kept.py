"""Save an unfinished game as one JSON file, so that it can continue: the players, the start and every move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import chess

from motif.arena.game import GameEnding, pgn_of
from motif.engines.cache import default_cache_path
from motif.errors import BadFile, NothingFound
from motif.runtime.files import read_text, write_atomically

KIND = "game"
YOU = "you"


def default_path() -> Path:
    """The file of the last unfinished game, in Motif's cache folder."""
    return default_cache_path().parent / "game.json"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game between a person and one of Motif's players."""

    against: str
    side: chess.Color
    seed: int
    fen: str = chess.STARTING_FEN
    moves: tuple[str, ...] = ()

    def board(self) -> chess.Board:
        """The position, with the moves that led to it; raises ValueError if they cannot be played."""
        board = chess.Board(self.fen)
        for move in self.moves:
            board.push_uci(move)
        return board

    def played(self, move: chess.Move) -> KeptGame:
        return replace(self, moves=(*self.moves, move.uci()))

    def taken_back(self) -> KeptGame | None:
        """The game before the person's last move; None if there is none to take back."""
        own = [ply for ply in range(len(self.moves)) if self._mover(ply) == self.side]
        return replace(self, moves=self.moves[: own[-1]]) if own else None

    def _mover(self, ply: int) -> chess.Color:
        first = chess.Board(self.fen).turn
        return first if ply % 2 == 0 else not first

    def pgn(self, ending: GameEnding | None) -> str:
        """The game so far as PGN, without a date, so that the same game always gives the same text."""
        names = {self.side: YOU, not self.side: self.against}
        tags = {
            "Event": "Motif game",
            "Site": "?",
            "Date": "????.??.??",
            "Round": "?",
            "White": names[chess.WHITE],
            "Black": names[chess.BLACK],
            "Result": ending.result if ending else "*",
        }
        if ending:
            tags["Ending"] = ending.termination
        return pgn_of(tags, self.fen, self.moves)

    def to_json(self) -> dict[str, Any]:
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
        side = chess.COLOR_NAMES.index(value["side"]) == chess.WHITE
        return cls(str(value["against"]), side, int(value["seed"]), value["fen"], tuple(value["moves"].split()))

    def keep(self, path: Path) -> None:
        """Write the game to a file, completely or not at all."""
        write_atomically(path, json.dumps(self.to_json(), indent=2) + "\n")


def find_kept(path: Path) -> KeptGame:
    """The unfinished game in a file; raises an error if there is none, or the file has other content."""
    if not path.exists():
        raise NothingFound("there is no saved game", hint="`motif play` begins one; `quit` keeps it")
    text = read_text(path)
    try:
        game = KeptGame.from_json(json.loads(text))
        game.board()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{path} is not a saved game: {error!r}", hint="delete it, and begin a new game") from None
    return game
