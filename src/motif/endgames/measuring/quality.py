"""How well somebody plays an endgame, by the tables: does each move keep the result, and how much time does it waste?

A move keeps the result when a win stays a win and a draw at least a draw; a lost position has no result to spoil.
Waste, in moves, is how much longer the mate takes after the move than after the best one, or how much sooner the
mover is mated; draws and spoilt results have none.

There are two speeds. A `Mover` answers a whole batch, as compiled programs do in the core (`program_mover`);
`mover_of` makes one out of any player, which is then asked board by board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.endgames import CompiledProgram, ProgramGames, play_programs
from motif.advice import Limit, Player
from motif.arena.records import GameRecord
from motif.board.positions import Positions, encode_move
from motif.board.tablebases import MOST_MEN, Tablebase
from motif.endgames.playing.games import starts
from motif.endgames.playing.matches import EndgameMatch
from motif.errors import BadArgument
from motif.evidence.intervals import Mean, Share
from motif.progress import Progress, Watch, unwatched
from motif.seeds import seed_of

Codes = NDArray[np.uint16]
Mover = Callable[[Positions], Codes]
"""Whoever chooses a move, as a code, for each position of a batch."""


@dataclass(frozen=True, slots=True)
class Played:
    """Positions, the move played in each, and the game it belongs to, when they come from games."""

    positions: Positions
    codes: Codes
    games: NDArray[np.int64] | None = None

    @classmethod
    def by(cls, mover: Mover, positions: Positions) -> Played:
        """What somebody plays in positions that have nothing to do with each other."""
        return cls(positions, mover(positions))

    @classmethod
    def in_games(cls, records: Iterable[GameRecord], name: str) -> Played:
        """The moves of one player in games, as far as the men on the board are few enough for the tables."""
        fens, codes, games = [], [], []
        for number, record in enumerate(records):
            board = record.start.board()
            for text in record.moves:
                move = board.parse_uci(text)
                mover = record.white if board.turn == chess.WHITE else record.black
                if mover == name and chess.popcount(board.occupied) <= MOST_MEN:
                    fens.append(board.fen())
                    codes.append(encode_move(move))
                    games.append(number)
                board.push(move)
        return cls(Positions(fens), np.array(codes, np.uint16), np.array(games, np.int64))

    @classmethod
    def in_games_in_core(cls, first: CompiledProgram, second: CompiledProgram, settings: EndgameMatch) -> Played:
        """The moves of the first program in fresh games against the second, as far as tables know the men."""
        count = settings.games // 2
        positions = starts(settings.endgames, count, seed_of(settings.seed, "starts"))
        lots = np.random.default_rng(seed_of(settings.seed, "lots")).integers(2**62, size=2 * count)
        both = np.arange(2 * count) // count
        encounters = np.stack([both, 1 - both, np.arange(2 * count) % count, lots], axis=1).astype(np.int64)
        games = play_programs([first, second], encounters, positions, moves=settings.moves, record=True)
        return cls.in_program_games(games, encounters, positions, 0)

    @classmethod
    def in_program_games(
        cls, games: ProgramGames, encounters: NDArray[np.int64], starts: Positions, program: int
    ) -> Played:
        """The moves of one program in games that `play_programs` recorded, as far as tables know the men."""
        begins = np.cumsum(games.lengths) - games.lengths
        positions = starts.take(np.ascontiguousarray(encounters[:, 2]))
        numbers = np.arange(len(games))
        parts: list[Played] = []
        for ply in range(int(games.lengths.max(initial=0))):
            on = games.lengths[numbers] > ply
            numbers, positions = numbers[on], positions.take(np.flatnonzero(on))
            codes = games.codes[begins[numbers] + ply]
            movers = encounters[numbers, np.where(positions.turns(), 0, 1)]
            own = np.flatnonzero((movers == program) & (positions.material().sum(axis=1) <= MOST_MEN))
            parts.append(cls(positions.take(own), codes[own], numbers[own]))
            positions = positions.play(codes)
        return cls(
            Positions.concatenate([part.positions for part in parts]),
            np.concatenate([np.empty(0, np.uint16), *(part.codes for part in parts)]),
            np.concatenate([np.empty(0, np.int64), *(part.games for part in parts if part.games is not None)]),
        )


@dataclass(frozen=True, slots=True)
class Quality:
    """What the tables say about some moves.

    `wins_kept` and `draws_kept` are shares of the won and the drawn positions, told apart since most are drawn.
    `kept` counts all positions; `tempted` only those in which some legal move spoils the result, so that a player who
    is never tempted gets no credit there.
    """

    wins_kept: Share
    draws_kept: Share
    kept: Share
    tempted: Share
    waste: Mean

    @property
    def blunders(self) -> Share:
        """The share of all positions in which the move spoilt the result."""
        return self.kept.others

    def to_json(self) -> dict[str, Any]:
        """The measures as a JSON value."""
        return {name: measure.to_json() for name, measure in self.named().items()}

    def named(self) -> dict[str, Share | Mean]:
        """Every measure by its name, wins first."""
        return {
            "wins kept": self.wins_kept,
            "draws kept": self.draws_kept,
            "result kept": self.kept,
            "kept where it could be spoilt": self.tempted,
            "moves wasted": self.waste,
        }

    def __str__(self) -> str:
        return "\n".join(f"{name:30}{measure}" for name, measure in self.named().items())


def judge(tables: Tablebase, played: Played) -> Quality:
    """Measure moves that were played; every position needs a table."""
    positions = played.positions
    if not len(positions):
        raise BadArgument(
            f"there is nothing to measure: no position of up to {MOST_MEN} men was played",
            hint="measure on starts of a smaller endgame, or on games that reach one",
        )
    before = tables.probe_positions(positions)
    result = before[:, 0]
    after = tables.probe_positions(positions.play(played.codes))
    # Seen from the mover again.
    kept = -after[:, 0] >= result
    decided = (result != 0) & kept
    waste = (result * (after[:, 1] + 1 - before[:, 1]) / 2)[decided]

    def of(chosen: NDArray[np.bool_]) -> NDArray[np.int64] | None:
        return None if played.games is None else played.games[chosen]

    temptation, won, drawn = _can_be_spoilt(tables, positions, result), result == 1, result == 0
    return Quality(
        wins_kept=Share.of(kept[won], of(won)),
        draws_kept=Share.of(kept[drawn], of(drawn)),
        kept=Share.of(kept, played.games),
        tempted=Share.of(kept[temptation], of(temptation)),
        waste=Mean.of(waste, of(decided)),
    )


def random_mover(seed: int) -> Mover:
    """Somebody who plays any legal move with the same probability: what every measure is compared with."""

    def choose(positions: Positions) -> Codes:
        moves = positions.legal_moves()
        counts = np.diff(moves.offsets)
        rng = np.random.default_rng(seed_of(seed, "random mover"))
        codes: Codes = moves.codes[moves.offsets[:-1] + rng.integers(counts)]
        return codes

    return choose


def program_mover(program: CompiledProgram, seed: int = 0) -> Mover:
    """A program as it plays: equal moves are drawn by lot, anew in each call."""
    rng = np.random.default_rng(seed_of(seed, "program mover"))

    def choose(positions: Positions) -> Codes:
        return program.choose(positions, rng.integers(2**62, size=len(positions)))

    return choose


def mover_of(player: Player, limit: Limit, seed: int = 0, watch: Watch = unwatched) -> Mover:
    """Any player, asked about each position as if a game began there."""

    def choose(positions: Positions) -> Codes:
        codes = np.empty(len(positions), np.uint16)
        for number, board in enumerate(positions):
            player.new_game(seed_of(seed, "position", number))
            codes[number] = encode_move(player.choose(board, limit).move)
            watch(Progress(number + 1, len(positions)))
        return codes

    return choose


def _can_be_spoilt(tables: Tablebase, positions: Positions, result: NDArray[np.int16]) -> NDArray[np.bool_]:
    offsets = positions.legal_moves().offsets
    replies = tables.probe_positions(positions.successors())[:, 0]
    # The best reply of the other side to our worst move.
    worst: NDArray[np.int16] = -np.maximum.reduceat(replies, offsets[:-1])
    spoilt: NDArray[np.bool_] = worst < result
    return spoilt
