"""Simulate players with and without a leak: a shallow search that sometimes looks away or never sees a motif.

Each player searches three plies, chooses among the best moves with a little noise, and in one move of eight does not
search at all. A player who is blind to a motif ignores every move whose line begins with it, and does not see such
replies of the opponent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import chess
import chess.pgn

from motif._core.search import Searcher, SearchLine
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line
from motif.search.settings import SearchSettings

DEPTH = 3
CANDIDATES = 6
NOISE = 30.0
"""Centipawns: the standard deviation of the noise added to the value of a move."""

LOOKS_AWAY = 0.125
REPLIES = 4
LARGEST = 1_000
MOST_PLIES = 90
DECIDED = 900
LEFT_BEFORE_RESIGNING = 4


@dataclass(slots=True)
class Synthetic:
    """A player; `blind` is the motif that it never sees."""

    name: str
    seed: int
    blind: str | None = None
    _searcher: Searcher = field(init=False)
    _rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._searcher = SearchSettings().searcher()
        self._rng = random.Random(self.seed)

    def choose(self, board: chess.Board) -> tuple[chess.Move, int]:
        """Return a move and the value that the player gives it."""
        looks = self._rng.random() >= LOOKS_AWAY
        legal = board.legal_moves.count()
        count = legal if self.blind else min(legal, CANDIDATES)
        lines = self._search(board, DEPTH if looks else 1, legal if not looks else count)
        values = {line.moves[0]: _value(line) for line in lines}
        if looks and self.blind:
            values = self._as_seen(board, lines)
        noisy = {move: value + self._rng.gauss(0, NOISE) for move, value in values.items()}
        move = max(noisy, key=noisy.__getitem__)
        return move, values[move]

    def _as_seen(self, board: chess.Board, lines: Sequence[SearchLine]) -> dict[chess.Move, int]:
        """Return the values of the moves for a player who sees this motif neither for itself nor for the opponent."""
        seen = {line.moves[0]: line for line in lines if not self._begins_with_it(board, line.moves)}
        values = {}
        for move, line in seen.items():
            following = board.copy(stack=False)
            following.push(move)
            values[move] = _value(line)
            if len(line.moves) > 1 and self._begins_with_it(following, line.moves[1:]):
                replies = self._search(following, DEPTH - 1, min(REPLIES, following.legal_moves.count()))
                harmless = [reply for reply in replies if not self._begins_with_it(following, reply.moves)]
                values[move] = -_value(harmless[0]) if harmless else values[move]
        return values or {line.moves[0]: _value(line) for line in lines}

    def _begins_with_it(self, board: chess.Board, moves: Sequence[chess.Move]) -> bool:
        assert self.blind is not None
        line = Line.of(board, tuple(moves))
        return any(witness.ply == 0 for witness in MOTIFS[self.blind].find(line))

    def _search(self, board: chess.Board, depth: int, count: int) -> Sequence[SearchLine]:
        self._searcher.new_game()
        return self._searcher.search(board, depth=depth, multi_pv=count).lines


def play(white: Synthetic, black: Synthetic, start: chess.Board, number: int) -> chess.pgn.Game:
    """Play a game, ended early when it is decided."""
    board = start.copy()
    hopeless = 0
    result = "*"
    while not board.is_game_over(claim_draw=True):
        if board.ply() >= MOST_PLIES or hopeless >= LEFT_BEFORE_RESIGNING:
            break
        move, value = (white if board.turn else black).choose(board)
        hopeless = hopeless + 1 if abs(value) >= DECIDED else 0
        ahead = board.turn if value > 0 else not board.turn
        board.push(move)
    if hopeless >= LEFT_BEFORE_RESIGNING:
        result = "1-0" if ahead else "0-1"
    elif board.is_game_over(claim_draw=True):
        result = board.result(claim_draw=True)
    else:
        result = "1/2-1/2"
    game = chess.pgn.Game.from_board(board)
    game.headers.update(
        {"Event": "Leaks", "White": white.name, "Black": black.name, "Round": str(number), "Result": result}
    )
    return game


def _value(line: SearchLine) -> int:
    return max(-LARGEST, min(LARGEST, line.centipawns))
