"""How well somebody plays an endgame, by the tables: does each move keep the result, and how much time does it waste?

A move keeps the result when a win stays a win and a draw at least a draw; a lost position has no result to spoil.
Waste, in moves, is how much longer the mate takes after the move than after the best one, or how much sooner the
mover is mated; draws and spoilt results have none.

There are two speeds. A `MoveChooser` answers a whole batch, as compiled programs do in the core (`choose_by_program`);
`choose_by_player` makes one out of any player, which is then asked board by board.
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
from motif.endgames.games import starts
from motif.endgames.player import EndgameMatch
from motif.engines.limits import Limit
from motif.engines.small_tables import MOST_PIECES, Tablebase, mirrors
from motif.errors import BadArgument
from motif.runtime.parallel import Progress, Watch, seed_of, unwatched
from motif.statistics.intervals import Mean, Share

Codes = NDArray[np.uint16]
MoveChooser = Callable[[Positions], Codes]
"""Whoever chooses a move, as a code, for each position of a batch."""


@dataclass(frozen=True, slots=True)
class PlayedMoves:
    """Positions, the move played in each, and the game it belongs to, when they come from games."""

    positions: Positions
    codes: Codes
    games: NDArray[np.int64] | None = None

    @classmethod
    def by(cls, mover: MoveChooser, positions: Positions) -> PlayedMoves:
        """What somebody plays in positions that have nothing to do with each other."""
        return cls(positions, mover(positions))

    @classmethod
    def in_games(cls, records: Iterable[GameRecord], name: str) -> PlayedMoves:
        """The moves of one player in games, as far as the men on the board are few enough for the tables."""
        fens, codes, games = [], [], []
        for number, record in enumerate(records):
            board = record.start.board()
            for text in record.moves:
                move = board.parse_uci(text)
                mover = record.white if board.turn == chess.WHITE else record.black
                if mover == name and chess.popcount(board.occupied) <= MOST_PIECES:
                    fens.append(board.fen())
                    codes.append(encode_move(move))
                    games.append(number)
                board.push(move)
        return cls(Positions(fens), np.array(codes, np.uint16), np.array(games, np.int64))

    @classmethod
    def in_games_in_core(cls, first: CompiledProgram, second: CompiledProgram, settings: EndgameMatch) -> PlayedMoves:
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
    ) -> PlayedMoves:
        """The moves of one program in games that `play_programs` recorded, as far as tables know the men."""
        begins = np.cumsum(games.lengths) - games.lengths
        positions = starts.take(np.ascontiguousarray(encounters[:, 2]))
        numbers = np.arange(len(games))
        parts: list[PlayedMoves] = []
        for ply in range(int(games.lengths.max(initial=0))):
            on = games.lengths[numbers] > ply
            numbers, positions = numbers[on], positions.take(np.flatnonzero(on))
            codes = games.codes[begins[numbers] + ply]
            movers = encounters[numbers, np.where(positions.turns(), 0, 1)]
            own = np.flatnonzero((movers == program) & (positions.material().sum(axis=1) <= MOST_PIECES))
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


def measure_quality(tables: Tablebase, played: PlayedMoves) -> Quality:
    """Measure moves that were played; every position needs a table."""
    positions = played.positions
    if not len(positions):
        raise BadArgument(
            f"there is nothing to measure: no position of up to {MOST_PIECES} men was played",
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


def choose_at_random(seed: int) -> MoveChooser:
    """Somebody who plays any legal move with the same probability: what every measure is compared with."""

    def choose(positions: Positions) -> Codes:
        moves = positions.legal_moves()
        counts = np.diff(moves.offsets)
        rng = np.random.default_rng(seed_of(seed, "random mover"))
        codes: Codes = moves.codes[moves.offsets[:-1] + rng.integers(counts)]
        return codes

    return choose


def choose_by_program(program: CompiledProgram, seed: int = 0) -> MoveChooser:
    """A program as it plays: equal moves are drawn by lot, anew in each call."""
    rng = np.random.default_rng(seed_of(seed, "program mover"))

    def choose(positions: Positions) -> Codes:
        return program.choose(positions, rng.integers(2**62, size=len(positions)))

    return choose


def choose_by_player(player: Player, limit: Limit, seed: int = 0, watch: Watch = unwatched) -> MoveChooser:
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


# Won positions of a small endgame by the tables, and the replies that put the mate off longest.


def won_positions(tables: Tablebase, signature: str, sample: int | None = None, seed: int = 0) -> Positions:
    """Every position that the stronger side, to move, wins; mirror images too. Or so many of them, drawn by lot."""
    positions = won_images(tables, signature, mirrors(signature))
    # Two men of a kind may change places without making another position.
    _, first = np.unique(positions.hashes(), return_index=True)
    if sample is not None and sample < len(first):
        first = np.random.default_rng(seed_of(seed, "won positions", signature)).choice(first, sample, replace=False)
    return positions.take(np.sort(first))


def won_images(tables: Tablebase, signature: str, images: Sequence[int]) -> Positions:
    """The positions that the stronger side, to move, wins, in some of the mirror images that the table stands for."""
    values = np.frombuffer(tables.values(signature), np.uint8)
    # 0 is illegal and 1 drawn; of the others the even ones are lost and the odd ones won.
    places = np.flatnonzero((values > 1) & (values % 2 == 1))
    positions = Positions.concatenate([tables.positions(signature, places, image) for image in images])
    return positions.take(np.flatnonzero(positions.turns()))


def first_longest_replies(offsets: NDArray[np.int64], plies: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each lost position the row of the reply that lasts longest, the first of equals.

    The replies to position i are the rows from `offsets[i]` on; `plies` says how long each lasts.
    """
    # The longest, and among equals the first: one number that orders both.
    rank = plies * len(plies) - np.arange(len(plies))
    return longest_replies(offsets, rank)


def longest_replies(offsets: NDArray[np.int64], plies: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of all replies that last longest, position by position."""
    longest = np.maximum.reduceat(plies, offsets[:-1])
    return np.flatnonzero(plies == np.repeat(longest, np.diff(offsets)))


# Does somebody mate from every won position of an endgame, and how fast?

FIFTY_MOVES = 50

Choices = Callable[[Positions], NDArray[np.bool_]]
"""Whoever marks, for each legal move of each position, whether it may be played."""


class Defence(StrEnum):
    """Which replies are tried: more from one to the next."""

    ONE_LONGEST = "one longest defence"
    """The tables' own: of the replies that last longest the first, in the order of the legal moves."""

    EVERY_LONGEST = "every longest defence"
    EVERY = "every defence"


@dataclass(frozen=True, slots=True)
class Mates:
    """How many won positions ended in mate, in how many moves, and in how many the best player would have mated.

    `is_sample` says whether they are drawn by lot among the won positions of the endgame, or are all there are.
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
        """How many times longer than needed the mates took, all in all."""
        return self.mean_length / self.mean_best_length

    def to_json(self) -> dict[str, Any]:
        """The measures as a JSON value."""
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
        exact = f"{percent(self.mated.value, 2)}, all there are"
        share = f"mated {self.mated.hits:,} of {self.mated.count:,} ({self.mated.percent if self.is_sample else exact})"
        if not self.mated.hits:
            return share
        return (
            f"{share}, in {self.mean_length:.2f} moves where {self.mean_best_length:.2f} are best "
            f"({self.ratio:.2f} times as long, at most {self.longest})"
        )


def mates_in_play(tables: Tablebase, mover: MoveChooser, positions: Positions, most_moves: int = FIFTY_MOVES) -> Mates:
    """Play won positions to mate against the longest defence; each has so many moves."""
    best = _best_lengths(tables, positions)
    length = np.zeros(len(positions), np.int64)
    spoilt = np.zeros(len(positions), np.bool_)
    left, numbers = positions, np.arange(len(positions))
    for move in range(1, most_moves + 1):
        after = left.play(mover(left))
        truth = tables.probe_positions(after)
        length[numbers[(truth[:, 0] < 0) & (truth[:, 1] == 0)]] = move
        spoilt[numbers[truth[:, 0] >= 0]] = True
        on = np.flatnonzero((truth[:, 0] < 0) & (truth[:, 1] > 0))
        if not len(on):
            break
        left, numbers = _defend(tables, after.take(on)), numbers[on]
    return _summed_up(positions, length, best, spoilt, is_sample=True)


def proved_mates(tables: Tablebase, choices: Choices, signature: str) -> dict[Defence, Mates]:
    """How a mover fares from every won position, whatever lots it draws; no won game may leave the endgame."""
    positions = won_positions(tables, signature)
    moves = positions.legal_moves()
    chosen = np.flatnonzero(choices(positions))
    # Where the chosen moves of each position begin, and how many there are.
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
    match defence:
        case Defence.ONE_LONGEST:
            return first_longest_replies(offsets, plies)
        case Defence.EVERY_LONGEST:
            return longest_replies(offsets, plies)
        case Defence.EVERY:
            return np.arange(len(plies))


def _lengths(
    mated: NDArray[np.bool_],
    begins: NDArray[np.int64],
    on: NDArray[np.int64],
    replies: NDArray[np.int64],
    reply_begins: NDArray[np.int64],
) -> NDArray[np.int64]:
    """In how many moves each position is mated for sure; 0 where it is not."""
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
    """All moves that a program without look-ahead values highest; it draws lots between them."""
    if program.plies != 1:
        raise BadArgument(f"a program that looks {program.plies} plies ahead does not say which moves it draws between")

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
    """The worth of a side's men minus that of the other's, as programs count it."""
    men = positions.material().astype(np.int32)
    worth = (men[:, :6] - men[:, 6:]) @ np.array([VALUES[man] for man in chess.PIECE_TYPES], np.int32)
    balance: NDArray[np.int32] = np.where(for_white, worth, -worth).astype(np.int32)
    return balance


def _defend(tables: Tablebase, positions: Positions) -> Positions:
    """The position after the longest defence, the first of equals."""
    successors = positions.successors()
    plies = tables.probe_positions(successors)[:, 1].astype(np.int64)
    return successors.take(first_longest_replies(positions.legal_moves().offsets, plies))


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
    strangers = np.flatnonzero(keys[places] != sought)
    if len(strangers):
        raise BadArgument(
            f"a won game leads to {wanted[int(strangers[0])].fen()}, which is another endgame",
            hint="play it out against the longest defence instead",
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
