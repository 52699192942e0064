"""Whole games between searchers, played in the core on any number of threads; the arena is for everybody else.

A game depends on its two players and its start alone, so the results are the same on one thread or many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motif._core.board import Game
from motif._core.search import play_games
from motif.arena.records import Ending, GameRecord, Result, Termination
from motif.arena.start_positions import StartPosition
from motif.errors import BadArgument
from motif.search.settings import SearchSettings

_TERMINATIONS = {
    "checkmate": Termination.CHECKMATE,
    "stalemate": Termination.STALEMATE,
    "insufficient material": Termination.INSUFFICIENT_MATERIAL,
    "fifty moves": Termination.FIFTY_MOVES,
    "repetition": Termination.REPETITION,
    "move limit": Termination.MOVE_CAP,
}


@dataclass(frozen=True, slots=True)
class Contestant:
    """A searcher by name, and how deep it looks."""

    name: str
    settings: SearchSettings
    depth: int = 4

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise BadArgument(f"{self.name} cannot search to depth {self.depth}; 1 is the least")


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who has White, who has Black (by their place among the players), and where the game begins."""

    white: int
    black: int
    start: StartPosition


@dataclass(frozen=True, slots=True)
class Contest:
    """A game that was played: its record, and what each side's search cost."""

    pairing: Pairing
    record: GameRecord
    nodes: tuple[int, int]
    hits: tuple[int, int]

    @property
    def result(self) -> Result:
        """The result as PGN writes it."""
        return self.record.result

    def game(self) -> Game:
        """The game as the board room knows it."""
        return Game.parse(self.record.to_pgn())


def play_contests(
    players: Sequence[Contestant],
    pairings: Sequence[Pairing],
    most_moves: int = 150,
    threads: int | None = None,
) -> list[Contest]:
    """Play all pairings; a game is drawn after `most_moves` moves of each side."""
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
            ending=Ending(Result(result), _TERMINATIONS[ending]),
        )
        contests.append(Contest(pairing, record, (nodes[0], nodes[1]), (hits[0], hits[1])))
    return contests
