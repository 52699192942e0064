"""Play whole games between searchers in the core, on any number of threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motif._core.board import Game
from motif._core.search import play_games
from motif.arena.game import EndReason, GameEnding, GameRecord
from motif.arena.start_positions import StartPosition
from motif.board.tags import GameResult
from motif.errors import BadArgument
from motif.search.settings import SearchSettings

_TERMINATIONS = {
    "checkmate": EndReason.CHECKMATE,
    "stalemate": EndReason.STALEMATE,
    "insufficient material": EndReason.INSUFFICIENT_MATERIAL,
    "fifty moves": EndReason.FIFTY_MOVES,
    "repetition": EndReason.REPETITION,
    "move limit": EndReason.MOVE_CAP,
}


@dataclass(frozen=True, slots=True)
class Contestant:
    """A named searcher and its depth."""

    name: str
    settings: SearchSettings
    depth: int = 4

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise BadArgument(f"{self.name} cannot search to depth {self.depth}; the minimum is 1")


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: the indices of White's and Black's players, and the start."""

    white: int
    black: int
    start: StartPosition


@dataclass(frozen=True, slots=True)
class Contest:
    """A played game: its record, and each side's nodes and transposition-table hits."""

    pairing: Pairing
    record: GameRecord
    nodes: tuple[int, int]
    hits: tuple[int, int]

    @property
    def result(self) -> GameResult:
        """The result as in PGN."""
        return self.record.result

    def game(self) -> Game:
        """Return the game's moves and tags."""
        return Game.parse(self.record.to_pgn())


def play_contests(
    players: Sequence[Contestant],
    pairings: Sequence[Pairing],
    most_moves: int = 150,
    threads: int | None = None,
) -> list[Contest]:
    """Play all pairings; a game that lasts `most_moves` moves per side is a draw."""
    boards = [pairing.start.board() for pairing in pairings]
    played = play_games(
        [player.settings.searcher() for player in players],
        [(pairing.white, pairing.black, board) for pairing, board in zip(pairings, boards, strict=True)],
        [player.depth for player in players],
        most_plies=2 * most_moves,
        threads=threads,
    )
    contests = []
    for number, (pairing, (result, ending, moves, nodes, hits)) in enumerate(zip(pairings, played, strict=True), 1):
        record = GameRecord(
            round=str(number),
            white=players[pairing.white].name,
            black=players[pairing.black].name,
            start=pairing.start,
            moves=tuple(move.uci() for move in moves),
            ending=GameEnding(GameResult(result), _TERMINATIONS[ending]),
        )
        contests.append(Contest(pairing, record, (nodes[0], nodes[1]), (hits[0], hits[1])))
    return contests
