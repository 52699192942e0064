"""Programs at the board: as players, and as advisers that say which conditions held.

A program's values order the moves of one position and are no evaluation, and nobody has measured what its advice gains:
it has no weight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import chess
import numpy as np

from motif._core.board import Positions
from motif._core.endgames import EXTRA_TERMINALS, TERMINALS, CompiledProgram, endgame_terminals
from motif.advice import Advice, Reason
from motif.arena.game import Conditions, Entrant, GameRecord, PairRecord, Result
from motif.arena.match import MatchSettings, play_match
from motif.arena.start_positions import StartPosition
from motif.board.material import balance
from motif.endgames.games import PAPER_RULES, GameRules, Outcome, Score, starts
from motif.endgames.program import Program, State
from motif.endgames.sentences import Trace, trace
from motif.engines.limits import Limit
from motif.engines.valuation import after
from motif.runtime.parallel import Workers


class EndgamePlayer:
    """A program that plays; moves of equal value are drawn by lot from the seed of the game."""

    def __init__(self, name: str, program: Program, rules: GameRules = PAPER_RULES) -> None:
        self._name = name
        self.program = program
        self.rules = rules
        self._compiled: CompiledProgram | None = None
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Begin the draw anew."""
        self._rng = Random(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The move to the board of the highest value; no amount of thinking changes it."""
        values = self.values(board)
        highest = max(value for _, value in values)
        best = [move for move, value in values if value == highest]
        move = self._rng.choice(best) if len(best) > 1 else best[0]
        return Advice(move, None, self._reason(board, move))

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The moves of the highest values."""
        best = sorted(self.values(board), key=lambda pair: -pair[1])[:3]
        return [Advice(move, None, self._reason(board, move)) for move, _ in best]

    @property
    def compiled(self) -> CompiledProgram:
        """The program as the core plays it, looking as far ahead as its rules say."""
        if self._compiled is None:
            self._compiled = self.rules.compile(self.program)
        return self._compiled

    def values(self, board: chess.Board) -> list[tuple[chess.Move, float]]:
        """Every legal move with its value. Castling is not known to programs; they never do it."""
        return self.compiled.values(board)

    def _reason(self, board: chess.Board, move: chess.Move) -> Reason:
        return Reason(self._name, f"{board.san(move)}: {explain(self.program, board, move)}", (move.to_square,))


class EndgameAdviser:
    """Advises in endgames only: where few men are left, and programs know what they talk about.

    >>> from motif.endgames.program import find_program
    >>> board = chess.Board("8/8/8/4k3/8/8/r7/5K1R w - - 0 1")
    >>> adviser = EndgameAdviser("endgame", find_program("master"))
    >>> len(adviser.advise(board)), len(adviser.advise(chess.Board()))
    (3, 0)
    """

    def __init__(self, name: str, program: Program, most_men: int = 6) -> None:
        self._player = EndgamePlayer(name, program)
        self._most_men = most_men

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The best moves with the conditions that held; nothing while many men are on the board."""
        if chess.popcount(board.occupied) > self._most_men or not any(board.legal_moves):
            return []
        return self._player.advise(board)


def explain(program: Program, board: chess.Board, move: chess.Move) -> Trace:
    """How the program values a move: which of its conditions hold on the board after it."""
    before = balance(board, board.turn)
    return trace(program.tree(State.of(before)), terminals_of(after(board, move), before))


def terminals_of(board: chess.Board, before: int) -> dict[str, float]:
    """Every terminal on the board after a move by a side whose balance was `before`."""
    row = endgame_terminals(Positions.from_boards([board]), np.array([before], dtype=np.int32), extras=True)[0]
    return {name: float(value) for (name, *_), value in zip(TERMINALS + EXTRA_TERMINALS, row, strict=True)}


# Matches against anybody: games of the arena from endgame starts, counted as the paper counts them.


@dataclass(frozen=True, slots=True)
class EndgameMatch:
    """Which endgames in turn, how many games, how long each may last, and the seed of it all."""

    endgames: tuple[str, ...]
    games: int = 100
    moves: int = 50
    seed: int = 0


def play_endgames(
    first: Entrant,
    second: Entrant,
    settings: EndgameMatch,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    *,
    notes: bool = False,
) -> Iterator[tuple[PairRecord, Score]]:
    """The pairs of games, each with the first player's score so far; with notes the players' reasons are kept."""
    positions = starts(settings.endgames, settings.games // 2, settings.seed)
    book = tuple(
        StartPosition(f"{settings.endgames[number % len(settings.endgames)]} {number + 1}", (), board.fen())
        for number, board in enumerate(positions)
    )
    rules = MatchSettings(settings.games, settings.seed, book, Conditions(settings.moves, notes=notes))
    score = Score()
    for pair in play_match(first, second, rules, workers, checkpoint):
        score += Score.of([outcomes_of(pair)])
        yield pair, score


def outcomes_of(pair: PairRecord) -> tuple[Outcome, Outcome]:
    """How both games ended for the first player, who had White first."""
    one, two = pair.games
    return outcome(one, chess.WHITE), outcome(two, chess.BLACK)


def outcome(game: GameRecord, side: chess.Color) -> Outcome:
    """How a game ended for a side: by its result, or when it is drawn by the material left on the board."""
    if game.result is not Result.DRAW:
        return Outcome.WIN if game.result is Result.win_for(side) else Outcome.LOSS
    board = game.start.board()
    for move in game.moves:
        board.push_uci(move)
    left = balance(board, side)
    if left == 0:
        return Outcome.DRAW
    return Outcome.ADVANTAGE if left > 0 else Outcome.DISADVANTAGE
