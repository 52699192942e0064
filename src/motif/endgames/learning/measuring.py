"""Measure endgame play with tables: results kept, moves wasted, and mates from won positions.

A move keeps the result if a win stays a win and a draw stays at least a draw; in a lost position every move does. Waste
is the number of moves by which a move delays our mate or hastens the opponent's, compared with the best move. A move in
a drawn position wastes nothing, nor does one that spoils the result.

A `MoveChooser` chooses moves for a whole batch of positions. `choose_by_program` makes one from a program, which runs
in the core, and `choose_by_player` makes one from any player, which gets one position after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, encode_move
from motif._core.endgames import CompiledProgram, ProgramGames, play_programs
from motif.advice import Player
from motif.arena.game import GameRecord
from motif.board.material import VALUES
from motif.board.wording import percent
from motif.endgames.games import EndgameMatch, starts
from motif.engines.limits import Limit
from motif.engines.small_tables import MOST_PIECES, Tablebase, mirrors
from motif.errors import BadArgument
from motif.runtime.parallel import Progress, Watch, seed_of, unwatched
from motif.statistics.intervals import Mean, Share

Codes = NDArray[np.uint16]
MoveChooser = Callable[[Positions], Codes]
"""Returns the code of a chosen move for each position of a batch."""


@dataclass(frozen=True, slots=True)
class PlayedMoves:
    """Positions, the code of the move played in each and, if the moves come from games, the number of the game."""

    positions: Positions
    codes: Codes
    games: NDArray[np.int64] | None = None

    @classmethod
    def by(cls, choose: MoveChooser, positions: Positions) -> PlayedMoves:
        """Return the moves that `choose` plays in these positions, which do not come from games."""
        return cls(positions, choose(positions))

    @classmethod
    def in_games(cls, records: Iterable[GameRecord], name: str) -> PlayedMoves:
        """Collect a player's moves in games, in positions with few enough pieces for the tables."""
        fens, codes, games = [], [], []
        for number, record in enumerate(records):
            board = record.start.board()
            for text in record.moves:
                move = board.parse_uci(text)
                player = record.white if board.turn == chess.WHITE else record.black
                if player == name and chess.popcount(board.occupied) <= MOST_PIECES:
                    fens.append(board.fen())
                    codes.append(encode_move(move))
                    games.append(number)
                board.push(move)
        return cls(Positions(fens), np.array(codes, np.uint16), np.array(games, np.int64))

    @classmethod
    def in_games_in_core(cls, first: CompiledProgram, second: CompiledProgram, settings: EndgameMatch) -> PlayedMoves:
        """Play games between two programs and collect the first one's moves in positions that the tables cover."""
        count = settings.games // 2
        positions = starts(settings.endgames, count, seed_of(settings.seed, "starts"))
        seeds = np.random.default_rng(seed_of(settings.seed, "lots")).integers(2**62, size=2 * count)
        both = np.arange(2 * count) // count
        encounters = np.stack([both, 1 - both, np.arange(2 * count) % count, seeds], axis=1).astype(np.int64)
        games = play_programs([first, second], encounters, positions, moves=settings.moves, record=True)
        return cls.in_program_games(games, encounters, positions, 0)

    @classmethod
    def in_program_games(
        cls, games: ProgramGames, encounters: NDArray[np.int64], starts: Positions, program: int
    ) -> PlayedMoves:
        """Collect a program's moves from games recorded by `play_programs`, in positions that the tables cover."""
        begins = np.cumsum(games.lengths) - games.lengths
        positions = starts.take(np.ascontiguousarray(encounters[:, 2]))
        numbers = np.arange(len(games))
        parts: list[PlayedMoves] = []
        for ply in range(int(games.lengths.max(initial=0))):
            on = games.lengths[numbers] > ply
            numbers, positions = numbers[on], positions.take(np.flatnonzero(on))
            codes = games.codes[begins[numbers] + ply]
            players = encounters[numbers, np.where(positions.turns(), 0, 1)]
            own = np.flatnonzero((players == program) & (positions.material().sum(axis=1) <= MOST_PIECES))
            parts.append(cls(positions.take(own), codes[own], numbers[own]))
            positions = positions.play(codes)
        return cls(
            Positions.concatenate([part.positions for part in parts]),
            np.concatenate([np.empty(0, np.uint16), *(part.codes for part in parts)]),
            np.concatenate([np.empty(0, np.int64), *(part.games for part in parts if part.games is not None)]),
        )


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of some moves according to the tables.

    `wins_kept` and `draws_kept` are shares of the won and the drawn positions, and `kept` is a share of all positions.
    `tempted` is `kept` only for positions in which some legal move spoils the result.
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
        return {name: measure.to_json() for name, measure in self.named().items()}

    def named(self) -> dict[str, Share | Mean]:
        """Return the measures by name, wins first."""
        return {
            "wins kept": self.wins_kept,
            "draws kept": self.draws_kept,
            "result kept": self.kept,
            "kept where it could be spoilt": self.tempted,
            "moves wasted": self.waste,
        }

    def __str__(self) -> str:
        return "\n".join(f"{name:30}{measure}" for name, measure in self.named().items())


def measure_quality(tables: Tablebase, played: PlayedMoves) -> Quality:
    """Measure the quality of moves; the tables must cover every position."""
    positions = played.positions
    if not len(positions):
        raise BadArgument(
            f"there is nothing to measure: no position with at most {MOST_PIECES} pieces was played",
            hint="start from a smaller endgame, or choose games that reach one",
        )
    before = tables.probe_positions(positions)
    result = before[:, 0]
    after = tables.probe_positions(positions.play(played.codes))
    # The result after the move is the opponent's.
    kept = -after[:, 0] >= result
    decided = (result != 0) & kept
    waste = (result * (after[:, 1] + 1 - before[:, 1]) / 2)[decided]

    def games_of(chosen: NDArray[np.bool_]) -> NDArray[np.int64] | None:
        return None if played.games is None else played.games[chosen]

    tempted, won, drawn = _can_be_spoilt(tables, positions, result), result == 1, result == 0
    return Quality(
        wins_kept=Share.of(kept[won], games_of(won)),
        draws_kept=Share.of(kept[drawn], games_of(drawn)),
        kept=Share.of(kept, played.games),
        tempted=Share.of(kept[tempted], games_of(tempted)),
        waste=Mean.of(waste, games_of(decided)),
    )


def choose_at_random(seed: int) -> MoveChooser:
    """Return a chooser that gives every legal move the same chance, as a baseline for every measure."""

    def choose(positions: Positions) -> Codes:
        moves = positions.legal_moves()
        counts = np.diff(moves.offsets)
        rng = np.random.default_rng(seed_of(seed, "random mover"))
        codes: Codes = moves.codes[moves.offsets[:-1] + rng.integers(counts)]
        return codes

    return choose


def choose_by_program(program: CompiledProgram, seed: int = 0) -> MoveChooser:
    """Return a chooser that plays by a program; each call breaks ties at random, with new seeds."""
    rng = np.random.default_rng(seed_of(seed, "program mover"))

    def choose(positions: Positions) -> Codes:
        return program.choose(positions, rng.integers(2**62, size=len(positions)))

    return choose


def choose_by_player(player: Player, limit: Limit, seed: int = 0, watch: Watch = unwatched) -> MoveChooser:
    """Return a function that lets a player choose a move in each position, as the first of a new game."""

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
    # The opponent's best reply to our worst move.
    worst: NDArray[np.int16] = -np.maximum.reduceat(replies, offsets[:-1])
    spoilt: NDArray[np.bool_] = worst < result
    return spoilt


# Won positions of a small endgame, and the longest replies in lost ones.


def won_positions(tables: Tablebase, signature: str, sample: int | None = None, seed: int = 0) -> Positions:
    """Return the positions won by the stronger side to move, all of them with mirror images, or a random sample."""
    positions = won_images(tables, signature, mirrors(signature))
    # Swapping two equal pieces gives the same position.
    _, first = np.unique(positions.hashes(), return_index=True)
    if sample is not None and sample < len(first):
        first = np.random.default_rng(seed_of(seed, "won positions", signature)).choice(first, sample, replace=False)
    return positions.take(np.sort(first))


def won_images(tables: Tablebase, signature: str, images: Sequence[int]) -> Positions:
    """Return the positions won by the stronger side to move, in the given mirror images of the table."""
    values = np.frombuffer(tables.values(signature), np.uint8)
    # In a table 0 is illegal and 1 drawn; larger even values are lost and odd ones won.
    places = np.flatnonzero((values > 1) & (values % 2 == 1))
    positions = Positions.concatenate([tables.positions(signature, places, image) for image in images])
    return positions.take(np.flatnonzero(positions.turns()))


# Mates from the won positions of an endgame.

FIFTY_MOVES = 50

Choices = Callable[[Positions], NDArray[np.bool_]]
"""Marks, for each position, the legal moves that may be played."""


class Defence(StrEnum):
    """The replies to try, from a single one to all."""

    ONE_LONGEST = "one longest defence"
    """The first of the longest replies, in the order of the legal moves."""

    EVERY_LONGEST = "every longest defence"
    EVERY = "every defence"


@dataclass(frozen=True, slots=True)
class Mates:
    """The mates from won positions: their number, and their actual and best possible lengths in moves.

    `is_sample` says whether the positions are a random sample of the endgame's won positions or all of them.
    """

    mated: Share
    spoilt: int
    mean_length: float
    mean_best_length: float
    longest: int
    failures: tuple[str, ...]
    is_sample: bool

    @property
    def ratio(self) -> float:
        """The mean length of the mates divided by the best possible mean length."""
        return self.mean_length / self.mean_best_length

    def to_json(self) -> dict[str, Any]:
        return {
            "mated": self.mated.to_json(),
            "spoilt": self.spoilt,
            "mean length": round(self.mean_length, 3),
            "mean best length": round(self.mean_best_length, 3),
            "ratio": round(self.ratio, 3),
            "longest": self.longest,
            "failures": list(self.failures),
        }

    def __str__(self) -> str:
        exact = f"{percent(self.mated.value, 2)}, all won positions"
        share = f"mated {self.mated.hits:,} of {self.mated.count:,} ({self.mated.percent if self.is_sample else exact})"
        if not self.mated.hits:
            return share
        return (
            f"{share}, in {self.mean_length:.2f} moves on average where {self.mean_best_length:.2f} are possible "
            f"({self.ratio:.2f} times as many, at most {self.longest})"
        )


def mates_in_play(tables: Tablebase, choose: MoveChooser, positions: Positions, most_moves: int = FIFTY_MOVES) -> Mates:
    """Play out won positions against the longest defence, for at most `most_moves` moves each."""
    best = _best_lengths(tables, positions)
    length = np.zeros(len(positions), np.int64)
    spoilt = np.zeros(len(positions), np.bool_)
    left, numbers = positions, np.arange(len(positions))
    for move in range(1, most_moves + 1):
        after = left.play(choose(left))
        truth = tables.probe_positions(after)
        length[numbers[(truth[:, 0] < 0) & (truth[:, 1] == 0)]] = move
        spoilt[numbers[truth[:, 0] >= 0]] = True
        on = np.flatnonzero((truth[:, 0] < 0) & (truth[:, 1] > 0))
        if not len(on):
            break
        defended, numbers = after.take(on), numbers[on]
        replies = defended.successors()
        plies = tables.probe_positions(replies)[:, 1].astype(np.int64)
        left = replies.take(_replies(Defence.ONE_LONGEST, defended.legal_moves().offsets, plies))
    return _summed_up(positions, length, best, spoilt, is_sample=True)


def proved_mates(tables: Tablebase, choices: Choices, signature: str) -> dict[Defence, Mates]:
    """Prove for each won position whether all `choices` lead to mate. No winning line may leave the endgame."""
    positions = won_positions(tables, signature)
    moves = positions.legal_moves()
    chosen = np.flatnonzero(choices(positions))
    # The first chosen move of each position, and the number of its chosen moves.
    begins = np.searchsorted(chosen, moves.offsets[:-1])
    counts = np.diff(begins, append=len(chosen))
    after = positions.take(np.repeat(np.arange(len(positions)), counts)).play(moves.codes[chosen])
    truth = tables.probe_positions(after)
    mated, spoilt = (truth[:, 0] < 0) & (truth[:, 1] == 0), truth[:, 0] >= 0
    on = np.flatnonzero(~mated & ~spoilt)
    defended = after.take(on)
    offsets, successors = defended.legal_moves().offsets, defended.successors()
    plies = tables.probe_positions(successors)[:, 1].astype(np.int64)
    places = _places(positions, successors)
    best, fails = _best_lengths(tables, positions), np.maximum.reduceat(spoilt, begins)
    mates = {}
    for defence in Defence:
        rows = _replies(defence, offsets, plies)
        length = _lengths(mated, begins, on, places[rows], np.searchsorted(rows, offsets[:-1]))
        mates[defence] = _summed_up(positions, length, best, fails, is_sample=False)
    return mates


def _replies(defence: Defence, offsets: NDArray[np.int64], plies: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows of the replies to try.

    The replies in position i begin at `offsets[i]`; `plies` has the length of the line after each.
    """
    if defence is Defence.EVERY:
        return np.arange(len(plies))
    # One number that ranks by length, then by order.
    rank = plies * len(plies) - np.arange(len(plies)) if defence is Defence.ONE_LONGEST else plies
    longest = np.maximum.reduceat(rank, offsets[:-1])
    return np.flatnonzero(rank == np.repeat(longest, np.diff(offsets)))


def _lengths(
    mated: NDArray[np.bool_],
    begins: NDArray[np.int64],
    on: NDArray[np.int64],
    replies: NDArray[np.int64],
    reply_begins: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the number of moves to a certain mate from each position; 0 if mate is not certain."""
    after_length = np.where(mated, 1.0, np.inf)
    length = np.full(len(begins), np.inf)
    while True:
        longer = np.maximum.reduceat(after_length, begins)
        if np.array_equal(longer, length):
            return np.where(np.isfinite(length), length, 0).astype(np.int64)
        length = longer
        if len(on):
            after_length[on] = 1 + np.maximum.reduceat(length[replies], reply_begins)


def program_choices(program: CompiledProgram) -> Choices:
    """Return a function that marks the moves which a program, looking one ply ahead, values highest."""
    if program.plies != 1:
        raise BadArgument(f"best moves can be marked for a program that looks 1 ply ahead, not {program.plies}")

    def choose(positions: Positions) -> NDArray[np.bool_]:
        offsets = positions.legal_moves().offsets
        counts = np.diff(offsets)
        successors = positions.successors()
        before = np.repeat(_balance(positions, positions.turns()), counts)
        after = _balance(successors, np.repeat(positions.turns(), counts))
        values = program.evaluate(successors, before) + program.material * after
        marks: NDArray[np.bool_] = values == np.repeat(np.maximum.reduceat(values, offsets[:-1]), counts)
        return marks

    return choose


def _balance(positions: Positions, for_white: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return the balance of material for a side, as programs count it."""
    pieces = positions.material().astype(np.int32)
    white = (pieces[:, :6] - pieces[:, 6:]) @ np.array([VALUES[piece] for piece in chess.PIECE_TYPES], np.int32)
    balance: NDArray[np.int32] = np.where(for_white, white, -white).astype(np.int32)
    return balance


def _best_lengths(tables: Tablebase, positions: Positions) -> NDArray[np.int64]:
    truth = tables.probe_positions(positions)
    if (truth[:, 0] <= 0).any():
        raise BadArgument(f"{positions[int(np.argmin(truth[:, 0]))].fen()} is not won by the side to move")
    lengths: NDArray[np.int64] = (truth[:, 1].astype(np.int64) + 1) // 2
    return lengths


def _places(positions: Positions, wanted: Positions) -> NDArray[np.int64]:
    keys = positions.hashes()
    order = np.argsort(keys)
    sought = wanted.hashes()
    places: NDArray[np.int64] = order[np.searchsorted(keys, sought, sorter=order).clip(max=len(keys) - 1)]
    unknown = np.flatnonzero(keys[places] != sought)
    if len(unknown):
        raise BadArgument(
            f"a won line leads to {wanted[int(unknown[0])].fen()}, which belongs to another endgame",
            hint="play the positions out against the longest defence instead",
        )
    return places


def _summed_up(
    positions: Positions,
    length: NDArray[np.int64],
    best: NDArray[np.int64],
    spoilt: NDArray[np.bool_],
    is_sample: bool,
) -> Mates:
    mated = length > 0
    failures = tuple(positions.take(np.flatnonzero(~mated)[:10]).fens())
    return Mates(
        mated=Share.of(mated),
        spoilt=int(spoilt.sum()),
        mean_length=float(length[mated].mean()) if mated.any() else 0.0,
        mean_best_length=float(best[mated].mean()) if mated.any() else 1.0,
        longest=int(length.max()),
        failures=failures,
        is_sample=is_sample,
    )
