"""Let endgame programs choose and advise moves, with the conditions that held as the reason, and play matches.

A program's values rank the moves of one position but are not evaluations, so its advice has no weight. A match starts
from endgames and counts the paper's points; its players may be any in the arena.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

import chess
import numpy as np

from motif._core.board import Positions
from motif._core.endgames import EXTRA_TERMINALS, TERMINALS, CompiledProgram, endgame_terminals
from motif.advice import Advice, Reason
from motif.arena.game import Conditions, Entrant, GameRecord, PairRecord
from motif.arena.match import MatchSettings, play_match
from motif.arena.start_positions import StartPosition
from motif.board.material import balance
from motif.board.tags import GameResult
from motif.endgames.games import PAPER_RULES, GameOutcome, GameRules, Score, refuse_odd, starts
from motif.endgames.program import Program, State
from motif.endgames.sentences import TreeTrace, trace
from motif.engines.evaluator import after
from motif.engines.limits import Limit
from motif.runtime.parallel import Workers

MOST_ADVISED = 3

MOST_PIECES_ADVISED = 6
"""With more pieces than this, kings and pawns included, EndgameAdviser gives no advice."""


class EndgamePlayer:
    """Plays by a program; the seed of the game decides between moves of equal value."""

    def __init__(self, name: str, program: Program, rules: GameRules = PAPER_RULES) -> None:
        self._name = name
        self.program = program
        self.rules = rules
        self._rng = Random(0)

    def new_game(self, seed: int) -> None:
        """Restart the random choices from the seed."""
        self._rng = Random(seed)

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the move that leads to the highest value; the limit is ignored."""
        values = self.values(board)
        highest = max(value for _, value in values)
        best = [move for move, value in values if value == highest]
        move = self._rng.choice(best) if len(best) > 1 else best[0]
        return Advice(move, None, self._reason(board, move))

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the three moves with the highest values."""
        best = sorted(self.values(board), key=lambda pair: -pair[1])[:MOST_ADVISED]
        return [Advice(move, None, self._reason(board, move)) for move, _ in best]

    @cached_property
    def compiled(self) -> CompiledProgram:
        return self.rules.compile(self.program)

    def values(self, board: chess.Board) -> list[tuple[chess.Move, float]]:
        """Return every legal move with its value; programs never castle."""
        return self.compiled.values(board)

    def _reason(self, board: chess.Board, move: chess.Move) -> Reason:
        return Reason(self._name, f"{board.san(move)}: {explain(self.program, board, move)}", (move.to_square,))


class EndgameAdviser:
    """Advises only in positions with few pieces.

    >>> from motif.endgames.program import find_program
    >>> board = chess.Board("8/8/8/4k3/8/8/r7/5K1R w - - 0 1")
    >>> adviser = EndgameAdviser("endgame", find_program("master"))
    >>> len(adviser.advise(board)), len(adviser.advise(chess.Board()))
    (3, 0)
    """

    def __init__(self, name: str, program: Program, most_pieces: int = MOST_PIECES_ADVISED) -> None:
        self._player = EndgamePlayer(name, program)
        self._most_pieces = most_pieces

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the best moves with the conditions that held; empty if the board has too many pieces."""
        if chess.popcount(board.occupied) > self._most_pieces or not any(board.legal_moves):
            return []
        return self._player.advise(board)


def explain(program: Program, board: chess.Board, move: chess.Move) -> TreeTrace:
    """Return the conditions that the program checks after a move, and the value that it reaches."""
    before = balance(board, board.turn)
    return trace(program.tree(State.of(before)), terminals_of(after(board, move), before))


def terminals_of(board: chess.Board, before: int) -> dict[str, float]:
    """Return the values of all terminals (facts about a position) after a move.

    `before` was the balance of material for the side that moved.
    """
    row = endgame_terminals(Positions.from_boards([board]), np.array([before], dtype=np.int32), extras=True)[0]
    return {name: float(value) for (name, *_), value in zip(TERMINALS + EXTRA_TERMINALS, row, strict=True)}


@dataclass(frozen=True, slots=True)
class EndgameMatch:
    """The settings of a match: the endgames to play in turn, the games, the maximum moves per side, the seed."""

    endgames: tuple[str, ...]
    games: int = 100
    moves: int = 50
    seed: int = 0

    def __post_init__(self) -> None:
        refuse_odd(self.games)


def play_endgames(
    first: Entrant,
    second: Entrant,
    settings: EndgameMatch,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    *,
    notes: bool = False,
) -> Iterator[tuple[PairRecord, Score]]:
    """Yield each pair of games with the first player's score so far; `notes` keeps the players' reasons."""
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


def outcomes_of(pair: PairRecord) -> tuple[GameOutcome, GameOutcome]:
    """Return the outcomes of a pair of games for the first player, who had White in the first game."""
    one, two = pair.games
    return outcome(one, chess.WHITE), outcome(two, chess.BLACK)


def outcome(game: GameRecord, side: chess.Color) -> GameOutcome:
    """Return the outcome of a game for a side: a win, a loss, or a draw graded by the final balance of material."""
    if game.result is not GameResult.DRAW:
        return GameOutcome.WIN if game.result is GameResult.win_for(side) else GameOutcome.LOSS
    board = game.start.board()
    for move in game.moves:
        board.push_uci(move)
    left = balance(board, side)
    if left == 0:
        return GameOutcome.DRAW
    return GameOutcome.ADVANTAGE if left > 0 else GameOutcome.DISADVANTAGE
